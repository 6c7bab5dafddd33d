#pragma once

#include <sqlite3.h>

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>

#include "base/error.h"
#include "store/sqlite/statement.h"

namespace yett {

enum class SqliteAccess : std::uint8_t { ReadOnly, ReadWrite };

/// One connection to an existing SQLite database in WAL mode, with its prepared statements. Used by one thread; must
/// not be carried over a fork.
///
/// The connection always runs with `synchronous = NORMAL`: a commit is handed to the kernel and survives the process.
/// flush() makes the commits so far survive the machine. SQLite's own FULL does both in one step, but the setting
/// cannot change inside a transaction, and only at its end is it known what a transaction has to survive.
class SqliteConnection {
 public:
  /// Opens the file at `path`, which must be free of symbolic links. Fails as error() says.
  [[nodiscard]] static Result<std::unique_ptr<SqliteConnection>> open(const std::string& path, SqliteAccess access);

  SqliteConnection(const SqliteConnection&) = delete;
  SqliteConnection& operator=(const SqliteConnection&) = delete;
  ~SqliteConnection();

  /// Executes one or more statements that yield no rows of interest. Not cached.
  [[nodiscard]] Result<void> execute(const char* sql);

  /// Begins to execute one statement. It is prepared once and found again by the *address* of its text, so `sql` must
  /// be a constant that lives as long as the program. One statement has one execution at a time.
  template <typename... Values>
  [[nodiscard]] Result<SqliteRows> query(const char* sql, const Values&... values) {
    Result<SqliteRows> rows = start(sql);
    if (!rows) return rows;
    int index = 0;
    const bool bound = (... && (bind_value(rows->statement_, ++index, values) == SQLITE_OK));
    if (!bound) return std::unexpected(error());
    return rows;
  }

  /// Executes one statement that yields no rows; returns how many rows it has changed.
  template <typename... Values>
  [[nodiscard]] Result<std::int64_t> change(const char* sql, const Values&... values) {
    Result<SqliteRows> rows = query(sql, values...);
    if (!rows) return std::unexpected(rows.error());
    const Result<SqliteRows::Step> step = rows->next();
    if (!step) return std::unexpected(step.error());
    return sqlite3_changes64(database_);
  }

  /// True from BEGIN to COMMIT or ROLLBACK, those that SQLite does by itself after an error included.
  [[nodiscard]] bool in_transaction() const { return sqlite3_get_autocommit(database_) == 0; }

  /// Makes every commit so far durable: one fdatasync(2) of the write-ahead log. Fails with Store; what was written may
  /// then be lost even if a later flush succeeds.
  [[nodiscard]] Result<void> flush();

  /// Moves the write-ahead log into the database when it has grown long. Never waits for a reader or writer.
  void checkpoint_if_due();

  /// The last failure of this connection, with what a person can do about it: Corrupt when the file is damaged, else
  /// Store (full disk, no right to write, held by another program, failing disk).
  [[nodiscard]] Error error() const;

  /// From now on a short write-ahead log stays where it is when this connection is the last one to close: all of it is
  /// as durable as its commits were. A new database must not do so, before it has its name.
  void leave_short_log() { leaves_short_log_ = true; }

 private:
  SqliteConnection(sqlite3* database, std::string path) : database_(database), path_(std::move(path)) {}

  [[nodiscard]] Result<SqliteRows> start(const char* sql);
  /// The write-ahead log as SQLite has it open; nullptr before the database was first read.
  [[nodiscard]] sqlite3_file* log_file() const;
  [[nodiscard]] Result<void> configure(SqliteAccess access);
  [[nodiscard]] Result<void> require_setting(const char* pragma, std::string_view expected);

  sqlite3* database_;
  std::string path_;
  std::unordered_map<const char*, sqlite3_stmt*> statements_;
  bool leaves_short_log_ = false;
  int log_pages_ = 0;  // pages in the write-ahead log after the last commit
};

}  // namespace yett
