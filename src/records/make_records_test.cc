#include "records/make_records.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "metrics/cube_csv.h"
#include "metrics/support_records.h"
#include "records/support_fixture.h"

namespace yett {
namespace {

TEST(MakeRecords, GivesTheCubeOfOneRecordAfterTheOther) {
  const Experiment experiment = support_experiment();
  for (const std::uint64_t records : {std::uint64_t{0}, std::uint64_t{1}, kSupportRecords}) {
    Cube expected(experiment);
    ASSERT_TRUE(add_support_records(experiment, kSupportSeed, 0, records, expected));
    const Result<Cube> made = make_records(experiment, {.records = records, .seed = kSupportSeed, .threads = 3});
    ASSERT_TRUE(made);
    EXPECT_EQ(made->cells(), expected.cells());
  }
}

TEST(MakeRecords, GivesTheSameTableForAnyNumberOfThreads) {
  constexpr std::uint64_t kRecords = (1u << 18) + 3;
  // The experiment names no classes, and the last portion has records of few: it may be the first that is done.
  Experiment experiment = support_experiment();
  experiment.classes.reset();
  Cube expected(experiment);
  ASSERT_TRUE(add_support_records(experiment, 9, 0, kRecords, expected));
  for (int round = 0; round < 3; ++round) {
    for (const unsigned threads : {1u, 2u, 8u}) {
      const Result<Cube> made = make_records(experiment, {.records = kRecords, .seed = 9, .threads = threads});
      ASSERT_TRUE(made);
      EXPECT_EQ(made->records(), kRecords);
      EXPECT_TRUE(cube_csv(experiment, *made) == cube_csv(experiment, expected)) << threads;
    }
  }
}

TEST(MakeRecords, TellsHowManyAreDone) {
  constexpr std::uint64_t kRecords = (2u << 18) + 1;
  std::vector<std::uint64_t> told;
  const Experiment experiment = support_experiment();
  ASSERT_TRUE(make_records(
      experiment,
      {.records = kRecords, .seed = 1, .threads = 2, .progress = [&](std::uint64_t done) { told.push_back(done); }}));
  ASSERT_EQ(told.size(), 3u);
  EXPECT_LT(told[0], told[1]);
  EXPECT_LT(told[1], told[2]);
  EXPECT_EQ(told[2], kRecords);
}

TEST(MakeRecords, FailsAsTheRecordsDo) {
  Experiment experiment = support_experiment();
  experiment.clean.reset();
  const Result<Cube> made = make_records(experiment, {.records = 2u << 18, .seed = 1, .threads = 2});
  ASSERT_FALSE(made);
  EXPECT_EQ(made.error().kind, ErrorKind::Input);
  EXPECT_EQ(made.error().message, "the experiment does not say which classes are clean");
}

}  // namespace
}  // namespace yett
