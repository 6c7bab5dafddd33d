#pragma once

#include <memory>
#include <optional>

#include "store/sqlite/connection.h"
#include "store/store.h"
#include "store/writer_lock.h"

namespace yett {

/// What the transactions of one store know of each other.
struct SqliteWriter {
  std::unique_ptr<SqliteConnection> connection;
  Durability limit = Durability::PowerLoss;  // no commit is made more durable than this
  bool in_transaction = false;               // from its begin to its commit or the end of its life
  std::optional<Error> failed_flush{};       // the disk did not confirm a commit: nothing may be begun any more
};

/// A transaction over the tables of a SQLite database. See Transaction.
class SqliteTransaction final : public Transaction {
 public:
  /// Begins it, with the writer lock held. `writer` must outlive it.
  [[nodiscard]] static Result<std::unique_ptr<Transaction>> begin(SqliteWriter& writer, HeldWriterLock lock);
  ~SqliteTransaction() override;

  Result<SessionState> session_state(const RunKey& run) override;
  Result<void> put_session_state(const RunKey& run, const Session& session, const SessionState& state,
                                 TimePoint now) override;
  Result<void> narrow_resumers(const RunKey& run, const std::optional<std::vector<EntitledKey>>& resumers) override;
  Result<std::optional<ApprovalRequest>> find_request(const RunKey& run, const Digest& binding) override;
  Result<bool> was_denied(const RunKey& run, const Digest& act) override;
  Result<std::optional<ApprovalRequest>> get_request(std::string_view id) override;
  Result<void> put_request(const ApprovalRequest& request) override;
  Result<std::vector<Grant>> grants_for(std::string_view user, TimePoint now) override;
  Result<std::optional<Grant>> get_grant(std::string_view id) override;
  Result<void> put_grant(const Grant& grant) override;
  Result<std::vector<ApprovalRequest>> open_requests(const RunKey& run) override;
  Result<std::uint32_t> count_pending(const RunKey& run, TimePoint now) override;
  Result<LastOutcome> last_outcome(const RunKey& run, const Digest& act) override;
  Result<void> open_execution(const RunKey& run, const Digest& act, std::uint64_t intent_seq,
                              const ProcessIdentity& owner) override;
  Result<void> close_execution(std::uint64_t intent_seq, LastOutcome outcome) override;
  Result<std::vector<OpenExecution>> open_executions() override;
  Result<void> put_gate(const ServingGate& gate) override;
  Result<void> remove_gate(const ProcessIdentity& process) override;
  Result<std::vector<ServingGate>> gates() override;
  Result<std::uint64_t> append(const RecordDraft& draft) override;
  Result<void> prune(const SignedStatement& anchor) override;
  Result<Receipt> commit(Durability durability) override;

 private:
  SqliteTransaction(SqliteWriter& writer, HeldWriterLock lock) : writer_(writer), lock_(std::move(lock)) {}

  /// Does one step, unless the transaction has ended or failed before. SQLite may roll everything back by itself when a
  /// statement fails; a later step would then be a transaction of its own, so after a failure there is none.
  template <typename Step>
  auto guarded(Step step) -> decltype(step());
  [[nodiscard]] Result<ChainHead> head();
  [[nodiscard]] SqliteConnection& connection() { return *writer_.connection; }

  SqliteWriter& writer_;
  HeldWriterLock lock_;
  std::optional<ChainHead> head_;  // once it was read; nobody else can move it while this is open
  std::uint64_t appended_ = 0;
  bool committed_ = false;
  std::optional<Error> failure_;
};

}  // namespace yett
