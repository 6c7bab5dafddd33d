#pragma once

#include <cstdint>
#include <functional>

#include "base/digest.h"
#include "base/error.h"
#include "store/sqlite/connection.h"

namespace yett {

/// The secret under which a store makes the HMACs of its records: 32 bytes, as RFC 2104 section 3 advises for SHA-256.
using StoreKey = std::array<std::uint8_t, 32>;

/// Brings the database to the schema of this program, step by step, in one transaction: a new one from nothing, with
/// the key that `make_key` returns. Must be called under the writer lock. Fails with Store for a schema that is newer
/// than this program, with Corrupt for a database that is not a store, else as SqliteConnection::error and `make_key`
/// say; nothing has changed then.
[[nodiscard]] Result<void> migrate_schema(SqliteConnection& connection,
                                          const std::function<Result<StoreKey>()>& make_key);

/// Checks that the database has the schema of this program. Fails as migrate_schema, and with Store for an older
/// schema.
[[nodiscard]] Result<void> require_schema(SqliteConnection& connection);

/// The key of the store. Fails with Corrupt when it is not there or has another length.
[[nodiscard]] Result<StoreKey> read_store_key(SqliteConnection& connection);

}  // namespace yett
