#pragma once

#include <vector>

#include "store/sqlite/connection.h"
#include "store/store.h"

// The table `gates`. All fail as SqliteConnection::error says.
namespace yett {

/// See Transaction::put_gate.
[[nodiscard]] Result<void> write_gate(SqliteConnection& connection, const ServingGate& gate);
/// See Transaction::remove_gate.
[[nodiscard]] Result<void> erase_gate(SqliteConnection& connection, const ProcessIdentity& process);
/// See Transaction::gates.
[[nodiscard]] Result<std::vector<ServingGate>> read_gates(SqliteConnection& connection);

}  // namespace yett
