#include "store/sqlite/run_table.h"

#include <chrono>
#include <limits>

#include "store/sqlite/answer_columns.h"
#include "store/sqlite/denial_list.h"

namespace yett {
namespace {

/// Far enough from the end of TimePoint for any sum that a tally makes.
constexpr std::int64_t kLastMinute =
    std::chrono::floor<std::chrono::minutes>(TimePoint::max()).time_since_epoch().count() - 1;

std::string_view to_string(Suspension suspension) {
  return suspension == Suspension::Running ? "running" : "suspended";
}

/// Reads the columns of a state. Nothing that is not understood may make a run look more
/// innocent, so a value that nobody has written is Corrupt.
class StateReader {
 public:
  explicit StateReader(SqliteRows& row) : row_(row) {}

  Result<SessionState> read() {
    SessionState state;
    state.taken_in = SourceSet::from_bits(static_cast<std::uint8_t>(count(SourceSet::all().bits())));
    state.private_seen = row_.boolean();
    state.suspension = row_.text() == to_string(Suspension::Running) ? Suspension::Running : Suspension::Suspended;
    state.tally.minute = count(kLastMinute);
    state.tally.calls_this_minute = static_cast<std::uint32_t>(count(kMaxCalls));
    state.tally.calls_last_minute = static_cast<std::uint32_t>(count(kMaxCalls));
    state.tally.sends = static_cast<std::uint64_t>(count(kMaxCount));
    state.tally.result_bytes = static_cast<std::uint64_t>(count(kMaxCount));
    Result<std::vector<RecentDenial>> denials = read_denials(row_.text());
    if (!denials) return std::unexpected(denials.error());
    state.tally.denials = std::move(*denials);
    if (!sound_) return fail(ErrorKind::Corrupt, "the store says of a run what no Yett has written");
    return state;
  }

 private:
  static constexpr std::int64_t kMaxCalls = std::numeric_limits<std::uint32_t>::max();
  static constexpr std::int64_t kMaxCount = std::numeric_limits<std::int64_t>::max();

  std::int64_t count(std::int64_t most) {
    const std::int64_t value = row_.integer();
    sound_ = sound_ && value >= 0 && value <= most;
    return value;
  }

  SqliteRows& row_;
  bool sound_ = true;
};

/// The next column of the row.
Result<std::optional<std::vector<EntitledKey>>> read_resumers(SqliteRows& rows) {
  const std::optional<std::string> text = rows.optional_text();
  if (!text) return std::nullopt;
  return read_entitled_keys(*text);
}

}  // namespace

Result<SessionState> read_session_state(SqliteConnection& connection, const RunKey& run) {
  Result<SqliteRows> rows = connection.query(
      "SELECT taken_in, private_seen, suspension, minute, calls_this_minute, calls_last_minute, sends, result_bytes, "
      "denials FROM runs WHERE key = ?",
      run.text());
  if (!rows) return std::unexpected(rows.error());
  const Result<SqliteRows::Step> step = rows->next();
  if (!step) return std::unexpected(step.error());
  if (*step == SqliteRows::Step::Done) return SessionState::of_new_run();
  return StateReader(*rows).read();
}

Result<void> write_session_state(SqliteConnection& connection, const RunKey& run, const Session& session,
                                 const SessionState& state, TimePoint now) {
  const RunTally& tally = state.tally;
  const std::string denials = write_denials(tally.denials);
  // Nearly every call finds its run there, so who it belongs to is written once and not each time.
  const auto updated = connection.change(
      "UPDATE runs SET taken_in = ?, private_seen = ?, suspension = ?, seen_at = ?, minute = ?, calls_this_minute = ?, "
      "calls_last_minute = ?, sends = ?, result_bytes = ?, denials = ? WHERE key = ?",
      std::int64_t{state.taken_in.bits()}, state.private_seen, to_string(state.suspension), now, tally.minute,
      std::int64_t{tally.calls_this_minute}, std::int64_t{tally.calls_last_minute}, tally.sends, tally.result_bytes,
      denials, run.text());
  if (!updated) return std::unexpected(updated.error());
  if (*updated != 0) return {};
  const auto inserted = connection.change(
      "INSERT INTO runs(key, run, user, tenant, taken_in, private_seen, suspension, seen_at, minute, "
      "calls_this_minute, calls_last_minute, sends, result_bytes, denials) "
      "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
      run.text(), session.run, session.user, session.tenant, std::int64_t{state.taken_in.bits()}, state.private_seen,
      to_string(state.suspension), now, tally.minute, std::int64_t{tally.calls_this_minute},
      std::int64_t{tally.calls_last_minute}, tally.sends, tally.result_bytes, denials);
  if (!inserted) return std::unexpected(inserted.error());
  return {};
}

Result<void> write_resumers(SqliteConnection& connection, const RunKey& run,
                            const std::optional<std::vector<EntitledKey>>& resumers) {
  std::optional<std::vector<EntitledKey>> before;
  {
    Result<SqliteRows> rows = connection.query("SELECT resumers FROM runs WHERE key = ?", run.text());
    if (!rows) return std::unexpected(rows.error());
    const Result<SqliteRows::Step> step = rows->next();
    if (!step) return std::unexpected(step.error());
    if (*step == SqliteRows::Step::Done) return {};
    Result<std::optional<std::vector<EntitledKey>>> kept = read_resumers(*rows);
    if (!kept) return std::unexpected(kept.error());
    before = *std::move(kept);
  }
  const std::optional<std::vector<EntitledKey>> now = common_resumers(before, resumers);
  const std::optional<std::string> text = now ? std::optional(write_entitled_keys(*now)) : std::optional<std::string>();
  const auto written = connection.change("UPDATE runs SET resumers = ? WHERE key = ?", text, run.text());
  if (!written) return std::unexpected(written.error());
  return {};
}

Result<std::vector<RunSummary>> read_runs(SqliteConnection& connection) {
  Result<SqliteRows> rows = connection.query(
      "SELECT key, run, user, tenant, taken_in, private_seen, suspension, minute, calls_this_minute, "
      "calls_last_minute, sends, result_bytes, denials, seen_at, resumers, "
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
    Result<SessionState> state = StateReader(*rows).read();
    if (!state) return std::unexpected(state.error());
    run.state = std::move(*state);
    run.seen_at = rows->time();
    Result<std::optional<std::vector<EntitledKey>>> resumers = read_resumers(*rows);
    if (!resumers) return std::unexpected(resumers.error());
    run.resumers = *std::move(resumers);
    run.pending = static_cast<std::uint32_t>(rows->count());
    run.running = static_cast<std::uint32_t>(rows->count());
    runs.push_back(std::move(run));
  }
}

}  // namespace yett
