#include "store/sqlite/foreign_content.h"

#include <fmt/format.h>
#include <sqlite3.h>

#include <map>
#include <memory>
#include <string_view>
#include <utility>

#include "store/sqlite/schema.h"
#include "text/unicode.h"

namespace yett {
namespace {

constexpr const char* kSchema = "SELECT type, name, tbl_name, ifnull(sql, '') FROM sqlite_schema";
constexpr std::size_t kLongestName = 64;

/// What is in a schema: by kind and name, the table that it belongs to and its statement.
using Schema = std::map<std::pair<std::string, std::string>, std::string>;

/// Without white space: versions of SQLite may set it otherwise when they change a table.
std::string squeezed(std::string_view table, std::string_view statement) {
  std::string text(table);
  text += '\n';
  for (const char c : statement) {
    if (c != ' ' && c != '\n' && c != '\t' && c != '\r') text += c;
  }
  return text;
}

Result<Schema> schema_of(SqliteConnection& connection) {
  Result<SqliteRows> rows = connection.query(kSchema);
  if (!rows) return std::unexpected(rows.error());
  Schema schema;
  for (;;) {
    const Result<SqliteRows::Step> step = rows->next();
    if (!step) return std::unexpected(step.error());
    if (*step == SqliteRows::Step::Done) return schema;
    std::string type = rows->text();
    std::string name = rows->text();
    const std::string table = rows->text();
    schema.emplace(std::pair(std::move(type), std::move(name)), squeezed(table, rows->text()));
  }
}

/// That of a store as this program makes it: of one in memory.
Result<Schema> own_schema() {
  sqlite3* opened = nullptr;
  const int code = sqlite3_open(":memory:", &opened);
  const std::unique_ptr<sqlite3, int (*)(sqlite3*)> database(opened, sqlite3_close);
  const auto failed = [&] { return fail(ErrorKind::Internal, "cannot make a store in memory to compare with"); };
  if (code != SQLITE_OK) return failed();
  for (const char* step : schema_steps()) {
    if (sqlite3_exec(opened, step, nullptr, nullptr, nullptr) != SQLITE_OK) return failed();
  }
  Schema schema;
  const auto take = [](void* to, int, char** column, char**) {
    static_cast<Schema*>(to)->emplace(std::pair(column[0], column[1]), squeezed(column[2], column[3]));
    return 0;
  };
  if (sqlite3_exec(opened, kSchema, take, &schema, nullptr) != SQLITE_OK) return failed();
  return schema;
}

std::string named(const Schema::key_type& one) {
  return fmt::format("{} {}", escape_for_display(one.first), escape_for_display(one.second.substr(0, kLongestName)));
}

}  // namespace

Result<std::optional<std::string>> find_foreign_content(SqliteConnection& connection) {
  const Result<Schema> own = own_schema();
  if (!own) return std::unexpected(own.error());
  const Result<Schema> found = schema_of(connection);
  if (!found) return std::unexpected(found.error());
  for (const auto& [one, statement] : *found) {
    const auto known = own->find(one);
    if (known == own->end()) return named(one) + " is not Yett's";
    if (known->second != statement) return named(one) + " is not as Yett makes it";
  }
  for (const auto& [one, statement] : *own) {
    if (!found->contains(one)) return named(one) + " is missing";
  }
  Result<SqliteRows> rows = connection.query("SELECT seq FROM records WHERE seq < 1 ORDER BY seq LIMIT 1");
  if (!rows) return std::unexpected(rows.error());
  const Result<SqliteRows::Step> step = rows->next();
  if (!step) return std::unexpected(step.error());
  if (*step == SqliteRows::Step::Done) return std::nullopt;
  return fmt::format("a record is numbered {}", rows->integer());
}

}  // namespace yett
