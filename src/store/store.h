#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "approval/grant.h"
#include "approval/request.h"
#include "base/digest.h"
#include "base/error.h"
#include "base/signature.h"
#include "base/time.h"
#include "ledger/checkpoint.h"
#include "ledger/record.h"
#include "ledger/verify.h"
#include "model/call.h"
#include "model/session.h"
#include "os/process_identity.h"

namespace yett {

/// Which run a thing belongs to: (user, tenant, run id). Two runs never share a key.
class RunKey {
 public:
  explicit RunKey(const Session& session);
  /// Canonical JSON of the three parts: unambiguous whatever bytes they hold.
  [[nodiscard]] const std::string& text() const { return text_; }

 private:
  std::string text_;
};

/// What survives when the machine stops at once.
enum class Durability : std::uint8_t {
  PowerLoss,     // on disk when commit returns
  ProcessCrash,  // handed to the kernel; the next PowerLoss commit carries it along
};

/// An execution whose intent is written and whose outcome is not known yet. When its owner is dead nobody will ever
/// write the outcome: then it is unknown.
struct OpenExecution {
  std::uint64_t intent_seq = 0;
  std::string run_key;
  ProcessIdentity owner;
};

/// A process that stands between an agent and tools. What runs below it speaks for no person.
struct ServingGate {
  ProcessIdentity process;
  std::string namespaces;  // that it is in, as own_namespaces() says
  bool operator==(const ServingGate&) const = default;
};

/// Proof that the records of a transaction are written. Only a committed transaction makes one.
class Receipt {
 public:
  /// Whether the record of that number is one of them.
  [[nodiscard]] bool covers(std::uint64_t seq) const { return seq <= last_seq_ && last_seq_ - seq < count_; }
  /// The newest record of the chain when the transaction was committed; 0 when there is none.
  [[nodiscard]] std::uint64_t last_seq() const { return last_seq_; }
  /// What they survive: what was asked for, or less where the store was opened for less.
  [[nodiscard]] Durability durability() const { return durability_; }

 private:
  friend class Transaction;
  Receipt(std::uint64_t last_seq, std::uint64_t count, Durability durability)
      : last_seq_(last_seq), count_(count), durability_(durability) {}
  std::uint64_t last_seq_;
  std::uint64_t count_;
  Durability durability_;
};

/// One atomic change of approvals, run state and ledger together. The writer lock is held from begin to the commit or,
/// without one, to the end of the object's life, when everything is rolled back. Used by one thread; must not outlive
/// its store.
///
/// Every function fails with Store or Corrupt when the store cannot be read or written; from then on all of them fail
/// so, commit as well. A step that is refused fails with Input, changes nothing and leaves the rest intact.
class Transaction {
 public:
  Transaction() = default;
  Transaction(const Transaction&) = delete;
  Transaction& operator=(const Transaction&) = delete;
  virtual ~Transaction() = default;

  /// The run's state; a run that was never seen has the state of a new one.
  [[nodiscard]] virtual Result<SessionState> session_state(const RunKey& run) = 0;
  [[nodiscard]] virtual Result<void> put_session_state(const RunKey& run, const Session& session,
                                                       const SessionState& state, TimePoint now) = 0;

  /// Keeps who may let the run go on once it is suspended (see resumers_of): of those that are kept already, whom
  /// `resumers` names as well (see common_resumers). No policy under which a run is opened later gives it more. The run
  /// must have a state.
  [[nodiscard]] virtual Result<void> narrow_resumers(const RunKey& run,
                                                     const std::optional<std::vector<EntitledKey>>& resumers) = 0;

  /// The newest request of the run with this binding; nullopt when there is none.
  [[nodiscard]] virtual Result<std::optional<ApprovalRequest>> find_request(const RunKey& run,
                                                                            const Digest& binding) = 0;
  /// Whether a person has denied a request of the run for this act, whatever its binding was.
  [[nodiscard]] virtual Result<bool> was_denied(const RunKey& run, const Digest& act) = 0;
  /// By full id; nullopt when there is none.
  [[nodiscard]] virtual Result<std::optional<ApprovalRequest>> get_request(std::string_view id) = 0;
  /// Adds the request, or replaces the one with its id. Refused unless may_become() takes the change.
  [[nodiscard]] virtual Result<void> put_request(const ApprovalRequest& request) = 0;
  /// Requests of the run that have not come to their end: pending ones, and approved ones that nobody has used.
  [[nodiscard]] virtual Result<std::vector<ApprovalRequest>> open_requests(const RunKey& run) = 0;
  /// Pending requests of the run that have not expired at `now`.
  [[nodiscard]] virtual Result<std::uint32_t> count_pending(const RunKey& run, TimePoint now) = 0;

  /// Live grants for this user that last at `now` and have uses left; those that end soonest come first.
  [[nodiscard]] virtual Result<std::vector<Grant>> grants_for(std::string_view user, TimePoint now) = 0;
  /// By full id; nullopt when there is none.
  [[nodiscard]] virtual Result<std::optional<Grant>> get_grant(std::string_view id) = 0;
  /// Adds the grant, or replaces the one with its id. Refused unless may_become() takes the change.
  [[nodiscard]] virtual Result<void> put_grant(const Grant& grant) = 0;

  /// What is known of the newest execution of this act in this run: None when there was none. One that is still open
  /// counts as Unknown when its owner is dead; while its owner lives it is passed over.
  [[nodiscard]] virtual Result<LastOutcome> last_outcome(const RunKey& run, const Digest& act) = 0;
  /// Notes that the act is about to run under the intent record `intent_seq`. Refused when that record has one already.
  [[nodiscard]] virtual Result<void> open_execution(const RunKey& run, const Digest& act, std::uint64_t intent_seq,
                                                    const ProcessIdentity& owner) = 0;
  /// Closes it. Known: it was seen to end; Unknown: nobody knows. Refused for None, and unless the execution is open:
  /// it is closed at most once.
  [[nodiscard]] virtual Result<void> close_execution(std::uint64_t intent_seq, LastOutcome outcome) = 0;
  /// Oldest first.
  [[nodiscard]] virtual Result<std::vector<OpenExecution>> open_executions() = 0;

  /// Keeps the gate, in place of what was kept of the same process.
  [[nodiscard]] virtual Result<void> put_gate(const ServingGate& gate) = 0;
  /// Forgets the gate of that process; nothing when there is none.
  [[nodiscard]] virtual Result<void> remove_gate(const ProcessIdentity& process) = 0;
  /// All that are kept, those whose process has died included.
  [[nodiscard]] virtual Result<std::vector<ServingGate>> gates() = 0;

  /// Appends to the chain; returns the record's seq. Fails with Corrupt when the chain does not end where its head
  /// says.
  [[nodiscard]] virtual Result<std::uint64_t> append(const RecordDraft& draft) = 0;
  /// Removes the records up to the one that `anchor` names, and keeps it as the statement of where the chain begins
  /// now. Refused unless it names a record of the chain by its hash, and one that is not the newest: something has to
  /// be left to tell of it (ledger/pruning.h).
  [[nodiscard]] virtual Result<void> prune(const SignedStatement& anchor) = 0;

  /// Makes everything above permanent, together, and ends the transaction. Fails when the store cannot take it; nothing
  /// has happened then, with one exception: when the disk does not confirm a PowerLoss commit, the change stands in the
  /// store, but the caller has no receipt and must not act on it, and the store begins no further transaction.
  [[nodiscard]] virtual Result<Receipt> commit(Durability durability) = 0;

 protected:
  /// For the newest `count` records up to `last_seq`.
  [[nodiscard]] static Receipt receipt(std::uint64_t last_seq, std::uint64_t count, Durability durability) {
    return {last_seq, count, durability};
  }
};

/// A run as `yett sessions` lists it.
struct RunSummary {
  std::string run_key;
  std::string run;
  std::string user;
  std::optional<std::string> tenant;
  SessionState state;
  TimePoint seen_at{};
  std::uint32_t pending = 0;  // requests without an answer, those that have expired unseen included
  std::uint32_t running = 0;  // executions without an outcome
  /// Who may let it go on by every policy with approvers under which it was ever opened; nullopt: anybody.
  std::optional<std::vector<EntitledKey>> resumers{};
};

/// Everything that outlives a process: approvals, run state, the ledger. Several processes share one store.
/// A Store is used by one thread; open another for another thread.
class Store {
 public:
  Store() = default;
  Store(const Store&) = delete;
  Store& operator=(const Store&) = delete;
  virtual ~Store() = default;

  /// Waits for the writer lock, as long as another process holds it. Fails with Internal while another transaction of
  /// this store is open, with Store when the store was opened for reading or cannot be written.
  [[nodiscard]] virtual Result<std::unique_ptr<Transaction>> begin() = 0;

  /// HMAC of a digest under the store's own key: what records carry instead of a call's digest.
  [[nodiscard]] virtual Digest mac(const Digest& digest) const = 0;

  /// The key with which the store signs what it says of its chain. Made with the store; valid as long as this.
  [[nodiscard]] virtual const SigningKey& signing_key() const = 0;

  // Readers; they see the last committed state and take no lock. They fail with Store or Corrupt, and with Internal
  // while a transaction of this very store is open: it has readers of its own, which see what it has done so far.
  [[nodiscard]] virtual Result<std::vector<ApprovalRequest>> requests() = 0;  // newest first
  [[nodiscard]] virtual Result<std::vector<Grant>> grants() = 0;              // newest first
  [[nodiscard]] virtual Result<std::vector<RunSummary>> runs() = 0;           // most recently seen first
  /// Calls `visit` with each record of seq > `after`, in order, until it returns false or the chain ends. Records that
  /// are appended meanwhile may be among them. Constant memory.
  [[nodiscard]] virtual Result<void> each_record(std::uint64_t after,
                                                 const std::function<bool(const Record&)>& visit) = 0;
  [[nodiscard]] virtual Result<ChainHead> head() = 0;
  /// The text of the anchor behind which the chain begins, as it is kept: whether it is one is for whoever verifies to
  /// judge. nullopt when no record was ever pruned.
  [[nodiscard]] virtual Result<std::optional<std::string>> anchor() = 0;
  /// What the store holds that Yett never puts there, in a clause of English, because it could change or hide what is
  /// written and read: a table, view, index or trigger that is not its own, was changed or is missing; a record with a
  /// number below 1, which each_record() does not visit. nullopt: nothing of the kind.
  [[nodiscard]] virtual Result<std::optional<std::string>> foreign_content() = 0;
  /// The state of one run, without the writer lock.
  [[nodiscard]] virtual Result<SessionState> session_state(const RunKey& run) = 0;
};

}  // namespace yett
