#include "store/sqlite_store.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <utility>

#include "os/file_descriptor.h"
#include "os/files.h"
#include "store/refusals.h"
#include "store/sqlite/foreign_content.h"
#include "store/sqlite/grant_table.h"
#include "store/sqlite/record_table.h"
#include "store/sqlite/request_table.h"
#include "store/sqlite/run_table.h"
#include "store/sqlite/schema.h"
#include "store/sqlite/transaction.h"
#include "store/writer_lock.h"

namespace yett {
namespace {

class SqliteStore final : public Store {
 public:
  SqliteStore(std::unique_ptr<SqliteConnection> connection, Durability limit, StoreKeys keys,
              std::optional<WriterLock> lock)
      : writer_{.connection = std::move(connection), .limit = limit}, keys_(std::move(keys)), lock_(std::move(lock)) {}

  Result<std::unique_ptr<Transaction>> begin() override {
    if (!lock_) return fail(ErrorKind::Store, "the store was opened for reading only");
    if (writer_.failed_flush) return std::unexpected(*writer_.failed_flush);
    if (writer_.in_transaction) return refused_second_transaction();
    Result<HeldWriterLock> lock = lock_->acquire();
    if (!lock) return std::unexpected(lock.error());
    return SqliteTransaction::begin(writer_, std::move(*lock));
  }

  Digest mac(const Digest& digest) const override {
    return hmac_sha256(keys_.mac, {reinterpret_cast<const char*>(digest.bytes.data()), digest.bytes.size()});
  }

  const SigningKey& signing_key() const override { return keys_.signing; }

  Result<std::vector<ApprovalRequest>> requests() override {
    return outside([&] { return read_requests(connection()); });
  }
  Result<std::vector<Grant>> grants() override {
    return outside([&] { return read_grants(connection()); });
  }
  Result<std::vector<RunSummary>> runs() override {
    return outside([&] { return read_runs(connection()); });
  }
  Result<void> each_record(std::uint64_t after, const std::function<bool(const Record&)>& visit) override {
    return outside([&] { return visit_records(connection(), after, visit); });
  }
  Result<ChainHead> head() override {
    return outside([&] { return read_head(connection()); });
  }
  Result<std::optional<std::string>> anchor() override {
    return outside([&] { return read_anchor(connection()); });
  }
  Result<std::optional<std::string>> foreign_content() override {
    return outside([&] { return find_foreign_content(connection()); });
  }
  Result<SessionState> session_state(const RunKey& run) override {
    return outside([&] { return read_session_state(connection(), run); });
  }

 private:
  /// Reads outside of any transaction: on one connection, the changes of an open one would be seen.
  template <typename Read>
  auto outside(Read read) -> decltype(read()) {
    if (writer_.in_transaction) return refused_reading_in_transaction();
    return read();
  }
  [[nodiscard]] SqliteConnection& connection() { return *writer_.connection; }

  SqliteWriter writer_;
  StoreKeys keys_;
  std::optional<WriterLock> lock_;  // none: for reading only
};

std::unexpected<Error> no_store_yet(const std::string& dir) {
  return fail(ErrorKind::NotFound, fmt::format("there is no store in {} yet", dir), {},
              "it is made when something runs under a policy, by `yett mcp` for instance");
}

/// Whether the path leads to nothing. Doubt counts as something: opening it will say what.
bool is_absent(const std::string& path) {
  struct stat status{};
  return ::stat(path.c_str(), &status) == -1 && errno == ENOENT;
}

/// The same of the name itself, which may be that of a link to nothing.
bool is_free(const std::string& path) {
  struct stat status{};
  return ::lstat(path.c_str(), &status) == -1 && errno == ENOENT;
}

/// The folder by its real path (SQLite opens no other), after the checks that the header promises.
Result<std::string> require_folder(const SqliteStoreOptions& options) {
  if (options.dir.empty()) return fail(ErrorKind::Input, "no state folder is named");
  if (options.access == StoreAccess::Read && is_absent(options.dir)) return no_store_yet(options.dir);
  if (const Result<void> made = make_private_folder(options.dir); !made) return std::unexpected(made.error());
  if (is_network_file_system(options.dir)) {
    return fail(ErrorKind::Input, fmt::format("the state folder {} lies on a network file system", options.dir), {},
                "its locks cannot be relied on: name a folder on a local disk");
  }
  if (options.access == StoreAccess::Write && options.durability == Durability::PowerLoss && is_tmpfs(options.dir)) {
    return fail(ErrorKind::Input,
                fmt::format("the state folder {} lies in memory, which a power loss empties", options.dir), {},
                "name a folder on a disk, or say `sync = \"os\"` in [state]");
  }
  const std::unique_ptr<char, void (*)(void*)> real(::realpath(options.dir.c_str(), nullptr), std::free);
  if (real == nullptr) {
    return fail(ErrorKind::Store, fmt::format("cannot find {}: {}", options.dir, std::strerror(errno)));
  }
  return std::string(real.get());
}

/// Others may not even read it, and it must be a file: SQLite would wait for ever on a pipe. It is not opened here:
/// closing it would drop the locks that another connection of this process holds.
Result<void> require_database_file(const std::string& path) {
  struct stat status{};
  if (::lstat(path.c_str(), &status) == -1) {
    return fail(ErrorKind::Store, fmt::format("cannot examine {}: {}", path, std::strerror(errno)));
  }
  if (!S_ISREG(status.st_mode)) return fail(ErrorKind::Input, fmt::format("{} is not a regular file", path));
  if (status.st_uid != ::geteuid()) return fail(ErrorKind::Input, fmt::format("{} belongs to another user", path));
  if ((status.st_mode & (S_IRWXG | S_IRWXO)) != 0) {
    return fail(ErrorKind::Input, fmt::format("{} can be used by others (mode {:04o})", path, status.st_mode & 07777U),
                {}, "chmod 600 " + path);
  }
  if (status.st_size > 0) return {};
  return fail(ErrorKind::Corrupt, fmt::format("{} is empty: what was in it is lost", path), {},
              "restore its folder from a backup, or remove it to begin a new one");
}

/// Opens the database to write and brings it to the schema of this program.
Result<std::unique_ptr<SqliteConnection>> open_migrated(const std::string& path, Entropy& entropy) {
  Result<std::unique_ptr<SqliteConnection>> connection = SqliteConnection::open(path, SqliteAccess::ReadWrite);
  if (!connection) return connection;
  const Result<void> migrated = migrate_schema(**connection, [&]() -> Result<StoreKey> {
    StoreKey key{};
    if (const Result<void> filled = entropy.fill(key); !filled) return std::unexpected(filled.error());
    return key;
  });
  if (!migrated) return std::unexpected(migrated.error());
  return connection;
}

std::unexpected<Error> cannot_make(const std::string& path, int error_number) {
  return fail(ErrorKind::Store, fmt::format("cannot make {}: {}", path, std::strerror(error_number)));
}

/// Makes a new store under another name and moves it into place when it is whole: a process that dies meanwhile leaves
/// none behind, and an empty file of that name is one that has lost what was in it. Must be called under the writer
/// lock.
Result<void> make_store(const std::string& dir, const std::string& path, Entropy& entropy) {
  const std::string draft = path + ".new";
  const std::string log = draft + "-wal";
  // What somebody left behind who died here.
  for (const std::string& name : {draft, log, draft + "-shm", draft + "-journal"}) ::unlink(name.c_str());
  {
    // Of mode 0600 from the first moment; SQLite gives its other files the same.
    const FileDescriptor made(::open(draft.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600));
    if (!made.is_open()) return cannot_make(draft, errno);
  }
  if (const auto connection = open_migrated(draft, entropy); !connection) return std::unexpected(connection.error());
  // Closing moves the log into the database and removes it, or fails to without a word.
  if (!is_absent(log)) return fail(ErrorKind::Store, fmt::format("cannot make {}: it cannot be written", path));
  if (::rename(draft.c_str(), path.c_str()) == -1) return cannot_make(path, errno);
  const FileDescriptor folder(::open(dir.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!folder.is_open() || ::fsync(folder.get()) == -1) return cannot_make(path, errno);
  return {};
}

Result<std::unique_ptr<Store>> open_to_read(const std::string& path, Durability limit) {
  Result<std::unique_ptr<SqliteConnection>> connection = SqliteConnection::open(path, SqliteAccess::ReadOnly);
  if (!connection) return std::unexpected(connection.error());
  if (const Result<void> known = require_schema(**connection); !known) return std::unexpected(known.error());
  Result<StoreKeys> keys = read_store_keys(**connection);
  if (!keys) return std::unexpected(keys.error());
  return std::make_unique<SqliteStore>(std::move(*connection), limit, std::move(*keys), std::nullopt);
}

Result<std::unique_ptr<Store>> open_to_write(const std::string& path, WriterLock lock, Durability limit,
                                             Entropy& entropy) {
  Result<std::unique_ptr<SqliteConnection>> connection = open_migrated(path, entropy);
  if (!connection) return std::unexpected(connection.error());
  Result<StoreKeys> keys = read_store_keys(**connection);
  if (!keys) return std::unexpected(keys.error());
  (*connection)->leave_short_log();
  return std::make_unique<SqliteStore>(std::move(*connection), limit, std::move(*keys), std::move(lock));
}

}  // namespace

Result<std::unique_ptr<Store>> open_sqlite_store(const SqliteStoreOptions& options) {
  const Result<std::string> dir = require_folder(options);
  if (!dir) return std::unexpected(dir.error());
  const std::string path = *dir + "/store.db";

  if (options.access == StoreAccess::Read) {
    if (is_free(path)) return no_store_yet(options.dir);
    if (const Result<void> usable = require_database_file(path); !usable) return std::unexpected(usable.error());
    return open_to_read(path, options.durability);
  }
  if (options.entropy == nullptr) return fail(ErrorKind::Internal, "a store that may be new needs entropy");
  Result<WriterLock> lock = WriterLock::open(*dir + "/write.lock");
  if (!lock) return std::unexpected(lock.error());
  // Held to the end of this function: of several processes that find no store, one makes it.
  const Result<HeldWriterLock> held = lock->acquire();
  if (!held) return std::unexpected(held.error());
  if (is_free(path)) {
    if (const Result<void> made = make_store(*dir, path, *options.entropy); !made) return std::unexpected(made.error());
  }
  if (const Result<void> usable = require_database_file(path); !usable) return std::unexpected(usable.error());
  return open_to_write(path, std::move(*lock), options.durability, *options.entropy);
}

}  // namespace yett
