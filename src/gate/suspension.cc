#include "gate/suspension.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "gate/card.h"
#include "gate/record_drafts.h"

namespace yett {
namespace {

bool may_resume(const RunSummary& run, const SuspensionBy& by) {
  if (!run.resumers) return true;
  return by.key && std::ranges::find(*run.resumers, EntitledKey{by.name, *by.key}) != run.resumers->end();
}

RecordDraft suspension_record(const RunSummary& run, Suspension suspension, const SuspensionBy& by, TimePoint now) {
  RecordDraft draft;
  draft.time = now;
  draft.kind = RecordKind::State;
  draft.run = run.run;
  draft.user = run.user;
  draft.tenant = run.tenant;
  draft.decision = suspension == Suspension::Suspended ? "suspended" : "resumed";
  draft.intent = Json::object({{"by", by.name}, {"key", by.key ? Json(by.key->to_string()) : Json()}});
  return draft;
}

/// What waits or was approved is cancelled: after the run goes on it has to be asked anew.
Result<void> end_open_requests(Transaction& transaction, const RunKey& run, TimePoint now,
                               std::vector<std::string>& cards) {
  const Result<std::vector<ApprovalRequest>> open = transaction.open_requests(run);
  if (!open) return std::unexpected(open.error());
  for (const ApprovalRequest& request : *open) {
    const ApprovalRequest ended = cancelled(aged(request, now));
    RecordDraft record = request_record(now, to_string(ended.state), request);
    if (ended.state == RequestState::Cancelled) record.intent.set("by", kEndedBySuspension);
    if (Result<std::uint64_t> seq = transaction.append(record); !seq) return std::unexpected(seq.error());
    if (Result<void> kept = transaction.put_request(ended); !kept) return kept;
    cards.push_back(request.card);
  }
  return {};
}

}  // namespace

Result<void> set_suspension(Store& store, const RunSummary& run, Suspension suspension, const SuspensionBy& by,
                            const AnsweringSide& side, TimePoint now) {
  if (suspension == Suspension::Running && !may_resume(run, by)) {
    return fail(ErrorKind::Input, fmt::format("{} may not let run {} go on", by.name, run.run), {},
                "an approver who may resume signs for it: --as NAME");
  }
  Session session;
  session.run = run.run;
  session.user = run.user;
  session.tenant = run.tenant;
  const RunKey key(session);
  Result<std::unique_ptr<Transaction>> transaction = store.begin();
  if (!transaction) return std::unexpected(transaction.error());
  if (suspension == Suspension::Running) {
    const Result<std::optional<Error>> fault = fault_of_side(**transaction, side, {});
    if (!fault) return std::unexpected(fault.error());
    if (*fault) return refuse_own_word(**transaction, suspension_record(run, suspension, by, now), **fault);
  }
  Result<SessionState> state = (*transaction)->session_state(key);
  if (!state) return std::unexpected(state.error());
  state->suspension = suspension;
  // Who lets a run go on has seen why it was stopped: the next refused call must not stop it at once again.
  if (suspension == Suspension::Running) state->tally.denials.clear();
  if (Result<void> kept = (*transaction)->put_session_state(key, session, *state, now); !kept) return kept;
  const RecordDraft draft = suspension_record(run, suspension, by, now);
  Result<std::uint64_t> seq = (*transaction)->append(draft);
  if (!seq) return std::unexpected(seq.error());
  std::vector<std::string> cards;
  if (suspension == Suspension::Suspended) {
    if (Result<void> ended = end_open_requests(**transaction, key, now, cards); !ended) return ended;
  }
  Result<Receipt> receipt = (*transaction)->commit(Durability::PowerLoss);
  if (!receipt) return std::unexpected(receipt.error());
  for (const std::string& card : cards) drop_card(card);
  return {};
}

}  // namespace yett
