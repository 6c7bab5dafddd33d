#include "metrics/stacking.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <vector>

#include "metrics/record_fixture.h"

namespace yett {
namespace {

using metrics_test::cube_of;
using metrics_test::Draws;
using metrics_test::made_experiment;
using metrics_test::made_records;
using metrics_test::PlainRecord;
using metrics_test::stops;

/// What each part stops beyond those before it, averaged over every order.
std::vector<StackedPart> brute_force(const Experiment& experiment, const std::vector<PlainRecord>& records,
                                     const std::vector<Part>& parts) {
  std::vector<StackedPart> shares(parts.size());
  std::vector<std::size_t> order(parts.size());
  std::iota(order.begin(), order.end(), 0);
  double orders = 0.0;
  do {
    orders += 1.0;
    for (const PlainRecord& record : records) {
      const auto first =
          std::ranges::find_if(order, [&](std::size_t part) { return stops(experiment, parts[part], record); });
      if (first == order.end()) continue;
      (record.truth == Truth::Harmful ? shares[*first].harmful : shares[*first].clean) += 1.0;
    }
  } while (std::ranges::next_permutation(order).found);
  for (StackedPart& share : shares) {
    share.harmful /= orders;
    share.clean /= orders;
  }
  return shares;
}

TEST(SplitStack, GivesEachPartItsAverageOverEveryOrder) {
  int split = 0;
  for (std::uint32_t seed = 0; seed < 200; ++seed) {
    Draws draws(seed);
    const Experiment experiment = made_experiment(draws);
    const std::vector<PlainRecord> records = made_records(draws, experiment, 40);
    Layer layer = made_layer(draws, experiment, 5);
    if (layer.parts.size() < 2) continue;
    layer.joining = Joining::Any;
    const std::vector<StackedPart> shares =
        split_stack(experiment, sample_of(experiment, cube_of(experiment, records)), layer, AskedCalls::Stopped);
    const std::vector<StackedPart> expected = brute_force(experiment, records, layer.parts);
    ASSERT_EQ(shares.size(), expected.size());
    for (std::size_t i = 0; i < shares.size(); ++i) {
      EXPECT_EQ(shares[i].part, layer.parts[i]);
      EXPECT_NEAR(shares[i].harmful, expected[i].harmful, 1e-9);
      EXPECT_NEAR(shares[i].clean, expected[i].clean, 1e-9);
    }
    ++split;
  }
  EXPECT_GT(split, 50);
}

TEST(SplitStack, AddsUpToWhatTheLayerStops) {
  for (std::uint32_t seed = 0; seed < 50; ++seed) {
    Draws draws(seed);
    Experiment experiment = made_experiment(draws);
    Layer layer{.name = "all sets", .joining = Joining::Any, .parts = {}};
    for (std::size_t i = 0; i < experiment.sets.size(); ++i) layer.parts.push_back({.kind = PartKind::Set, .index = i});
    experiment.layers.push_back(layer);
    const Sample sample = sample_of(experiment, cube_of(experiment, made_records(draws, experiment, 500)));
    const Part part{.kind = PartKind::Layer, .index = experiment.layers.size() - 1};
    const Counts counts = count(experiment, sample, part, AskedCalls::Stopped);
    double harmful = 0.0;
    double clean = 0.0;
    for (const StackedPart& each : split_stack(experiment, sample, layer, AskedCalls::Stopped)) {
      harmful += each.harmful;
      clean += each.clean;
    }
    EXPECT_NEAR(harmful, static_cast<double>(counts.tp), 1e-9);
    EXPECT_NEAR(clean, static_cast<double>(counts.fp), 1e-9);
  }
}

/// Parts whose rulings a test writes down; each is a set.
Layer stack_of(std::size_t parts) {
  Layer layer{.name = "l", .joining = Joining::Any, .parts = {}};
  for (std::size_t i = 0; i < parts; ++i) layer.parts.push_back({.kind = PartKind::Set, .index = i});
  return layer;
}

Experiment sets(std::size_t count) {
  Experiment experiment;
  experiment.sets.resize(count);
  return experiment;
}

TEST(SplitStack, CountsAnAskedCallAsThePersonAnswers) {
  Sample sample;
  sample.groups = {{.truth = Truth::Harmful, .records = 4, .rulings = {Verdict::Confirm, Verdict::Deny}}};
  const std::vector<StackedPart> unanswered = split_stack(sets(2), sample, stack_of(2), AskedCalls::Stopped);
  EXPECT_EQ(unanswered[0].harmful, 2.0);
  EXPECT_EQ(unanswered[1].harmful, 2.0);
  const std::vector<StackedPart> approved = split_stack(sets(2), sample, stack_of(2), AskedCalls::Pass);
  EXPECT_EQ(approved[0].harmful, 0.0);
  EXPECT_EQ(approved[1].harmful, 4.0);
}

TEST(SplitStack, LeavesLayersAloneThatAreNoStack) {
  const Sample sample;
  EXPECT_TRUE(split_stack(sets(1), sample, stack_of(1), AskedCalls::Stopped).empty());
  Layer both = stack_of(2);
  both.joining = Joining::All;
  EXPECT_TRUE(split_stack(sets(2), sample, both, AskedCalls::Stopped).empty());
}

TEST(SplitStack, LeavesLayersAloneOfWhichThereAreTooManySubsets) {
  const Sample sample;
  EXPECT_EQ(split_stack(sets(12), sample, stack_of(12), AskedCalls::Stopped).size(), kMaxStackedParts);
  EXPECT_TRUE(split_stack(sets(13), sample, stack_of(13), AskedCalls::Stopped).empty());
}

}  // namespace
}  // namespace yett
