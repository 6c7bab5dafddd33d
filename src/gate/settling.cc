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

void add_text(Returns returns, Sensitivity sensitivity, SessionState& state) {
  if (const std::optional<SourceKind> kind = source_of(returns)) state.taken_in.insert(*kind);
  if (sensitivity == Sensitivity::Private) state.private_seen = true;
}

/// What a delivered result brings into the run, an error's text too. Of a tool that no policy names it is the worst.
void add_result(const Tool* tool, SessionState& state) {
  if (tool == nullptr) {
    add_text(Returns::ToolOutput, Sensitivity::Private, state);
  } else {
    add_text(tool->returns, tool->sensitivity, state);
  }
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
      if (seen) add_result(execution.tool, state);
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

bool Gate::may_go_on() {
  if (trust_ == Delivery::Withhold) return false;
  const Result<Batch> batch = begin();
  return batch && batch->state.suspension == Suspension::Running && batch->now < parts_.session.expires_at;
}

Delivery Gate::take_in(const ServerText& text) {
  const auto run_all = [&]() -> Result<void> {
    Result<Batch> batch = begin();
    if (!batch) return std::unexpected(batch.error());
    add_text(text.returns, text.sensitivity, batch->state);
    if (batch->state != batch->before) {
      Result<std::uint64_t> seq = batch->transaction->append(
          drafts_.protocol(batch->now, text.what, Json::object({{"bytes", text.bytes}}), text.server));
      if (!seq) return std::unexpected(seq.error());
    }
    batch->state.tally.result_bytes += text.bytes;
    Result<Receipt> receipt = commit(*batch, Durability::ProcessCrash);
    if (!receipt) return std::unexpected(receipt.error());
    return {};
  };
  if (trust_ == Delivery::Withhold || !run_all()) return Delivery::Withhold;
  return Delivery::Deliver;
}

}  // namespace yett
