#include "store/sqlite/statement.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "store/sqlite/connection.h"

namespace yett {

SqliteRows::SqliteRows(SqliteRows&& other) noexcept
    : connection_(other.connection_), statement_(std::exchange(other.statement_, nullptr)), column_(other.column_) {}

SqliteRows::~SqliteRows() {
  if (statement_ == nullptr) return;
  sqlite3_reset(statement_);  // what it reports, next() has reported already
  sqlite3_clear_bindings(statement_);
}

Result<SqliteRows::Step> SqliteRows::next() {
  column_ = 0;
  switch (sqlite3_step(statement_)) {
    case SQLITE_ROW:
      return Step::Row;
    case SQLITE_DONE:
      return Step::Done;
    default:
      return std::unexpected(connection_->error());
  }
}

std::int64_t SqliteRows::integer() { return sqlite3_column_int64(statement_, column_++); }

std::uint64_t SqliteRows::count() { return static_cast<std::uint64_t>(integer()); }

bool SqliteRows::boolean() { return integer() != 0; }

TimePoint SqliteRows::time() { return TimePoint(std::chrono::microseconds(integer())); }

std::string SqliteRows::text() { return optional_text().value_or(""); }

std::optional<std::string> SqliteRows::optional_text() {
  const int column = column_++;
  const unsigned char* bytes = sqlite3_column_text(statement_, column);
  if (bytes == nullptr) return std::nullopt;
  return std::string(reinterpret_cast<const char*>(bytes),
                     static_cast<std::size_t>(sqlite3_column_bytes(statement_, column)));
}

std::optional<TimePoint> SqliteRows::optional_time() {
  if (sqlite3_column_type(statement_, column_) != SQLITE_NULL) return time();
  ++column_;
  return std::nullopt;
}

std::optional<Digest> SqliteRows::digest() {
  const int column = column_++;
  Digest digest;
  const auto* bytes = static_cast<const std::uint8_t*>(sqlite3_column_blob(statement_, column));
  if (bytes == nullptr || sqlite3_column_bytes(statement_, column) != static_cast<int>(digest.bytes.size())) {
    return std::nullopt;
  }
  std::copy_n(bytes, digest.bytes.size(), digest.bytes.begin());
  return digest;
}

int bind_value(sqlite3_stmt* statement, int index, std::int64_t value) {
  return sqlite3_bind_int64(statement, index, value);
}

int bind_value(sqlite3_stmt* statement, int index, std::uint64_t value) {
  return sqlite3_bind_int64(statement, index, static_cast<std::int64_t>(value));
}

int bind_value(sqlite3_stmt* statement, int index, bool value) { return sqlite3_bind_int(statement, index, value); }

int bind_value(sqlite3_stmt* statement, int index, std::string_view value) {
  // An empty view may have no address, and SQLite takes that for NULL.
  const char* text = value.empty() ? "" : value.data();
  return sqlite3_bind_text64(statement, index, text, value.size(), SQLITE_TRANSIENT, SQLITE_UTF8);
}

int bind_value(sqlite3_stmt* statement, int index, const std::string& value) {
  return bind_value(statement, index, std::string_view(value));
}

int bind_value(sqlite3_stmt* statement, int index, const Digest& value) {
  return sqlite3_bind_blob64(statement, index, value.bytes.data(), value.bytes.size(), SQLITE_TRANSIENT);
}

int bind_value(sqlite3_stmt* statement, int index, TimePoint value) {
  return sqlite3_bind_int64(statement, index, value.time_since_epoch().count());
}

int bind_value(sqlite3_stmt* statement, int index, const std::optional<std::string>& value) {
  return value ? bind_value(statement, index, *value) : sqlite3_bind_null(statement, index);
}

int bind_value(sqlite3_stmt* statement, int index, const std::optional<TimePoint>& value) {
  return value ? bind_value(statement, index, *value) : sqlite3_bind_null(statement, index);
}

}  // namespace yett
