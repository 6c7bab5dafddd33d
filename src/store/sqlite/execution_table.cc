#include "store/sqlite/execution_table.h"

#include "store/owner_watch.h"
#include "store/refusals.h"

namespace yett {
namespace {

constexpr std::string_view kKnown = "known";
constexpr std::string_view kUnknown = "unknown";

ProcessIdentity read_owner(SqliteRows& row) {
  ProcessIdentity owner;
  owner.boot_id = row.text();
  owner.pid = row.integer();
  owner.start_time = row.count();
  return owner;
}

}  // namespace

Result<LastOutcome> read_last_outcome(SqliteConnection& connection, const RunKey& run, const Digest& act) {
  Result<SqliteRows> rows = connection.query(
      "SELECT outcome, boot_id, pid, start_time FROM executions WHERE act = ? AND run_key = ? ORDER BY intent_seq DESC",
      act, run.text());
  if (!rows) return std::unexpected(rows.error());
  OwnerWatch owners;
  for (;;) {
    const Result<SqliteRows::Step> step = rows->next();
    if (!step) return std::unexpected(step.error());
    if (*step == SqliteRows::Step::Done) return LastOutcome::None;
    const std::optional<std::string> outcome = rows->optional_text();
    if (outcome) return *outcome == kKnown ? LastOutcome::Known : LastOutcome::Unknown;
    if (owners.is_dead(read_owner(*rows))) return LastOutcome::Unknown;
  }
}

Result<void> write_open_execution(SqliteConnection& connection, const RunKey& run, const Digest& act,
                                  std::uint64_t intent_seq, const ProcessIdentity& owner) {
  const auto inserted = connection.change(
      "INSERT INTO executions(intent_seq, run_key, act, boot_id, pid, start_time) VALUES (?, ?, ?, ?, ?, ?) "
      "ON CONFLICT(intent_seq) DO NOTHING",
      intent_seq, run.text(), act, owner.boot_id, owner.pid, owner.start_time);
  if (!inserted) return std::unexpected(inserted.error());
  if (*inserted == 0) return refused_opening(intent_seq);
  return {};
}

Result<void> write_outcome(SqliteConnection& connection, std::uint64_t intent_seq, LastOutcome outcome) {
  if (outcome == LastOutcome::None) return refused_closing(intent_seq);
  const auto closed = connection.change("UPDATE executions SET outcome = ? WHERE intent_seq = ? AND outcome IS NULL",
                                        outcome == LastOutcome::Known ? kKnown : kUnknown, intent_seq);
  if (!closed) return std::unexpected(closed.error());
  if (*closed == 0) return refused_closing(intent_seq);
  return {};
}

Result<std::vector<OpenExecution>> read_open_executions(SqliteConnection& connection) {
  Result<SqliteRows> rows = connection.query(
      "SELECT intent_seq, run_key, boot_id, pid, start_time FROM executions WHERE outcome IS NULL ORDER BY intent_seq");
  if (!rows) return std::unexpected(rows.error());
  std::vector<OpenExecution> open;
  for (;;) {
    const Result<SqliteRows::Step> step = rows->next();
    if (!step) return std::unexpected(step.error());
    if (*step == SqliteRows::Step::Done) return open;
    OpenExecution execution;
    execution.intent_seq = rows->count();
    execution.run_key = rows->text();
    execution.owner = read_owner(*rows);
    open.push_back(std::move(execution));
  }
}

}  // namespace yett
