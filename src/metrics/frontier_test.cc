#include "metrics/frontier.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <vector>

#include "metrics/record_fixture.h"

namespace yett {
namespace {

using metrics_test::cube_of;
using metrics_test::Draws;
using metrics_test::made_experiment;
using metrics_test::made_records;
using testing::ElementsAre;

/// A point of records: `harmful` of 10 and `clean` of 10 are stopped.
FrontierPoint point(std::uint64_t harmful, std::uint64_t clean, std::uint64_t asked = 0) {
  FrontierPoint point;
  point.counts = {.tp = harmful, .fp = clean, .fn = 10 - harmful, .tn = 10 - clean};
  point.tasks.clean = 10;
  point.tasks.completed = 10 - clean;
  point.asked = asked;
  return point;
}

TEST(PairSets, AreAll128TheNarrowestFirst) {
  const std::vector<PermissionSet> sets = pair_sets();
  ASSERT_EQ(sets.size(), 128u);
  std::set<std::pair<unsigned, unsigned>> seen;
  std::size_t rights = 0;
  for (const PermissionSet& set : sets) {
    unsigned capabilities = 0;
    std::size_t granted = 0;
    const std::optional<SourceSet> common = common_sources(set);
    ASSERT_TRUE(common);
    for (const Capability capability : kAllCapabilities) {
      if (set.has(capability)) capabilities |= 1u << static_cast<unsigned>(capability);
      for (const SourceKind source : kAllSourceKinds) granted += set.grant(capability).contains(source) ? 1u : 0u;
    }
    seen.emplace(capabilities, common->bits());
    EXPECT_GE(granted, rights);
    rights = granted;
  }
  // 15 kinds of capabilities with 7 of sources; all that grant nothing are one.
  EXPECT_EQ(seen.size(), 15u * 7u + 1u);
  EXPECT_EQ(rights, kCapabilityCount * kSourceKindCount);
}

TEST(CommonSources, DifferWhereTwoCapabilitiesDo) {
  PermissionSet set;
  EXPECT_EQ(common_sources(set), SourceSet());
  set.grants[0] = {SourceKind::User};
  set.grants[3] = {SourceKind::User};
  EXPECT_EQ(common_sources(set), SourceSet{SourceKind::User});
  set.grants[3] = SourceSet::all();
  EXPECT_EQ(common_sources(set), std::nullopt);
}

/// Whether `one` is at least as good as `other` in all and better in one.
bool dominates(const FrontierPoint& one, const FrontierPoint& other) {
  const bool as_good = one.counts.tp >= other.counts.tp && one.counts.tn >= other.counts.tn && one.asked <= other.asked;
  const bool better = one.counts.tp > other.counts.tp || one.counts.tn > other.counts.tn || one.asked < other.asked;
  return as_good && better;
}

bool is_equal(const FrontierPoint& one, const FrontierPoint& other) {
  return one.counts == other.counts && one.asked == other.asked;
}

TEST(FrontierOf, KeepsWhatNoOtherPointBeatsAndOfEqualOnesTheFirst) {
  for (const SampleKind kind : {SampleKind::Records, SampleKind::Calls}) {
    for (std::uint32_t seed = 0; seed < 150; ++seed) {
      Draws draws(seed);
      std::vector<FrontierPoint> points;
      for (std::size_t left = draws.below(25); left > 0; --left) {
        points.push_back(point(draws.below(5), draws.below(5), draws.below(3)));
      }
      const Frontier frontier = frontier_of(points, kind);
      std::set<std::size_t> best;
      for (std::size_t i = 0; i < points.size(); ++i) {
        bool stays = true;
        for (std::size_t j = 0; j < points.size(); ++j) {
          if (dominates(points[j], points[i]) || (j < i && is_equal(points[j], points[i]))) stays = false;
        }
        if (stays) best.insert(i);
      }
      EXPECT_EQ(std::set<std::size_t>(frontier.best.begin(), frontier.best.end()), best);
      EXPECT_TRUE(std::ranges::is_sorted(frontier.best, {}, [&](std::size_t i) { return points[i].counts.tp; }));
      EXPECT_EQ(frontier.evaluated.size(), points.size());
      EXPECT_EQ(frontier.kind, kind);
      EXPECT_EQ(frontier.search, FrontierSearch::Exact);
    }
  }
}

TEST(FrontierOf, JudgesCallsByTheTasksThatAreDone) {
  std::vector<FrontierPoint> points = {point(5, 5), point(5, 4)};
  points[0].tasks.completed = 9;
  // One gets more done, the other stops fewer clean calls.
  EXPECT_THAT(frontier_of(points, SampleKind::Calls).best, ElementsAre(0, 1));
  points[1].tasks.completed = 9;
  EXPECT_THAT(frontier_of(points, SampleKind::Calls).best, ElementsAre(1));
  EXPECT_THAT(frontier_of(points, SampleKind::Records).best, ElementsAre(1));
}

TEST(RecordFrontier, CountsEachOfThe128SetsAsAnExperimentDoes) {
  for (std::uint32_t seed = 0; seed < 10; ++seed) {
    Draws draws(seed);
    Experiment experiment = made_experiment(draws);
    const Cube cube = cube_of(experiment, made_records(draws, experiment, 400));
    const Frontier frontier = record_frontier(cube);
    experiment.sets = pair_sets();
    const Sample sample = sample_of(experiment, cube);
    ASSERT_EQ(frontier.evaluated.size(), 128u);
    for (std::size_t i = 0; i < 128; ++i) {
      EXPECT_EQ(frontier.evaluated[i].set, experiment.sets[i]);
      EXPECT_EQ(frontier.evaluated[i].counts,
                count(experiment, sample, {.kind = PartKind::Set, .index = i}, AskedCalls::Stopped));
    }
    EXPECT_EQ(frontier.of, FrontierOf::Sets);
    EXPECT_EQ(frontier.kind, SampleKind::Records);
  }
}

Frontier of(std::vector<FrontierPoint> points) { return frontier_of(std::move(points), SampleKind::Records); }

TEST(Recommend, TakesTheMostHarmfulRecordsWithinWhatIsToBeBlockedAtMost) {
  const Frontier frontier = of({point(1, 0), point(4, 2), point(7, 3), point(9, 9)});
  EXPECT_EQ(recommend(frontier, 0.0)->counts.tp, 1u);
  EXPECT_EQ(recommend(frontier, 0.2)->counts.tp, 4u);
  EXPECT_EQ(recommend(frontier, 0.29)->counts.tp, 4u);
  EXPECT_EQ(recommend(frontier, 0.3)->counts.tp, 7u);
  EXPECT_EQ(recommend(frontier, 1.0)->counts.tp, 9u);
}

TEST(Recommend, FindsNothingWhereEveryPointBlocksMore) {
  EXPECT_EQ(recommend(of({point(4, 2)}), 0.19), nullptr);
  EXPECT_EQ(recommend(of({}), 1.0), nullptr);
}

TEST(Recommend, AmongEqualOnesTakesMoreWorkThenFewerQuestionsThenTheFirst) {
  const Frontier frontier = of({point(4, 3, 0), point(4, 2, 5), point(4, 2, 1), point(4, 2, 1), point(3, 0, 0)});
  EXPECT_EQ(recommend(frontier, 1.0), &frontier.evaluated[2]);
}

}  // namespace
}  // namespace yett
