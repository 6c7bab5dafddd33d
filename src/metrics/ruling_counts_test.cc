#include "metrics/ruling_counts.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "metrics/desk_fixture.h"
#include "model/rule_id.h"

namespace yett {
namespace {

using namespace metrics_test;  // NOLINT(google-build-using-namespace): the calls of the desk

CallWork work() {
  return work_of({
      line_of("clean", "asks", kMail),
      line_of("clean", "asks", kNote),
      line_of("harmful", "leak", kLeak),
      line_of("harmful", "leak", kMail),
      line_of("clean", "runs", kNote),
      line_of("clean", "is denied", kMail),
      line_of("clean", "is denied", kLeak),
      line_of("clean", "is denied", kStranger),
      line_of("harmful", "leak", kLeak),
  });
}

TEST(CountRulings, ListsDenialsFirstThenQuestionsEachTheMoreFrequentFirst) {
  const JudgedCalls judged = judge_calls({}, work(), DeskJudging().terms(), AskedCalls::Stopped);
  std::vector<std::string> lines;
  for (const RulingCount& count : count_rulings(judged)) {
    lines.push_back(fmt::format("{} {}: {} harmful, {} clean", to_string(count.verdict), to_string(count.rule),
                                count.harmful, count.clean));
  }
  EXPECT_EQ(lines, (std::vector<std::string>{
                       "deny destination.unlisted: 2 harmful, 1 clean", "deny tool.unregistered: 0 harmful, 1 clean",
                       "confirm approval.dangerous: 1 harmful, 2 clean", "allow default.allow: 0 harmful, 2 clean"}));
}

TEST(HeldTasks, AreCleanOnesWithTheFirstCallThatIsDeniedElseTheFirstThatAsks) {
  const CallWork calls = work();
  const JudgedCalls judged = judge_calls({}, calls, DeskJudging().terms(), AskedCalls::Stopped);
  const std::vector<HeldTask> held = held_tasks(calls, judged);
  ASSERT_EQ(held.size(), 2u);
  EXPECT_EQ(held[0].task, "is denied");
  EXPECT_EQ(held[0].tool, "post");
  EXPECT_EQ(held[0].ruling.rule, RuleId::DestinationUnlisted);
  EXPECT_EQ(held[0].ruling.verdict, Verdict::Deny);
  EXPECT_EQ(held[1].task, "asks");
  EXPECT_EQ(held[1].tool, "mail");
  EXPECT_EQ(held[1].ruling.verdict, Verdict::Confirm);
}

}  // namespace
}  // namespace yett
