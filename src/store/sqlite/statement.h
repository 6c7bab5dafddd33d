#pragma once

#include <sqlite3.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/digest.h"
#include "base/error.h"
#include "base/time.h"

namespace yett {

class SqliteConnection;

/// The rows of one execution of a statement. The columns of a row are read from left to right, each once.
/// At the end of its life the statement is free for its next execution; must not outlive its connection. Move-only.
class SqliteRows {
 public:
  SqliteRows(SqliteRows&& other) noexcept;
  SqliteRows& operator=(SqliteRows&&) = delete;
  ~SqliteRows();

  enum class Step : std::uint8_t { Done, Row };
  /// Goes to the next row. Fails with Store or Corrupt (see SqliteConnection::error).
  [[nodiscard]] Result<Step> next();

  // The next column of the row. SQLite converts what is of another type; STRICT tables hold no other.
  [[nodiscard]] std::int64_t integer();
  [[nodiscard]] std::uint64_t count();  // an integer that was bound as unsigned
  [[nodiscard]] bool boolean();
  [[nodiscard]] TimePoint time();
  [[nodiscard]] std::string text();
  [[nodiscard]] std::optional<std::string> optional_text();
  [[nodiscard]] std::optional<TimePoint> optional_time();
  /// nullopt for a blob that is not of a digest's length.
  [[nodiscard]] std::optional<Digest> digest();

 private:
  friend class SqliteConnection;
  SqliteRows(const SqliteConnection& connection, sqlite3_stmt* statement)
      : connection_(&connection), statement_(statement) {}

  const SqliteConnection* connection_;
  sqlite3_stmt* statement_;
  int column_ = 0;
};

/// Binds a value to the parameter `index` (from 1). Text and blobs are copied. Returns SQLite's code.
[[nodiscard]] int bind_value(sqlite3_stmt* statement, int index, std::int64_t value);
[[nodiscard]] int bind_value(sqlite3_stmt* statement, int index, std::uint64_t value);
[[nodiscard]] int bind_value(sqlite3_stmt* statement, int index, bool value);
[[nodiscard]] int bind_value(sqlite3_stmt* statement, int index, std::string_view value);
[[nodiscard]] int bind_value(sqlite3_stmt* statement, int index, const std::string& value);
[[nodiscard]] int bind_value(sqlite3_stmt* statement, int index, const Digest& value);
[[nodiscard]] int bind_value(sqlite3_stmt* statement, int index, TimePoint value);
[[nodiscard]] int bind_value(sqlite3_stmt* statement, int index, const std::optional<std::string>& value);
[[nodiscard]] int bind_value(sqlite3_stmt* statement, int index, const std::optional<TimePoint>& value);

}  // namespace yett
