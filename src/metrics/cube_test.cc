#include "metrics/cube.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <optional>
#include <random>
#include <string>
#include <tuple>
#include <vector>

#include "metrics/record_fixture.h"

namespace yett {
namespace {

using metrics_test::add;
using metrics_test::cube_of;
using metrics_test::Draws;
using metrics_test::made_experiment;
using metrics_test::made_records;
using metrics_test::PlainRecord;
using testing::ElementsAre;

/// What a cell is, by the name of its class: cubes may number classes differently.
using NamedCell = std::tuple<std::string, Truth, SourceKind, Capability, FilterBits>;
using NamedCells = std::map<NamedCell, std::uint64_t>;

NamedCells named(const Cube& cube) {
  NamedCells cells;
  for (const auto& [cell, records] : cube.cells()) {
    const bool is_new = cells
                            .emplace(NamedCell{cube.classes().at(cell.class_index), cell.truth, cell.source,
                                               cell.capability, cell.filters},
                                     records)
                            .second;
    EXPECT_TRUE(is_new) << "a cell twice";
  }
  return cells;
}

TEST(Cube, CountsTheRecordsOfEachCell) {
  for (std::uint32_t seed = 0; seed < 60; ++seed) {
    Draws draws(seed);
    const Experiment experiment = made_experiment(draws);
    const std::vector<PlainRecord> records = made_records(draws, experiment, draws.below(400));
    NamedCells expected;
    for (const PlainRecord& record : records) {
      ++expected[{record.class_name, record.truth, record.source, record.capability, record.filters}];
    }
    const Cube cube = cube_of(experiment, records);
    EXPECT_EQ(named(cube), expected);
    EXPECT_EQ(cube.records(), records.size());
    EXPECT_EQ(cube.cell_count(), expected.size());
  }
}

TEST(Cube, KeepsEveryFieldOfACellApart) {
  const Cell cells[] = {
      {},
      {.class_index = 99'999},
      {.truth = Truth::Clean},
      {.source = SourceKind::User},
      {.source = SourceKind::RetrievedDocument},
      {.capability = Capability::Read},
      {.capability = Capability::Write},
      {.filters = 1},
      {.filters = 1u << 23},
      {.filters = 0xffffffff},
      {.class_index = 99'999,
       .truth = Truth::Clean,
       .source = SourceKind::User,
       .capability = Capability::ExternalAccess,
       .filters = 0xffffff},
  };
  Cube cube{Experiment{}};
  std::vector<std::pair<Cell, std::uint64_t>> expected;
  std::uint64_t records = 1;
  for (const Cell& cell : cells) {
    cube.add(cell, records);
    expected.emplace_back(cell, records);
    records *= 10;
  }
  std::ranges::sort(expected);
  EXPECT_EQ(cube.cells(), expected);
}

TEST(Cube, BeginsWithTheClassesThatTheExperimentKnows) {
  Experiment experiment;
  experiment.classes = {"b", "a"};
  Cube cube(experiment);
  EXPECT_THAT(cube.classes(), ElementsAre("b", "a"));
  EXPECT_EQ(cube.class_index("a"), 1u);
  EXPECT_EQ(cube.class_index("c"), 2u);
  EXPECT_EQ(cube.class_index("c"), 2u);
  EXPECT_THAT(cube.classes(), ElementsAre("b", "a", "c"));
  EXPECT_EQ(cube.records(), 0u);
}

TEST(Cube, OfPartsIsTheSameInWhateverOrderTheyAreMerged) {
  for (std::uint32_t seed = 0; seed < 40; ++seed) {
    Draws draws(seed);
    const Experiment experiment = made_experiment(draws);
    const std::vector<PlainRecord> records = made_records(draws, experiment, 300);
    std::vector<Cube> parts(5, Cube(experiment));
    for (const PlainRecord& record : records) add(parts[draws.below(parts.size())], record);
    const NamedCells expected = named(cube_of(experiment, records));
    for (int i = 0; i < 5; ++i) {
      std::ranges::rotate(parts, parts.begin() + 1 + static_cast<std::ptrdiff_t>(draws.below(3)));
      Cube merged(experiment);
      for (const Cube& part : parts) merged.merge(part);
      EXPECT_EQ(named(merged), expected);
    }
  }
}

TEST(Cube, MayBeMergedIntoOneThatHasOtherClasses) {
  Cube one{Experiment{}};
  one.add({.class_index = one.class_index("a")}, 2);
  Cube other{Experiment{}};
  other.add({.class_index = other.class_index("b")}, 3);
  other.add({.class_index = other.class_index("a")}, 5);
  one.merge(other);
  EXPECT_THAT(one.classes(), ElementsAre("a", "b"));
  EXPECT_EQ(named(one).at({"a", Truth::Harmful, SourceKind::ToolOutput, Capability::Execution, 0}), 7u);
  EXPECT_EQ(named(one).at({"b", Truth::Harmful, SourceKind::ToolOutput, Capability::Execution, 0}), 3u);
}

TEST(Cube, KeepsTheOrderOfClassesWhereTheFirstPartHasRecordsOfFew) {
  Cube part{Experiment{}};
  for (const std::string_view name : {"b", "c", "a"}) (void)part.class_index(name);
  part.add({.class_index = part.class_index("a")});
  Cube merged{Experiment{}};
  merged.merge(part);
  EXPECT_THAT(merged.classes(), ElementsAre("b", "c", "a"));
}

TEST(Truth, IsWrittenAsItIsRead) {
  EXPECT_EQ(parse_truth("harmful"), Truth::Harmful);
  EXPECT_EQ(parse_truth("clean"), Truth::Clean);
  EXPECT_EQ(parse_truth("Clean"), std::nullopt);
  EXPECT_EQ(parse_truth(""), std::nullopt);
  for (const Truth truth : {Truth::Harmful, Truth::Clean}) EXPECT_EQ(parse_truth(to_string(truth)), truth);
}

TEST(TruthOfClass, IsWhatTheExperimentSays) {
  Experiment experiment;
  EXPECT_EQ(experiment.truth_of("a"), std::nullopt);
  experiment.clean = {"a", "b"};
  EXPECT_EQ(experiment.truth_of("b"), Truth::Clean);
  EXPECT_EQ(experiment.truth_of("c"), Truth::Harmful);
}

}  // namespace
}  // namespace yett
