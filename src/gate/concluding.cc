// How a ruling is written and counted, and how a call whose intent is written gets its permit.
#include <algorithm>

#include "gate/passage.h"

namespace yett {
namespace {

/// What `[limits] denials` counts: calls that the policy refuses. What a person said no to, or nobody answered, was
/// asked in good order; and what the gate itself could not do is not the agent's fault.
bool is_refused_call(RuleId rule) {
  return rule == RuleId::ApprovalFlood || std::ranges::any_of(rule_table(), [rule](const Rule& row) {
           return row.id == rule && row.verdict == Verdict::Deny;
         });
}

/// Nothing is sent to a server that would have to do without its secrets.
Finding no_secret() {
  Finding finding = denied_by(RuleId::SystemInternal);
  finding.channel = Channel::Value;
  return finding;
}

}  // namespace

Result<void> Gate::refuse(Batch& batch, Passage& passage, Finding finding) {
  RecordDraft record =
      drafts_.decision(passage.now, finding, query_of(passage), passage.facts, passage.act, passage.request_id);
  const Result<std::uint64_t> seq = append(*batch.transaction, std::move(record));
  if (!seq) return std::unexpected(seq.error());
  if (Result<void> counted = count_refusal(batch, passage, finding.rule); !counted) return counted;
  passage.ruling = Refused{std::move(finding)};
  return {};
}

Result<void> Gate::count_refusal(Batch& batch, const Passage& passage, RuleId rule) {
  if (!is_refused_call(rule)) return {};
  const RunLimits& limits = parts_.policy->limits;
  const bool too_many = note_denial(batch.state.tally, limits, call_key(act_of(passage)), batch.now);
  if (!too_many || batch.state.suspension == Suspension::Suspended) return {};
  batch.state.suspension = Suspension::Suspended;
  Result<std::uint64_t> seq = batch.transaction->append(drafts_.suspension(batch.now, limits));
  if (!seq) return std::unexpected(seq.error());
  return {};
}

Result<void> Gate::release(Batch& batch, Passage& passage, const Finding& because) {
  if (!parts_.has_secrets(passage.submission.server)) return refuse(batch, passage, no_secret());
  passage.act = act_of(passage);
  Finding allowed = because;
  allowed.verdict = Verdict::Allow;
  RecordDraft record =
      drafts_.decision(passage.now, allowed, query_of(passage), passage.facts, passage.act, passage.request_id);
  if (passage.grant) name_grant(record, *passage.grant);
  const Result<std::uint64_t> seq = append(*batch.transaction, std::move(record));
  if (!seq) return std::unexpected(seq.error());
  passage.intent_seq = *seq;
  if (passage.facts.tool != nullptr && counts_as_send(*passage.facts.tool)) ++batch.state.tally.sends;
  return batch.transaction->open_execution(run_, *passage.act, *seq, parts_.self);
}

Ruling Gate::conclude(Passage& passage, const Receipt& receipt) {
  if (passage.intent_seq == 0) return std::move(passage.ruling);
  // The sync may have taken its time: what holds now counts, not what held before it.
  passage.now = parts_.clock.now();
  std::expected<Permit, Finding> permitted =
      permit(parts_.engine, query_of(passage), std::move(passage.approval), receipt, passage.intent_seq);
  if (!permitted) {
    take_back(passage, permitted.error());
    return Refused{permitted.error()};
  }
  return Released{std::move(*permitted), execution_of(passage)};
}

Execution Gate::execution_of(const Passage& passage) const {
  return {.intent_seq = passage.intent_seq,
          .server = passage.submission.server,
          .act = *passage.act,
          .policy = parts_.policy,
          .tool = passage.facts.tool,
          .approved = passage.asked.empty() ? std::nullopt : std::optional(passage.asked)};
}

void Gate::take_back(Passage& passage, const Finding& finding) {
  const auto record = [&]() -> Result<void> {
    Result<Batch> batch = begin();
    if (!batch) return std::unexpected(batch.error());
    Result<void> closed = batch->transaction->close_execution(passage.intent_seq, LastOutcome::Known);
    if (!closed) return closed;
    if (Result<void> refused = refuse(*batch, passage, finding); !refused) return refused;
    Result<Receipt> receipt = commit(*batch, durability_);
    if (!receipt) return std::unexpected(receipt.error());
    return {};
  };
  // It has not run, but the store has only its intent: that is an outcome that nobody saw.
  if (!record()) owe({{execution_of(passage), Outcome::Unknown, 0}});
}

}  // namespace yett
