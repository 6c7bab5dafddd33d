// Several processes at one store, and processes that die in the middle of it.

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <vector>

#include "decide/engine.h"
#include "store/store_fixture.h"
#include "store/verify_chain.h"

namespace yett {
namespace {

/// A forked process. SQLite must not be carried over a fork, so no test has a store open when it starts one.
class Child {
 public:
  /// Runs `act`, whose result is the exit code; it gets the end of a pipe on which to say that it is ready.
  explicit Child(const std::function<int(int ready)>& act) {
    int ends[2] = {-1, -1};
    if (pipe(ends) != 0) std::abort();
    pid_ = fork();
    if (pid_ == 0) {
      close(ends[0]);
      _exit(act(ends[1]));
    }
    close(ends[1]);
    ready_ = ends[0];
  }
  ~Child() {
    if (pid_ > 0) kill_now();
    close(ready_);
  }
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  void wait_until_ready() const {
    char byte = 0;
    ASSERT_EQ(read(ready_, &byte, 1), 1) << "the process ended early";
  }
  int exit_code() {
    int status = 0;
    waitpid(std::exchange(pid_, -1), &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }
  void kill_now() {
    kill(pid_, SIGKILL);
    waitpid(std::exchange(pid_, -1), nullptr, 0);
  }

 private:
  pid_t pid_ = -1;
  int ready_ = -1;
};

void say_ready(int ready) {
  if (write(ready, "r", 1) != 1) _exit(9);
}

/// Sits there until it is killed.
[[noreturn]] void stay() {
  for (;;) pause();
}

class SqliteProcesses : public ::testing::Test {
 protected:
  void SetUp() override { ASSERT_TRUE(open_test_store(dir_)); }

  /// A process that leaves this much behind in an open transaction.
  int leave_half_a_transaction(int ready) const {
    const auto store = require_test_store(dir_);
    const auto transaction = std::move(store->begin().value());
    // More than SQLite's page cache holds, so that a part lies in the log already.
    for (int i = 0; i < 4000; ++i) {
      if (!transaction->append(test_draft(std::string(1000, 'x')))) return 1;
    }
    if (!transaction->put_request(test_request("half"))) return 1;
    say_ready(ready);
    stay();
  }

  void expect_sound(std::uint64_t length) const {
    const auto report = verify_chain(*require_test_store(dir_, StoreAccess::Read));
    ASSERT_TRUE(report) << report.error().to_string();
    EXPECT_FALSE(report->fault) << report->fault->seq << ": " << report->fault->what;
    EXPECT_EQ(report->verified, length);
  }

  ScratchFolder folder_ = test_folder();
  std::string dir_ = folder_.path();
};

TEST_F(SqliteProcesses, AppendToOneChainWithoutAGap) {
  // `make soak` writes some hundred thousand.
  const char* soak = std::getenv("YETT_SOAK");  // NOLINT(concurrency-mt-unsafe): nothing here sets a variable
  const std::uint64_t each = soak != nullptr && *soak != '\0' ? 100'000 : 200;
  const auto append_many = [&](int) {
    const auto store = require_test_store(dir_);
    for (std::uint64_t i = 0; i < each; ++i) {
      if (!append_one(*store)) return 1;
    }
    return 0;
  };
  const auto began = std::chrono::steady_clock::now();
  Child first(append_many);
  Child second(append_many);
  Child third(append_many);
  Child fourth(append_many);
  EXPECT_EQ(first.exit_code(), 0);
  EXPECT_EQ(second.exit_code(), 0);
  EXPECT_EQ(third.exit_code(), 0);
  EXPECT_EQ(fourth.exit_code(), 0);
  const std::chrono::duration<double> gone = std::chrono::steady_clock::now() - began;
  if (each > 200) fmt::print("{:.0f} records/s\n", static_cast<double>(4 * each) / gone.count());
  expect_sound(4 * each);
}

TEST_F(SqliteProcesses, MakeOneStoreWhenTheyStartTogether) {
  const ScratchFolder fresh = test_folder();
  const auto start = [&](int) { return append_one(*require_test_store(fresh.path())).has_value() ? 0 : 1; };
  {
    Child first(start);
    Child second(start);
    Child third(start);
    EXPECT_EQ(first.exit_code(), 0);
    EXPECT_EQ(second.exit_code(), 0);
    EXPECT_EQ(third.exit_code(), 0);
  }
  EXPECT_EQ(verify_chain(*require_test_store(fresh.path()))->verified, 3u);
}

TEST_F(SqliteProcesses, OneThatDiedWhileItMadeTheStoreIsNotInTheWay) {
  const ScratchFolder fresh = test_folder();
  // As much as may be left behind: of the database nothing, a part of it, its log.
  for (const char* left : {"store.db.new", "store.db.new-wal", "store.db.new-shm", "store.db.new-journal"}) {
    std::ofstream(fresh.path() + "/" + left) << "SQLite format 3";
  }
  const auto store = open_test_store(fresh.path());
  ASSERT_TRUE(store) << store.error().to_string();
  EXPECT_EQ(append_one(**store), 1u);
  EXPECT_FALSE(std::filesystem::exists(fresh.path() + "/store.db.new"));
}

TEST_F(SqliteProcesses, OneOfThemConsumesAnApproval) {
  {
    ApprovalRequest request =
        answered(test_request("a"), {.answer = Answer::Approve, .by = "ben", .at = kTestTime, .signature = {}}).value();
    const auto store = require_test_store(dir_);
    const auto transaction = std::move(store->begin().value());
    ASSERT_TRUE(transaction->put_request(request));
    ASSERT_TRUE(transaction->commit(Durability::ProcessCrash));
  }
  const auto try_to_consume = [&](int) {
    const auto store = require_test_store(dir_);
    const auto transaction = std::move(store->begin().value());
    const auto request = transaction->find_request(RunKey(test_session()), sha256("shown"));
    if (!request || !*request) return 2;
    const auto after = consumed(**request, {.binding = sha256("shown"),
                                            .rules = test_request("a").rules,
                                            .now = kTestTime,
                                            .checks = Engine::strict().approval_checks});
    if (!after) return 1;
    return transaction->put_request(*after) && transaction->commit(Durability::ProcessCrash) ? 0 : 2;
  };
  std::vector<std::unique_ptr<Child>> children;
  for (int i = 0; i < 8; ++i) children.push_back(std::make_unique<Child>(try_to_consume));
  std::vector<int> codes;
  for (const auto& child : children) codes.push_back(child->exit_code());
  EXPECT_THAT(codes, ::testing::UnorderedElementsAre(0, 1, 1, 1, 1, 1, 1, 1));
}

TEST_F(SqliteProcesses, AKilledOneLeavesNothingOfItsTransaction) {
  Child child([&](int ready) { return leave_half_a_transaction(ready); });
  child.wait_until_ready();
  child.kill_now();
  expect_sound(0);
  EXPECT_THAT(*require_test_store(dir_, StoreAccess::Read)->requests(), ::testing::IsEmpty());
  EXPECT_EQ(append_one(*require_test_store(dir_)), 1u);
  expect_sound(1);
}

TEST_F(SqliteProcesses, AKilledOneLosesNothingThatItHadCommitted) {
  Child child([&](int ready) {
    const auto store = require_test_store(dir_);
    for (int i = 0; i < 20; ++i) {
      if (!append_one(*store)) return 1;
    }
    say_ready(ready);
    stay();
  });
  child.wait_until_ready();
  child.kill_now();
  expect_sound(20);  // opened for reading first: the log of the dead process is read without its help
  EXPECT_EQ(append_one(*require_test_store(dir_)), 21u);
}

TEST_F(SqliteProcesses, AWaitingWriterGoesOnWhenTheHolderIsKilled) {
  Child holder([&](int ready) { return leave_half_a_transaction(ready); });
  holder.wait_until_ready();
  Child waiting([&](int ready) {
    const auto store = open_test_store(dir_);  // opening takes the writer lock too
    say_ready(ready);
    return store && append_one(**store) == 1u ? 0 : 1;
  });
  holder.kill_now();
  EXPECT_EQ(waiting.exit_code(), 0);
  expect_sound(1);
}

TEST_F(SqliteProcesses, ReadersDoNotWaitForAWriter) {
  Child holder([&](int ready) { return leave_half_a_transaction(ready); });
  holder.wait_until_ready();
  expect_sound(0);
}

}  // namespace
}  // namespace yett
