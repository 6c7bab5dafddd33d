#include "store/sqlite/run_table.h"

namespace yett {
namespace {

std::string_view to_string(Suspension suspension) {
  return suspension == Suspension::Running ? "running" : "suspended";
}

/// Reads taken_in, private_seen, suspension. Nothing that is not understood may make a run look more innocent.
Result<SessionState> read_state(SqliteRows& row) {
  const std::int64_t kinds = row.integer();
  SessionState state;
  if (kinds < 0 || kinds > SourceSet::all().bits()) {
    return fail(ErrorKind::Corrupt, "the store names kinds of text that are not known");
  }
  state.taken_in = SourceSet::from_bits(static_cast<std::uint8_t>(kinds));
  state.private_seen = row.boolean();
  state.suspension = row.text() == to_string(Suspension::Running) ? Suspension::Running : Suspension::Suspended;
  return state;
}

}  // namespace

Result<SessionState> read_session_state(SqliteConnection& connection, const RunKey& run) {
  Result<SqliteRows> rows =
      connection.query("SELECT taken_in, private_seen, suspension FROM runs WHERE key = ?", run.text());
  if (!rows) return std::unexpected(rows.error());
  const Result<SqliteRows::Step> step = rows->next();
  if (!step) return std::unexpected(step.error());
  if (*step == SqliteRows::Step::Done) return SessionState{};
  return read_state(*rows);
}

Result<void> write_session_state(SqliteConnection& connection, const RunKey& run, const Session& session,
                                 const SessionState& state, TimePoint now) {
  const auto written = connection.change(
      "INSERT INTO runs(key, run, user, tenant, taken_in, private_seen, suspension, seen_at) "
      "VALUES (?, ?, ?, ?, ?, ?, ?, ?) "
      "ON CONFLICT(key) DO UPDATE SET taken_in = excluded.taken_in, private_seen = excluded.private_seen, "
      "suspension = excluded.suspension, seen_at = excluded.seen_at",
      run.text(), session.run, session.user, session.tenant, std::int64_t{state.taken_in.bits()}, state.private_seen,
      to_string(state.suspension), now);
  if (!written) return std::unexpected(written.error());
  return {};
}

Result<std::vector<RunSummary>> read_runs(SqliteConnection& connection) {
  Result<SqliteRows> rows = connection.query(
      "SELECT key, run, user, tenant, taken_in, private_seen, suspension, seen_at, "
      "(SELECT count(*) FROM requests WHERE run_key = runs.key AND state = 'pending'), "
      "(SELECT count(*) FROM executions WHERE run_key = runs.key AND outcome IS NULL) "
      "FROM runs ORDER BY seen_at DESC, key");
  if (!rows) return std::unexpected(rows.error());
  std::vector<RunSummary> runs;
  for (;;) {
    const Result<SqliteRows::Step> step = rows->next();
    if (!step) return std::unexpected(step.error());
    if (*step == SqliteRows::Step::Done) return runs;
    RunSummary run;
    run.run_key = rows->text();
    run.run = rows->text();
    run.user = rows->text();
    run.tenant = rows->optional_text();
    const Result<SessionState> state = read_state(*rows);
    if (!state) return std::unexpected(state.error());
    run.state = *state;
    run.seen_at = rows->time();
    run.pending = static_cast<std::uint32_t>(rows->count());
    run.running = static_cast<std::uint32_t>(rows->count());
    runs.push_back(std::move(run));
  }
}

}  // namespace yett
