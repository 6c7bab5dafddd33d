// command.argv: an argument vector, and never a string that a shell splits.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "decide/ruling_cases.h"

namespace yett {
namespace {

using testing::ElementsAre;
using enum RuleId;

std::string argv(const std::string& value) { return R"({"argv":)" + value + "}"; }

Office office_with(std::vector<ListedCommand> commands, Reversibility reversibility) {
  Tool tool = office_tool("shell", Effect::Execute, Sensitivity::Internal, reversibility,
                          {{"argv", ArgumentRole::Command}, {"note", ArgumentRole::Content}});
  tool.commands = std::move(commands);
  return Office::with(tool);
}

TEST(CommandMalformed, IsAnythingButAListOfWords) {
  for (const Reversibility reversibility : {Reversibility::Reversible, Reversibility::Irreversible}) {
    for (const char* value :
         {R"("make all")", R"("")", "[]", "1", "true", "{}", R"({"0":"make"})", R"([["make"]])", R"(["make",1])",
          R"(["make",null])", R"([null])", R"(["make\u0000"])", R"(["make","a\u0000b"])"}) {
      EXPECT_EQ(office_with({listed_command("/usr/bin/make")}, reversibility).judge("shell", argv(value)).rule(),
                CommandMalformed)
          << value;
      EXPECT_EQ(office_with({}, reversibility).judge("shell", argv(value)).rule(), CommandMalformed) << value;
    }
  }
}

TEST(CommandMalformed, ShowsALengthAndTheArgument) {
  const Decision decision = Office().judge("run_command", argv(R"("rm -rf /")"));
  EXPECT_EQ(decision.deciding.subject, (Subject{.kind = SubjectKind::Bytes, .text = {}, .size = 10}));
  EXPECT_EQ(decision.deciding.argument, "argv");
}

/// No word of a command is judged in this version, so a list of commands lets none of them run.
TEST(CommandUnlisted, OfEveryCommandWhileCommandsAreListed) {
  const Office office = office_with({listed_command("/usr/bin/make")}, Reversibility::Reversible);
  for (const char* value :
       {R"(["make"])", R"(["/usr/bin/make"])", R"(["/usr/bin/make","all"])", R"(["/bin/sh","-c","make"])", R"([""])"}) {
    const Decision decision = office.judge("shell", argv(value));
    EXPECT_THAT(rules_of(decision), ElementsAre(CommandUnlisted)) << value;
    EXPECT_EQ(decision.verdict(), Verdict::Deny) << value;
  }
}

TEST(Commands, OfAToolThatListsNoneAskAPerson) {
  const Office office = office_with({}, Reversibility::Irreversible);
  expect_rulings(office, "shell",
                 {{argv(R"(["/bin/ls"])"), ApprovalDangerous},
                  {argv(R"x(["ls; rm -rf /","$(id)","a\nb",""])x"), ApprovalDangerous}});
}

TEST(Commands, ThatAreNotGivenAreMalformed) {
  const Office office = office_with({listed_command("/usr/bin/make")}, Reversibility::Reversible);
  expect_rulings(office, "shell",
                 {{"{}", CommandMalformed}, {argv("null"), CommandMalformed}, {R"({"note":"n"})", CommandMalformed}});
}

TEST(Commands, BelowTheTopLevelAreJudgedOneByOne) {
  Tool tool = office_tool("batch", Effect::Execute, Sensitivity::Internal, Reversibility::Irreversible,
                          {at("/steps/*/argv", ArgumentRole::Command)});
  const Office office = Office::with(tool);
  expect_rulings(office, "batch",
                 {{R"({"steps":[{"argv":["a"]},{"argv":["b"]}]})", ApprovalDangerous},
                  {R"({"steps":[{"argv":["a"]},{"argv":"b"}]})", CommandMalformed},
                  {R"({"steps":["a"]})", ArgumentsSchema}});
}

}  // namespace
}  // namespace yett
