// How a gate opens and closes: what others left behind is brought to its end.
#include "gate/orphans.h"
#include "gate/passage.h"
#include "store/refusals.h"

namespace yett {
namespace {

bool is_final(RequestState state) { return state != RequestState::Pending && state != RequestState::Approved; }

/// From now on nobody below this process answers. Those that have died without a word are forgotten.
Result<void> begin_serving(Transaction& transaction, const ServingGate& self) {
  const Result<std::vector<ServingGate>> gates = transaction.gates();
  if (!gates) return std::unexpected(gates.error());
  for (const ServingGate& gate : *gates) {
    if (is_alive(gate.process)) continue;
    if (Result<void> removed = transaction.remove_gate(gate.process); !removed) return removed;
  }
  return transaction.put_gate(self);
}

}  // namespace

Result<void> Gate::open() {
  const Result<std::optional<std::string>> foreign = parts_.store.foreign_content();
  if (!foreign) return std::unexpected(foreign.error());
  if (*foreign) return std::unexpected(foreign_content_error(**foreign));
  // Requests that ran out while no process of their run was there to say so.
  Result<std::vector<ApprovalRequest>> overdue = parts_.store.requests();
  if (!overdue) return std::unexpected(overdue.error());
  std::erase_if(*overdue, [now = parts_.clock.now()](const ApprovalRequest& request) {
    return aged(request, now).state == request.state || aged(request, now).state != RequestState::Expired;
  });
  const Result<LostIntents> lost = read_lost_intents(parts_.store);
  if (!lost) return std::unexpected(lost.error());
  const Result<std::string> namespaces = own_namespaces();
  if (!namespaces) return std::unexpected(namespaces.error());
  Result<std::unique_ptr<Transaction>> transaction = parts_.store.begin();
  if (!transaction) return std::unexpected(transaction.error());
  const TimePoint now = parts_.clock.now();
  if (Result<void> closed = close_orphans(**transaction, *lost, now); !closed) return closed;
  if (Result<void> served = begin_serving(**transaction, {parts_.self, *namespaces}); !served) return served;
  std::vector<std::string> overdue_cards;
  for (const ApprovalRequest& request : *overdue) {
    // Read again: it may have come to its end since the look above.
    Result<std::optional<ApprovalRequest>> kept = (*transaction)->get_request(request.id);
    if (!kept) return std::unexpected(kept.error());
    if (!*kept) continue;
    if (Result<void> ended = end_request(**transaction, **kept, now, kEndedByGate); !ended) return ended;
    overdue_cards.push_back(request.card);
  }
  // Cards are written under the writer lock, which is held here: one without a request that lives belongs to nobody.
  for (const std::string& id : parts_.cards.requests()) {
    Result<std::optional<ApprovalRequest>> kept = (*transaction)->get_request(id);
    if (!kept) return std::unexpected(kept.error());
    if (!*kept || is_final((*kept)->state)) overdue_cards.push_back(parts_.cards.path_of(id));
  }
  Result<SessionState> state = (*transaction)->session_state(run_);
  if (!state) return std::unexpected(state.error());
  if (Result<void> kept = (*transaction)->put_session_state(run_, parts_.session, *state, now); !kept) return kept;
  if (Result<void> kept = (*transaction)->narrow_resumers(run_, resumers_of(*parts_.policy, parts_.session)); !kept) {
    return kept;
  }
  Json detail = Json::object({{"permissions", parts_.session.permissions.name},
                              {"engine", parts_.engine.description()},
                              {"expires_at", format_time(parts_.session.expires_at)}});
  Result<std::uint64_t> seq = (*transaction)->append(drafts_.session(now, "opened", std::move(detail)));
  if (!seq) return std::unexpected(seq.error());
  Result<Receipt> receipt = (*transaction)->commit(durability_);
  if (!receipt) return std::unexpected(receipt.error());
  for (const std::string& card : overdue_cards) drop_card(card);
  return {};
}

void Gate::close() {
  Result<Batch> batch = begin();
  if (!batch) return;
  std::vector<std::string> overdue_cards;
  if (!end_overdue(*batch->transaction, batch->now, overdue_cards)) return;
  if (!batch->transaction->append(drafts_.session(batch->now, "closed", Json()))) return;
  if (!batch->transaction->remove_gate(parts_.self)) return;
  if (commit(*batch, durability_)) forget_overdue(batch->now, overdue_cards);
}

}  // namespace yett
