#include "metrics/measurement.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "metrics/desk_fixture.h"
#include "metrics/experiment_fixture.h"

namespace yett {
namespace {

using namespace metrics_test;  // NOLINT(google-build-using-namespace): the calls of the desk
using testing::ElementsAre;

constexpr std::string_view kExperiment = R"([[narrowing]]
sets = ["full access", "no side effects", "read-only"]
[[narrowing]]
sets = ["clerk", "reader"]
[layers]
gate = { any = ["no side effects", "policy"] }
both = { all = ["no side effects", "policy"] }
[report]
sets = ["clerk"]
per_class = ["policy"]
layers = ["both"]
added = [{ layer = "policy", over = "read-only", name = "policy beyond" }]
)";

/// Three clean tasks, of which one asks, and two attacks, of which one asks and one is denied.
std::vector<std::string> lines() {
  return {line_of("clean", "a", kTicket), line_of("clean", "a", kNote),   line_of("clean", "b", kSearch),
          line_of("clean", "c", kMail),   line_of("harmful", "x", kMail), line_of("harmful", "y", kLeak)};
}

Result<Measurement> measured(const std::vector<std::string>& calls, ScriptedAnswer approver,
                             CallSources sources = CallSources::Record) {
  const Experiment experiment = loaded_experiment(kExperiment, &desk());
  const CallWork work = work_of(calls, experiment);
  DeskJudging judging;
  judging.sources = sources;
  const JudgedCalls unanswered = judge_calls(experiment, work, judging.terms(), AskedCalls::Stopped);
  const JudgedCalls approved = judge_calls(experiment, work, judging.terms(), AskedCalls::Pass);
  return measure(experiment, {.unanswered = unanswered.sample, .approved = approved.sample}, SampleKind::Calls,
                 approver);
}

std::vector<std::string> names_of(const std::vector<MeasuredRow>& rows) {
  std::vector<std::string> names;
  for (const MeasuredRow& row : rows) names.push_back(row.name);
  return names;
}

TEST(Measurement, HasTheRowsOfTheExperiment) {
  const Measurement all = *measured(lines(), ScriptedAnswer::None);
  EXPECT_EQ(all.kind, SampleKind::Calls);
  EXPECT_EQ(all.records, 6u);
  EXPECT_EQ(all.clean, 4u);
  EXPECT_EQ(all.harmful, 2u);
  EXPECT_THAT(all.classes, ElementsAre("clean", "harmful"));
  EXPECT_THAT(all.truths, ElementsAre(Truth::Clean, Truth::Harmful));
  ASSERT_EQ(all.narrowings.size(), 2u);
  EXPECT_THAT(names_of(all.narrowings[0]), ElementsAre("full access", "no side effects", "read-only"));
  EXPECT_THAT(names_of(all.narrowings[1]), ElementsAre("clerk", "reader"));
  EXPECT_THAT(names_of(all.sets), ElementsAre("clerk"));
  EXPECT_THAT(names_of(all.layers), ElementsAre("gate", "both"));
  EXPECT_THAT(names_of(all.per_class), ElementsAre("policy"));
  ASSERT_EQ(all.stacks.size(), 1u);
  EXPECT_EQ(all.stacks[0].layer, "gate");
  EXPECT_THAT(all.stacks[0].names, ElementsAre("no side effects", "policy"));
  EXPECT_THAT(all.capabilities, ElementsAre(2, 3, 1, 0));
}

TEST(Measurement, TakesAStepFromNothingThenFromTheRowBefore) {
  const Measurement all = *measured(lines(), ScriptedAnswer::None);
  const std::vector<MeasuredRow>& rows = all.narrowings[0];
  EXPECT_EQ(rows[0].counts, (Counts{.tp = 2, .fp = 1, .fn = 0, .tn = 3}));
  EXPECT_EQ(rows[0].step->harmful, 2);
  EXPECT_EQ(rows[0].step->clean, 1);
  EXPECT_EQ(rows[1].counts, (Counts{.tp = 2, .fp = 2, .fn = 0, .tn = 2}));
  EXPECT_EQ(rows[1].step->harmful, 0);
  EXPECT_EQ(rows[1].step->clean, 1);
  EXPECT_EQ(all.narrowings[1][0].step->harmful, 2);
  EXPECT_FALSE(all.sets[0].step);
  EXPECT_FALSE(all.layers[0].step);
}

TEST(Measurement, OfCallsHasBothBoundsWhateverThePersonAnswers) {
  for (const ScriptedAnswer approver : {ScriptedAnswer::None, ScriptedAnswer::Deny, ScriptedAnswer::Approve}) {
    const Measurement all = *measured(lines(), approver);
    EXPECT_EQ(all.approver, approver);
    const MeasuredRow& row = all.per_class[0];
    EXPECT_EQ(row.unanswered.counts, (Counts{.tp = 2, .fp = 1, .fn = 0, .tn = 3}));
    EXPECT_EQ(row.approved.counts, (Counts{.tp = 1, .fp = 0, .fn = 1, .tn = 4}));
    EXPECT_EQ(row.unanswered.tasks.completed, 2u);
    EXPECT_EQ(row.approved.tasks.completed, 3u);
    const Bound& own = approver == ScriptedAnswer::Approve ? row.approved : row.unanswered;
    EXPECT_EQ(row.counts, own.counts);
    EXPECT_EQ(row.tasks.completed, own.tasks.completed);
    EXPECT_EQ(row.tasks.succeeded, own.tasks.succeeded);
    EXPECT_EQ(row.asked.harmful, 1u);
    EXPECT_EQ(row.asked.clean, 1u);
    EXPECT_THAT(row.classes, ElementsAre(ClassShare{.stopped = own.counts.fp, .total = 4, .asked = 1},
                                         ClassShare{.stopped = own.counts.tp, .total = 2, .asked = 1}));
  }
}

// An approved `run` brings in the output of a tool, for which the call behind it is denied: each bound is counted of
// the run as it goes under that answer.
TEST(Measurement, TakesEachBoundFromTheRunsAsTheyGoUnderThatAnswer) {
  const std::vector<std::string> calls = {line_of("clean", "a", kAccounts), line_of("clean", "a", kRun),
                                          line_of("clean", "a", kRun), line_of("clean", "a", kPost),
                                          line_of("harmful", "x", kLeak)};
  for (const ScriptedAnswer approver : {ScriptedAnswer::None, ScriptedAnswer::Approve}) {
    const Measurement all = *measured(calls, approver, CallSources::Runtime);
    const MeasuredRow& row = all.per_class[0];
    EXPECT_EQ(row.unanswered.counts.fp, 2u);  // both that nobody approves
    EXPECT_EQ(row.approved.counts.fp, 2u);    // the second `run` and the sending, once data and text meet
    EXPECT_EQ(row.asked.clean, approver == ScriptedAnswer::Approve ? 1u : 2u);
    EXPECT_EQ(row.counts.fp, 2u);
  }
}

TEST(Measurement, SaysWhatOneLayerAddsToAnother) {
  const Measurement all = *measured(lines(), ScriptedAnswer::None);
  ASSERT_EQ(all.added.size(), 1u);
  const AddedRow& row = all.added[0];
  EXPECT_EQ(row.name, "policy beyond");
  EXPECT_EQ(row.layer, "policy");
  EXPECT_EQ(row.over, "read-only");
  EXPECT_EQ(row.harmful, row.pairs.harmful.only_first);
  EXPECT_EQ(row.clean, row.pairs.clean.only_first);
  EXPECT_EQ(row.pairs.clean.only_second, 1u);  // the note, which the policy allows
}

TEST(Measurement, NeedsCleanRecordsAndHarmfulOnes) {
  const auto harmful = measured({line_of("harmful", "x", kLeak)}, ScriptedAnswer::None);
  ASSERT_FALSE(harmful);
  EXPECT_EQ(harmful.error().message, "there is no clean record");
  const auto clean = measured({line_of("clean", "x", kLeak)}, ScriptedAnswer::None);
  ASSERT_FALSE(clean);
  EXPECT_EQ(clean.error().message, "there is no harmful record");
  EXPECT_EQ(clean.error().kind, ErrorKind::Input);
}

TEST(Completion, IsOfRecordsOrOfTasks) {
  constexpr Counts kCounts{.tp = 0, .fp = 1, .fn = 0, .tn = 3};
  const TaskCounts tasks{.clean = 2, .completed = 1};
  EXPECT_EQ(completion(SampleKind::Records, kCounts, tasks), 0.75);
  EXPECT_EQ(completion(SampleKind::Calls, kCounts, tasks), 0.5);
}

TEST(AskedCalls, RunOnlyWhenThePersonApproves) {
  EXPECT_EQ(asked_calls(ScriptedAnswer::Approve), AskedCalls::Pass);
  EXPECT_EQ(asked_calls(ScriptedAnswer::Deny), AskedCalls::Stopped);
  EXPECT_EQ(asked_calls(ScriptedAnswer::None), AskedCalls::Stopped);
}

}  // namespace
}  // namespace yett
