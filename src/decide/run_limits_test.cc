// session.limit: what a run may use (docs/policy.md, [limits]). How calls are counted is tested beside RunTally.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "decide/office_fixture.h"

namespace yett {
namespace {

using testing::ElementsAre;
using enum RuleId;

const ToolCall& read_call() {
  static const ToolCall kCall = call_of("read_ticket", R"({"id":"T-1"})");
  return kCall;
}

Office used(RunTally tally, RunLimits limits = {}) {
  Office office;
  office.state.tally = std::move(tally);
  office.policy.limits = limits;
  return office;
}

std::int64_t this_minute() { return std::chrono::floor<std::chrono::minutes>(kOfficeHours).time_since_epoch().count(); }

TEST(SessionLimit, OfCallsAMinute) {
  for (const auto& [calls, rule] :
       {std::pair(0u, DefaultAllow), {599u, DefaultAllow}, {600u, SessionLimit}, {601u, SessionLimit}}) {
    const Decision decision =
        used({.minute = this_minute(), .calls_this_minute = calls, .denials = {}}).judge(read_call());
    EXPECT_EQ(decision.rule(), rule) << calls;
    if (rule == SessionLimit) {
      EXPECT_EQ(decision.deciding.subject.text, "calls_per_minute");
    }
  }
}

TEST(SessionLimit, OfCallsAMinuteEndsWithTheMinute) {
  Office office = used({.minute = this_minute(), .calls_this_minute = 600, .denials = {}});
  office.now = kOfficeHours + std::chrono::minutes(1);
  EXPECT_EQ(office.judge(read_call()).rule(), SessionLimit) << "all of them may lie within the last minute";
  office.now = kOfficeHours + std::chrono::minutes(1) + std::chrono::seconds(1);
  EXPECT_EQ(office.judge(read_call()).rule(), DefaultAllow);
}

TEST(SessionLimit, OfResultBytes) {
  constexpr std::uint64_t kMost = std::uint64_t{32} << 20;
  for (const auto& [bytes, rule] :
       {std::pair(kMost - 1, DefaultAllow), {kMost, SessionLimit}, {kMost + 1, SessionLimit}}) {
    const Decision decision = used({.result_bytes = bytes, .denials = {}}).judge(read_call());
    EXPECT_EQ(decision.rule(), rule) << bytes;
    if (rule == SessionLimit) {
      EXPECT_EQ(decision.deciding.subject.text, "result_bytes");
    }
  }
}

/// Whether sends_per_run stops a call of the office's tool, or not.
TEST(SessionLimit, OfSendsStopsSendsAndNothingElse) {
  const std::vector<std::string> sends = {"call_webhook", "notify",     "send_email", "save_report",
                                          "invite",       "open_issue", "pay"};
  for (const ToolCall& call : good_calls()) {
    const bool is_send = std::ranges::find(sends, call.tool) != sends.end();
    EXPECT_NE(used({.sends = 199, .denials = {}}).judge(call).rule(), SessionLimit) << call.tool;
    for (const std::uint64_t count : {200u, 201u}) {
      const Decision decision = used({.sends = count, .denials = {}}).judge(call);
      EXPECT_EQ(decision.rule() == SessionLimit, is_send) << call.tool;
      if (is_send) {
        EXPECT_EQ(decision.deciding.subject.text, "sends_per_run") << call.tool;
      }
    }
  }
}

TEST(SessionLimit, OfNoSendsAtAllStopsTheFirst) {
  const Office office = used({.denials = {}}, {.sends_per_run = 0});
  EXPECT_EQ(office.judge("notify", R"({"to":"bo@office.example"})").rule(), SessionLimit);
  EXPECT_EQ(office.judge(read_call()).rule(), DefaultAllow);
}

TEST(SessionLimit, IsThePolicys) {
  const RunTally tally{.minute = this_minute(), .calls_this_minute = 3, .result_bytes = 3, .denials = {}};
  EXPECT_EQ(used(tally, {.calls_per_minute = 3}).judge(read_call()).rule(), SessionLimit);
  EXPECT_EQ(used(tally, {.result_bytes = 3}).judge(read_call()).rule(), SessionLimit);
  EXPECT_EQ(used(tally, {.calls_per_minute = 4, .result_bytes = 4}).judge(read_call()).rule(), DefaultAllow);
}

/// A stopped run asks nobody what a call meant.
TEST(SessionLimit, StandsBeforeEverythingThatIsKnownOfTheCall) {
  const Office office = used({.result_bytes = std::uint64_t{1} << 40, .denials = {}});
  EXPECT_EQ(office.judge("no_such_tool", "{}").rule(), SessionLimit);
  EXPECT_EQ(office.judge(ToolCall{}).rule(), SessionLimit);
  for (const ToolCall& call : good_calls()) EXPECT_EQ(office.judge(call).rule(), SessionLimit) << call.tool;
}

TEST(SessionLimit, NamesEachLimitOnce) {
  Office office = used({.minute = this_minute(),
                        .calls_this_minute = 600,
                        .sends = 200,
                        .result_bytes = std::uint64_t{32} << 20,
                        .denials = {}});
  EXPECT_THAT(rules_of(office.judge("notify", R"({"to":"bo@office.example"})")), ElementsAre(SessionLimit));
}

}  // namespace
}  // namespace yett
