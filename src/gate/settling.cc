// What becomes of calls that were let out, also where the store cannot take it at once.
#include <algorithm>
#include <iterator>

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
    for (const Settlement& settlement : settlements) {
      if (Result<void> recorded = record_outcome(*batch, settlement, Delivery::Deliver); !recorded) return recorded;
    }
    Result<Receipt> receipt = commit(*batch, Durability::ProcessCrash);
    if (!receipt) return std::unexpected(receipt.error());
    return {};
  };
  if (run_all()) return Delivery::Deliver;
  owe(std::move(settlements));
  return Delivery::Withhold;
}

Result<void> Gate::record_outcome(Batch& batch, const Settlement& settlement, Delivery delivery) {
  const Execution& execution = settlement.execution;
  const bool seen = settlement.outcome != Outcome::Unknown;
  Result<void> closed =
      batch.transaction->close_execution(execution.intent_seq, seen ? LastOutcome::Known : LastOutcome::Unknown);
  if (!closed) return closed;
  if (settlement.withheld) delivery = Delivery::Withhold;
  // What is delivered counts as taken in, errors too.
  if (seen && delivery == Delivery::Deliver) add_result(execution.tool, batch.state);
  batch.state.tally.result_bytes += settlement.result_bytes;
  RecordDraft record = drafts_.outcome(batch.now, to_string(settlement.outcome), execution, settlement.result_bytes);
  if (delivery == Delivery::Withhold) record.intent.set("withheld", true);
  if (settlement.withheld) drafts_.give_reason(record, *settlement.withheld);
  const Result<std::uint64_t> seq = append(*batch.transaction, std::move(record));
  if (!seq) return std::unexpected(seq.error());
  return {};
}

void Gate::owe(std::vector<Settlement> settlements) {
  std::ranges::move(settlements, std::back_inserter(owed_));
  stop_.set();
}

Result<void> Gate::suspend_where_owed(Batch& batch) {
  if (owed_.empty() && !stop_.is_set()) return {};
  batch.catches_up = true;
  for (const Settlement& settlement : owed_) {
    if (Result<void> recorded = record_outcome(batch, settlement, Delivery::Withhold); !recorded) return recorded;
  }
  if (batch.state.suspension == Suspension::Suspended) return {};
  batch.state.suspension = Suspension::Suspended;
  if (Result<std::uint64_t> seq = batch.transaction->append(drafts_.lost_outcome(batch.now)); !seq) {
    return std::unexpected(seq.error());
  }
  return {};
}

void Gate::catch_up() {
  Result<Batch> batch = begin();
  if (batch) (void)commit(*batch, durability_);
}

bool Gate::may_go_on() {
  const Result<Batch> batch = begin();
  return batch && batch->state.suspension == Suspension::Running && batch->now < parts_.session.expires_at;
}

Delivery Gate::take_in(const ServerText& text) {
  const auto run_all = [&]() -> Result<void> {
    Result<Batch> batch = begin();
    if (!batch) return std::unexpected(batch.error());
    add_text(text.returns, text.sensitivity, batch->state);
    std::vector<Json> details = text.details;
    if (details.empty() && batch->state != batch->before) details.push_back(Json::object({{"bytes", text.bytes}}));
    for (const Json& detail : details) {
      const Result<std::uint64_t> seq =
          append(*batch->transaction, drafts_.protocol(batch->now, text.what, detail, text.server));
      if (!seq) return std::unexpected(seq.error());
    }
    batch->state.tally.result_bytes += text.bytes;
    Result<Receipt> receipt = commit(*batch, Durability::ProcessCrash);
    if (!receipt) return std::unexpected(receipt.error());
    return {};
  };
  return run_all() ? Delivery::Deliver : Delivery::Withhold;
}

}  // namespace yett
