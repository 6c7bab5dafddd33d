#include "store/sqlite/connection.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <utility>

namespace yett {
namespace {

/// Pages of 4 KiB in the write-ahead log at which it is moved into the database. That syncs twice, in the thread of the
/// commit that is unlucky, so it is done about once in a thousand calls; the log stays around 16 MiB.
constexpr int kLongLog = 4000;
/// The last one to close writes the log back and syncs twice, for which a short command would wait. A log of so few
/// pages is read again in no time.
constexpr int kShortLog = 256;

/// Writers queue at the writer lock, so SQLite's own locks are only ever held by a checkpoint, by the recovery after a
/// crash or by some other program.
constexpr int kBusyMilliseconds = 5000;

/// SQLite passes "disk full" on as such only from write(2).
bool is_full(int code, int error_number) {
  return code == SQLITE_FULL || (code == SQLITE_IOERR && (error_number == ENOSPC || error_number == EDQUOT));
}

Error describe(const std::string& path, int extended_code, int error_number, std::string_view detail) {
  const int code = extended_code & 0xff;
  const std::string cause = error_number == 0 ? std::string(detail) : std::string(std::strerror(error_number));
  const auto store_error = [](std::string message, std::string hint = {}) {
    return Error{ErrorKind::Store, std::move(message), {}, std::move(hint)};
  };
  if (is_full(code, error_number)) {
    return store_error(fmt::format("the disk that holds {} is full", path), "nothing runs until there is room again");
  }
  switch (code) {
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
    case SQLITE_CONSTRAINT:
    case SQLITE_MISMATCH:
      return {ErrorKind::Corrupt,
              fmt::format("{} is damaged: {}", path, detail),
              {},
              "restore its folder from a backup, or move it away to begin a new one"};
    case SQLITE_READONLY:
    case SQLITE_PERM:
    case SQLITE_AUTH:
      return store_error(fmt::format("{} cannot be written: {}", path, detail));
    case SQLITE_CANTOPEN:
      return store_error(fmt::format("{} cannot be opened: {}", path, cause));
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
      return store_error(fmt::format("{} is held by another program", path), "close whatever else has it open");
    case SQLITE_IOERR:
      return store_error(fmt::format("the disk that holds {} fails: {}", path, cause));
    default:
      return store_error(fmt::format("{} cannot be used: {}", path, detail));
  }
}

}  // namespace

Result<std::unique_ptr<SqliteConnection>> SqliteConnection::open(const std::string& path, SqliteAccess access) {
  const int mode = access == SqliteAccess::ReadOnly ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE;
  sqlite3* database = nullptr;
  const int code = sqlite3_open_v2(path.c_str(), &database,
                                   mode | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_NOFOLLOW | SQLITE_OPEN_EXRESCODE, nullptr);
  if (database == nullptr) return fail(ErrorKind::Store, fmt::format("{} cannot be opened: out of memory", path));
  // Owned from here on: SQLite hands out a connection even when it fails, and it has to be closed.
  std::unique_ptr<SqliteConnection> connection(new SqliteConnection(database, path));
  if (code != SQLITE_OK) return std::unexpected(connection->error());
  if (const Result<void> configured = connection->configure(access); !configured) {
    return std::unexpected(configured.error());
  }
  return connection;
}

SqliteConnection::~SqliteConnection() {
  for (const auto& [sql, statement] : statements_) sqlite3_finalize(statement);
  const int leaves_log = leaves_short_log_ && log_pages_ < kShortLog ? 1 : 0;
  sqlite3_db_config(database_, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, leaves_log, nullptr);
  sqlite3_close(database_);
}

Result<void> SqliteConnection::configure(SqliteAccess access) {
  sqlite3_busy_timeout(database_, kBusyMilliseconds);
  // What stands in the file is data of ours; it gets no say in what code runs or what the file's own pages hold.
  sqlite3_db_config(database_, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
  sqlite3_db_config(database_, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
  // A hook of our own takes the place of the automatic checkpoint, which would run under the writer lock.
  sqlite3_wal_hook(
      database_,
      [](void* pages, sqlite3*, const char*, int count) {
        *static_cast<int*>(pages) = count;
        return SQLITE_OK;
      },
      &log_pages_);
  // A file that may only be read is opened so without a word, even when writing was asked for.
  if (access == SqliteAccess::ReadWrite && sqlite3_db_readonly(database_, "main") == 1) {
    return fail(ErrorKind::Store, fmt::format("{} cannot be written: it is read-only", path_));
  }
  if (access == SqliteAccess::ReadOnly) return {};
  if (Result<void> set = require_setting("PRAGMA journal_mode = WAL", "wal"); !set) return set;
  if (Result<void> set = execute("PRAGMA synchronous = NORMAL"); !set) return set;
  return require_setting("PRAGMA synchronous", "1");
}

/// SQLite ignores what it cannot do; only reading a setting back tells.
Result<void> SqliteConnection::require_setting(const char* pragma, std::string_view expected) {
  Result<SqliteRows> rows = query(pragma);
  if (!rows) return std::unexpected(rows.error());
  const Result<SqliteRows::Step> step = rows->next();
  if (!step) return std::unexpected(step.error());
  const std::string found = *step == SqliteRows::Step::Row ? rows->text() : "nothing";
  if (found == expected) return {};
  return fail(ErrorKind::Store, fmt::format("{} cannot be used: \"{}\" yields {}", path_, pragma, found));
}

Result<void> SqliteConnection::execute(const char* sql) {
  if (sqlite3_exec(database_, sql, nullptr, nullptr, nullptr) != SQLITE_OK) return std::unexpected(error());
  return {};
}

Result<SqliteRows> SqliteConnection::start(const char* sql) {
  sqlite3_stmt*& statement = statements_[sql];
  if (statement == nullptr &&
      sqlite3_prepare_v3(database_, sql, -1, SQLITE_PREPARE_PERSISTENT, &statement, nullptr) != SQLITE_OK) {
    return std::unexpected(error());
  }
  if (sqlite3_stmt_busy(statement) != 0) return fail(ErrorKind::Internal, "a statement is executed inside of itself");
  return SqliteRows(*this, statement);
}

sqlite3_file* SqliteConnection::log_file() const {
  sqlite3_file* log = nullptr;
  const int found = sqlite3_file_control(database_, "main", SQLITE_FCNTL_JOURNAL_POINTER, static_cast<void*>(&log));
  return found == SQLITE_OK && log != nullptr && log->pMethods != nullptr ? log : nullptr;
}

Result<void> SqliteConnection::flush() {
  sqlite3_file* log = log_file();
  if (log == nullptr) return fail(ErrorKind::Store, fmt::format("the write-ahead log of {} cannot be found", path_));
  const int code = log->pMethods->xSync(log, SQLITE_SYNC_NORMAL | SQLITE_SYNC_DATAONLY);
  if (code != SQLITE_OK) return std::unexpected(describe(path_, code, errno, sqlite3_errstr(code)));
  return {};
}

void SqliteConnection::checkpoint_if_due() {
  if (log_pages_ < kLongLog) return;
  // A failure loses nothing: everything is in the log still, and the next commit tries again.
  sqlite3_wal_checkpoint_v2(database_, "main", SQLITE_CHECKPOINT_PASSIVE, nullptr, nullptr);
}

Error SqliteConnection::error() const {
  int error_number = sqlite3_system_errno(database_);
  // What goes wrong during a commit does not get as far as the connection, but the log remembers it.
  if (sqlite3_file* log = error_number == 0 ? log_file() : nullptr) {
    log->pMethods->xFileControl(log, SQLITE_FCNTL_LAST_ERRNO, &error_number);
  }
  return describe(path_, sqlite3_extended_errcode(database_), error_number, sqlite3_errmsg(database_));
}

}  // namespace yett
