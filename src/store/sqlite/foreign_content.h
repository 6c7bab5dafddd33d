#pragma once

#include <optional>
#include <string>

#include "base/error.h"
#include "store/sqlite/connection.h"

namespace yett {

/// See Store::foreign_content. Fails as SqliteConnection::error says.
[[nodiscard]] Result<std::optional<std::string>> find_foreign_content(SqliteConnection& connection);

}  // namespace yett
