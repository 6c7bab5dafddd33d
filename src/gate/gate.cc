#include "gate/gate.h"

#include <algorithm>
#include <array>

#include "approval/binding.h"
#include "decide/evaluate.h"
#include "words/reason.h"

namespace yett {
namespace {

Finding denied_by(RuleId rule) {
  return {.rule = rule, .verdict = Verdict::Deny, .channel = Channel::None, .subject = {}, .argument = {}};
}

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

/// One call on its way through a transaction.
struct Gate::Passage {
  Submission submission;
  std::string request_id;  // set: the call is held and this is its request
  SessionState state;
  Evidence evidence;
  TimePoint now{};
  Facts facts;
  std::optional<Digest> act;
  std::optional<ConsumedApproval> approval;
  std::uint64_t intent_seq = 0;  // not 0: the call may run once its record is durable
  std::string new_card;          // to be dropped when the transaction does not hold
  std::string finished_card;     // to be dropped when it does
  Ruling ruling;
};

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

Result<void> Gate::open() {
  // Requests that ran out while no process of their run was there to say so.
  Result<std::vector<ApprovalRequest>> overdue = parts_.store.requests();
  if (!overdue) return std::unexpected(overdue.error());
  std::erase_if(*overdue, [now = parts_.clock.now()](const ApprovalRequest& request) {
    return aged(request, now).state == request.state || aged(request, now).state != RequestState::Expired;
  });
  Result<std::unique_ptr<Transaction>> transaction = parts_.store.begin();
  if (!transaction) return std::unexpected(transaction.error());
  const TimePoint now = parts_.clock.now();
  Result<std::vector<OpenExecution>> orphans = (*transaction)->open_executions();
  if (!orphans) return std::unexpected(orphans.error());
  for (const OpenExecution& orphan : *orphans) {
    if (orphan.run_key != run_.text() || is_alive(orphan.owner)) continue;
    if (Result<void> closed = (*transaction)->close_execution(orphan.intent_seq, LastOutcome::Unknown); !closed)
      return closed;
    Result<std::uint64_t> seq =
        (*transaction)->append(drafts_.outcome(now, "unknown", "", std::nullopt, orphan.intent_seq, 0));
    if (!seq) return std::unexpected(seq.error());
  }
  std::vector<std::string> overdue_cards;
  for (const ApprovalRequest& request : *overdue) {
    // Read again: it may have come to its end since the look above.
    Result<std::optional<ApprovalRequest>> kept = (*transaction)->get_request(request.id);
    if (!kept) return std::unexpected(kept.error());
    if (!*kept) continue;
    if (Result<void> ended = end_request(**transaction, **kept, now); !ended) return ended;
    overdue_cards.push_back(request.card);
  }
  Result<SessionState> state = (*transaction)->session_state(run_);
  if (!state) return std::unexpected(state.error());
  if (Result<void> kept = (*transaction)->put_session_state(run_, parts_.session, *state, now); !kept) return kept;
  Json detail = Json::object({{"permissions", parts_.session.permissions.name},
                              {"engine", parts_.engine.description()},
                              {"expires_at", format_time(parts_.session.expires_at)}});
  Result<std::uint64_t> seq = (*transaction)->append(drafts_.session(now, "opened", std::move(detail)));
  if (!seq) return std::unexpected(seq.error());
  Result<Receipt> receipt = (*transaction)->commit(intent_durability());
  if (!receipt) return std::unexpected(receipt.error());
  for (const std::string& card : overdue_cards) drop_card(card);
  return {};
}

void Gate::close() {
  Result<std::unique_ptr<Transaction>> transaction = parts_.store.begin();
  if (!transaction) return;
  const TimePoint now = parts_.clock.now();
  std::vector<std::string> overdue_cards;
  if (!end_overdue(**transaction, now, overdue_cards)) return;
  if (!(*transaction)->append(drafts_.session(now, "closed", Json()))) return;
  if ((*transaction)->commit(intent_durability())) forget_overdue(now, overdue_cards);
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

Result<void> Gate::ask(Transaction& transaction, Passage& passage, const Decision& decision) {
  const std::string text = binding_text(*parts_.policy, parts_.session, passage.state, parts_.server,
                                        *passage.facts.tool, executable_arguments(query_of(passage), passage.facts));
  const Digest binding = parts_.store.mac(sha256(text));
  Result<std::optional<ApprovalRequest>> found = transaction.find_request(run_, binding);
  if (!found) return std::unexpected(found.error());
  if (*found) {
    const ApprovalRequest& request = **found;
    switch (standing_of(request, binding, passage.now)) {
      case Standing::Refused:
        passage.request_id = request.id;
        passage.finished_card = request.card;
        return refuse(transaction, passage, denied_by(RuleId::ApprovalDenied));
      case Standing::Ready:
      case Standing::Waiting:
        passage.request_id = request.id;
        if (standing_of(request, binding, passage.now) == Standing::Ready) return revisit(transaction, passage);
        passage.ruling = Held{{passage.submission, request.id, request.expires_at, decision.deciding}};
        break;
      case Standing::Expired:
      case Standing::Cancelled:
      case Standing::Consumed:
      case Standing::Mismatch:
        if (Result<void> ended = end_request(transaction, request, passage.now); !ended) return ended;
        passage.finished_card = request.card;
        break;
    }
  }
  if (passage.request_id.empty()) {
    Result<std::uint32_t> pending = transaction.count_pending(run_, passage.now);
    if (!pending) return std::unexpected(pending.error());
    if (*pending >= parts_.policy->approval.max_pending) {
      return refuse(transaction, passage, denied_by(RuleId::ApprovalFlood));
    }
    Result<ApprovalRequest> request = new_request(passage, binding, text, decision);
    if (!request) return std::unexpected(request.error());
    passage.new_card = request->card;
    if (Result<void> kept = transaction.put_request(*request); !kept) return kept;
    passage.request_id = request->id;
    passage.ruling = Held{{passage.submission, request->id, request->expires_at, decision.deciding}};
  }
  const RecordDraft record = drafts_.decision(passage.now, decision.deciding, query_of(passage), passage.facts,
                                              passage.act, passage.request_id);
  if (Result<std::uint64_t> seq = transaction.append(record); !seq) return std::unexpected(seq.error());
  return {};
}

Result<ApprovalRequest> Gate::new_request(const Passage& passage, const Digest& binding, std::string_view text,
                                          const Decision& decision) {
  std::array<std::uint8_t, 8> id{};
  if (Result<void> filled = parts_.entropy.fill(id); !filled) return std::unexpected(filled.error());
  ApprovalRequest request;
  request.id = to_hex(id);
  request.run_key = run_.text();
  request.binding = binding;
  request.state = RequestState::Pending;
  request.terms = parts_.policy->approval.unsigned_because ? AnswerTerms::Unsigned : AnswerTerms::SignedOnly;
  request.created_at = passage.now;
  request.expires_at = passage.now + parts_.policy->approval.expires;
  request.run = parts_.session.run;
  request.user = parts_.session.user;
  request.tenant = parts_.session.tenant;
  request.server = parts_.server;
  request.tool = passage.facts.tool->name;
  request.tier = to_string(passage.facts.tool->tier());
  request.rule = to_string(decision.rule());
  request.reason = reason(parts_.language, decision.deciding);
  Result<std::string> card = parts_.cards.put(request.id, text);
  if (!card) return std::unexpected(card.error());
  request.card = std::move(*card);
  return request;
}

Result<void> Gate::revisit(Transaction& transaction, Passage& passage) {
  if (Result<void> examined = look_up(transaction, passage); !examined) return examined;
  Result<std::optional<ApprovalRequest>> found = transaction.get_request(passage.request_id);
  if (!found) return std::unexpected(found.error());
  if (!*found || passage.facts.tool == nullptr)
    return refuse(transaction, passage, denied_by(RuleId::ApprovalCancelled));
  const ApprovalRequest& request = **found;

  const Query query = query_of(passage);
  const Decision first = evaluate(parts_.engine.engine(), query, passage.facts);
  const Decision approved = evaluate(parts_.engine.engine(), query, passage.facts, ApprovalGiven::Yes);
  const Digest binding =
      parts_.store.mac(sha256(binding_text(*parts_.policy, parts_.session, passage.state, parts_.server,
                                           *passage.facts.tool, executable_arguments(query, passage.facts))));
  const Standing standing = standing_of(request, binding, passage.now);
  if (first.verdict() != Verdict::Deny && standing == Standing::Waiting) {
    passage.ruling = Held{{passage.submission, request.id, request.expires_at, first.deciding}};
    return {};
  }

  // Whatever comes now is this request's end. A deny that holds now wins over any answer.
  passage.finished_card = request.card;
  const std::optional<RuleId> denial = denial_of(standing);
  if (approved.verdict() == Verdict::Deny || denial) {
    if (Result<void> ended = end_request(transaction, request, passage.now); !ended) return ended;
    return refuse(transaction, passage, approved.verdict() == Verdict::Deny ? approved.deciding : denied_by(*denial));
  }
  std::expected<ConsumedApproval, RuleId> consumed =
      ConsumedApproval::consume(transaction, request, binding, passage.now);
  if (!consumed) {
    if (consumed.error() == RuleId::SystemAudit) return fail(ErrorKind::Store, "an approval could not be consumed");
    return refuse(transaction, passage, denied_by(consumed.error()));
  }
  passage.approval = std::move(*consumed);
  return release(transaction, passage, first.deciding);
}

Result<void> Gate::end_request(Transaction& transaction, const ApprovalRequest& request, TimePoint now) {
  const ApprovalRequest ended = cancelled(aged(request, now));
  if (ended.state == request.state) return {};
  const RecordDraft record = drafts_.approval(now, to_string(ended.state), request);
  if (Result<std::uint64_t> seq = transaction.append(record); !seq) return std::unexpected(seq.error());
  return transaction.put_request(ended);
}

Result<void> Gate::end_overdue(Transaction& transaction, TimePoint now, std::vector<std::string>& cards) {
  for (const auto& [id, expires_at] : asked_) {
    if (now < expires_at) continue;
    Result<std::optional<ApprovalRequest>> request = transaction.get_request(id);
    if (!request) return std::unexpected(request.error());
    if (!*request) continue;
    if (Result<void> ended = end_request(transaction, **request, now); !ended) return ended;
    cards.push_back((*request)->card);
  }
  return {};
}

void Gate::forget_overdue(TimePoint now, std::span<const std::string> cards) {
  for (const std::string& card : cards) drop_card(card);
  std::erase_if(asked_, [now](const auto& asked) { return asked.second <= now; });
}

void Gate::cancel(std::vector<HeldCall> held) {
  Result<std::unique_ptr<Transaction>> transaction = parts_.store.begin();
  if (!transaction) return;
  const TimePoint now = parts_.clock.now();
  std::vector<std::string> cards;
  for (const HeldCall& call : held) {
    Result<std::optional<ApprovalRequest>> found = (*transaction)->get_request(call.request_id);
    if (!found || !*found) continue;
    if (!end_request(**transaction, **found, now)) return;
    cards.push_back((*found)->card);
  }
  if (!(*transaction)->commit(intent_durability())) return;
  for (const std::string& card : cards) drop_card(card);
  parts_.ring();
}

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

void Gate::note_protocol(std::string_view what, const Json& detail) {
  Result<std::unique_ptr<Transaction>> transaction = parts_.store.begin();
  if (!transaction) return;
  if (!(*transaction)->append(drafts_.protocol(parts_.clock.now(), what, detail))) return;
  (void)(*transaction)->commit(Durability::ProcessCrash);
}

}  // namespace yett
