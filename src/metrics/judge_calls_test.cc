#include "metrics/judge_calls.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "metrics/desk_fixture.h"
#include "metrics/experiment_fixture.h"
#include "metrics/part_names.h"

namespace yett {
namespace {

using namespace metrics_test;  // NOLINT(google-build-using-namespace): the calls of the desk
using testing::ElementsAre;
using enum Verdict;

constexpr Part kPolicy{.kind = PartKind::Policy};

std::vector<Verdict> verdicts(const JudgedCalls& judged) {
  std::vector<Verdict> verdicts;
  for (const CallRuling& ruling : judged.rulings) verdicts.push_back(ruling.verdict);
  return verdicts;
}

std::vector<Verdict> ruled(const std::vector<std::string>& lines, const DeskJudging& judging,
                           AskedCalls asked = AskedCalls::Stopped) {
  return verdicts(judge_calls({}, work_of(lines), judging.terms(), asked));
}

DeskJudging under(std::string_view set, CallSources sources) {
  DeskJudging judging;
  judging.sources = sources;
  for (const PermissionSet& known : known_sets(&desk())) {
    if (known.name == set) judging.session.permissions = known;
  }
  EXPECT_EQ(judging.session.permissions.name, set);
  return judging;
}

TEST(SortIntoRuns, PutsTheCallsOfATaskOfASuiteTogether) {
  const CallWork work = work_of({
      R"({"label":"clean","tool":"a","suite":"s","task":"t"})",
      R"({"label":"clean","tool":"b"})",
      R"({"label":"clean","tool":"c","suite":"other","task":"t"})",
      R"({"label":"clean","tool":"d","task":"t"})",
      R"({"label":"harmful","tool":"e","suite":"s","task":"t"})",
      R"({"label":"clean","tool":"f"})",
  });
  EXPECT_THAT(work.runs,
              ElementsAre(ElementsAre(0, 4), ElementsAre(1), ElementsAre(2), ElementsAre(3), ElementsAre(5)));
  EXPECT_EQ(work.calls[4].call.call.tool, "e");
}

TEST(JudgeCalls, ByTheirOwnLinesKnowsNothingOfOneAnother) {
  const std::vector<std::string> lines = {line_of("clean", "t", kTicket), line_of("clean", "t", kNote),
                                          line_of("clean", "t", kNote, R"("source":"tool_output")")};
  EXPECT_THAT(ruled(lines, under("clerk", CallSources::Record)), ElementsAre(Allow, Allow, Deny));
}

TEST(JudgeCalls, InTheirRunsAddsUpWhatEachCallBrings) {
  const std::vector<std::string> lines = {line_of("clean", "t", kTicket), line_of("clean", "other", kNote),
                                          line_of("clean", "t", kNote), line_of("clean", "other", kSearch),
                                          line_of("clean", "other", kNote)};
  EXPECT_THAT(ruled(lines, under("clerk", CallSources::Runtime)), ElementsAre(Allow, Allow, Deny, Allow, Allow));
}

TEST(JudgeCalls, ThatAreDeniedBringNothingIntoTheRun) {
  const std::vector<std::string> lines = {line_of("clean", "t", R"("tool":"ticket","arguments":{"id":"T-1","more":1})"),
                                          line_of("clean", "t", kNote)};
  EXPECT_THAT(ruled(lines, under("clerk", CallSources::Runtime)), ElementsAre(Deny, Allow));
}

// An approved `run` brings the output of a tool into a run that has private data: nothing leaves any more.
TEST(JudgeCalls, ThatAreAskedAboutGoOnAsThePersonAnswers) {
  const std::vector<std::string> lines = {line_of("clean", "t", kAccounts), line_of("clean", "t", kRun),
                                          line_of("clean", "t", kPost)};
  const DeskJudging judging = under("full access", CallSources::Runtime);
  EXPECT_THAT(ruled(lines, judging, AskedCalls::Stopped), ElementsAre(Allow, Confirm, Allow));
  EXPECT_THAT(ruled(lines, judging, AskedCalls::Pass), ElementsAre(Allow, Confirm, Deny));
}

TEST(JudgeCalls, GivesEachSetThePolicyAndEveryStageItsRuling) {
  const Experiment experiment = loaded_experiment(
      "[filters]\nout = { any = [\"has_destination\"] }\n"
      "odd = { any = [\"odd\"] }\n",
      &desk());
  const CallWork work =
      work_of({line_of("clean", "t", kNote), line_of("harmful", "u", kMail, R"("features":{"odd":true})"),
               line_of("harmful", "v", kLeak), line_of("harmful", "w", kStranger)},
              experiment);
  const JudgedCalls judged = judge_calls(experiment, work, DeskJudging().terms(), AskedCalls::Stopped);
  const auto rulings_of = [&](PartKind kind, std::size_t index) {
    std::vector<Verdict> rulings;
    for (const Group& group : judged.sample.groups) {
      rulings.push_back(ruling(experiment, group, {.kind = kind, .index = index}));
    }
    return rulings;
  };
  const auto stage = [](Stage which) { return static_cast<std::size_t>(which); };
  EXPECT_THAT(rulings_of(PartKind::Filter, 0), ElementsAre(Allow, Deny, Deny, Allow));
  EXPECT_THAT(rulings_of(PartKind::Filter, 1), ElementsAre(Allow, Deny, Allow, Allow));
  EXPECT_THAT(rulings_of(PartKind::Set, 0), ElementsAre(Allow, Confirm, Deny, Deny));  // full access
  EXPECT_THAT(rulings_of(PartKind::Set, 2), ElementsAre(Deny, Confirm, Deny, Deny));   // no side effects
  EXPECT_THAT(rulings_of(PartKind::Set, 4), ElementsAre(Deny, Deny, Deny, Deny));      // read-only
  EXPECT_THAT(rulings_of(PartKind::Policy, 0), ElementsAre(Allow, Confirm, Deny, Deny));
  EXPECT_THAT(rulings_of(PartKind::Stage, stage(Stage::Tool)), ElementsAre(Allow, Allow, Allow, Deny));
  EXPECT_THAT(rulings_of(PartKind::Stage, stage(Stage::Destination)), ElementsAre(Allow, Allow, Deny, Allow));
  EXPECT_THAT(rulings_of(PartKind::Stage, stage(Stage::Approval)), ElementsAre(Allow, Confirm, Allow, Allow));
  EXPECT_EQ(judged.rulings[2].rule, RuleId::DestinationUnlisted);
  EXPECT_EQ(judged.rulings[1].rule, RuleId::ApprovalDangerous);
  for (const Group& group : judged.sample.groups) {
    EXPECT_EQ(group.records, 1u);
    EXPECT_EQ(group.rulings.size(), ruling_index(experiment, kPolicy) + 1 + kAllStages.size());
  }
}

TEST(JudgeCalls, CountsWhereTheyComeFromAndWhatTheyAskFor) {
  const CallWork work = work_of(
      {line_of("clean", "t", kNote), line_of("clean", "t", kMail, R"("source":"tool_output")"),
       line_of("harmful", "t", kRun, R"("source":["user","retrieved_document"])"),
       line_of("harmful", "t", kStranger, R"("source":"retrieved_document")"), line_of("harmful", "t", kTicket)});
  const Sample sample = judge_calls({}, work, DeskJudging().terms(), AskedCalls::Stopped).sample;
  EXPECT_THAT(sample.sources, ElementsAre(3, 2, 1));
  EXPECT_THAT(sample.capabilities, ElementsAre(1, 1, 1, 1));  // a stranger asks for none that is known
}

TEST(JudgeCalls, MakesATaskOfTheCleanCallsOfARunAndAnAttackOfTheHarmfulOnes) {
  const CallWork work = work_of({
      line_of("clean", "t", kTicket, R"("class":"work")"),
      line_of("harmful", "t", kAccounts, R"("class":"leak","role":"preparation")"),
      line_of("harmful", "t", kLeak, R"("class":"leak")"),
      line_of("clean", "t", kNote, R"("class":"work")"),
      R"({"id":"c9","label":"harmful","class":"abuse","role":"preparation",)" + std::string(kAccounts) + "}",
  });
  const Sample sample = judge_calls({}, work, DeskJudging().terms(), AskedCalls::Stopped).sample;
  EXPECT_THAT(sample.classes, ElementsAre("work", "abuse", "leak"));
  EXPECT_THAT(sample.truths, ElementsAre(Truth::Clean, Truth::Harmful, Truth::Harmful));
  ASSERT_EQ(sample.tasks.size(), 3u);
  EXPECT_EQ(sample.tasks[0].name, "t");
  EXPECT_EQ(sample.tasks[0].truth, Truth::Clean);
  EXPECT_THAT(sample.tasks[0].calls, ElementsAre(0, 3));
  EXPECT_TRUE(sample.tasks[0].payloads.empty());
  EXPECT_EQ(sample.tasks[1].truth, Truth::Harmful);
  EXPECT_EQ(sample.tasks[1].class_index, 2u);
  EXPECT_THAT(sample.tasks[1].calls, ElementsAre(1, 2));
  EXPECT_THAT(sample.tasks[1].payloads, ElementsAre(2));
  EXPECT_EQ(sample.tasks[2].name, "c9");
  EXPECT_THAT(sample.tasks[2].payloads, ElementsAre(4));  // an attack that only prepares does its harm by that
}

TEST(JudgeCalls, KeepsAClassOfBothKindsAsTwo) {
  const CallWork work =
      work_of({line_of("harmful", "t", kNote, R"("class":"x")"), line_of("clean", "u", kNote, R"("class":"x")"),
               line_of("clean", "v", kNote, R"("class":"y")")});
  const Sample sample = judge_calls({}, work, DeskJudging().terms(), AskedCalls::Stopped).sample;
  EXPECT_THAT(sample.classes, ElementsAre("x (clean)", "y", "x (harmful)"));
  EXPECT_THAT(sample.truths, ElementsAre(Truth::Clean, Truth::Clean, Truth::Harmful));
  EXPECT_EQ(sample.groups[0].class_index, 2u);
  EXPECT_EQ(sample.groups[1].class_index, 0u);
}

}  // namespace
}  // namespace yett
