#include "gate/answer.h"

#include <algorithm>

#include "gate/card.h"
#include "gate/record_drafts.h"

namespace yett {
namespace {

RecordDraft answer_record(const ApprovalRequest& request, const GivenAnswer& given) {
  RecordDraft record = request_record(given.at, given.answer == Answer::Approve ? "approved" : "denied", request);
  record.intent.set("by", given.by);
  record.intent.set("key", given.signature ? Json(given.signature->key.to_string()) : Json());
  if (given.answer == Answer::Approve) {
    const auto approvals = std::ranges::count(request.answers, Answer::Approve, &GivenAnswer::answer);
    record.intent.set("approvals", static_cast<std::int64_t>(approvals));
    record.intent.set("quorum", static_cast<std::int64_t>(request.rules.quorum));
  }
  return record;
}

RecordDraft own_answer_record(const ApprovalRequest& request, const GivenAnswer& given) {
  RecordDraft record = request_record(given.at, "deny", request);
  record.intent.set("by", given.by);
  return record;
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

Result<ApprovalRequest> answer_request(Store& store, std::string_view id, GivenAnswer given,
                                       const AnsweringSide& side) {
  Result<std::unique_ptr<Transaction>> transaction = store.begin();
  if (!transaction) return std::unexpected(transaction.error());
  Result<std::optional<ApprovalRequest>> found = (*transaction)->get_request(id);
  if (!found) return std::unexpected(found.error());
  if (!*found) return fail(ErrorKind::NotFound, "there is no request " + std::string(id));
  if (given.answer == Answer::Approve) {
    const Result<std::optional<Error>> fault = fault_of_side(**transaction, side, (*found)->asker);
    if (!fault) return std::unexpected(fault.error());
    if (*fault) return refuse_own_word(**transaction, own_answer_record(**found, given), **fault);
  }
  Result<ApprovalRequest> request = answered(**found, given);
  if (!request) return std::unexpected(request.error());
  if (given.answer == Answer::Approve) {
    if (Result<Json> card = read_card(store, **found); !card) return std::unexpected(card.error());
  }
  if (Result<void> kept = (*transaction)->put_request(*request); !kept) return std::unexpected(kept.error());
  Result<std::uint64_t> seq = (*transaction)->append(answer_record(*request, given));
  if (!seq) return std::unexpected(seq.error());
  Result<Receipt> receipt = (*transaction)->commit(Durability::PowerLoss);
  if (!receipt) return std::unexpected(receipt.error());
  if (given.answer == Answer::Deny) drop_card(request->card);
  return *request;
}

}  // namespace yett
