#include "gate/gate.h"

#include <algorithm>

#include "approval/binding.h"
#include "decide/evaluate.h"
#include "decide/executable_arguments.h"
#include "decide/resolved_paths.h"
#include "gate/passage.h"

namespace yett {

Gate::Gate(GateParts parts)
    : parts_(std::move(parts)),
      run_(parts_.session),
      durability_(parts_.policy->state.sync == StateSync::Full ? Durability::PowerLoss : Durability::ProcessCrash),
      drafts_(parts_.policy, parts_.session, parts_.servers, parts_.language),
      stop_(parts_.cards, run_) {}

Query Gate::query_of(const Passage& passage) const {
  return {.policy = *parts_.policy,
          .session = parts_.session,
          .state = passage.state,
          .call = passage.submission.call,
          .evidence = passage.evidence,
          .now = passage.now,
          .server = passage.submission.server,
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

Result<Gate::Batch> Gate::begin() {
  Result<std::unique_ptr<Transaction>> transaction = parts_.store.begin();
  if (!transaction) return std::unexpected(transaction.error());
  Result<SessionState> state = (*transaction)->session_state(run_);
  if (!state) return std::unexpected(state.error());
  // The clock is read last: others may have held the store for a while.
  Batch batch{std::move(*transaction), *state, *state, parts_.clock.now()};
  if (Result<void> suspended = suspend_where_owed(batch); !suspended) return std::unexpected(suspended.error());
  return batch;
}

Result<Receipt> Gate::commit(Batch& batch, Durability durability) {
  const bool suspends =
      batch.state.suspension == Suspension::Suspended && batch.state.suspension != batch.before.suspension;
  if (suspends) {
    if (Result<void> ended = end_open(batch); !ended) return std::unexpected(ended.error());
  }
  if (batch.state != batch.before) {
    Result<void> kept = batch.transaction->put_session_state(run_, parts_.session, batch.state, batch.now);
    if (!kept) return std::unexpected(kept.error());
  }
  Result<Receipt> receipt = batch.transaction->commit(durability);
  if (!receipt) return receipt;
  if (batch.catches_up) {
    owed_.clear();
    stop_.clear();
  }
  for (const std::string& card : batch.finished_cards) drop_card(card);
  // Calls of other processes may be waiting.
  if (suspends) parts_.ring();
  return receipt;
}

std::vector<Ruling> Gate::pass(std::vector<Passage> passages, Result<void> (Gate::*step)(Batch&, Passage&)) {
  TimePoint now{};
  std::vector<std::string> overdue_cards;
  const auto run_all = [&]() -> Result<Receipt> {
    Result<Batch> batch = begin();
    if (!batch) return std::unexpected(batch.error());
    now = batch->now;
    if (Result<void> ended = end_overdue(*batch->transaction, now, overdue_cards); !ended)
      return std::unexpected(ended.error());
    for (Passage& passage : passages) {
      passage.state = batch->state;
      passage.now = now;
      if (Result<void> stepped = (this->*step)(*batch, passage); !stepped) return std::unexpected(stepped.error());
    }
    return commit(*batch, durability_);
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
    if (const auto* held = std::get_if<Held>(&passage.ruling); held != nullptr && !passage.new_card.empty()) {
      asked_.emplace(passage.request_id, held->call.expires_at);
    }
    if (passage.new_request) parts_.notify(*parts_.policy, *passage.new_request);
    changed |= !passage.new_card.empty() || !passage.finished_card.empty();
    rulings.push_back(conclude(passage, *receipt));
  }
  if (receipt) forget_overdue(now, overdue_cards);
  // Only for a change: whoever is woken looks again, and would wake itself for ever.
  if (receipt && changed) parts_.ring();
  return rulings;
}

Digest Gate::act_of(const Passage& passage) const {
  if (passage.act) return *passage.act;
  const Submission& submission = passage.submission;
  return parts_.store.mac(
      act_digest(parts_.session, submission.server, submission.call.tool, submission.call.arguments));
}

Result<void> Gate::look_up(Batch& batch, Passage& passage) {
  const Submission& submission = passage.submission;
  passage.evidence.tool = submission.tool;
  passage.evidence.schema = submission.schema ? &*submission.schema : nullptr;
  const Query query = query_of(passage);
  passage.facts = examine_with_paths(parts_.engine.engine(), query, parts_.resolve, passage.evidence);
  if (passage.facts.tool == nullptr) return {};
  // What would run counts: another spelling of it is the same act.
  passage.act = parts_.store.mac(act_digest(parts_.session, submission.server, passage.facts.tool->name,
                                            executable_arguments(query, passage.facts)));
  Result<LastOutcome> last = batch.transaction->last_outcome(run_, *passage.act);
  if (!last) return std::unexpected(last.error());
  passage.evidence.last_outcome = *last;
  return {};
}

Result<void> Gate::judge(Batch& batch, Passage& passage) {
  // Each call is judged by what those before it have used; it is the next one that finds it counted.
  count_call(batch.state.tally, batch.now);
  if (Result<void> examined = look_up(batch, passage); !examined) return examined;
  const Decision decision = evaluate(parts_.engine.engine(), query_of(passage), passage.facts);
  if (Result<void> noted = note_candidate(batch, passage, decision); !noted) return noted;
  switch (decision.verdict()) {
    case Verdict::Deny:
      return refuse(batch, passage, decision.deciding);
    case Verdict::Confirm:
      return ask(batch, passage, decision);
    case Verdict::Allow:
      return release(batch, passage, decision.deciding);
  }
  return refuse(batch, passage, denied_by(RuleId::SystemInternal));
}

Result<void> Gate::note_candidate(Batch& batch, const Passage& passage, const Decision& enforced) {
  if (!parts_.candidate) return {};
  const Candidate& candidate = *parts_.candidate;
  Evidence evidence = passage.evidence;
  const Query query{.policy = *candidate.policy,
                    .session = candidate.session,
                    .state = passage.state,
                    .call = passage.submission.call,
                    .evidence = evidence,
                    .now = passage.now,
                    .server = passage.submission.server,
                    .sealed = parts_.sealed};
  const Facts facts = examine_with_paths(parts_.engine.engine(), query, parts_.resolve, evidence);
  const Decision ruled = evaluate(parts_.engine.engine(), query, facts);
  Result<std::uint64_t> seq = append(*batch.transaction, drafts_.candidate(passage.now, ruled.deciding, query, facts,
                                                                           act_of(passage), enforced.deciding));
  if (!seq) return std::unexpected(seq.error());
  return {};
}

void Gate::note_protocol(std::string_view what, const Json& detail, std::string_view server) {
  Result<std::unique_ptr<Transaction>> transaction = parts_.store.begin();
  if (!transaction) return;
  if (!append(**transaction, drafts_.protocol(parts_.clock.now(), what, detail, server))) return;
  (void)(*transaction)->commit(Durability::ProcessCrash);
}

}  // namespace yett
