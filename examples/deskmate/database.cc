#include "database.h"

#include <fmt/format.h>

#include <cstdint>
#include <string>
#include <utility>

namespace deskmate {

using yett::ErrorKind;
using yett::fail;
using yett::Json;
using yett::Result;

namespace {

constexpr int kBusyMilliseconds = 2000;

struct Finalizer {
  void operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
};
using Statement = std::unique_ptr<sqlite3_stmt, Finalizer>;

Json column_value(sqlite3_stmt* row, int column) {
  switch (sqlite3_column_type(row, column)) {
    case SQLITE_INTEGER:
      return static_cast<std::int64_t>(sqlite3_column_int64(row, column));
    case SQLITE_FLOAT:
      return sqlite3_column_double(row, column);
    case SQLITE_TEXT: {
      const void* bytes = sqlite3_column_blob(row, column);
      return std::string(static_cast<const char*>(bytes), static_cast<std::size_t>(sqlite3_column_bytes(row, column)));
    }
    default:
      return nullptr;
  }
}

}  // namespace

Result<Database> Database::open(const std::filesystem::path& file, DatabaseAccess access) {
  const int mode =
      access == DatabaseAccess::ReadOnly ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE;
  sqlite3* raw = nullptr;
  const int opened = sqlite3_open_v2(file.c_str(), &raw, mode | SQLITE_OPEN_NOFOLLOW, nullptr);
  Database database{Connection(raw)};
  if (opened != SQLITE_OK) return fail(ErrorKind::Store, fmt::format("cannot open {}", file.filename().native()));
  sqlite3_busy_timeout(raw, kBusyMilliseconds);
  return database;
}

Result<void> Database::run(const char* statements) const {
  if (sqlite3_exec(connection_.get(), statements, nullptr, nullptr, nullptr) != SQLITE_OK) return failure();
  return {};
}

Result<Json::Array> Database::select(const char* query, std::initializer_list<std::string_view> texts) const {
  sqlite3_stmt* raw = nullptr;
  if (sqlite3_prepare_v2(connection_.get(), query, -1, &raw, nullptr) != SQLITE_OK) return failure();
  const Statement statement(raw);
  int position = 0;
  for (const std::string_view text : texts) {
    ++position;
    // The texts outlive the statement, so SQLite need not copy them.
    if (sqlite3_bind_text64(raw, position, text.data(), text.size(), SQLITE_STATIC, SQLITE_UTF8) != SQLITE_OK) {
      return failure();
    }
  }

  Json::Array rows;
  int step = SQLITE_ROW;
  while ((step = sqlite3_step(raw)) == SQLITE_ROW) {
    Json::Object row;
    for (int column = 0; column < sqlite3_column_count(raw); ++column) {
      row.push_back({sqlite3_column_name(raw, column), column_value(raw, column)});
    }
    rows.emplace_back(std::move(row));
  }
  if (step != SQLITE_DONE) return failure();
  return rows;
}

std::unexpected<yett::Error> Database::failure() const {
  return fail(ErrorKind::Store, fmt::format("the database refused: {}", sqlite3_errmsg(connection_.get())));
}

}  // namespace deskmate
