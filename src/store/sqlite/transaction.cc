#include "store/sqlite/transaction.h"

#include <utility>

#include "store/refusals.h"
#include "store/sqlite/execution_table.h"
#include "store/sqlite/gate_table.h"
#include "store/sqlite/grant_table.h"
#include "store/sqlite/record_table.h"
#include "store/sqlite/request_table.h"
#include "store/sqlite/run_table.h"

namespace yett {

Result<std::unique_ptr<Transaction>> SqliteTransaction::begin(SqliteWriter& writer, HeldWriterLock lock) {
  const auto begun = writer.connection->change("BEGIN IMMEDIATE");
  if (!begun) return std::unexpected(begun.error());
  writer.in_transaction = true;
  return std::unique_ptr<Transaction>(new SqliteTransaction(writer, std::move(lock)));
}

SqliteTransaction::~SqliteTransaction() {
  if (committed_) return;
  // Of a rollback nothing can be lost, so there is nobody to tell when it fails: the next BEGIN will say so.
  if (connection().in_transaction()) (void)connection().change("ROLLBACK");
  writer_.in_transaction = false;
}

template <typename Step>
auto SqliteTransaction::guarded(Step step) -> decltype(step()) {
  if (committed_) return refused_after_the_end();
  if (failure_) return std::unexpected(*failure_);
  auto result = step();
  if (!result && (result.error().kind == ErrorKind::Store || result.error().kind == ErrorKind::Corrupt)) {
    failure_ = result.error();
  }
  return result;
}

Result<SessionState> SqliteTransaction::session_state(const RunKey& run) {
  return guarded([&] { return read_session_state(connection(), run); });
}

Result<void> SqliteTransaction::put_session_state(const RunKey& run, const Session& session, const SessionState& state,
                                                  TimePoint now) {
  return guarded([&] { return write_session_state(connection(), run, session, state, now); });
}

Result<void> SqliteTransaction::narrow_resumers(const RunKey& run,
                                                const std::optional<std::vector<EntitledKey>>& resumers) {
  return guarded([&] { return write_resumers(connection(), run, resumers); });
}

Result<std::optional<ApprovalRequest>> SqliteTransaction::find_request(const RunKey& run, const Digest& binding) {
  return guarded([&] { return read_newest_request(connection(), run, binding); });
}

Result<bool> SqliteTransaction::was_denied(const RunKey& run, const Digest& act) {
  return guarded([&] { return read_was_denied(connection(), run, act); });
}

Result<std::optional<ApprovalRequest>> SqliteTransaction::get_request(std::string_view id) {
  return guarded([&] { return read_request(connection(), id); });
}

Result<void> SqliteTransaction::put_request(const ApprovalRequest& request) {
  return guarded([&] { return write_request(connection(), request); });
}

Result<std::vector<Grant>> SqliteTransaction::grants_for(std::string_view user, TimePoint now) {
  return guarded([&] { return read_grants_for(connection(), user, now); });
}

Result<std::optional<Grant>> SqliteTransaction::get_grant(std::string_view id) {
  return guarded([&] { return read_grant(connection(), id); });
}

Result<void> SqliteTransaction::put_grant(const Grant& grant) {
  return guarded([&] { return write_grant(connection(), grant); });
}

Result<std::vector<ApprovalRequest>> SqliteTransaction::open_requests(const RunKey& run) {
  return guarded([&] { return read_open_requests(connection(), run); });
}

Result<std::uint32_t> SqliteTransaction::count_pending(const RunKey& run, TimePoint now) {
  return guarded([&] { return count_pending_requests(connection(), run, now); });
}

Result<LastOutcome> SqliteTransaction::last_outcome(const RunKey& run, const Digest& act) {
  return guarded([&] { return read_last_outcome(connection(), run, act); });
}

Result<void> SqliteTransaction::open_execution(const RunKey& run, const Digest& act, std::uint64_t intent_seq,
                                               const ProcessIdentity& owner) {
  return guarded([&] { return write_open_execution(connection(), run, act, intent_seq, owner); });
}

Result<void> SqliteTransaction::close_execution(std::uint64_t intent_seq, LastOutcome outcome) {
  return guarded([&] { return write_outcome(connection(), intent_seq, outcome); });
}

Result<std::vector<OpenExecution>> SqliteTransaction::open_executions() {
  return guarded([&] { return read_open_executions(connection()); });
}

Result<void> SqliteTransaction::put_gate(const ServingGate& gate) {
  return guarded([&] { return write_gate(connection(), gate); });
}

Result<void> SqliteTransaction::remove_gate(const ProcessIdentity& process) {
  return guarded([&] { return erase_gate(connection(), process); });
}

Result<std::vector<ServingGate>> SqliteTransaction::gates() {
  return guarded([&] { return read_gates(connection()); });
}

Result<ChainHead> SqliteTransaction::head() {
  if (!head_) {
    const Result<ChainHead> read = read_head(connection());
    if (!read) return read;
    head_ = *read;
  }
  return *head_;
}

Result<std::uint64_t> SqliteTransaction::append(const RecordDraft& draft) {
  return guarded([&]() -> Result<std::uint64_t> {
    const Result<ChainHead> before = head();
    if (!before) return std::unexpected(before.error());
    const Result<ChainHead> after = append_record(connection(), *before, draft);
    if (!after) return std::unexpected(after.error());
    head_ = *after;
    ++appended_;
    return after->seq;
  });
}

Result<void> SqliteTransaction::prune(const SignedStatement& anchor) {
  return guarded([&]() -> Result<void> {
    const ChainHead& through = anchor.statement.at;
    const Result<ChainHead> end = head();
    if (!end) return std::unexpected(end.error());
    const Result<std::optional<Digest>> hash = read_record_hash(connection(), through.seq);
    if (!hash) return std::unexpected(hash.error());
    if (*hash != through.hash || through.seq >= end->seq) return refused_pruning(through.seq);
    return remove_records(connection(), through.seq, to_text(anchor));
  });
}

Result<Receipt> SqliteTransaction::commit(Durability durability) {
  const Result<ChainHead> last = guarded([&]() -> Result<ChainHead> {
    Result<ChainHead> end = head();
    if (!end) return end;
    const auto committed = connection().change("COMMIT");
    if (!committed) return std::unexpected(committed.error());
    return end;
  });
  if (!last) return std::unexpected(last.error());
  committed_ = true;
  writer_.in_transaction = false;

  // Others may write while this waits for the disk: what they commit stands behind this in the same log, so none of it
  // can survive without this.
  lock_.release();
  const Durability reached = writer_.limit == Durability::PowerLoss ? durability : Durability::ProcessCrash;
  if (reached == Durability::PowerLoss) {
    // After a failed sync the kernel may drop what it could not write and report success the next time.
    if (const Result<void> flushed = connection().flush(); !flushed) {
      writer_.failed_flush = flushed.error();
      return std::unexpected(flushed.error());
    }
  }
  connection().checkpoint_if_due();
  return receipt(last->seq, appended_, reached);
}

}  // namespace yett
