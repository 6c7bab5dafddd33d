// Many gates of one run, in threads and in processes, that hold the same approved call: one of them runs it.
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <barrier>
#include <numeric>
#include <thread>
#include <vector>

#include "gate/gate_fixture.h"
#include "store/verify_chain.h"

namespace yett {
namespace {

/// The same run in a gate with a store of its own on the same folder.
class Contestant {
 public:
  Contestant(const GateWorld& world, std::uint64_t number)
      : world_(world),
        entropy_(1'000'000 * number),
        store_(required(open_sqlite_store({.dir = world.folder.path(),
                                           .access = StoreAccess::Write,
                                           .durability = Durability::ProcessCrash,
                                           .entropy = &entropy_}))),
        gate_({.engine = GateEngine::strict(),
               .policy = std::make_shared<const Policy>(world.office.policy),
               .session = world.office.session,
               .servers = {"office"},
               .store = *store_,
               .clock = world.clock,
               .entropy = entropy_,
               .cards = CardFolder(world.cards),
               .self = world.self,
               .resolve = world.resolve,
               .sealed = world.office.sealed}) {
    required(gate_.open());
  }

  /// Sends the call and, where it was held, looks once more; whether it may run.
  bool runs_it(const std::string& request) {
    Ruling ruling = submit_one(gate_, mail_call());
    if (const auto* held = std::get_if<Held>(&ruling); held != nullptr && held->call.request_id == request) {
      ruling = look_again(gate_, held->call);
    }
    return std::holds_alternative<Released>(ruling);
  }

 private:
  const GateWorld& world_;
  CountingEntropy entropy_;
  std::unique_ptr<Store> store_;
  Gate gate_;
};

class GateContest : public testing::Test {
 protected:
  /// A call that waits, approved; the id of its request.
  std::string approved_call() {
    Gate gate = world_.make_gate();
    required(gate.open());
    const HeldCall held = held_call(submit_one(gate, mail_call()));
    world_.answer(held.request_id, Answer::Approve);
    return held.request_id;
  }

  void expect_used_once(const std::string& request) {
    EXPECT_EQ(world_.request(request).state, RequestState::Consumed);
    const std::vector<Json> decisions = world_.records("decision");
    EXPECT_EQ(std::ranges::count_if(decisions, [](const Json& one) { return *one.find("decision") == Json("allow"); }),
              1);
    const auto report = required(verify_chain(*world_.store));
    EXPECT_FALSE(report.fault);
  }

  GateWorld world_{StoreKind::Sqlite};
};

/// As reported at openclaw PR#24826: an approval that counted again in the window after its use.
TEST_F(GateContest, OfThirtyTwoThreadsOneRunsWhatWasApprovedOnce) {
  constexpr int kThreads = 32;
  const std::string request = approved_call();
  std::barrier start(kThreads);
  std::vector<int> ran(kThreads, 0);
  {
    std::vector<std::jthread> threads;
    for (int i = 0; i < kThreads; ++i) {
      threads.emplace_back([&, i] {
        Contestant contestant(world_, static_cast<std::uint64_t>(i) + 2);
        start.arrive_and_wait();
        ran[static_cast<std::size_t>(i)] = contestant.runs_it(request) ? 1 : 0;
      });
    }
  }
  EXPECT_EQ(std::accumulate(ran.begin(), ran.end(), 0), 1);
  expect_used_once(request);
}

TEST_F(GateContest, OfEightProcessesOneRunsWhatWasApprovedOnce) {
  constexpr int kProcesses = 8;
  const std::string request = approved_call();
  // SQLite must not be carried over a fork: the store is opened again behind it.
  world_.store.reset();
  int go[2] = {-1, -1};
  ASSERT_EQ(::pipe(go), 0);
  std::vector<pid_t> children;
  for (int i = 0; i < kProcesses; ++i) {
    const pid_t child = ::fork();
    if (child == 0) {
      ::close(go[1]);
      int code = 2;
      try {
        Contestant contestant(world_, static_cast<std::uint64_t>(i) + 2);
        char end = 0;
        (void)!::read(go[0], &end, 1);  // until all have been started
        code = contestant.runs_it(request) ? 1 : 0;
      } catch (const std::exception&) {
        code = 2;
      }
      ::_exit(code);
    }
    children.push_back(child);
  }
  ::close(go[0]);
  ::close(go[1]);
  int ran = 0;
  for (const pid_t child : children) {
    int status = 0;
    ::waitpid(child, &status, 0);
    ASSERT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) < 2);
    ran += WEXITSTATUS(status);
  }
  EXPECT_EQ(ran, 1);
  world_.store = open_store_for_test(StoreKind::Sqlite, world_.folder.path());
  expect_used_once(request);
}

}  // namespace
}  // namespace yett
