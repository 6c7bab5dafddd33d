#include "metrics/call_frontier.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <ranges>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "metrics/desk_fixture.h"
#include "metrics/part_names.h"
#include "metrics/record_fixture.h"

namespace yett {
namespace {

using namespace metrics_test;  // NOLINT(google-build-using-namespace): the calls of the desk
using testing::Contains;
using testing::ElementsAre;
using testing::IsSupersetOf;

constexpr Part kPolicy{.kind = PartKind::Policy};

/// Some tasks and attacks of one to three calls of the desk.
CallWork made_work(Draws& draws) {
  constexpr std::string_view kCalls[] = {kSearch, kTicket, kClock, kAccounts, kNote,
                                         kPost,   kMail,   kRun,   kLeak,     kStranger};
  std::vector<std::string> lines;
  for (int task = 0; task < 12; ++task) {
    const std::string name = "t" + std::to_string(task);
    for (std::size_t left = 1 + draws.below(3); left > 0; --left) {
      lines.push_back(line_of(task % 2 == 0 ? "clean" : "harmful", name, kCalls[draws.below(std::size(kCalls))]));
    }
  }
  return work_of(lines);
}

TEST(CallSetFrontier, JudgesEverySetByTheWholeEngine) {
  Draws draws(3);
  for (const CallSources sources : {CallSources::Record, CallSources::Runtime}) {
    for (const AskedCalls asked : {AskedCalls::Stopped, AskedCalls::Pass}) {
      const CallWork work = made_work(draws);
      DeskJudging judging;
      judging.sources = sources;
      Experiment experiment;
      experiment.sets = pair_sets();
      const Frontier frontier = call_set_frontier(work, judging.terms(), asked);
      const Sample sample = judge_calls(experiment, work, judging.terms(), asked).sample;
      ASSERT_EQ(frontier.evaluated.size(), 128u);
      for (std::size_t i = 0; i < 128; ++i) {
        const Part set{.kind = PartKind::Set, .index = i};
        const FrontierPoint& point = frontier.evaluated[i];
        const AskedCounts questions = count_asked(experiment, sample, set);
        EXPECT_EQ(point.set, experiment.sets[i]);
        EXPECT_EQ(point.counts, count(experiment, sample, set, asked));
        EXPECT_EQ(point.tasks.completed, count_tasks(experiment, sample, set, asked).completed);
        EXPECT_EQ(point.asked, questions.harmful + questions.clean);
      }
      EXPECT_EQ(frontier.kind, SampleKind::Calls);
      EXPECT_EQ(frontier.of, FrontierOf::Sets);
    }
  }
}

/// What a point is judged by.
using Merits = std::tuple<std::uint64_t, std::uint64_t, std::uint64_t, std::uint64_t>;

Merits merits_of(const FrontierPoint& point) {
  return {point.counts.tp, point.tasks.completed, point.asked, point.counts.fp};
}

/// Counts of the calls with some tools taken away, call by call.
FrontierPoint without(const CallWork& work, const JudgedCalls& judged, const std::set<std::string>& gone,
                      AskedCalls asked) {
  Sample sample = judged.sample;
  for (std::size_t i = 0; i < sample.groups.size(); ++i) {
    Verdict& verdict = sample.groups[i].rulings[ruling_index({}, kPolicy)];
    if (gone.contains(work.calls[i].call.call.tool)) verdict = Verdict::Deny;
  }
  const AskedCounts questions = count_asked({}, sample, kPolicy);
  FrontierPoint point;
  point.counts = count({}, sample, kPolicy, asked);
  point.tasks = count_tasks({}, sample, kPolicy, asked);
  point.asked = questions.harmful + questions.clean;
  return point;
}

/// The tools of which a harmful call is not denied, or some call asks.
std::vector<std::string> candidate_tools(const CallWork& work, const JudgedCalls& judged) {
  std::set<std::string> tools;
  for (std::size_t i = 0; i < work.calls.size(); ++i) {
    const Verdict verdict = judged.rulings[i].verdict;
    const bool does_harm = work.calls[i].truth == Truth::Harmful && verdict != Verdict::Deny;
    if (does_harm || verdict == Verdict::Confirm) tools.insert(work.calls[i].call.call.tool);
  }
  return {tools.begin(), tools.end()};
}

TEST(CallToolFrontier, FindsWhatBruteForceFinds) {
  for (std::uint32_t seed = 0; seed < 20; ++seed) {
    Draws draws(seed);
    const AskedCalls asked = seed % 2 == 0 ? AskedCalls::Stopped : AskedCalls::Pass;
    const CallWork work = made_work(draws);
    const DeskJudging judging;
    const JudgedCalls judged = judge_calls({}, work, judging.terms(), asked);
    const std::vector<std::string> tools = candidate_tools(work, judged);
    std::vector<FrontierPoint> points;
    for (unsigned bits = 0; bits < 1u << tools.size(); ++bits) {
      std::set<std::string> gone;
      for (std::size_t i = 0; i < tools.size(); ++i) {
        if ((bits >> i & 1u) != 0) gone.insert(tools[i]);
      }
      points.push_back(without(work, judged, gone, asked));
    }
    const Frontier expected = frontier_of(points, SampleKind::Calls);
    const Frontier found = call_tool_frontier(work, judged, judging.terms(), asked);
    std::set<Merits> best;
    std::set<Merits> best_found;
    for (const std::size_t i : expected.best) best.insert(merits_of(expected.evaluated[i]));
    for (const std::size_t i : found.best) best_found.insert(merits_of(found.evaluated[i]));
    EXPECT_EQ(best_found, best);
    EXPECT_EQ(found.tried, points.size());
    EXPECT_EQ(found.search, FrontierSearch::Exact);
    EXPECT_EQ(found.of, FrontierOf::Tools);
    for (const FrontierPoint& point : found.evaluated) {
      EXPECT_EQ(merits_of(point),
                merits_of(without(work, judged, {point.without.begin(), point.without.end()}, asked)));
    }
  }
}

TEST(CallToolFrontier, LeavesToolsAloneOfWhichNoHarmfulCallCouldRun) {
  const CallWork work = work_of({line_of("harmful", "a", kLeak), line_of("harmful", "b", kStranger),
                                 line_of("harmful", "c", kNote), line_of("clean", "d", kTicket)});
  const DeskJudging judging;
  const Frontier frontier = call_tool_frontier(work, judge_calls({}, work, judging.terms(), AskedCalls::Stopped),
                                               judging.terms(), AskedCalls::Stopped);
  // Without it more harm is stopped, and nothing else.
  EXPECT_EQ(frontier.tried, 2u);
  ASSERT_EQ(frontier.evaluated.size(), 1u);
  EXPECT_THAT(frontier.evaluated[0].without, ElementsAre("note"));
}

TEST(CallToolFrontier, GrantsTheToolsThatTheSessionHasWithoutThoseTakenAway) {
  const CallWork work =
      work_of({line_of("harmful", "a", kTicket), line_of("clean", "b", kSearch), line_of("clean", "c", kTicket)});
  DeskJudging judging;
  judging.session.permissions = desk().roles.at(1);  // search and ticket
  const Frontier frontier = call_tool_frontier(work, judge_calls({}, work, judging.terms(), AskedCalls::Stopped),
                                               judging.terms(), AskedCalls::Stopped);
  ASSERT_EQ(frontier.evaluated.size(), 2u);
  EXPECT_EQ(frontier.evaluated[0].set.tools, desk().roles.at(1).tools);
  EXPECT_EQ(frontier.evaluated[1].set.tools, std::vector<std::string>{"search"});
  EXPECT_EQ(frontier.evaluated[1].set.grants, desk().roles.at(1).grants);
}

TEST(CallToolFrontier, NamesEveryOtherToolWhereTheSessionHasAll) {
  const CallWork work =
      work_of({line_of("harmful", "a", kTicket), line_of("clean", "b", kSearch), line_of("clean", "c", kTicket)});
  const DeskJudging judging;
  const Frontier frontier = call_tool_frontier(work, judge_calls({}, work, judging.terms(), AskedCalls::Stopped),
                                               judging.terms(), AskedCalls::Stopped);
  EXPECT_EQ(frontier.evaluated.at(0).set.tools, std::nullopt);
  EXPECT_EQ(frontier.evaluated.at(1).set.tools,
            (std::vector<std::string>{"search", "clock", "accounts", "note", "post", "mail", "run"}));
}

/// A policy of that many tools that all write.
PolicyRef many_tools(std::size_t count) {
  std::string text = "[policy]\nname = \"many\"\nversion = 1\n[session]\npermissions = \"full access\"\n[tools]\n";
  for (std::size_t i = 0; i < count; ++i) {
    text += fmt::format("w{} = {{ effect = \"write\", sensitivity = \"internal\", reversible = true }}\n", i);
  }
  return policy_of(text);
}

CallWork calls_of_many(Draws& draws, std::size_t tools) {
  std::vector<std::string> lines;
  for (std::size_t i = 0; i < 10 * tools; ++i) {
    const std::size_t tool = i < tools ? i : draws.below(tools);
    const std::string_view label = i < tools || draws.one_in(3) ? "harmful" : "clean";
    lines.push_back(line_of(label, fmt::format("t{}", i), fmt::format(R"("tool":"w{}")", tool)));
  }
  return work_of(lines);
}

TEST(CallToolFrontier, OfMoreToolsTakesOneAfterTheOtherAndIsNeverBetterThanEverySubset) {
  constexpr std::size_t kTools = kMaxExactTools + 1;
  const PolicyRef policy = many_tools(kTools);
  DeskJudging judging;
  judging.policy = policy.get();
  Draws draws(5);
  const CallWork work = calls_of_many(draws, kTools);
  const JudgedCalls judged = judge_calls({}, work, judging.terms(), AskedCalls::Stopped);
  const Frontier greedy = call_tool_frontier(work, judged, judging.terms(), AskedCalls::Stopped);
  EXPECT_EQ(greedy.search, FrontierSearch::Greedy);
  EXPECT_EQ(greedy.of, FrontierOf::Tools);
  ASSERT_EQ(greedy.evaluated.size(), kTools + 1);
  for (std::size_t i = 0; i <= kTools; ++i) {
    const FrontierPoint& point = greedy.evaluated[i];
    EXPECT_EQ(point.without.size(), i);
    // It is the set that it says it is.
    const FrontierPoint counted =
        without(work, judged, {point.without.begin(), point.without.end()}, AskedCalls::Stopped);
    EXPECT_EQ(merits_of(point), merits_of(counted));
    if (i == 0) continue;
    EXPECT_GE(point.counts.tp, greedy.evaluated[i - 1].counts.tp);
    EXPECT_GE(point.counts.fp, greedy.evaluated[i - 1].counts.fp);
    EXPECT_THAT(point.without, IsSupersetOf(greedy.evaluated[i - 1].without));
  }
}

TEST(CallToolFrontier, OfMoreToolsTakesTheOneFirstThatPaysMost) {
  constexpr std::size_t kTools = kMaxExactTools + 1;
  const PolicyRef policy = many_tools(kTools);
  DeskJudging judging;
  judging.policy = policy.get();
  // Tool i has i + 1 harmful calls and one clean one. The last has as many clean ones, which makes it worth less than
  // all but the first.
  std::vector<std::string> lines;
  for (std::size_t tool = 0; tool < kTools; ++tool) {
    for (std::size_t i = 0; i <= tool; ++i) {
      lines.push_back(line_of("harmful", fmt::format("h{}.{}", tool, i), fmt::format(R"("tool":"w{}")", tool)));
      if (i > 0 && tool + 1 < kTools) continue;
      lines.push_back(line_of("clean", fmt::format("c{}.{}", tool, i), fmt::format(R"("tool":"w{}")", tool)));
    }
  }
  const CallWork work = work_of(lines);
  const JudgedCalls judged = judge_calls({}, work, judging.terms(), AskedCalls::Stopped);
  const Frontier greedy = call_tool_frontier(work, judged, judging.terms(), AskedCalls::Stopped);
  ASSERT_EQ(greedy.evaluated.size(), kTools + 1);
  for (std::size_t i = 1; i <= kTools; ++i) {
    EXPECT_EQ(greedy.evaluated[i].without.size(), i);
    const std::size_t taken = i < kTools - 1 ? kTools - 1 - i : i == kTools - 1 ? kTools - 1 : 0;
    EXPECT_THAT(greedy.evaluated[i].without, Contains(fmt::format("w{}", taken)));
  }
}

}  // namespace
}  // namespace yett
