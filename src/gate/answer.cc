#include "gate/answer.h"

#include "gate/card.h"

namespace yett {
namespace {

RecordDraft record_of(const ApprovalRequest& request, std::string_view what, std::string_view by, TimePoint now) {
  RecordDraft draft;
  draft.time = now;
  draft.kind = RecordKind::Approval;
  draft.run = request.run;
  draft.user = request.user;
  draft.tenant = request.tenant;
  draft.server = request.server;
  draft.tool = request.tool;
  draft.tier = request.tier;
  draft.decision = what;
  draft.rule = request.rule;
  draft.reason = request.reason;
  draft.intent = Json::object({{"approval", request.id}, {"by", by}});
  return draft;
}

}  // namespace

Result<ApprovalRequest> find_request_by_prefix(Store& store, std::string_view prefix) {
  Result<std::vector<ApprovalRequest>> all = store.requests();
  if (!all) return std::unexpected(all.error());
  const ApprovalRequest* found = nullptr;
  for (const ApprovalRequest& request : *all) {
    if (prefix.empty() || !request.id.starts_with(prefix)) continue;
    if (found != nullptr) {
      return fail(ErrorKind::Input, "several requests begin with " + std::string(prefix), {}, "give more of the id");
    }
    found = &request;
  }
  if (found == nullptr) {
    return fail(ErrorKind::NotFound, "there is no request " + std::string(prefix), {}, "`yett approvals` lists them");
  }
  return *found;
}

Result<ApprovalRequest> answer_request(Store& store, std::string_view id, Answer answer, std::string_view by,
                                       TimePoint now) {
  Result<std::unique_ptr<Transaction>> transaction = store.begin();
  if (!transaction) return std::unexpected(transaction.error());
  Result<std::optional<ApprovalRequest>> found = (*transaction)->get_request(id);
  if (!found) return std::unexpected(found.error());
  if (!*found) return fail(ErrorKind::NotFound, "there is no request " + std::string(id));
  Result<ApprovalRequest> request = answered(**found, answer, by, now);
  if (!request) return std::unexpected(request.error());
  if (answer == Answer::Approve) {
    if (Result<Json> card = read_card(store, **found); !card) return std::unexpected(card.error());
  }
  if (Result<void> kept = (*transaction)->put_request(*request); !kept) return std::unexpected(kept.error());
  const std::string_view what = answer == Answer::Approve ? "approved" : "denied";
  Result<std::uint64_t> seq = (*transaction)->append(record_of(*request, what, by, now));
  if (!seq) return std::unexpected(seq.error());
  Result<Receipt> receipt = (*transaction)->commit(Durability::PowerLoss);
  if (!receipt) return std::unexpected(receipt.error());
  if (answer == Answer::Deny) drop_card(request->card);
  return *request;
}

Result<void> set_suspension(Store& store, const RunSummary& run, Suspension suspension, std::string_view by,
                            TimePoint now) {
  Session session;
  session.run = run.run;
  session.user = run.user;
  session.tenant = run.tenant;
  const RunKey key(session);
  Result<std::unique_ptr<Transaction>> transaction = store.begin();
  if (!transaction) return std::unexpected(transaction.error());
  Result<SessionState> state = (*transaction)->session_state(key);
  if (!state) return std::unexpected(state.error());
  state->suspension = suspension;
  if (Result<void> kept = (*transaction)->put_session_state(key, session, *state, now); !kept) return kept;
  RecordDraft draft;
  draft.time = now;
  draft.kind = RecordKind::State;
  draft.run = run.run;
  draft.user = run.user;
  draft.tenant = run.tenant;
  draft.decision = suspension == Suspension::Suspended ? "suspended" : "resumed";
  draft.intent = Json::object({{"by", by}});
  Result<std::uint64_t> seq = (*transaction)->append(draft);
  if (!seq) return std::unexpected(seq.error());
  Result<Receipt> receipt = (*transaction)->commit(Durability::PowerLoss);
  if (!receipt) return std::unexpected(receipt.error());
  return {};
}

}  // namespace yett
