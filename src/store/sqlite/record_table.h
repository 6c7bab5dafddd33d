#pragma once

#include <cstdint>
#include <functional>

#include "ledger/record.h"
#include "ledger/verify.h"
#include "store/sqlite/connection.h"

// The tables `records` and `head`. All fail as SqliteConnection::error says, and with Corrupt for what cannot be.
namespace yett {

[[nodiscard]] Result<ChainHead> read_head(SqliteConnection& connection);

/// Appends to the chain that ends with `head`, and moves its head; returns the new one.
[[nodiscard]] Result<ChainHead> append_record(SqliteConnection& connection, const ChainHead& head,
                                              const RecordDraft& draft);

/// See Store::each_record. Reads a few hundred at a time and holds no snapshot while it visits, so that a slow visitor
/// does not keep the write-ahead log from being emptied.
[[nodiscard]] Result<void> visit_records(SqliteConnection& connection, std::uint64_t after,
                                         const std::function<bool(const Record&)>& visit);

}  // namespace yett
