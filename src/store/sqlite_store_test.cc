#include "store/sqlite_store.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sqlite3.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

#include "os/files.h"
#include "store/store_fixture.h"
#include "store/verify_chain.h"

namespace yett {
namespace {

using ::testing::HasSubstr;
namespace fs = std::filesystem;

/// Entropy that has none to give.
class NoEntropy final : public Entropy {
 public:
  Result<void> fill(std::span<std::uint8_t>) override { return fail(ErrorKind::System, "no entropy"); }
};

class SqliteStore : public ::testing::Test {
 protected:
  /// What somebody with a SQLite shell does to the store.
  void execute(const std::string& sql) const {
    sqlite3* database = nullptr;
    ASSERT_EQ(sqlite3_open(file_.c_str(), &database), SQLITE_OK);
    char* message = nullptr;
    EXPECT_EQ(sqlite3_exec(database, sql.c_str(), nullptr, nullptr, &message), SQLITE_OK) << message;
    sqlite3_free(message);
    sqlite3_close(database);
  }
  void write_file(std::string_view text) const {
    std::ofstream(file_, std::ios::binary) << text;
    ASSERT_EQ(::chmod(file_.c_str(), 0600), 0);
  }
  /// The error of opening, for both kinds of access alike.
  [[nodiscard]] Error refusal() const {
    const auto to_write = open_test_store(dir_);
    const auto to_read = open_test_store(dir_, StoreAccess::Read);
    EXPECT_FALSE(to_write);
    EXPECT_FALSE(to_read);
    if (to_write || to_read) return {};
    EXPECT_EQ(to_write.error().kind, to_read.error().kind)
        << to_write.error().to_string() << " / " << to_read.error().to_string();
    return to_write.error();
  }

  ScratchFolder scratch_ = test_folder();
  std::string dir_ = scratch_.path() + "/state";
  std::string file_ = dir_ + "/store.db";
};

// --- Folders and files that are not taken ------------------------------------------------------------------

TEST_F(SqliteStore, NeedsAFolder) {
  dir_.clear();
  EXPECT_EQ(refusal().kind, ErrorKind::Input);
}

TEST_F(SqliteStore, RefusesAFileInPlaceOfTheFolder) {
  std::ofstream(dir_) << "x";
  const Error error = refusal();
  EXPECT_EQ(error.kind, ErrorKind::Input);
  EXPECT_THAT(error.message, HasSubstr(dir_));
}

TEST_F(SqliteStore, RefusesAFolderThatOthersCanWrite) {
  fs::create_directory(dir_);
  for (const mode_t mode : {0770u, 0702u, 01777u}) {
    ASSERT_EQ(::chmod(dir_.c_str(), mode), 0);
    const Error error = refusal();
    EXPECT_EQ(error.kind, ErrorKind::Input);
    EXPECT_THAT(error.message, HasSubstr(dir_));
    EXPECT_THAT(error.hint, HasSubstr("chmod"));
  }
  EXPECT_FALSE(fs::exists(file_));
}

TEST_F(SqliteStore, RefusesAFolderOfAnotherUser) {
  if (::geteuid() != 0) GTEST_SKIP() << "only root can give a folder away";
  fs::create_directory(dir_);
  ASSERT_EQ(::chown(dir_.c_str(), 65534, 65534), 0);
  EXPECT_EQ(refusal().kind, ErrorKind::Input);
}

TEST_F(SqliteStore, RefusesAFolderInMemoryWhenPowerLossMustBeSurvived) {
  if (!is_tmpfs("/dev/shm")) GTEST_SKIP() << "/dev/shm is no tmpfs here";
  const Result<ScratchFolder> memory = ScratchFolder::make("/dev/shm", "yett-store");
  ASSERT_TRUE(memory);
  const auto refused = open_test_store(memory->path(), StoreAccess::Write, Durability::PowerLoss);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().kind, ErrorKind::Input);
  EXPECT_THAT(refused.error().hint, HasSubstr("sync = \"os\""));
  EXPECT_TRUE(open_test_store(memory->path(), StoreAccess::Write, Durability::ProcessCrash));
  EXPECT_TRUE(open_test_store(memory->path(), StoreAccess::Read, Durability::PowerLoss));
}

TEST_F(SqliteStore, RefusesWhatIsNoFileOfOursAlone) {
  ASSERT_TRUE(open_test_store(dir_));
  ASSERT_EQ(::chmod(file_.c_str(), 0640), 0);
  EXPECT_THAT(refusal().hint, HasSubstr("chmod 600"));
  ASSERT_EQ(::chmod(file_.c_str(), 0600), 0);
  ASSERT_TRUE(open_test_store(dir_));

  fs::rename(file_, dir_ + "/elsewhere.db");
  for (const char* target : {"/elsewhere.db", "/nothing.db"}) {
    fs::create_symlink(dir_ + target, file_);
    EXPECT_EQ(refusal().kind, ErrorKind::Input) << target;
    fs::remove(file_);
  }
  fs::create_directory(file_);
  EXPECT_EQ(refusal().kind, ErrorKind::Input);
  fs::remove(file_);
  ASSERT_EQ(::mkfifo(file_.c_str(), 0600), 0);
  EXPECT_EQ(refusal().kind, ErrorKind::Input);
}

TEST_F(SqliteStore, RefusesAWriterLockThatIsALink) {
  fs::create_directory(dir_);
  ASSERT_EQ(::chmod(dir_.c_str(), 0700), 0);
  fs::create_symlink("/dev/null", dir_ + "/write.lock");
  const auto refused = open_test_store(dir_);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().kind, ErrorKind::Store);
}

// --- Databases that are not taken --------------------------------------------------------------------------

TEST_F(SqliteStore, RefusesAnEmptyFile) {
  ASSERT_TRUE(open_test_store(dir_));
  write_file("");
  const Error error = refusal();
  EXPECT_EQ(error.kind, ErrorKind::Corrupt);
  EXPECT_THAT(error.message, HasSubstr("empty"));
}

TEST_F(SqliteStore, RefusesWhatIsNoDatabase) {
  ASSERT_TRUE(open_test_store(dir_));
  write_file(std::string(8192, 'x'));
  const Error error = refusal();
  EXPECT_EQ(error.kind, ErrorKind::Corrupt);
  EXPECT_THAT(error.message, HasSubstr("damaged"));
  EXPECT_FALSE(error.hint.empty());
}

TEST_F(SqliteStore, RefusesADatabaseThatWasCutOff) {
  ASSERT_TRUE(open_test_store(dir_));
  for (const std::uintmax_t size : {4096u, 1000u, 100u, 20u}) {
    fs::resize_file(file_, size);
    EXPECT_EQ(refusal().kind, ErrorKind::Corrupt) << size;
  }
}

TEST_F(SqliteStore, RefusesADatabaseOfSomethingElse) {
  fs::create_directory(dir_);
  ASSERT_EQ(::chmod(dir_.c_str(), 0700), 0);
  execute("CREATE TABLE bookmarks(url TEXT)");
  ASSERT_EQ(::chmod(file_.c_str(), 0600), 0);
  const Error error = refusal();
  EXPECT_EQ(error.kind, ErrorKind::Corrupt);
  EXPECT_THAT(error.message, HasSubstr("not a store of Yett"));
}

/// A run of an older Yett had no limits: it begins to count when the store is brought up to date.
TEST_F(SqliteStore, BringsAnOlderSchemaUpToDate) {
  const RunKey run(test_session());
  {
    const auto store = require_test_store(dir_);
    const auto transaction = std::move(store->begin().value());
    SessionState state;
    state.private_seen = true;
    ASSERT_TRUE(transaction->put_session_state(run, test_session(), state, kTestTime));
    ASSERT_TRUE(transaction->append(test_draft()));
    ASSERT_TRUE(transaction->commit(Durability::ProcessCrash));
  }
  for (const char* column : {"minute", "calls_this_minute", "calls_last_minute", "sends", "result_bytes", "denials"}) {
    execute(std::string("ALTER TABLE runs DROP COLUMN ") + column);
  }
  execute("DROP INDEX requests_denied; DROP TABLE gates");
  for (const char* column : {"rules", "answers", "asker", "act", "also"}) {
    execute(std::string("ALTER TABLE requests DROP COLUMN ") + column);
  }
  for (const char* column :
       {"terms TEXT NOT NULL DEFAULT 'unsigned'", "answered_at INTEGER", "answered_by TEXT NOT NULL DEFAULT ''"}) {
    execute(std::string("ALTER TABLE requests ADD COLUMN ") + column);
  }
  execute("DROP TABLE grants; ALTER TABLE runs DROP COLUMN resumers");
  execute("DROP TABLE anchor; DELETE FROM meta WHERE name = 'signing-key'");
  execute("PRAGMA user_version = 1");
  const auto reader = open_test_store(dir_, StoreAccess::Read);
  ASSERT_FALSE(reader) << "reading changes nothing, so it cannot read an older one";
  EXPECT_THAT(reader.error().message, HasSubstr("older"));

  const auto store = require_test_store(dir_);
  const auto state = store->session_state(run);
  ASSERT_TRUE(state) << state.error().to_string();
  EXPECT_TRUE(state->private_seen);
  EXPECT_EQ(state->tally, RunTally{});
  EXPECT_EQ(verify_chain(*store)->verified, 1u);
  EXPECT_EQ(store->anchor(), std::nullopt);
  EXPECT_EQ(require_test_store(dir_)->signing_key().public_key(), store->signing_key().public_key())
      << "the key that it got is kept";
  const auto transaction = std::move(store->begin().value());
  SessionState counted = *state;
  counted.tally.sends = 1;
  ASSERT_TRUE(transaction->put_session_state(run, test_session(), counted, kTestTime));
  ASSERT_TRUE(transaction->commit(Durability::ProcessCrash));
  EXPECT_EQ(require_test_store(dir_, StoreAccess::Read)->session_state(run)->tally.sends, 1u);
}

TEST_F(SqliteStore, RefusesANewerSchema) {
  ASSERT_TRUE(open_test_store(dir_));
  execute("PRAGMA user_version = 99");
  const Error error = refusal();
  EXPECT_EQ(error.kind, ErrorKind::Store);
  EXPECT_THAT(error.message, HasSubstr("newer"));
  EXPECT_THAT(error.message, HasSubstr("99"));
}

TEST_F(SqliteStore, RefusesAnImpossibleSchema) {
  ASSERT_TRUE(open_test_store(dir_));
  execute("PRAGMA user_version = -1");
  EXPECT_EQ(refusal().kind, ErrorKind::Corrupt);
  execute("PRAGMA user_version = 0");
  EXPECT_EQ(refusal().kind, ErrorKind::Corrupt);
}

TEST_F(SqliteStore, RefusesAStoreWithoutItsKey) {
  ASSERT_TRUE(open_test_store(dir_));
  for (const std::string name : {"key", "signing-key"}) {
    execute("CREATE TABLE saved AS SELECT * FROM meta; UPDATE meta SET value = x'00' WHERE name = '" + name + "'");
    EXPECT_EQ(refusal().kind, ErrorKind::Corrupt) << name;
    execute("DELETE FROM meta; INSERT INTO meta SELECT * FROM saved; DROP TABLE saved");
    EXPECT_TRUE(open_test_store(dir_)) << name;
  }
  execute("DELETE FROM meta");
  EXPECT_EQ(refusal().kind, ErrorKind::Corrupt);
}

TEST_F(SqliteStore, MakesNothingWithoutEntropy) {
  NoEntropy none;
  const SqliteStoreOptions options{
      .dir = dir_, .access = StoreAccess::Write, .durability = Durability::ProcessCrash, .entropy = &none};
  const auto refused = open_sqlite_store(options);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().message, "no entropy");
  EXPECT_FALSE(open_test_store(dir_, StoreAccess::Read)) << "there is no store yet";
  const auto store = open_test_store(dir_);
  ASSERT_TRUE(store) << store.error().to_string();
  EXPECT_TRUE(append_one(**store));
}

TEST_F(SqliteStore, NeedsEntropyToWrite) {
  EXPECT_FALSE(open_sqlite_store({.dir = dir_, .access = StoreAccess::Write, .durability = Durability::ProcessCrash}));
  EXPECT_FALSE(fs::exists(file_));
}

// --- Damage that shows while it is open --------------------------------------------------------------------

TEST_F(SqliteStore, FailsToReadRowsThatCannotBe) {
  const auto store = require_test_store(dir_);
  {
    const auto transaction = std::move(store->begin().value());
    ASSERT_TRUE(transaction->put_session_state(RunKey(test_session()), test_session(), {}, kTestTime));
    ASSERT_TRUE(transaction->put_request(test_request("a")));
    ASSERT_TRUE(transaction->commit(Durability::ProcessCrash));
  }
  execute("PRAGMA ignore_check_constraints = 1; UPDATE runs SET taken_in = 64");
  const auto state = store->session_state(RunKey(test_session()));
  ASSERT_FALSE(state) << "a kind of text that this version does not know must not be forgotten";
  EXPECT_EQ(state.error().kind, ErrorKind::Corrupt);
  EXPECT_FALSE(store->runs());

  execute("PRAGMA ignore_check_constraints = 1; UPDATE runs SET taken_in = 1, suspension = 'perhaps'");
  EXPECT_EQ(store->session_state(RunKey(test_session()))->suspension, Suspension::Suspended);

  execute("UPDATE requests SET state = 'granted'");
  EXPECT_EQ(store->requests().error().kind, ErrorKind::Corrupt);
  execute("PRAGMA ignore_check_constraints = 1; UPDATE requests SET state = 'approved', binding = x'00'");
  EXPECT_EQ(store->requests().error().kind, ErrorKind::Corrupt);
  execute("PRAGMA ignore_check_constraints = 1; UPDATE requests SET binding = zeroblob(32)");
  EXPECT_TRUE(store->requests());
  for (const char* answers : {"{}", "[{}]", "[[]]", R"([{"answer":"approve","at":1,"by":"eve","key":null}])",
                              R"([{"answer":"yes","at":1,"by":"eve","key":null,"signature":null}])",
                              R"([{"answer":"approve","at":-1,"by":"eve","key":null,"signature":null}])"}) {
    execute("UPDATE requests SET answers = '" + std::string(answers) + "'");
    EXPECT_EQ(store->requests().error().kind, ErrorKind::Corrupt) << answers;
  }
  execute("UPDATE requests SET answers = '[]'");
  for (const char* also : {"", "{}", "[1]", "[null]"}) {
    execute("UPDATE requests SET also = '" + std::string(also) + "'");
    EXPECT_EQ(store->requests().error().kind, ErrorKind::Corrupt) << also;
  }
  execute("UPDATE requests SET also = '[]'");
  for (const char* rules :
       {"[]", "{}", R"({"approvers":[],"own_user":"never","expires":1,"user":"a","quorum":-1,"terms":"signed"})",
        R"({"approvers":[],"own_user":"never","expires":1,"user":"a","quorum":1,"terms":"none"})",
        R"({"approvers":[["eve"]],"expires":1,"user":"a","own_user":"never","quorum":1,"terms":"signed"})"}) {
    execute("UPDATE requests SET rules = '" + std::string(rules) + "'");
    EXPECT_EQ(store->requests().error().kind, ErrorKind::Corrupt) << rules;
  }
}

/// What cannot be understood must not make a run look as if it had used less than it has.
TEST_F(SqliteStore, FailsToReadATallyThatCannotBe) {
  const auto store = require_test_store(dir_);
  {
    const auto transaction = std::move(store->begin().value());
    ASSERT_TRUE(transaction->put_session_state(RunKey(test_session()), test_session(), {}, kTestTime));
    ASSERT_TRUE(transaction->commit(Durability::ProcessCrash));
  }
  for (const char* change : {
           "minute = -1",
           "minute = 9223372036854775807",
           "calls_this_minute = -1",
           "calls_this_minute = 4294967296",
           "calls_last_minute = -1",
           "calls_last_minute = 4294967296",
           "sends = -1",
           "result_bytes = -1",
           "denials = ''",
           "denials = 'none'",
           "denials = '{}'",
           "denials = '[1]'",
           "denials = '[[1]]'",
           R"(denials = '[[1,"00000000000000ab",0]]')",
           R"(denials = '[["1","00000000000000ab"]]')",
           R"(denials = '[[-1,"00000000000000ab"]]')",
           R"(denials = '[[1.5,"00000000000000ab"]]')",
           R"(denials = '[[9007199254740993,"00000000000000ab"]]')",
           R"(denials = '[[1,"ab"]]')",
           R"(denials = '[[1,"00000000000000xy"]]')",
           R"(denials = '[[1,171]]')",
           R"(denials = '[[1,null]]')",
       }) {
    execute("PRAGMA ignore_check_constraints = 1; UPDATE runs SET " + std::string(change));
    const auto state = store->session_state(RunKey(test_session()));
    ASSERT_FALSE(state) << change;
    EXPECT_EQ(state.error().kind, ErrorKind::Corrupt) << change;
    EXPECT_FALSE(store->runs()) << change;
    execute(
        "UPDATE runs SET minute = 0, calls_this_minute = 0, calls_last_minute = 0, sends = 0, result_bytes = 0, "
        "denials = '[]'");
    EXPECT_TRUE(store->session_state(RunKey(test_session()))) << change;
  }
}

TEST_F(SqliteStore, NothingIsCommittedAfterAFailure) {
  const auto store = require_test_store(dir_);
  ASSERT_TRUE(append_one(*store));
  execute("UPDATE head SET seq = 0");  // the next record gets the number of one that is there
  const auto transaction = std::move(store->begin().value());
  ASSERT_TRUE(transaction->put_request(test_request("a")));
  const auto appended = transaction->append(test_draft());
  ASSERT_FALSE(appended);
  EXPECT_EQ(appended.error().kind, ErrorKind::Corrupt);
  EXPECT_EQ(transaction->session_state(RunKey(test_session())).error().kind, ErrorKind::Corrupt);
  EXPECT_EQ(transaction->put_request(test_request("b")).error().kind, ErrorKind::Corrupt);
  EXPECT_EQ(transaction->commit(Durability::ProcessCrash).error().kind, ErrorKind::Corrupt);
  EXPECT_THAT(*require_test_store(dir_, StoreAccess::Read)->requests(), ::testing::IsEmpty());
}

TEST_F(SqliteStore, FailsWithoutAHead) {
  const auto store = require_test_store(dir_);
  execute("DELETE FROM head");
  EXPECT_EQ(store->head().error().kind, ErrorKind::Corrupt);
  EXPECT_FALSE(append_one(*store));
}

// --- Reading only ------------------------------------------------------------------------------------------

TEST_F(SqliteStore, IsNotMadeByReading) {
  const auto absent = open_test_store(dir_, StoreAccess::Read);
  ASSERT_FALSE(absent);
  EXPECT_EQ(absent.error().kind, ErrorKind::NotFound);
  EXPECT_THAT(absent.error().message, HasSubstr(dir_));
  EXPECT_FALSE(fs::exists(dir_));

  fs::create_directory(dir_);
  ASSERT_EQ(::chmod(dir_.c_str(), 0700), 0);
  EXPECT_EQ(open_test_store(dir_, StoreAccess::Read).error().kind, ErrorKind::NotFound);
  EXPECT_TRUE(fs::is_empty(dir_));
}

TEST_F(SqliteStore, ReadsWhileAnotherWrites) {
  const auto writer = require_test_store(dir_);
  ASSERT_TRUE(append_one(*writer));
  const auto reader = require_test_store(dir_, StoreAccess::Read);
  EXPECT_FALSE(reader->begin());
  EXPECT_EQ(reader->head()->seq, 1u);

  const auto transaction = std::move(writer->begin().value());
  ASSERT_TRUE(transaction->append(test_draft()));
  EXPECT_EQ(reader->head()->seq, 1u);
  ASSERT_TRUE(transaction->commit(Durability::ProcessCrash));
  EXPECT_EQ(reader->head()->seq, 2u);
  EXPECT_EQ(verify_chain(*reader)->verified, 2u);
}

// --- What lasts --------------------------------------------------------------------------------------------

TEST_F(SqliteStore, FindsEverythingAgain) {
  const RunKey run(test_session());
  const ProcessIdentity owner{"a boot", 7, 9};
  Digest mac;
  {
    const auto store = require_test_store(dir_);
    const auto transaction = std::move(store->begin().value());
    ASSERT_TRUE(transaction->append(test_draft()));
    ASSERT_TRUE(transaction->append(test_draft("last")));
    ASSERT_TRUE(transaction->put_session_state(run, test_session(), {.suspension = Suspension::Suspended}, kTestTime));
    ASSERT_TRUE(transaction->put_request(test_request("a")));
    ASSERT_TRUE(transaction->open_execution(run, sha256("act"), 1, owner));
    ASSERT_TRUE(transaction->commit(Durability::ProcessCrash));
    mac = store->mac(sha256("x"));
  }
  for (const StoreAccess access : {StoreAccess::Read, StoreAccess::Write}) {
    const auto store = require_test_store(dir_, access);
    EXPECT_EQ(store->session_state(run)->suspension, Suspension::Suspended);
    EXPECT_THAT(*store->requests(), ::testing::ElementsAre(test_request("a")));
    EXPECT_EQ(store->runs()->front().running, 1u);
    EXPECT_EQ(verify_chain(*store)->verified, 2u);
    EXPECT_FALSE(verify_chain(*store)->fault);
    EXPECT_EQ(store->mac(sha256("x")), mac);
  }
  const auto store = require_test_store(dir_);
  EXPECT_EQ(std::move(store->begin().value())->open_executions()->front().owner, owner);
  EXPECT_EQ(append_one(*store), 3u);
}

TEST_F(SqliteStore, HasAKeyOfItsOwn) {
  const ScratchFolder other = test_folder();
  EXPECT_NE(require_test_store(dir_)->mac(sha256("x")), require_test_store(other.path())->mac(sha256("x")));
}

TEST_F(SqliteStore, KeepsItsFilesToItself) {
  const mode_t before = ::umask(0);
  const auto store = require_test_store(scratch_.path() + "/a/b");
  ASSERT_TRUE(append_one(*store));
  ::umask(before);
  EXPECT_EQ(fs::status(scratch_.path() + "/a").permissions(), fs::perms::owner_all);
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(scratch_.path() + "/a/b")) {
    names.push_back(entry.path().filename());
    EXPECT_EQ(entry.status().permissions(), fs::perms::owner_read | fs::perms::owner_write) << entry.path();
  }
  EXPECT_THAT(names, ::testing::UnorderedElementsAre("store.db", "store.db-wal", "store.db-shm", "write.lock"));
}

TEST_F(SqliteStore, LeavesNoFileOpenToAProgramThatIsStarted) {
  const auto store = require_test_store(dir_);
  ASSERT_TRUE(append_one(*store));
  int seen = 0;
  for (const auto& entry : fs::directory_iterator("/proc/self/fd")) {
    std::error_code gone;
    const std::string target = fs::read_symlink(entry.path(), gone);
    if (gone || !target.starts_with(dir_)) continue;
    ++seen;
    EXPECT_NE(::fcntl(std::stoi(entry.path().filename()), F_GETFD) & FD_CLOEXEC, 0) << target;
  }
  EXPECT_GE(seen, 4);
}

TEST_F(SqliteStore, MovesALongLogIntoTheDatabase) {
  const auto store = require_test_store(dir_);
  const auto empty_size = fs::file_size(file_);
  const std::string long_reason(8000, 'x');
  for (int i = 0; i < 1500; ++i) ASSERT_TRUE(append_one(*store, Durability::ProcessCrash, long_reason));
  EXPECT_GT(fs::file_size(file_), empty_size + (4u << 20));
  EXPECT_LT(fs::file_size(file_ + "-wal"), 24u << 20);
  EXPECT_EQ(verify_chain(*store)->verified, 1500u);
}

TEST_F(SqliteStore, ThreadsWithStoresOfTheirOwnShareOneChain) {
  ASSERT_TRUE(open_test_store(dir_));
  constexpr int kThreads = 4;
  constexpr int kEach = 50;
  std::vector<int> appended(kThreads, 0);
  {
    std::vector<std::jthread> threads;
    for (int& count : appended) {
      threads.emplace_back([&count, this] {
        const auto store = require_test_store(dir_);
        for (int i = 0; i < kEach; ++i) count += append_one(*store).has_value() ? 1 : 0;
      });
    }
  }
  EXPECT_EQ(appended, std::vector<int>(kThreads, kEach));
  const auto report = verify_chain(*require_test_store(dir_, StoreAccess::Read));
  ASSERT_TRUE(report);
  EXPECT_FALSE(report->fault);
  EXPECT_EQ(report->verified, std::uint64_t{kThreads * kEach});
}

TEST_F(SqliteStore, ShowsTheAuditToAShell) {
  ASSERT_TRUE(append_one(*require_test_store(dir_)));
  execute(
      "CREATE TEMP TABLE t(x INTEGER CHECK (x = 1));"
      "INSERT INTO t SELECT run = 'r-104' AND tool = 'send_email' AND decision = 'deny' AND seq = 1 FROM audit");
}

}  // namespace
}  // namespace yett
