// What reaches the disk and when, and what happens when the disk does not take it.

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sched.h>
#include <sqlite3.h>
#include <sys/mount.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <filesystem>
#include <fstream>

#include "os/files.h"
#include "store/store_fixture.h"
#include "store/verify_chain.h"

namespace {

std::atomic<int> syncs = 0;
std::atomic<int> sync_error = 0;   // an errno: every sync fails with it
std::atomic<int> write_error = 0;  // an errno: every write of SQLite fails with it

ssize_t counted_pwrite(int descriptor, const void* bytes, size_t size, off_t offset) {
  if (write_error == 0) return ::pwrite(descriptor, bytes, size, offset);
  errno = write_error;
  return -1;
}

}  // namespace

/// Takes the place of the C library's for the whole test program, SQLite included.
extern "C" int fdatasync(int descriptor) {
  ++syncs;
  if (sync_error == 0) return static_cast<int>(::syscall(SYS_fdatasync, descriptor));
  errno = sync_error;
  return -1;
}

namespace yett {
namespace {

using ::testing::HasSubstr;

class SqliteDisk : public ::testing::Test {
 protected:
  void SetUp() override {
    sqlite3_vfs* system = sqlite3_vfs_find(nullptr);
    for (const char* name : {"pwrite", "pwrite64"}) {
      system->xSetSystemCall(system, name, reinterpret_cast<sqlite3_syscall_ptr>(&counted_pwrite));
    }
  }
  void TearDown() override {
    sync_error = 0;
    write_error = 0;
    sqlite3_vfs* system = sqlite3_vfs_find(nullptr);
    system->xSetSystemCall(system, nullptr, nullptr);
  }

  /// A store that has to survive power loss; null, with the test skipped, where the folder for tests lies in memory.
  std::unique_ptr<Store> open_durable() {
    if (is_tmpfs(folder_.path())) return nullptr;
    return std::move(open_test_store(folder_.path(), StoreAccess::Write, Durability::PowerLoss).value());
  }

  /// How often one commit of a record syncs.
  static int syncs_of(Store& store, Durability durability) {
    const int before = syncs;
    EXPECT_TRUE(append_one(store, durability));
    return syncs - before;
  }

  ScratchFolder folder_ = test_folder();
};

#define REQUIRE_DURABLE(store)       \
  const auto store = open_durable(); \
  if (store == nullptr) GTEST_SKIP() << "the folder for tests lies in memory"

// --- When it is synced -------------------------------------------------------------------------------------

TEST_F(SqliteDisk, IsSyncedOnceWhenPowerLossMustBeSurvived) {
  REQUIRE_DURABLE(store);
  ASSERT_TRUE(append_one(*store, Durability::PowerLoss));  // the first one also syncs the log's header and folder
  for (const Durability durability : {Durability::PowerLoss, Durability::ProcessCrash, Durability::PowerLoss,
                                      Durability::PowerLoss, Durability::ProcessCrash, Durability::ProcessCrash}) {
    EXPECT_EQ(syncs_of(*store, durability), durability == Durability::PowerLoss ? 1 : 0);
  }
}

TEST_F(SqliteDisk, TheReceiptSaysWhatWasReached) {
  REQUIRE_DURABLE(store);
  for (const Durability durability : {Durability::PowerLoss, Durability::ProcessCrash}) {
    const auto transaction = std::move(store->begin().value());
    ASSERT_TRUE(transaction->append(test_draft()));
    EXPECT_EQ(transaction->commit(durability)->durability(), durability);
  }
}

TEST_F(SqliteDisk, IsNeverSyncedByACommitOfAStoreThatPromisesLess) {
  const auto store = require_test_store(folder_.path());
  ASSERT_TRUE(append_one(*store));
  EXPECT_EQ(syncs_of(*store, Durability::PowerLoss), 0);
  const auto transaction = std::move(store->begin().value());
  EXPECT_EQ(transaction->commit(Durability::PowerLoss)->durability(), Durability::ProcessCrash);
}

TEST_F(SqliteDisk, ACommitOfNothingIsSyncedToo) {
  REQUIRE_DURABLE(store);
  ASSERT_TRUE(append_one(*store, Durability::ProcessCrash));
  const int before = syncs;
  const auto transaction = std::move(store->begin().value());
  EXPECT_EQ(transaction->commit(Durability::PowerLoss)->last_seq(), 1u);
  EXPECT_EQ(syncs - before, 1) << "the receipt vouches for record 1, which was only handed to the kernel";
}

// --- When it cannot be synced ------------------------------------------------------------------------------

TEST_F(SqliteDisk, WithoutASyncThereIsNoReceiptAndNothingMoreIsBegun) {
  REQUIRE_DURABLE(store);
  ASSERT_TRUE(append_one(*store, Durability::PowerLoss));
  sync_error = EIO;
  const auto failed = append_one(*store, Durability::PowerLoss);
  ASSERT_FALSE(failed);
  EXPECT_EQ(failed.error().kind, ErrorKind::Store);
  EXPECT_THAT(failed.error().message, HasSubstr("disk"));
  sync_error = 0;
  EXPECT_FALSE(append_one(*store, Durability::PowerLoss)) << "a sync that succeeds later proves nothing";
  EXPECT_FALSE(append_one(*store, Durability::ProcessCrash));
  const auto report = verify_chain(*store);
  ASSERT_TRUE(report) << "it can still be read";
  EXPECT_FALSE(report->fault);
}

TEST_F(SqliteDisk, OthersMayWriteWhileACommitWaitsForTheDisk) {
  REQUIRE_DURABLE(store);
  ASSERT_TRUE(append_one(*store, Durability::PowerLoss));  // SQLite itself syncs the header of a new log
  sync_error = EIO;  // the commit ends without its receipt, and its transaction is still there
  const auto transaction = std::move(store->begin().value());
  ASSERT_TRUE(transaction->append(test_draft()));
  ASSERT_FALSE(transaction->commit(Durability::PowerLoss));
  EXPECT_EQ(append_one(*require_test_store(folder_.path())), 3u);
}

// --- When it cannot be written -----------------------------------------------------------------------------

TEST_F(SqliteDisk, AFullDiskFailsTheCommitAndKeepsWhatWasThere) {
  const auto store = require_test_store(folder_.path());
  ASSERT_TRUE(append_one(*store));
  for (const int error : {ENOSPC, EDQUOT}) {
    write_error = error;
    const auto failed = append_one(*store);
    ASSERT_FALSE(failed);
    EXPECT_EQ(failed.error().kind, ErrorKind::Store);
    EXPECT_THAT(failed.error().message, HasSubstr("is full"));
    write_error = 0;
    EXPECT_EQ(verify_chain(*store)->verified, 1u);
  }
  EXPECT_EQ(append_one(*store), 2u) << "it goes on when there is room again";
  EXPECT_FALSE(verify_chain(*store)->fault);
}

TEST_F(SqliteDisk, AFailingDiskFailsTheCommit) {
  const auto store = require_test_store(folder_.path());
  write_error = EIO;
  const auto failed = append_one(*store);
  ASSERT_FALSE(failed);
  EXPECT_EQ(failed.error().kind, ErrorKind::Store);
  EXPECT_THAT(failed.error().message, HasSubstr("fails: Input/output error"));
}

TEST_F(SqliteDisk, AStoreIsNotMadeOnAFullDisk) {
  write_error = ENOSPC;
  const auto refused = open_test_store(folder_.path());
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().kind, ErrorKind::Store);
  EXPECT_THAT(refused.error().message, HasSubstr("is full"));
}

/// Fills a real file system; the exit code tells what went wrong (kCannotMount: it could not be tried).
constexpr int kCannotMount = 77;
int fill_a_disk(const std::string& folder) {
  if (unshare(CLONE_NEWNS) != 0 || mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0 ||
      mount("none", folder.c_str(), "tmpfs", 0, "size=400k,mode=0700") != 0) {
    return kCannotMount;
  }
  std::ofstream(folder + "/ballast") << std::string(100'000, 'x') << std::flush;
  const auto store = require_test_store(folder);
  std::uint64_t written = 0;
  Result<std::uint64_t> last = 0;
  while ((last = append_one(*store)) && written < 10'000) written = *last;
  if (last) return 1;
  if (last.error().message.find("is full") == std::string::npos) return 2;
  const auto report = verify_chain(*store);
  if (!report || report->fault || report->verified != written) return 3;
  std::filesystem::remove(folder + "/ballast");
  if (append_one(*store) != written + 1) return 4;
  return 0;
}

TEST_F(SqliteDisk, ARealFullDiskLosesNothing) {
  const pid_t child = fork();
  if (child == 0) _exit(fill_a_disk(folder_.path()));
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  ASSERT_TRUE(WIFEXITED(status));
  if (WEXITSTATUS(status) == kCannotMount) GTEST_SKIP() << "only root can mount a small file system";
  EXPECT_EQ(WEXITSTATUS(status), 0);
}

/// Opens a store as a user who may not write it: 0 when the message says so.
int open_as_nobody(const std::string& folder, const char* what) {
  if (setgid(65534) != 0 || setuid(65534) != 0) return kCannotMount;
  const auto refused = open_test_store(folder);
  return !refused && refused.error().message.find(what) != std::string::npos ? 0 : 1;
}

TEST_F(SqliteDisk, AFileThatCannotBeWrittenIsNotOpenedForWriting) {
  if (geteuid() != 0) GTEST_SKIP() << "only root can become another user";
  ASSERT_TRUE(open_test_store(folder_.path()));
  for (const char* name : {"", "/store.db", "/write.lock"}) {
    ASSERT_EQ(chown((folder_.path() + name).c_str(), 65534, 65534), 0);
  }
  const auto exit_code_of = [&](const char* what) {
    const pid_t child = fork();
    if (child == 0) _exit(open_as_nobody(folder_.path(), what));
    int status = 0;
    waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  };
  ASSERT_EQ(chmod((folder_.path() + "/store.db").c_str(), 0400), 0);
  EXPECT_EQ(exit_code_of("cannot be written"), 0);
  ASSERT_EQ(chmod((folder_.path() + "/store.db").c_str(), 0600), 0);
  ASSERT_EQ(chmod(folder_.path().c_str(), 0500), 0);
  EXPECT_EQ(exit_code_of(folder_.path().c_str()), 0);
}

}  // namespace
}  // namespace yett
