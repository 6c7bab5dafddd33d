#include "metrics/counting.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "metrics/record_fixture.h"

namespace yett {
namespace {

using metrics_test::all_parts;
using metrics_test::cube_of;
using metrics_test::Draws;
using metrics_test::made_experiment;
using metrics_test::made_records;
using metrics_test::PlainRecord;
using metrics_test::stops;

/// An experiment with records, once as a list and once as what remains of it.
struct Made {
  Experiment experiment;
  std::vector<PlainRecord> records;
  Sample sample;
};

Made made(std::uint32_t seed) {
  Draws draws(seed);
  Made made{.experiment = made_experiment(draws), .records = {}, .sample = {}};
  made.records = made_records(draws, made.experiment, draws.below(300));
  made.sample = sample_of(made.experiment, cube_of(made.experiment, made.records));
  return made;
}

constexpr std::uint32_t kSeeds = 80;

TEST(Count, IsThatOfOneRecordAfterTheOther) {
  for (std::uint32_t seed = 0; seed < kSeeds; ++seed) {
    const Made all = made(seed);
    for (const Part& part : all_parts(all.experiment)) {
      Counts expected;
      for (const PlainRecord& record : all.records) {
        const bool stopped = stops(all.experiment, part, record);
        if (stopped && record.truth == Truth::Harmful) ++expected.tp;
        if (stopped && record.truth == Truth::Clean) ++expected.fp;
        if (!stopped && record.truth == Truth::Harmful) ++expected.fn;
        if (!stopped && record.truth == Truth::Clean) ++expected.tn;
      }
      EXPECT_EQ(count(all.experiment, all.sample, part, AskedCalls::Stopped), expected);
      EXPECT_EQ(count(all.experiment, all.sample, part, AskedCalls::Pass), expected);
    }
  }
}

TEST(CountByClass, IsThatOfOneRecordAfterTheOther) {
  for (std::uint32_t seed = 0; seed < kSeeds; ++seed) {
    const Made all = made(seed);
    for (const Part& part : all_parts(all.experiment)) {
      std::map<std::string, ClassShare> expected;
      for (const PlainRecord& record : all.records) {
        const std::string half = class_label(record.class_name, record.truth, true);
        const bool is_half = std::ranges::find(all.sample.classes, half) != all.sample.classes.end();
        ClassShare& share = expected[class_label(record.class_name, record.truth, is_half)];
        ++share.total;
        if (stops(all.experiment, part, record)) ++share.stopped;
      }
      const std::vector<ClassShare> shares = count_by_class(all.experiment, all.sample, part, AskedCalls::Stopped);
      ASSERT_EQ(shares.size(), all.sample.classes.size());
      for (std::size_t i = 0; i < shares.size(); ++i) EXPECT_EQ(shares[i], expected[all.sample.classes[i]]);
    }
  }
}

TEST(Compare, CountsWhatExactlyOneOfTwoPartsStops) {
  for (std::uint32_t seed = 0; seed < kSeeds; ++seed) {
    const Made all = made(seed);
    const std::vector<Part> parts = all_parts(all.experiment);
    for (std::size_t i = 0; i < parts.size(); ++i) {
      const Part& first = parts[i];
      const Part& second = parts[(i * 7 + seed) % parts.size()];
      PairCounts expected;
      for (const PlainRecord& record : all.records) {
        const bool by_first = stops(all.experiment, first, record);
        const bool by_second = stops(all.experiment, second, record);
        Discordance& discordance = record.truth == Truth::Harmful ? expected.harmful : expected.clean;
        if (by_first && !by_second) ++discordance.only_first;
        if (!by_first && by_second) ++discordance.only_second;
      }
      const PairCounts counts = compare(all.experiment, all.sample, first, second, AskedCalls::Stopped);
      EXPECT_EQ(counts.harmful, expected.harmful);
      EXPECT_EQ(counts.clean, expected.clean);
    }
  }
}

TEST(IsStopped, AsksWhatBecomesOfAskedCalls) {
  EXPECT_TRUE(is_stopped(Verdict::Deny, AskedCalls::Stopped));
  EXPECT_TRUE(is_stopped(Verdict::Deny, AskedCalls::Pass));
  EXPECT_TRUE(is_stopped(Verdict::Confirm, AskedCalls::Stopped));
  EXPECT_FALSE(is_stopped(Verdict::Confirm, AskedCalls::Pass));
  EXPECT_FALSE(is_stopped(Verdict::Allow, AskedCalls::Stopped));
  EXPECT_FALSE(is_stopped(Verdict::Allow, AskedCalls::Pass));
}

/// An experiment of one set whose ruling on each call a test writes down.
const Experiment& one_set() {
  static const Experiment kOne = [] {
    Experiment experiment;
    experiment.sets.resize(1);
    return experiment;
  }();
  return kOne;
}
constexpr Part kSet{.kind = PartKind::Set, .index = 0};

Group call(Truth truth, Verdict verdict) { return {.truth = truth, .records = 1, .rulings = {verdict}}; }

using enum Verdict;
using enum Truth;

TEST(CountAsked, TellsHarmfulFromClean) {
  Sample sample;
  sample.groups = {call(Harmful, Confirm), call(Clean, Confirm), call(Clean, Confirm), call(Clean, Deny),
                   call(Harmful, Allow)};
  sample.groups[0].records = 5;
  const AskedCounts asked = count_asked(one_set(), sample, kSet);
  EXPECT_EQ(asked.harmful, 5u);
  EXPECT_EQ(asked.clean, 2u);
}

TEST(CountTasks, TakesACleanTaskAsDoneWhenEachOfItsCallsRuns) {
  Sample sample;
  sample.groups = {call(Clean, Allow), call(Clean, Allow), call(Clean, Confirm),
                   call(Clean, Allow), call(Clean, Deny),  call(Clean, Confirm)};
  sample.tasks = {{.name = "runs", .truth = Clean, .calls = {0, 1}, .payloads = {}},
                  {.name = "asks", .truth = Clean, .calls = {2, 3}, .payloads = {}},
                  {.name = "is denied", .truth = Clean, .calls = {5, 4}, .payloads = {}}};
  const TaskCounts unanswered = count_tasks(one_set(), sample, kSet, AskedCalls::Stopped);
  EXPECT_EQ(unanswered.clean, 3u);
  EXPECT_EQ(unanswered.completed, 1u);
  EXPECT_EQ(unanswered.asks, 2u);
  EXPECT_EQ(unanswered.attacks, 0u);
  const TaskCounts approved = count_tasks(one_set(), sample, kSet, AskedCalls::Pass);
  EXPECT_EQ(approved.completed, 2u);
  EXPECT_EQ(approved.asks, 2u);
}

TEST(CountTasks, TakesAnAttackAsSucceededWhenEveryPayloadRuns) {
  Sample sample;
  sample.groups = {call(Harmful, Deny), call(Harmful, Allow), call(Harmful, Confirm)};
  sample.tasks = {{.name = "prepared in vain", .truth = Harmful, .calls = {0, 1}, .payloads = {1}},
                  {.name = "half", .truth = Harmful, .calls = {0, 1}, .payloads = {0, 1}},
                  {.name = "stopped", .truth = Harmful, .calls = {0, 1}, .payloads = {0}},
                  {.name = "asks", .truth = Harmful, .calls = {1, 2}, .payloads = {2}}};
  const TaskCounts unanswered = count_tasks(one_set(), sample, kSet, AskedCalls::Stopped);
  EXPECT_EQ(unanswered.clean, 0u);
  EXPECT_EQ(unanswered.attacks, 4u);
  EXPECT_EQ(unanswered.succeeded, 1u);
  EXPECT_EQ(unanswered.partly, 1u);
  EXPECT_EQ(unanswered.payloads, 5u);
  EXPECT_EQ(unanswered.payloads_stopped, 3u);
  EXPECT_EQ(unanswered.asks, 0u);  // only those of clean tasks cost a person's time
  const TaskCounts approved = count_tasks(one_set(), sample, kSet, AskedCalls::Pass);
  EXPECT_EQ(approved.succeeded, 2u);
  EXPECT_EQ(approved.payloads_stopped, 2u);
}

}  // namespace
}  // namespace yett
