// How the requests of a gate end when nobody uses them.
#include "gate/passage.h"

namespace yett {

Result<void> Gate::end_request(Transaction& transaction, const ApprovalRequest& request, TimePoint now,
                               std::string_view by) {
  const ApprovalRequest ended = cancelled(aged(request, now));
  if (ended.state == request.state) return {};
  RecordDraft record = drafts_.approval(now, to_string(ended.state), request);
  if (ended.state == RequestState::Cancelled) record.intent.set("by", by);
  if (Result<std::uint64_t> seq = transaction.append(record); !seq) return std::unexpected(seq.error());
  return transaction.put_request(ended);
}

Result<void> Gate::end_overdue(Transaction& transaction, TimePoint now, std::vector<std::string>& cards) {
  for (const auto& [id, expires_at] : asked_) {
    if (now < expires_at) continue;
    Result<std::optional<ApprovalRequest>> request = transaction.get_request(id);
    if (!request) return std::unexpected(request.error());
    if (!*request) continue;
    if (Result<void> ended = end_request(transaction, **request, now, kEndedByClient); !ended) return ended;
    cards.push_back((*request)->card);
  }
  return {};
}

Result<void> Gate::end_open(Batch& batch) {
  const Result<std::vector<ApprovalRequest>> open = batch.transaction->open_requests(run_);
  if (!open) return std::unexpected(open.error());
  for (const ApprovalRequest& request : *open) {
    if (Result<void> ended = end_request(*batch.transaction, request, batch.now, kEndedBySuspension); !ended)
      return ended;
    batch.finished_cards.push_back(request.card);
  }
  return {};
}

void Gate::forget_overdue(TimePoint now, std::span<const std::string> cards) {
  for (const std::string& card : cards) drop_card(card);
  std::erase_if(asked_, [now](const auto& asked) { return asked.second <= now; });
}

void Gate::cancel(std::vector<HeldCall> held) {
  Result<std::unique_ptr<Transaction>> transaction = parts_.store.begin();
  if (!transaction) return;
  const TimePoint now = parts_.clock.now();
  std::vector<std::string> cards;
  for (const HeldCall& call : held) {
    Result<std::optional<ApprovalRequest>> found = (*transaction)->get_request(call.request_id);
    if (!found || !*found) continue;
    if (!end_request(**transaction, **found, now, kEndedByClient)) return;
    cards.push_back((*found)->card);
  }
  if (!(*transaction)->commit(durability_)) return;
  for (const std::string& card : cards) drop_card(card);
  parts_.ring();
}

}  // namespace yett
