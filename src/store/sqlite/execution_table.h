#pragma once

#include <vector>

#include "store/sqlite/connection.h"
#include "store/store.h"

// The table `executions`. All fail as SqliteConnection::error says, and with Corrupt for what cannot be.
namespace yett {

/// See Transaction::last_outcome.
[[nodiscard]] Result<LastOutcome> read_last_outcome(SqliteConnection& connection, const RunKey& run, const Digest& act);
/// See Transaction::open_execution.
[[nodiscard]] Result<void> write_open_execution(SqliteConnection& connection, const RunKey& run, const Digest& act,
                                                std::uint64_t intent_seq, const ProcessIdentity& owner);
/// See Transaction::close_execution.
[[nodiscard]] Result<void> write_outcome(SqliteConnection& connection, std::uint64_t intent_seq, LastOutcome outcome);
/// See Transaction::open_executions.
[[nodiscard]] Result<std::vector<OpenExecution>> read_open_executions(SqliteConnection& connection);

}  // namespace yett
