#include "gate/suspension.h"

#include <fmt/format.h>

#include <algorithm>

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
  Result<Receipt> receipt = (*transaction)->commit(Durability::PowerLoss);
  if (!receipt) return std::unexpected(receipt.error());
  return {};
}

}  // namespace yett
