#include "gate/gate.h"

#include <algorithm>

#include "approval/binding.h"
#include "decide/evaluate.h"
#include "gate/passage.h"

namespace yett {

Gate::Gate(GateParts parts)
    : parts_(std::move(parts)),
      run_(parts_.session),
      drafts_(parts_.policy, parts_.session, parts_.server, parts_.language) {}

Durability Gate::intent_durability() const {
  return parts_.policy->state.sync == StateSync::Full ? Durability::PowerLoss : Durability::ProcessCrash;
}

Query Gate::query_of(const Passage& passage) const {
  return {.policy = *parts_.policy,
          .session = parts_.session,
          .state = passage.state,
          .call = passage.submission.call,
          .evidence = passage.evidence,
          .now = passage.now,
          .sealed = parts_.sealed};
}

std::vector<Ruling> Gate::submit(std::vector<Submission> submissions) {
  std::vector<Passage> passages(submissions.size());
  for (std::size_t i = 0; i < submissions.size(); ++i) passages[i].submission = std::move(submissions[i]);
  return pass(std::move(passages), &Gate::judge);
}

std::vector<Ruling> Gate::look_again(std::vector<HeldCall> held) {
  std::vector<Passage> passages(held.size());
  for (std::size_t i = 0; i < held.size(); ++i) {
    passages[i].submission = std::move(held[i].submission);
    passages[i].request_id = std::move(held[i].request_id);
  }
  return pass(std::move(passages), &Gate::revisit);
}

std::vector<Ruling> Gate::pass(std::vector<Passage> passages, Result<void> (Gate::*step)(Transaction&, Passage&)) {
  TimePoint now{};
  std::vector<std::string> overdue_cards;
  const auto run_all = [&]() -> Result<Receipt> {
    if (trust_ == Delivery::Withhold) return fail(ErrorKind::Store, "an outcome could not be recorded");
    Result<std::unique_ptr<Transaction>> transaction = parts_.store.begin();
    if (!transaction) return std::unexpected(transaction.error());
    Result<SessionState> state = (*transaction)->session_state(run_);
    if (!state) return std::unexpected(state.error());
    now = parts_.clock.now();
    if (Result<void> ended = end_overdue(**transaction, now, overdue_cards); !ended)
      return std::unexpected(ended.error());
    for (Passage& passage : passages) {
      passage.state = *state;
      passage.now = now;
      if (Result<void> stepped = (this->*step)(**transaction, passage); !stepped)
        return std::unexpected(stepped.error());
    }
    return (*transaction)->commit(intent_durability());
  };
  const Result<Receipt> receipt = run_all();

  std::vector<Ruling> rulings;
  rulings.reserve(passages.size());
  bool changed = false;
  for (Passage& passage : passages) {
    if (!receipt) {
      drop_card(passage.new_card);
      rulings.emplace_back(Refused{denied_by(RuleId::SystemAudit)});
      continue;
    }
    drop_card(passage.finished_card);
    if (!passage.new_card.empty()) asked_.emplace(passage.request_id, now + parts_.policy->approval.expires);
    changed |= !passage.new_card.empty() || !passage.finished_card.empty();
    rulings.push_back(conclude(passage, *receipt));
  }
  if (receipt) forget_overdue(now, overdue_cards);
  // Only for a change: whoever is woken looks again, and would wake itself for ever.
  if (changed) parts_.ring();
  return rulings;
}

Result<void> Gate::look_up(Transaction& transaction, Passage& passage) {
  passage.evidence.tool = passage.submission.tool;
  const Query query = query_of(passage);
  passage.facts = examine(parts_.engine.engine(), query);
  if (passage.facts.tool == nullptr) return {};
  // Of a call that may run, what would run counts: another spelling of it is the same act.
  const bool sound =
      std::ranges::all_of(passage.facts.targets, [](const NamedTarget& target) { return target.flaws.empty(); });
  passage.act = parts_.store.mac(act_digest(parts_.session, parts_.server, passage.facts.tool->name,
                                            sound ? executable_arguments(query, passage.facts) : query.call.arguments));
  Result<LastOutcome> last = transaction.last_outcome(run_, *passage.act);
  if (!last) return std::unexpected(last.error());
  passage.evidence.last_outcome = *last;
  return {};
}

Result<void> Gate::judge(Transaction& transaction, Passage& passage) {
  if (Result<void> examined = look_up(transaction, passage); !examined) return examined;
  const Decision decision = evaluate(parts_.engine.engine(), query_of(passage), passage.facts);
  switch (decision.verdict()) {
    case Verdict::Deny:
      return refuse(transaction, passage, decision.deciding);
    case Verdict::Confirm:
      return ask(transaction, passage, decision);
    case Verdict::Allow:
      return release(transaction, passage, decision.deciding);
  }
  return refuse(transaction, passage, denied_by(RuleId::SystemInternal));
}

void Gate::note_protocol(std::string_view what, const Json& detail) {
  Result<std::unique_ptr<Transaction>> transaction = parts_.store.begin();
  if (!transaction) return;
  if (!(*transaction)->append(drafts_.protocol(parts_.clock.now(), what, detail))) return;
  (void)(*transaction)->commit(Durability::ProcessCrash);
}

}  // namespace yett
