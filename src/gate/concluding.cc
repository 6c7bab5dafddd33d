// How a ruling is written, and how a call whose intent is written gets its permit.
#include "approval/binding.h"
#include "gate/passage.h"

namespace yett {

Result<void> Gate::refuse(Transaction& transaction, Passage& passage, Finding finding) {
  std::optional<Digest> call;
  if (passage.act) call = passage.act;
  const RecordDraft record =
      drafts_.decision(passage.now, finding, query_of(passage), passage.facts, call, passage.request_id);
  if (Result<std::uint64_t> seq = transaction.append(record); !seq) return std::unexpected(seq.error());
  passage.ruling = Refused{std::move(finding)};
  return {};
}

Result<void> Gate::release(Transaction& transaction, Passage& passage, const Finding& because) {
  if (!passage.act) {
    const ToolCall& call = passage.submission.call;
    passage.act = parts_.store.mac(act_digest(parts_.session, parts_.server, call.tool, call.arguments));
  }
  Finding allowed = because;
  allowed.verdict = Verdict::Allow;
  Result<std::uint64_t> seq = transaction.append(
      drafts_.decision(passage.now, allowed, query_of(passage), passage.facts, passage.act, passage.request_id));
  if (!seq) return std::unexpected(seq.error());
  passage.intent_seq = *seq;
  return transaction.open_execution(run_, *passage.act, *seq, parts_.self);
}

Ruling Gate::conclude(Passage& passage, const Receipt& receipt) {
  if (passage.intent_seq == 0) return std::move(passage.ruling);
  // The sync may have taken its time: what holds now counts, not what held before it.
  passage.now = parts_.clock.now();
  std::expected<Permit, Finding> permitted =
      permit(parts_.engine, query_of(passage), passage.approval, receipt, passage.intent_seq);
  if (!permitted) {
    take_back(passage, permitted.error());
    return Refused{permitted.error()};
  }
  return Released{std::move(*permitted), {passage.intent_seq, *passage.act, passage.facts.tool}};
}

void Gate::take_back(Passage& passage, const Finding& finding) {
  const auto record = [&]() -> Result<void> {
    Result<std::unique_ptr<Transaction>> transaction = parts_.store.begin();
    if (!transaction) return std::unexpected(transaction.error());
    Result<void> closed = (*transaction)->close_execution(passage.intent_seq, LastOutcome::Known);
    if (!closed) return closed;
    if (Result<void> refused = refuse(**transaction, passage, finding); !refused) return refused;
    Result<Receipt> receipt = (*transaction)->commit(intent_durability());
    if (!receipt) return std::unexpected(receipt.error());
    return {};
  };
  if (!record()) trust_ = Delivery::Withhold;
}

}  // namespace yett
