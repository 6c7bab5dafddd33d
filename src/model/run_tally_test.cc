#include "model/run_tally.h"

#include <gtest/gtest.h>

#include <chrono>
#include <vector>

#include "model/tool.h"

namespace yett {
namespace {

using std::chrono::hours;
using std::chrono::minutes;
using std::chrono::seconds;

constexpr TimePoint kNine = std::chrono::sys_days{std::chrono::year{2026} / 12 / 1} + hours(9);
constexpr Duration kTick{1};

/// A run that has handed in so many calls at each of these times.
RunTally after_calls(std::initializer_list<std::pair<TimePoint, int>> calls) {
  RunTally tally;
  for (const auto& [at, count] : calls) {
    for (int i = 0; i < count; ++i) count_call(tally, at);
  }
  return tally;
}

// --- Calls of a minute ----------------------------------------------------------------------------------------------

TEST(CallsWithinAMinute, AreNoneForARunThatHasDoneNothing) {
  EXPECT_EQ(calls_within_a_minute(RunTally{}, kNine), 0u);
  EXPECT_EQ(calls_within_a_minute(RunTally{}, TimePoint{}), 0u);
}

TEST(CallsWithinAMinute, SlideOverTheEndOfTheMinuteInWhichTheyWereCounted) {
  const RunTally tally = after_calls({{kNine + seconds(50), 60}});
  struct Case {
    Duration later;  // than nine
    std::uint32_t calls;
  };
  for (const Case& example : std::vector<Case>{
           {seconds(50), 60},
           {minutes(1) - kTick, 60},
           {minutes(1), 60},          // the minute has turned: all of it still lies within the last 60 s
           {minutes(1) + kTick, 60},  // a part of a call counts as a whole one
           {minutes(1) + seconds(1), 59},
           {minutes(1) + seconds(30), 30},
           {minutes(2) - seconds(1), 1},
           {minutes(2) - kTick, 1},
           {minutes(2), 0},
           {minutes(3), 0},
           {hours(24 * 365), 0},
       }) {
    EXPECT_EQ(calls_within_a_minute(tally, kNine + example.later), example.calls) << example.later.count();
  }
}

TEST(CallsWithinAMinute, AddTheCallsOfTheMinuteThatRuns) {
  const RunTally tally = after_calls({{kNine, 40}, {kNine + minutes(1) + seconds(15), 7}});
  EXPECT_EQ(calls_within_a_minute(tally, kNine + minutes(1) + seconds(15)), 37u);
  EXPECT_EQ(calls_within_a_minute(tally, kNine + minutes(2)), 7u);
}

TEST(CallsWithinAMinute, OfAMinuteThatWasSkippedAreForgotten) {
  const RunTally tally = after_calls({{kNine, 40}, {kNine + minutes(2), 1}});
  EXPECT_EQ(calls_within_a_minute(tally, kNine + minutes(2)), 1u);
}

TEST(CallsWithinAMinute, AreNotForgottenByAClockThatWasSetBack) {
  RunTally tally = after_calls({{kNine, 5}, {kNine + minutes(1), 3}});
  for (const Duration back : {Duration(minutes(1)), Duration(hours(1)), kNine.time_since_epoch()}) {
    EXPECT_EQ(calls_within_a_minute(tally, kNine - back), 8u) << back.count();
  }
  count_call(tally, kNine - hours(1));
  EXPECT_EQ(calls_within_a_minute(tally, kNine - hours(1)), 9u);
  EXPECT_EQ(calls_within_a_minute(tally, kNine + minutes(1)), 9u);
}

/// However calls are spread, asking at the moment of the newest never tells fewer than came within the same minute of
/// the clock, and never more than came within two.
TEST(CallsWithinAMinute, LieBetweenTheYoungerMinuteAndBoth) {
  for (int second = 0; second < 60; ++second) {
    const RunTally tally = after_calls({{kNine + seconds(second), 10}, {kNine + minutes(1) + seconds(second), 10}});
    const std::uint32_t calls = calls_within_a_minute(tally, kNine + minutes(1) + seconds(second));
    EXPECT_GE(calls, 10u) << second;
    EXPECT_LE(calls, 20u) << second;
  }
}

// --- Denials --------------------------------------------------------------------------------------------------------

/// Notes one denial; whether that is one too many.
bool note(RunTally& tally, std::uint64_t call, Duration later, std::uint32_t limit = 3) {
  return note_denial(tally, {.denials = limit}, call, kNine + later);
}

TEST(NoteDenial, SaysSoAtTheLimit) {
  RunTally tally;
  EXPECT_FALSE(note(tally, 1, seconds(0)));
  EXPECT_FALSE(note(tally, 2, seconds(1)));
  EXPECT_TRUE(note(tally, 3, seconds(2)));
  EXPECT_TRUE(note(tally, 4, seconds(3))) << "and stays so";
}

TEST(NoteDenial, AtALimitOfOneSaysSoAtOnce) {
  RunTally tally;
  EXPECT_TRUE(note(tally, 1, seconds(0), 1));
}

TEST(NoteDenial, OfTheSameCallCountsOnceAndIsAsYoungAsItsLast) {
  RunTally tally;
  for (int i = 0; i < 10; ++i) EXPECT_FALSE(note(tally, 1, seconds(i)));
  EXPECT_EQ(tally.denials, (std::vector<RecentDenial>{{kNine + seconds(9), 1}}));
  EXPECT_FALSE(note(tally, 2, seconds(65)));
  EXPECT_TRUE(note(tally, 3, seconds(66))) << "the first was tried again 57 s ago";
}

TEST(NoteDenial, ForgetsWhatIsAMinuteOld) {
  RunTally tally;
  EXPECT_FALSE(note(tally, 1, seconds(0)));
  EXPECT_FALSE(note(tally, 2, seconds(1)));
  EXPECT_FALSE(note(tally, 3, minutes(1))) << "the first is out";
  EXPECT_FALSE(note(tally, 4, minutes(1) + seconds(1)));
  EXPECT_EQ(denials_within_a_minute(tally, kNine + minutes(1) + seconds(1)), 2u);
  EXPECT_TRUE(note(tally, 5, minutes(2) - kTick));
  EXPECT_EQ(denials_within_a_minute(tally, kNine + minutes(2) - kTick), 3u);
  EXPECT_EQ(denials_within_a_minute(tally, kNine + minutes(2)), 2u);
  EXPECT_EQ(denials_within_a_minute(tally, kNine + minutes(3)), 0u);
}

TEST(NoteDenial, ForgetsNothingWhenTheClockIsSetBack) {
  RunTally tally;
  EXPECT_FALSE(note(tally, 1, seconds(0)));
  EXPECT_FALSE(note(tally, 2, seconds(1)));
  EXPECT_TRUE(note(tally, 3, -hours(1)));
}

TEST(NoteDenial, KeepsNoMoreThanTheLimitAndThoseTheYoungest) {
  RunTally tally;
  for (std::uint64_t call = 1; call <= 100; ++call) (void)note(tally, call, seconds(1));
  ASSERT_EQ(tally.denials.size(), 3u);
  EXPECT_EQ(tally.denials.front().call, 98u);
  EXPECT_EQ(tally.denials.back().call, 100u);
  EXPECT_TRUE(note(tally, 101, seconds(2), 2)) << "a policy that became stricter meanwhile";
  EXPECT_EQ(tally.denials.size(), 2u);
}

// --- Sends ----------------------------------------------------------------------------------------------------------

TEST(CountsAsSend, IsWhatSendsOrNamesADestination) {
  Tool tool;
  for (const auto& [effect, sends] : std::vector<std::pair<Effect, bool>>{
           {Effect::Read, false}, {Effect::Write, false}, {Effect::Execute, false}, {Effect::Send, true}}) {
    tool.effect = effect;
    EXPECT_EQ(counts_as_send(tool), sends);
  }
  tool.effect = Effect::Write;
  tool.arguments = {{"callback", ArgumentRole::Url}};
  EXPECT_TRUE(counts_as_send(tool));
  tool.arguments.clear();
  tool.fixed_destination = "participants of the event";
  EXPECT_TRUE(counts_as_send(tool));
}

}  // namespace
}  // namespace yett
