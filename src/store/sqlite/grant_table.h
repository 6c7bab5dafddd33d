#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "approval/grant.h"
#include "store/sqlite/connection.h"
#include "store/store.h"

// The table `grants`. All fail as SqliteConnection::error says, and with Corrupt for what cannot be.
namespace yett {

/// See Transaction::grants_for.
[[nodiscard]] Result<std::vector<Grant>> read_grants_for(SqliteConnection& connection, std::string_view user,
                                                         TimePoint now);
/// See Transaction::get_grant.
[[nodiscard]] Result<std::optional<Grant>> read_grant(SqliteConnection& connection, std::string_view id);
/// See Transaction::put_grant.
[[nodiscard]] Result<void> write_grant(SqliteConnection& connection, const Grant& grant);
/// See Store::grants.
[[nodiscard]] Result<std::vector<Grant>> read_grants(SqliteConnection& connection);

}  // namespace yett
