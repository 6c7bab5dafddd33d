#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "store/sqlite/connection.h"
#include "store/store.h"

// The table `requests`. All fail as SqliteConnection::error says, and with Corrupt for what cannot be.
namespace yett {

/// See Transaction::find_request.
[[nodiscard]] Result<std::optional<ApprovalRequest>> read_newest_request(SqliteConnection& connection,
                                                                         const RunKey& run, const Digest& binding);
/// See Transaction::was_denied.
[[nodiscard]] Result<bool> read_was_denied(SqliteConnection& connection, const RunKey& run, const Digest& act);
/// See Transaction::get_request.
[[nodiscard]] Result<std::optional<ApprovalRequest>> read_request(SqliteConnection& connection, std::string_view id);
/// See Transaction::put_request.
[[nodiscard]] Result<void> write_request(SqliteConnection& connection, const ApprovalRequest& request);
/// See Transaction::open_requests.
[[nodiscard]] Result<std::vector<ApprovalRequest>> read_open_requests(SqliteConnection& connection, const RunKey& run);
/// See Transaction::count_pending.
[[nodiscard]] Result<std::uint32_t> count_pending_requests(SqliteConnection& connection, const RunKey& run,
                                                           TimePoint now);
/// See Store::requests.
[[nodiscard]] Result<std::vector<ApprovalRequest>> read_requests(SqliteConnection& connection);

}  // namespace yett
