#pragma once

#include <vector>

#include "store/sqlite/connection.h"
#include "store/store.h"

// The table `runs`. All fail as SqliteConnection::error says, and with Corrupt for what cannot be.
namespace yett {

/// See Transaction::session_state.
[[nodiscard]] Result<SessionState> read_session_state(SqliteConnection& connection, const RunKey& run);
/// See Transaction::put_session_state.
[[nodiscard]] Result<void> write_session_state(SqliteConnection& connection, const RunKey& run, const Session& session,
                                               const SessionState& state, TimePoint now);
/// See Transaction::narrow_resumers.
[[nodiscard]] Result<void> write_resumers(SqliteConnection& connection, const RunKey& run,
                                          const std::optional<std::vector<EntitledKey>>& resumers);
/// See Store::runs.
[[nodiscard]] Result<std::vector<RunSummary>> read_runs(SqliteConnection& connection);

}  // namespace yett
