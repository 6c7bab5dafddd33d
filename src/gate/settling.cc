// What becomes of calls that were let out.
#include "gate/passage.h"

namespace yett {
namespace {

std::string_view to_string(Outcome outcome) {
  switch (outcome) {
    case Outcome::Executed:
      return "executed";
    case Outcome::Failed:
      return "failed";
    case Outcome::Unknown:
      return "unknown";
  }
  return "unknown";
}

/// What a delivered result brings into the run, an error's text too. Of a tool that no policy names it is the worst.
void take_in(const Tool* tool, SessionState& state) {
  const std::optional<SourceKind> kind = tool == nullptr ? SourceKind::ToolOutput : source_of(tool->returns);
  if (kind) state.taken_in.insert(*kind);
  if (tool == nullptr || tool->sensitivity == Sensitivity::Private) state.private_seen = true;
}

}  // namespace

Delivery Gate::settle(std::vector<Settlement> settlements) {
  const auto run_all = [&]() -> Result<void> {
    Result<Batch> batch = begin();
    if (!batch) return std::unexpected(batch.error());
    SessionState& state = batch->state;
    for (const Settlement& settlement : settlements) {
      const Execution& execution = settlement.execution;
      const bool seen = settlement.outcome != Outcome::Unknown;
      Result<void> closed =
          batch->transaction->close_execution(execution.intent_seq, seen ? LastOutcome::Known : LastOutcome::Unknown);
      if (!closed) return closed;
      // What is delivered counts as taken in, errors too.
      if (seen) take_in(execution.tool, state);
      state.tally.result_bytes += settlement.result_bytes;
      Result<std::uint64_t> seq = batch->transaction->append(
          drafts_.outcome(batch->now, to_string(settlement.outcome), execution, settlement.result_bytes));
      if (!seq) return std::unexpected(seq.error());
    }
    Result<Receipt> receipt = commit(*batch, Durability::ProcessCrash);
    if (!receipt) return std::unexpected(receipt.error());
    return {};
  };
  if (!run_all()) trust_ = Delivery::Withhold;
  return trust_;
}

}  // namespace yett
