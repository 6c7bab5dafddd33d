#include "store/sqlite/schema.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace yett {
namespace {

/// In the header of the file ("yett" in ASCII): tells a store from any other SQLite database.
constexpr std::int64_t kApplicationId = 0x79657474;

/// Times are microseconds since the epoch, digests blobs of 32 bytes, enumerations words.
///
/// records: the ledger. Its view `audit` is for people with a SQLite shell: its columns are computed from the bodies,
/// so that no query shows anything else than what the chain vouches for. head: the end of the chain, apart from it, so
/// that a chain that was cut off is seen. executions: `act` holds the run in it, so it is index enough; `outcome` is
/// null while it is open.
constexpr const char* kVersion1 = R"sql(
CREATE TABLE meta(
  name TEXT PRIMARY KEY,
  value BLOB NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE records(
  seq INTEGER PRIMARY KEY CHECK (seq > 0),
  prev BLOB NOT NULL CHECK (length(prev) = 32),
  hash BLOB NOT NULL CHECK (length(hash) = 32),
  body TEXT NOT NULL
) STRICT;
CREATE VIEW audit AS SELECT
  seq, body ->> 'time' AS time, body ->> 'kind' AS kind, body ->> 'run' AS run, body ->> 'user' AS user,
  body ->> 'tenant' AS tenant, body ->> 'server' AS server, body ->> 'tool' AS tool,
  body ->> 'decision' AS decision, body ->> 'rule' AS rule, body ->> 'reason' AS reason, body ->> 'tier' AS tier
FROM records;

CREATE TABLE head(
  only INTEGER PRIMARY KEY CHECK (only = 1),
  seq INTEGER NOT NULL,
  hash BLOB NOT NULL CHECK (length(hash) = 32)
) STRICT;
INSERT INTO head VALUES (1, 0, zeroblob(32));

CREATE TABLE runs(
  key TEXT PRIMARY KEY,
  run TEXT NOT NULL,
  user TEXT NOT NULL,
  tenant TEXT,
  taken_in INTEGER NOT NULL,
  private_seen INTEGER NOT NULL CHECK (private_seen IN (0, 1)),
  suspension TEXT NOT NULL CHECK (suspension IN ('running', 'suspended')),
  seen_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE requests(
  number INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  run_key TEXT NOT NULL,
  binding BLOB NOT NULL CHECK (length(binding) = 32),
  state TEXT NOT NULL,
  terms TEXT NOT NULL CHECK (terms IN ('signed', 'unsigned')),
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  answered_at INTEGER,
  answered_by TEXT NOT NULL,
  run TEXT NOT NULL,
  user TEXT NOT NULL,
  tenant TEXT,
  server TEXT NOT NULL,
  tool TEXT NOT NULL,
  tier TEXT NOT NULL,
  rule TEXT NOT NULL,
  reason TEXT NOT NULL,
  card TEXT NOT NULL
) STRICT;
CREATE INDEX requests_by_binding ON requests(binding);
CREATE INDEX requests_pending ON requests(run_key, expires_at) WHERE state = 'pending';

CREATE TABLE executions(
  intent_seq INTEGER PRIMARY KEY,
  run_key TEXT NOT NULL,
  act BLOB NOT NULL CHECK (length(act) = 32),
  boot_id TEXT NOT NULL,
  pid INTEGER NOT NULL,
  start_time INTEGER NOT NULL,
  outcome TEXT CHECK (outcome IN ('known', 'unknown'))
) STRICT;
CREATE INDEX executions_by_act ON executions(act);
CREATE INDEX executions_open ON executions(run_key) WHERE outcome IS NULL;
)sql";

/// What a run has used of its limits. denials: JSON, a list of [microseconds since the epoch, 16 hex digits].
constexpr const char* kVersion2 = R"sql(
ALTER TABLE runs ADD COLUMN minute INTEGER NOT NULL DEFAULT 0 CHECK (minute >= 0);
ALTER TABLE runs ADD COLUMN calls_this_minute INTEGER NOT NULL DEFAULT 0 CHECK (calls_this_minute >= 0);
ALTER TABLE runs ADD COLUMN calls_last_minute INTEGER NOT NULL DEFAULT 0 CHECK (calls_last_minute >= 0);
ALTER TABLE runs ADD COLUMN sends INTEGER NOT NULL DEFAULT 0 CHECK (sends >= 0);
ALTER TABLE runs ADD COLUMN result_bytes INTEGER NOT NULL DEFAULT 0 CHECK (result_bytes >= 0);
ALTER TABLE runs ADD COLUMN denials TEXT NOT NULL DEFAULT '[]';
)sql";

/// anchor: the signed statement of where the chain begins once records were pruned; empty until then. With this version
/// comes the key that signs it.
constexpr const char* kVersion3 = R"sql(
CREATE TABLE anchor(
  only INTEGER PRIMARY KEY CHECK (only = 1),
  statement TEXT NOT NULL
) STRICT;
)sql";
constexpr std::string_view kMacKey = "key";  // in meta
constexpr std::string_view kSigningKey = "signing-key";
constexpr std::int64_t kFirstWithSigningKey = 3;

/// Whose answers count, and all that were given. An answer that an earlier version kept was given without saying by
/// which rules, so it counts no more. asker: the process of the gate that asked.
/// grants: what was approved ahead. resumers: null where anybody may.
constexpr const char* kVersion4 = R"sql(
ALTER TABLE requests DROP COLUMN terms;
ALTER TABLE requests DROP COLUMN answered_at;
ALTER TABLE requests DROP COLUMN answered_by;
ALTER TABLE requests ADD COLUMN rules TEXT NOT NULL
  DEFAULT '{"approvers":[],"expires":0,"own_user":"never","quorum":1,"terms":"signed","user":""}';
ALTER TABLE requests ADD COLUMN answers TEXT NOT NULL DEFAULT '[]';
ALTER TABLE requests ADD COLUMN asker TEXT NOT NULL DEFAULT '';

ALTER TABLE runs ADD COLUMN resumers TEXT;

CREATE TABLE grants(
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  policy BLOB NOT NULL CHECK (length(policy) = 32),
  user TEXT NOT NULL,
  tenant TEXT,
  run TEXT,
  uses INTEGER NOT NULL CHECK (uses > 0),
  from_time INTEGER NOT NULL,
  until INTEGER NOT NULL,
  by TEXT NOT NULL,
  key TEXT,
  signature TEXT,
  used INTEGER NOT NULL CHECK (used >= 0),
  state TEXT NOT NULL CHECK (state IN ('live', 'revoked'))
) STRICT, WITHOUT ROWID;
CREATE INDEX grants_live ON grants(user, until) WHERE state = 'live';
)sql";

/// act: what a request was for, whatever its binding. A request that an earlier version kept is for no act.
/// gates: the processes that serve agents, below which nobody answers.
constexpr const char* kVersion5 = R"sql(
ALTER TABLE requests ADD COLUMN act BLOB NOT NULL DEFAULT x'0000000000000000000000000000000000000000000000000000000000000000'
  CHECK (length(act) = 32);
CREATE INDEX requests_denied ON requests(act) WHERE state = 'denied';

CREATE TABLE gates(
  boot_id TEXT NOT NULL,
  pid INTEGER NOT NULL,
  start_time INTEGER NOT NULL,
  namespaces TEXT NOT NULL,
  PRIMARY KEY (boot_id, pid, start_time)
) STRICT, WITHOUT ROWID;
)sql";

/// also: the rules that ask beside `rule`, a JSON list of their ids. An earlier version kept the first alone.
constexpr const char* kVersion6 = R"sql(
ALTER TABLE requests ADD COLUMN also TEXT NOT NULL DEFAULT '[]';
)sql";

/// A step from one version of the schema to the next. Steps are only ever added.
struct Migration {
  std::int64_t to;
  const char* sql;
};

constexpr std::array kMigrations = {Migration{1, kVersion1}, Migration{2, kVersion2}, Migration{3, kVersion3},
                                    Migration{4, kVersion4}, Migration{5, kVersion5}, Migration{6, kVersion6}};
constexpr std::int64_t kCurrent = kMigrations.back().to;

Result<std::int64_t> read_integer(SqliteConnection& connection, const char* sql) {
  Result<SqliteRows> rows = connection.query(sql);
  if (!rows) return std::unexpected(rows.error());
  const Result<SqliteRows::Step> step = rows->next();
  if (!step) return std::unexpected(step.error());
  return *step == SqliteRows::Step::Row ? rows->integer() : 0;
}

/// The version of a store's schema; 0 for an empty database.
Result<std::int64_t> read_version(SqliteConnection& connection) {
  const Result<std::int64_t> application = read_integer(connection, "PRAGMA application_id");
  if (!application) return application;
  if (*application != kApplicationId) {
    const Result<std::int64_t> tables = read_integer(connection, "SELECT count(*) FROM sqlite_schema");
    if (!tables) return tables;
    if (*application == 0 && *tables == 0) return 0;
    return fail(ErrorKind::Corrupt, "the database in the state folder is not a store of Yett", {},
                "name another folder, or move it away");
  }
  const Result<std::int64_t> version = read_integer(connection, "PRAGMA user_version");
  if (!version || (*version > 0 && *version <= kCurrent)) return version;
  if (*version <= 0) return fail(ErrorKind::Corrupt, fmt::format("the store has the impossible version {}", *version));
  return fail(ErrorKind::Store,
              fmt::format("the store was written by a newer Yett (version {}; this one knows {})", *version, kCurrent),
              {}, "use that version of Yett, or another state folder");
}

Result<void> add_key(SqliteConnection& connection, std::string_view name,
                     const std::function<Result<StoreKey>()>& make_key) {
  const Result<StoreKey> key = make_key();
  if (!key) return std::unexpected(key.error());
  const auto stored = connection.change("INSERT INTO meta VALUES (?, ?)", name, Digest{*key});
  if (!stored) return std::unexpected(stored.error());
  return {};
}

Result<StoreKey> read_key(SqliteConnection& connection, std::string_view name) {
  Result<SqliteRows> rows = connection.query("SELECT value FROM meta WHERE name = ?", name);
  if (!rows) return std::unexpected(rows.error());
  const Result<SqliteRows::Step> step = rows->next();
  if (!step) return std::unexpected(step.error());
  const std::optional<Digest> key = *step == SqliteRows::Step::Row ? rows->digest() : std::nullopt;
  if (!key) return fail(ErrorKind::Corrupt, "the store has lost its key", {}, "restore its folder from a backup");
  return key->bytes;
}

Result<void> apply_migrations(SqliteConnection& connection, std::int64_t version,
                              const std::function<Result<StoreKey>()>& make_key) {
  for (const Migration& migration : kMigrations) {
    if (migration.to <= version) continue;
    if (Result<void> applied = connection.execute(migration.sql); !applied) return applied;
  }
  if (version == 0) {
    if (Result<void> added = add_key(connection, kMacKey, make_key); !added) return added;
  }
  if (version < kFirstWithSigningKey) {
    if (Result<void> added = add_key(connection, kSigningKey, make_key); !added) return added;
  }
  return connection.execute(
      fmt::format("PRAGMA application_id = {}; PRAGMA user_version = {}", kApplicationId, kCurrent).c_str());
}

}  // namespace

Result<void> migrate_schema(SqliteConnection& connection, const std::function<Result<StoreKey>()>& make_key) {
  const Result<std::int64_t> version = read_version(connection);
  if (!version) return std::unexpected(version.error());
  if (*version == kCurrent) return {};
  if (Result<void> begun = connection.execute("BEGIN IMMEDIATE"); !begun) return begun;
  Result<void> done = apply_migrations(connection, *version, make_key);
  if (done) done = connection.execute("COMMIT");
  // A failing rollback leaves nothing to do: closing the connection rolls back as well.
  if (!done && connection.in_transaction()) (void)connection.execute("ROLLBACK");
  return done;
}

std::vector<const char*> schema_steps() {
  std::vector<const char*> steps;
  for (const Migration& migration : kMigrations) steps.push_back(migration.sql);
  return steps;
}

Result<void> require_schema(SqliteConnection& connection) {
  const Result<std::int64_t> version = read_version(connection);
  if (!version) return std::unexpected(version.error());
  if (*version == kCurrent) return {};
  return fail(ErrorKind::Store, "the store is empty or was written by an older Yett", {},
              "it is brought up to date when something that writes it runs, such as `yett mcp`");
}

Result<StoreKeys> read_store_keys(SqliteConnection& connection) {
  const Result<StoreKey> mac = read_key(connection, kMacKey);
  if (!mac) return std::unexpected(mac.error());
  const Result<StoreKey> signing = read_key(connection, kSigningKey);
  if (!signing) return std::unexpected(signing.error());
  return StoreKeys{.mac = *mac, .signing = SigningKey(*signing)};
}

}  // namespace yett
