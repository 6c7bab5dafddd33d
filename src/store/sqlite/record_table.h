#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "ledger/record.h"
#include "ledger/verify.h"
#include "store/sqlite/connection.h"

// The tables `records` and `head`. All fail as SqliteConnection::error says, and with Corrupt for what cannot be.
namespace yett {

[[nodiscard]] Result<ChainHead> read_head(SqliteConnection& connection);

/// Appends to the chain that ends with `head`, and moves its head; returns the new one.
[[nodiscard]] Result<ChainHead> append_record(SqliteConnection& connection, const ChainHead& head,
                                              const RecordDraft& draft);

/// The text of the table `anchor`; nullopt when it is empty.
[[nodiscard]] Result<std::optional<std::string>> read_anchor(SqliteConnection& connection);

/// The hash of a record; nullopt when there is none of that number.
[[nodiscard]] Result<std::optional<Digest>> read_record_hash(SqliteConnection& connection, std::uint64_t seq);

/// Removes every record up to `through` and keeps the anchor that says so.
[[nodiscard]] Result<void> remove_records(SqliteConnection& connection, std::uint64_t through,
                                          const std::string& anchor);

/// See Store::each_record. Reads a few hundred at a time and holds no snapshot while it visits, so that a slow visitor
/// does not keep the write-ahead log from being emptied.
[[nodiscard]] Result<void> visit_records(SqliteConnection& connection, std::uint64_t after,
                                         const std::function<bool(const Record&)>& visit);

}  // namespace yett
