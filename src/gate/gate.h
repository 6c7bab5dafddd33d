#pragma once

#include <functional>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "approval/request.h"
#include "gate/card.h"
#include "gate/gate_engine.h"
#include "gate/record_drafts.h"
#include "gate/ruling.h"
#include "gate/stop_mark.h"
#include "model/decision.h"
#include "model/path_evidence.h"
#include "os/clock.h"
#include "os/entropy.h"
#include "os/process_identity.h"
#include "policy/policy.h"
#include "secrets/scrubber.h"
#include "store/store.h"
#include "words/language.h"

namespace yett {

/// A policy that is judged by besides, to see what it would change: never enforced, never counted.
struct Candidate {
  PolicyRef policy;
  Session session;  // that it grants
};

struct GateParts {
  GateEngine engine;
  PolicyRef policy;
  Session session;
  std::vector<std::string> servers;  // in front of which it stands, by their names in the policy and in records
  Store& store;
  const Clock& clock;
  Entropy& entropy;
  CardFolder cards;
  ProcessIdentity self;
  Language language = Language::English;
  /// Where paths lead; by default nobody knows, and no path is allowed.
  ResolvePath resolve = [](const std::string&) { return PathEvidence{}; };
  std::vector<std::string> sealed{};   // canonical paths that no call may touch: policy, state
  std::function<void()> ring = [] {};  // wakes whoever watches the approvals
  /// Whether the server has all the secrets that the policy gives it: its calls are denied while it has not.
  std::function<bool(std::string_view server)> has_secrets = [](std::string_view) { return true; };
  std::optional<Candidate> candidate{};
  /// Tells people of a new request, as the policy of then says.
  std::function<void(const Policy&, const ApprovalRequest&)> notify = [](const Policy&, const ApprovalRequest&) {};
};

/// The one place where a call becomes an execution: judge, durable intent, hold for a person, judge again, permit,
/// execute, outcome. Calls go through in batches: one batch is one transaction and one sync to disk.
/// Used by one thread. No call blocks for longer than the store's writer lock and one sync.
class Gate {
 public:
  explicit Gate(GateParts parts);

  /// Records the session and turns executions whose process died into `unknown`. To be called once, first.
  [[nodiscard]] Result<void> open();
  /// Records the end of the session.
  void close();

  /// Judges calls and writes their intents. One ruling a submission, in order. When the store cannot take the
  /// records every call of the batch is refused with system.audit and none has happened.
  [[nodiscard]] std::vector<Ruling> submit(std::vector<Submission> submissions);

  /// Judges held calls again, with the present state and clock: approved ones are released, those still waiting come
  /// back Held, all others are refused. One ruling a call, in order.
  [[nodiscard]] std::vector<Ruling> look_again(std::vector<HeldCall> held);

  /// Ends waiting calls whose caller is gone: their requests can no longer be answered and they never run.
  void cancel(std::vector<HeldCall> held);

  /// Records outcomes and what their results bring into the run. Withhold: the store could not take it, and no result
  /// of these may be delivered. The outcomes are owed then: until the store has taken them everything is refused, and
  /// with them it takes the suspension of the run, for each process of it (contract, section 8).
  [[nodiscard]] Delivery settle(std::vector<Settlement> settlements);
  [[nodiscard]] bool owes_outcomes() const { return !owed_.empty(); }
  /// Tries again to record what is owed, as each call does that comes meanwhile.
  void catch_up();

  /// Counts text of a server as taken in, as settle() does with results; what it adds to the run is recorded, or each
  /// of its own details. Withhold: the store could not take it, and the text must not be delivered.
  [[nodiscard]] Delivery take_in(const ServerText& text);

  /// Whether a call that was let out may still go on to its next step with its server: the run is not suspended, the
  /// session has not expired, and outcomes can be recorded.
  [[nodiscard]] bool may_go_on();

  /// Judges by another policy from now on, and by the session that it grants: of the same run, user and tenant. It is
  /// recorded first; fails, and everything stays as it is, when the store cannot take that. What is under way ends
  /// under the policy that let it out; what waits is judged by the present one when the gate looks again.
  [[nodiscard]] Result<void> adopt(PolicyRef policy, Session session);
  /// The secrets that servers have by now. An agent that got hold of one may write it into a call: neither a record nor
  /// a card nor a request repeats it. What runs and what is bound stay as they are.
  void use(std::shared_ptr<const Scrubber> scrubber) { scrubber_ = std::move(scrubber); }

  /// Records that another policy could not be taken, and why.
  void note_refused_policy(const Error& error);

  /// Records something that the protocol layer refused or dropped; `what` is one of our own words. `server` is the one
  /// that it is about; empty: none, or nobody can tell.
  void note_protocol(std::string_view what, const Json& detail, std::string_view server = {});
  /// Records what holds a server in that was started: `isolation`, and what of it could not be enforced. Where nothing
  /// does ("none"), every later record of its calls says so.
  void note_confinement(std::string_view server, Json detail);
  /// Records that a server has written live secrets, which were taken out.
  void note_reflected_secrets(std::string_view server, std::uint64_t count);
  /// Records something about the ledger or the state folder itself; `what` is one of our own words.
  void note_state(std::string_view what, const Json& detail);

  /// What is judged by now.
  [[nodiscard]] const PolicyRef& policy() const { return parts_.policy; }
  [[nodiscard]] const Session& session() const { return parts_.session; }
  [[nodiscard]] const std::vector<std::string>& servers() const { return parts_.servers; }
  [[nodiscard]] Language language() const { return parts_.language; }

 private:
  struct Batch;    // what the calls of one transaction share
  struct Passage;  // one call on its way through it

  /// Begins a transaction, reads the state of the run and catches up with what the store could not take before.
  [[nodiscard]] Result<Batch> begin();
  [[nodiscard]] Result<void> suspend_where_owed(Batch& batch);
  /// Appends what says something of a call or a message, without the secrets that servers have.
  [[nodiscard]] Result<std::uint64_t> append(Transaction& transaction, RecordDraft record) const;
  /// What the card of a request holds: the binding text, or what is left of it without secrets (see covered_card()).
  [[nodiscard]] std::string card_text(const Digest& binding, std::string_view text) const;
  [[nodiscard]] Result<void> record_outcome(Batch& batch, const Settlement& settlement, Delivery delivery);
  void owe(std::vector<Settlement> settlements);
  /// Keeps what the calls have made of the state, and ends the transaction.
  [[nodiscard]] Result<Receipt> commit(Batch& batch, Durability durability);

  /// Reads the call against its tool's line, and what the store knows of the same act.
  [[nodiscard]] Result<void> look_up(Batch& batch, Passage& passage);
  [[nodiscard]] Result<void> judge(Batch& batch, Passage& passage);
  /// Records what the candidate would have ruled, where there is one.
  [[nodiscard]] Result<void> note_candidate(Batch& batch, const Passage& passage, const Decision& enforced);
  [[nodiscard]] Result<void> ask(Batch& batch, Passage& passage, const Decision& decision);
  /// Lets the call through where somebody has approved such calls ahead; leaves the ruling open where nobody has.
  [[nodiscard]] Result<bool> use_grant(Batch& batch, Passage& passage, const Decision& decision);
  /// Lets the call wait for the answer to that request.
  [[nodiscard]] Result<void> hold(Batch& batch, Passage& passage, const ApprovalRequest& request,
                                  const Decision& decision);
  [[nodiscard]] Result<ApprovalRequest> new_request(const Passage& passage, const Digest& binding,
                                                    std::string_view text, const Decision& decision);
  [[nodiscard]] Result<void> revisit(Batch& batch, Passage& passage);
  /// Ends a request that its call has no more use for, with a record; one that has ended already stays as it is.
  [[nodiscard]] Result<void> end_request(Transaction& transaction, const ApprovalRequest& request, TimePoint now,
                                         std::string_view by);
  /// Ends all requests of the run, those that were approved too: what was asked before a suspension runs at no time
  /// behind it.
  [[nodiscard]] Result<void> end_open(Batch& batch);
  /// Ends the requests for which nobody came back in time, so that their cards do not outlive them.
  [[nodiscard]] Result<void> end_overdue(Transaction& transaction, TimePoint now, std::vector<std::string>& cards);
  void forget_overdue(TimePoint now, std::span<const std::string> cards);
  [[nodiscard]] Result<void> release(Batch& batch, Passage& passage, const Finding& because);
  [[nodiscard]] Result<void> refuse(Batch& batch, Passage& passage, Finding finding);
  /// Counts a refused call against the run's limits, and suspends the run when there were too many.
  [[nodiscard]] Result<void> count_refusal(Batch& batch, const Passage& passage, RuleId rule);
  [[nodiscard]] std::vector<Ruling> pass(std::vector<Passage> passages, Result<void> (Gate::*step)(Batch&, Passage&));
  [[nodiscard]] Ruling conclude(Passage& passage, const Receipt& receipt);
  [[nodiscard]] Execution execution_of(const Passage& passage) const;
  /// Records that a call whose intent is written was refused after all and has not run.
  void take_back(Passage& passage, const Finding& finding);
  /// What holds of the call now: whom the policy lets approve it, and what for.
  [[nodiscard]] PresentCall present(const Passage& passage, const Digest& binding) const;
  [[nodiscard]] ApprovalChecks approval_checks() const { return parts_.engine.engine().approval_checks; }
  [[nodiscard]] Query query_of(const Passage& passage) const;
  /// The HMAC of the act, of a call of no known tool too.
  [[nodiscard]] Digest act_of(const Passage& passage) const;

  GateParts parts_;
  RunKey run_;
  Durability durability_;  // of an intent: what the store was opened for
  RecordDrafts drafts_;
  std::map<std::string, TimePoint> asked_;  // the requests made here: id and expiry
  std::vector<Settlement> owed_;            // outcomes that the store could not take
  StopMark stop_;
  std::shared_ptr<const Scrubber> scrubber_ = std::make_shared<const Scrubber>();
};

}  // namespace yett
