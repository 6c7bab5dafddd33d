#include "metrics/sample.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "metrics/part_names.h"
#include "metrics/record_fixture.h"

namespace yett {
namespace {

using metrics_test::cube_of;
using metrics_test::Draws;
using metrics_test::made_experiment;
using metrics_test::made_records;
using metrics_test::PlainRecord;
using testing::ElementsAre;

constexpr Part filter(std::size_t index) { return {.kind = PartKind::Filter, .index = index}; }
constexpr Part set(std::size_t index) { return {.kind = PartKind::Set, .index = index}; }
constexpr Part layer(std::size_t index) { return {.kind = PartKind::Layer, .index = index}; }

std::vector<PlainRecord> one_of_each_class() {
  std::vector<PlainRecord> records;
  for (const std::string& name : metrics_test::made_class_names()) {
    const bool is_clean = name == "clean" || name == "benign";
    records.push_back({.class_name = name, .truth = is_clean ? Truth::Clean : Truth::Harmful});
  }
  return records;
}

TEST(Sample, HasItsClassesInTheOrderOfTheExperimentTheCleanOnesFirst) {
  Experiment experiment;
  experiment.classes = {"zebra", "clean", "ant", "benign", "mole"};
  experiment.clean = {"benign", "clean"};
  const Sample sample = sample_of(experiment, cube_of(experiment, one_of_each_class()));
  EXPECT_THAT(sample.classes, ElementsAre("clean", "benign", "zebra", "ant", "mole"));
  EXPECT_THAT(sample.truths, ElementsAre(Truth::Clean, Truth::Clean, Truth::Harmful, Truth::Harmful, Truth::Harmful));
}

TEST(Sample, HasItsClassesInTheOrderOfTheAlphabetWhereTheExperimentNamesNone) {
  Experiment experiment;
  experiment.clean = {"benign", "clean"};
  const Sample sample = sample_of(experiment, cube_of(experiment, one_of_each_class()));
  EXPECT_THAT(sample.classes, ElementsAre("benign", "clean", "ant", "mole", "zebra"));
}

TEST(Sample, HasItsClassesThatLabelsCallCleanFirst) {
  const Experiment experiment;
  std::vector<PlainRecord> records = one_of_each_class();
  records.push_back({.class_name = "benign", .truth = Truth::Harmful});
  const Sample sample = sample_of(experiment, cube_of(experiment, records));
  // What is stopped of the two halves of a class is never added up.
  EXPECT_THAT(sample.classes, ElementsAre("benign (clean)", "clean", "ant", "benign (harmful)", "mole", "zebra"));
  EXPECT_THAT(sample.truths,
              ElementsAre(Truth::Clean, Truth::Clean, Truth::Harmful, Truth::Harmful, Truth::Harmful, Truth::Harmful));
}

TEST(Sample, KeepsTheCellsOfEachClassTogether) {
  for (std::uint32_t seed = 0; seed < 40; ++seed) {
    Draws draws(seed);
    const Experiment experiment = made_experiment(draws);
    const std::vector<PlainRecord> records = made_records(draws, experiment, 200);
    const Sample sample = sample_of(experiment, cube_of(experiment, records));
    std::map<std::string, std::uint64_t> by_class;
    std::map<std::string, std::uint64_t> expected;
    for (const Group& group : sample.groups) by_class[sample.classes.at(group.class_index)] += group.records;
    std::array<std::uint64_t, kSourceKindCount> sources{};
    std::array<std::uint64_t, kCapabilityCount> capabilities{};
    for (const PlainRecord& record : records) {
      const std::string half = class_label(record.class_name, record.truth, true);
      const bool is_half = std::ranges::find(sample.classes, half) != sample.classes.end();
      ++expected[class_label(record.class_name, record.truth, is_half)];
      ++sources[static_cast<std::size_t>(record.source)];
      ++capabilities[static_cast<std::size_t>(record.capability)];
    }
    EXPECT_EQ(by_class, expected);
    EXPECT_EQ(sample.sources, sources);
    EXPECT_EQ(sample.capabilities, capabilities);
    EXPECT_TRUE(sample.tasks.empty());
  }
}

// Layers that name the two above them would be ruled twice as often with each step.
TEST(Ruling, OfLayersOnLayersTakesEachOnce) {
  Experiment experiment;
  experiment.filters.push_back({.name = "f", .condition = {.any = 1}});
  experiment.layers.push_back({.name = "0", .joining = Joining::Any, .parts = {{.kind = PartKind::Filter}}});
  for (std::size_t i = 1; i < 200; ++i) {
    const Part above{.kind = PartKind::Layer, .index = i - 1};
    experiment.layers.push_back({.name = std::to_string(i), .joining = Joining::Any, .parts = {above, above}});
  }
  const Group group = group_of(experiment, {.filters = 1}, 1);
  EXPECT_EQ(ruling(experiment, group, {.kind = PartKind::Layer, .index = 199}), Verdict::Deny);
}

TEST(GroupOf, RulesByEachFilterThenByEachSet) {
  Experiment experiment;
  experiment.filters = {{.name = "a"}, {.name = "b"}};
  experiment.sets = known_sets(nullptr);
  const Group group = group_of(experiment,
                               {.class_index = 7,
                                .truth = Truth::Clean,
                                .source = SourceKind::ToolOutput,
                                .capability = Capability::ExternalAccess,
                                .filters = 2},
                               11);
  EXPECT_EQ(group.class_index, 7u);
  EXPECT_EQ(group.truth, Truth::Clean);
  EXPECT_EQ(group.records, 11u);
  using enum Verdict;
  EXPECT_THAT(group.rulings, ElementsAre(Allow, Deny, Allow, Allow, Allow, Deny, Deny));
}

TEST(RulingIndex, PutsPolicyAndStagesBehindFiltersAndSets) {
  Experiment experiment;
  experiment.filters = {{.name = "a"}, {.name = "b"}};
  experiment.sets = known_sets(nullptr);
  EXPECT_EQ(ruling_index(experiment, filter(1)), 1u);
  EXPECT_EQ(ruling_index(experiment, set(0)), 2u);
  EXPECT_EQ(ruling_index(experiment, set(4)), 6u);
  EXPECT_EQ(ruling_index(experiment, {.kind = PartKind::Policy}), 7u);
  for (const Stage stage : kAllStages) {
    const auto index = static_cast<std::size_t>(stage);
    EXPECT_EQ(ruling_index(experiment, {.kind = PartKind::Stage, .index = index}), 8 + index);
  }
}

/// Two layers of the same filters, joined both ways; a third one of both.
Experiment joined() {
  Experiment experiment;
  experiment.filters = {{.name = "a"}, {.name = "b"}};
  experiment.layers = {{.name = "any", .joining = Joining::Any, .parts = {filter(0), filter(1)}},
                       {.name = "all", .joining = Joining::All, .parts = {filter(0), filter(1)}},
                       {.name = "both", .joining = Joining::All, .parts = {layer(0), layer(1)}}};
  return experiment;
}

TEST(Ruling, OfALayerIsTheGravestOfAnyAndTheMildestOfAll) {
  const Experiment experiment = joined();
  for (const Verdict one : {Verdict::Deny, Verdict::Confirm, Verdict::Allow}) {
    for (const Verdict other : {Verdict::Deny, Verdict::Confirm, Verdict::Allow}) {
      const Group group{.records = 1, .rulings = {one, other}};
      const Verdict gravest = one == Verdict::Deny || other == Verdict::Deny         ? Verdict::Deny
                              : one == Verdict::Confirm || other == Verdict::Confirm ? Verdict::Confirm
                                                                                     : Verdict::Allow;
      const Verdict mildest = one == Verdict::Allow || other == Verdict::Allow       ? Verdict::Allow
                              : one == Verdict::Confirm || other == Verdict::Confirm ? Verdict::Confirm
                                                                                     : Verdict::Deny;
      EXPECT_EQ(ruling(experiment, group, layer(0)), gravest);
      EXPECT_EQ(ruling(experiment, group, layer(1)), mildest);
      EXPECT_EQ(ruling(experiment, group, layer(2)), mildest);
    }
  }
}

}  // namespace
}  // namespace yett
