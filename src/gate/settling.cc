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

}  // namespace

Delivery Gate::settle(std::vector<Settlement> settlements) {
  const auto run_all = [&]() -> Result<void> {
    Result<std::unique_ptr<Transaction>> transaction = parts_.store.begin();
    if (!transaction) return std::unexpected(transaction.error());
    Result<SessionState> state = (*transaction)->session_state(run_);
    if (!state) return std::unexpected(state.error());
    const SessionState before = *state;
    const TimePoint now = parts_.clock.now();
    for (const Settlement& settlement : settlements) {
      const Execution& execution = settlement.execution;
      const bool seen = settlement.outcome != Outcome::Unknown;
      Result<void> closed =
          (*transaction)->close_execution(execution.intent_seq, seen ? LastOutcome::Known : LastOutcome::Unknown);
      if (!closed) return closed;
      // What is delivered counts as taken in, errors too.
      if (seen && execution.tool != nullptr) {
        if (const std::optional<SourceKind> kind = source_of(execution.tool->returns)) state->taken_in.insert(*kind);
        if (execution.tool->sensitivity == Sensitivity::Private) state->private_seen = true;
      }
      const std::string_view tool = execution.tool == nullptr ? std::string_view() : execution.tool->name;
      Result<std::uint64_t> seq = (*transaction)
                                      ->append(drafts_.outcome(now, to_string(settlement.outcome), tool, execution.act,
                                                               execution.intent_seq, settlement.result_bytes));
      if (!seq) return std::unexpected(seq.error());
    }
    // Most calls bring nothing new into a run, and each page less that a transaction touches is felt by every call.
    if (*state != before) {
      if (Result<void> kept = (*transaction)->put_session_state(run_, parts_.session, *state, now); !kept) return kept;
    }
    Result<Receipt> receipt = (*transaction)->commit(Durability::ProcessCrash);
    if (!receipt) return std::unexpected(receipt.error());
    return {};
  };
  if (!run_all()) trust_ = Delivery::Withhold;
  return trust_;
}

}  // namespace yett
