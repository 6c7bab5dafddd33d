#include "gate/answer.h"

#include "gate/card.h"
#include "gate/record_drafts.h"

namespace yett {
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
  RecordDraft record = request_record(now, what, *request);
  record.intent.set("by", by);
  Result<std::uint64_t> seq = (*transaction)->append(record);
  if (!seq) return std::unexpected(seq.error());
  Result<Receipt> receipt = (*transaction)->commit(Durability::PowerLoss);
  if (!receipt) return std::unexpected(receipt.error());
  if (answer == Answer::Deny) drop_card(request->card);
  return *request;
}

}  // namespace yett
