#pragma once

#include <sqlite3.h>

#include <cstdint>
#include <filesystem>
#include <initializer_list>
#include <memory>
#include <string_view>
#include <utility>

#include "base/error.h"
#include "text/json.h"

namespace deskmate {

enum class DatabaseAccess : std::uint8_t { ReadOnly, CreateAndWrite };

/// One SQLite database. Owns its connection; used by one thread. All functions fail with kind Store.
class Database {
 public:
  /// Opens a database file; the path must be free of symbolic links.
  [[nodiscard]] static yett::Result<Database> open(const std::filesystem::path& file, DatabaseAccess access);

  /// Runs statements that return nothing.
  [[nodiscard]] yett::Result<void> run(const char* statements) const;
  /// Runs one query, its `?` filled with `texts` in order, and returns each row as an object by column name.
  [[nodiscard]] yett::Result<yett::Json::Array> select(const char* query,
                                                       std::initializer_list<std::string_view> texts) const;

 private:
  struct Closer {
    void operator()(sqlite3* connection) const { sqlite3_close_v2(connection); }
  };
  using Connection = std::unique_ptr<sqlite3, Closer>;

  explicit Database(Connection connection) : connection_(std::move(connection)) {}
  [[nodiscard]] std::unexpected<yett::Error> failure() const;

  Connection connection_;
};

}  // namespace deskmate
