// The guard between real pipes and a real process. The client is a thread of the test that only ever waits for lines,
// so nothing here depends on how fast anything is.
#include "guard/guard_loop.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <functional>
#include <string>
#include <thread>
#include <vector>

#include "guard/guard_fixture.h"

namespace yett {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

/// The client's ends of the two pipes: blocking, as a simple client would have them.
class Client {
 public:
  Client(FileDescriptor input, FileDescriptor output) : to_guard_(std::move(input)), from_guard_(std::move(output)) {}

  void say(std::string line) {
    line += '\n';
    for (std::string_view left = line; !left.empty();) {
      const ssize_t written = write(to_guard_.get(), left.data(), left.size());
      if (written <= 0) return;
      left.remove_prefix(static_cast<std::size_t>(written));
    }
  }
  /// The next line; empty when no more will come.
  std::string hear() {
    while (true) {
      if (const std::size_t end = buffer_.find('\n'); end != std::string::npos) {
        std::string line = buffer_.substr(0, end);
        buffer_.erase(0, end + 1);
        return line;
      }
      std::array<char, 4096> bytes;
      const ssize_t count = read(from_guard_.get(), bytes.data(), bytes.size());
      if (count <= 0) return {};
      buffer_.append(bytes.data(), static_cast<std::size_t>(count));
    }
  }
  void stop_talking() { to_guard_.reset(); }
  void stop_listening() { from_guard_.reset(); }

 private:
  FileDescriptor to_guard_;
  FileDescriptor from_guard_;
  std::string buffer_;
};

std::pair<FileDescriptor, FileDescriptor> make_pipe() {
  std::array<int, 2> ends{};
  if (pipe(ends.data()) != 0) throw std::runtime_error("no pipe");
  return {FileDescriptor(ends[0]), FileDescriptor(ends[1])};
}

/// Reads as many lines as the guard sends before it goes on.
constexpr std::string_view kReady = R"sh(
  read line; echo '{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"Method not found"}}'
  read line; echo '{"jsonrpc":"2.0","id":2,"result":{"protocolVersion":"2025-11-25","capabilities":{"tools":{}}}}'
  read line; read line; echo '{"jsonrpc":"2.0","id":3,"result":{"tools":[{"name":"read_ticket"},{"name":"send_email"}]}}'
)sh";

class GuardLoopTest : public testing::Test {
 protected:
  void SetUp() override { ignore_broken_pipes(); }

  /// Runs the loop in front of a shell script while `client` talks to it, until the loop is over.
  GuardEnd run(const std::string& script, std::function<void(Client&)> client) {
    Gate gate = world_.make_gate();
    required(gate.open());
    std::vector<ServerProcess> servers;
    const SpawnRequest command{.argv = {"/bin/sh", "-c", script}, .env = {}, .cwd = {}};
    servers.push_back({.name = "office", .process = RunningServer(required(spawn(command)))});
    if (may_start_again_)
      servers.back().start_again = [command]() -> Result<RunningServer> {
        return RunningServer(required(spawn(command)));
      };
    Bell bell = required(Bell::open(world_.folder.path()));
    BellListener listener = required(bell.listen());
    auto [guard_in, client_out] = make_pipe();
    auto [client_in, guard_out] = make_pipe();
    const NonBlockingMode in_mode = required(NonBlockingMode::set(guard_in.get()));
    const NonBlockingMode out_mode = required(NonBlockingMode::set(guard_out.get()));
    McpGuard guard(gate, world_.clock, {.version = "0.0.0"}, review_of(world_));
    GuardLoop loop(
        guard, world_.clock, servers, listener, nullptr, {guard_in.get(), guard_out.get()},
        [this](std::string_view, std::string_view line) { told_.emplace_back(line); }, [] {});

    Client ends(std::move(client_out), std::move(client_in));
    std::jthread talker([&ends, &client] { client(ends); });
    const GuardEnd end = required(loop.run());
    guard_out.reset();
    guard_in.reset();
    talker.join();
    gate.close();
    return end;
  }

  std::vector<std::string> words(std::string_view kind) {
    std::vector<std::string> all;
    for (const Json& record : world_.records(kind)) all.push_back(*record.find("decision")->as_string());
    return all;
  }

  bool may_start_again_ = false;
  GateWorld world_{StoreKind::Sqlite};
  std::vector<std::string> told_;
};

const std::string kInitialize =
    R"({"jsonrpc":"2.0","id":"i","method":"initialize","params":{"protocolVersion":"2025-11-25"}})";
const std::string kRead = GuardWorld::call_line(7, call_of("read_ticket", R"({"id":"T-1"})"));
const std::string kMail = GuardWorld::call_line(8, mail_call(), "token");

TEST_F(GuardLoopTest, CarriesACallThereAndItsResultBack) {
  std::vector<std::string> heard;
  const GuardEnd end = run(std::string(kReady) + R"sh(
      read line; echo '{"jsonrpc":"2.0","id":4,"result":{"content":[],"n":12345678901234567890}}'
      read line)sh",
                           [&](Client& client) {
                             client.say(kInitialize);
                             heard.push_back(client.hear());
                             client.say(kRead);
                             heard.push_back(client.hear());
                             client.stop_talking();
                             heard.push_back(client.hear());
                           });
  EXPECT_EQ(end, GuardEnd::ClientClosed);
  EXPECT_THAT(heard, ElementsAre(HasSubstr(R"("id":"i","result")"),
                                 R"({"jsonrpc":"2.0","id":7,"result":{"content":[],"n":12345678901234567890}})", ""));
  EXPECT_THAT(words("outcome"), ElementsAre("executed"));
  EXPECT_THAT(words("session"), ElementsAre("opened", "closed"));
}

TEST_F(GuardLoopTest, ACallThatWaitsIsCancelledWhenItsClientHangsUp) {
  const GuardEnd end = run(std::string(kReady) + "read line", [&](Client& client) {
    client.say(kMail);
    EXPECT_THAT(client.hear(), HasSubstr("waiting for approval"));
    client.stop_talking();
  });
  EXPECT_EQ(end, GuardEnd::ClientClosed);
  EXPECT_THAT(words("decision"), ElementsAre("confirm"));
  EXPECT_THAT(words("approval"), ElementsAre("cancelled"));
  EXPECT_THAT(words("outcome"), IsEmpty());
}

TEST_F(GuardLoopTest, ACallThatWaitsRunsWhenAnotherProcessApprovesIt) {
  std::string result;
  run(std::string(kReady) + R"sh(
      read line; echo '{"jsonrpc":"2.0","id":4,"result":{"content":[]}}'
      read line)sh",
      [&](Client& client) {
        client.say(kMail);
        (void)client.hear();
        {
          // Its own connection to the store, as `yett approve` has one.
          const std::unique_ptr<Store> store = open_store_for_test(StoreKind::Sqlite, world_.folder.path());
          const ApprovalRequest asked = required(store->requests()).at(0);
          const auto transaction = required(store->begin());
          required(transaction->put_request(required(
              answered(asked, {.answer = Answer::Approve, .by = "olga", .at = kOfficeHours, .signature = {}}))));
          required(transaction->commit(Durability::ProcessCrash));
          required(required(Bell::open(world_.folder.path())).ring());
        }
        result = client.hear();
        client.stop_talking();
      });
  EXPECT_EQ(result, R"({"jsonrpc":"2.0","id":8,"result":{"content":[]}})");
  EXPECT_THAT(words("outcome"), ElementsAre("executed"));
}

TEST_F(GuardLoopTest, AServerThatExitsAtOnceIsTold) {
  std::vector<std::string> heard;
  const GuardEnd end = run("read line; echo 'no licence' >&2; exit 3", [&](Client& client) {
    client.say(kInitialize);
    heard.push_back(client.hear());
    heard.push_back(client.hear());
  });
  EXPECT_EQ(end, GuardEnd::ServerEnded);
  EXPECT_THAT(told_, ElementsAre("no licence", "the server office exited with code 3"));
  // When the server was quicker than the client there was nobody left to answer.
  for (const std::string& line : heard) {
    if (line.empty()) continue;
    EXPECT_THAT(line, HasSubstr("the server office exited with code 3"));
  }
}

/// Some servers take a first message that is no initialize for the end of the conversation.
TEST_F(GuardLoopTest, AServerThatEndsAtTheFirstQuestionIsStartedOnceMore) {
  may_start_again_ = true;
  std::string reply;
  const GuardEnd end = run(R"sh(read line; case "$line" in *server/discover*) echo no >&2; exit 1;; esac
    echo '{"jsonrpc":"2.0","id":2,"result":{"protocolVersion":"2025-11-25","capabilities":{"tools":{}}}}'
    read line; read line; echo '{"jsonrpc":"2.0","id":3,"result":{"tools":[{"name":"read_ticket"}]}}'; while read line; do :; done)sh",
                           [&](Client& client) {
                             client.say(kInitialize);
                             reply = client.hear();
                             client.stop_talking();
                           });
  EXPECT_EQ(end, GuardEnd::ClientClosed);
  EXPECT_THAT(reply, HasSubstr(R"("result")"));
  EXPECT_THAT(told_, ElementsAre("no"));
}

TEST_F(GuardLoopTest, AServerThatEndsEachTimeIsNotStartedAThirdTime) {
  may_start_again_ = true;
  const GuardEnd end = run("echo started >&2; read line; exit 3", [&](Client& client) {
    client.say(kInitialize);
    while (!client.hear().empty()) continue;
  });
  EXPECT_EQ(end, GuardEnd::ServerEnded);
  EXPECT_THAT(told_, ElementsAre("started", "started", "the server office exited with code 3"));
}

TEST_F(GuardLoopTest, AServerThatRefusesToInitializeIsEnded) {
  std::string reply;
  const GuardEnd end = run(R"(read line; echo '{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":"no"}}'
                             read line; echo '{"jsonrpc":"2.0","id":2,"error":{"code":1,"message":"no"}}'; exec cat)",
                           [&](Client& client) {
                             client.say(kInitialize);
                             reply = client.hear();
                             // The loop ends by itself: the client has not hung up.
                             (void)client.hear();
                           });
  EXPECT_EQ(end, GuardEnd::ServerEnded);
  // When the server was quicker than the client there was nobody left to answer.
  EXPECT_THAT(reply, testing::AnyOf(IsEmpty(), HasSubstr("refused to initialize")));
}

TEST_F(GuardLoopTest, AServerThatDiesInACallLeavesItUnknown) {
  std::string reply;
  const GuardEnd end = run(std::string(kReady) + "read line; kill -9 $$", [&](Client& client) {
    client.say(kRead);
    reply = client.hear();
  });
  EXPECT_EQ(end, GuardEnd::ServerEnded);
  EXPECT_THAT(reply, HasSubstr(R"("id":7,"error")"));
  EXPECT_THAT(reply, HasSubstr("whether this call had an effect is unknown"));
  EXPECT_THAT(words("outcome"), ElementsAre("unknown"));
}

TEST_F(GuardLoopTest, ALastAnswerOfTheServerCounts) {
  std::string reply;
  run(std::string(kReady) + R"sh(read line; echo '{"jsonrpc":"2.0","id":4,"result":{"content":[]}}'; exit 0)sh",
      [&](Client& client) {
        client.say(kRead);
        reply = client.hear();
      });
  EXPECT_EQ(reply, R"({"jsonrpc":"2.0","id":7,"result":{"content":[]}})");
  EXPECT_THAT(words("outcome"), ElementsAre("executed"));
}

TEST_F(GuardLoopTest, AClientThatDoesNotListenAnyMoreIsTheEnd) {
  const GuardEnd end = run(std::string(kReady) + "read line", [&](Client& client) {
    client.stop_listening();
    client.say(kInitialize);
  });
  EXPECT_EQ(end, GuardEnd::ClientClosed);
}

/// As in `printf … | yett mcp …`: what was asked before the end of the input is still answered.
TEST_F(GuardLoopTest, AClientThatOnlyStoppedTalkingHearsItsAnswers) {
  std::vector<std::string> heard;
  run(std::string(kReady) + R"sh(
      read line; echo '{"jsonrpc":"2.0","id":4,"result":{"content":[]}}'
      read line)sh",
      [&](Client& client) {
        client.say(kInitialize);
        client.say(kRead);
        client.stop_talking();
        heard.push_back(client.hear());
        heard.push_back(client.hear());
      });
  EXPECT_THAT(heard, ElementsAre(HasSubstr(R"("id":"i","result")"), HasSubstr(R"("id":7,"result")")));
}

TEST_F(GuardLoopTest, AServerWhoseLineNeverEndsIsEnded) {
  const GuardEnd end = run(std::string(kReady) + "exec tr '\\0' a < /dev/zero", [&](Client& client) {
    client.say(kRead);
    EXPECT_THAT(client.hear(), HasSubstr(R"("id":7,"error")"));
  });
  EXPECT_EQ(end, GuardEnd::ServerEnded);
  EXPECT_THAT(told_, Contains(HasSubstr("64 MiB")));
  EXPECT_THAT(words("protocol"), Contains("server_message_too_long"));
}

}  // namespace
}  // namespace yett
