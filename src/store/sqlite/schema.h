#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <vector>

#include "base/digest.h"
#include "base/error.h"
#include "base/signature.h"
#include "store/sqlite/connection.h"

namespace yett {

/// The secret under which a store makes the HMACs of its records: 32 bytes, as RFC 2104 section 3 advises for SHA-256.
using StoreKey = std::array<std::uint8_t, 32>;

/// The secrets of a store.
struct StoreKeys {
  StoreKey mac{};
  SigningKey signing;
};

/// Brings the database to the schema of this program, step by step, in one transaction: a new one from nothing. Every
/// key that it does not have yet is one that `make_key` returns. Must be called under the writer lock. Fails with Store
/// for a schema that is newer than this program, with Corrupt for a database that is not a store, else as
/// SqliteConnection::error and `make_key` say; nothing has changed then.
[[nodiscard]] Result<void> migrate_schema(SqliteConnection& connection,
                                          const std::function<Result<StoreKey>()>& make_key);

/// The statements that make an empty database one of the schema of this program, in their order.
[[nodiscard]] std::vector<const char*> schema_steps();

/// Checks that the database has the schema of this program. Fails as migrate_schema, and with Store for an older
/// schema.
[[nodiscard]] Result<void> require_schema(SqliteConnection& connection);

/// The keys of the store. Fails with Corrupt when one is not there or has another length.
[[nodiscard]] Result<StoreKeys> read_store_keys(SqliteConnection& connection);

}  // namespace yett
