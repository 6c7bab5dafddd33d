#include "policy/load_commands.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "policy/policy_for_test.h"

namespace yett::policy_test {
namespace {

/// A tool that runs commands, the first of which consists of `lines`.
std::string with_command(std::string_view lines) {
  return with_tool(
      fmt::format("[tools.t]\neffect = \"execute\"\nsensitivity = \"internal\"\nreversible = true\n"
                  "command.argv = [\"argv\"]\n[[tools.t.commands]]\n{}",
                  lines));
}

constexpr std::string_view kGit = "program = \"/usr/bin/git\"\neffect = \"read\"\n";

std::string with_git(std::string_view lines) { return with_command(fmt::format("{}{}", kGit, lines)); }

TEST(LoadCommands, RefusesAListThatIsNone) {
  const auto inline_list = [](std::string_view list) {
    return tool("execute", "internal", "true", fmt::format("command.argv = [\"argv\"], commands = {}", list));
  };
  expect_refused_at_mark({
      {inline_list("§{}"), "tools.t.commands: expected a list, found a table"},
      {inline_list("§[]"),
       "tools.t.commands: an empty list starts nothing ([[tools.NAME.commands]] program = \"/usr/bin/PROGRAM\")"},
      {inline_list("[§\"/usr/bin/git\"]"), R"(tools.t.commands[1]: expected a table, found "/usr/bin/git")"},
  });
}

TEST(LoadCommands, RefusesMissingAndUnknownKeys) {
  std::string without_program = with_command("effect = \"read\"");
  without_program.insert(without_program.find("[[tools"), kMark);
  std::string without_effect = with_command("program = \"/usr/bin/git\"");
  without_effect.insert(without_effect.find("[[tools"), kMark);
  expect_refused_at_mark({
      {without_program, R"(tools.t.commands[1].program is missing (program = "/usr/bin/PROGRAM"))"},
      {without_effect, R"(tools.t.commands[1].effect is missing (effect = "read", "write", "send" or "execute"))"},
      {with_git("§option = []"), R"(unknown key tools.t.commands[1].option (did you mean "options"?))"},
      {with_git("§args = []"), "unknown key tools.t.commands[1].args"},
  });
}

TEST(LoadCommands, RefusesProgramsWithoutAPathOfTheirOwn) {
  const std::string hint = " (it begins with / and has no . or .. or empty component)";
  expect_refused_at_mark({
      {with_command("program = §\"git\"\neffect = \"read\""),
       "tools.t.commands[1].program: expected an absolute path, found \"git\"" + hint},
      {with_command("program = §\"/usr/bin/../bin/git\"\neffect = \"read\""),
       "tools.t.commands[1].program: expected an absolute path, found \"/usr/bin/../bin/git\"" + hint},
      {with_command("program = §[\"/usr/bin/git\"]\neffect = \"read\""),
       "tools.t.commands[1].program: expected a string, found a list"},
      {with_command("program = \"/usr/bin/git\"\neffect = §\"reed\""),
       "tools.t.commands[1].effect: expected \"read\", \"write\", \"send\" or \"execute\", found \"reed\" (did you "
       "mean "
       "\"read\"?)"},
  });
}

TEST(LoadCommands, RefusesProgramsThatStartOthers) {
  for (const std::string_view program :
       {"/bin/sh", "/usr/bin/bash", "/usr/bin/env", "/usr/bin/xargs", "/bin/busybox", "/usr/bin/timeout",
        "/usr/bin/nohup", "/usr/bin/sudo", "/lib64/ld-linux-x86-64.so.2", "/lib/ld-musl-x86_64.so.1", "/usr/bin/zsh",
        "/usr/bin/setsid", "/usr/bin/stdbuf", "/usr/bin/watch", "/usr/bin/parallel", "/usr/bin/nice",
        "/usr/bin/dash"}) {
    expect_refused_at_mark({
        {with_command(fmt::format("program = §\"{}\"\neffect = \"read\"", program)),
         fmt::format("tools.t.commands[1].program: \"{}\" starts whatever its arguments say (list the programs "
                     "themselves)",
                     program)},
    });
  }
  for (const std::string_view program : {"/usr/bin/git", "/usr/bin/shellcheck", "/opt/envoy", "/usr/bin/timedatectl"}) {
    EXPECT_EQ(refusal(with_command(fmt::format("program = \"{}\"\neffect = \"read\"", program))), "loaded") << program;
  }
}

TEST(LoadCommands, RefusesSubcommandsThatAreNoWords) {
  const std::string expected = "tools.t.commands[1].subcommands[1]: expected a subcommand such as \"status\", found ";
  expect_refused_at_mark({
      {with_git("subcommands = §[]"),
       "tools.t.commands[1].subcommands: an empty list allows no subcommand (name one, or remove the key)"},
      {with_git("subcommands = §\"log\""),
       R"(tools.t.commands[1].subcommands: expected a list, found "log" (write ["log"]))"},
      {with_git("subcommands = [§7]"), "tools.t.commands[1].subcommands[1]: expected a string, found the number 7"},
      {with_git("subcommands = [§\"-c\"]"), expected + "\"-c\""},
      {with_git("subcommands = [§\"log status\"]"), expected + "\"log status\""},
      {with_git("subcommands = [§\"a\\tb\"]"), expected + "\"a\\u{0009}b\""},
      {with_git("subcommands = [§\"a=b\"]"), expected + "\"a=b\""},
      {with_git("subcommands = [§\"a\\u200bb\"]"), expected + "\"a\\u{200B}b\""},
      {with_git("subcommands = [\"log\", §\"log\"]"),
       "tools.t.commands[1].subcommands[2]: \"log\" is listed already (remove one of them)"},
  });
}

TEST(LoadCommands, RefusesOptionsThatAreNone) {
  const auto refused = [](std::string_view found) {
    return fmt::format(
        "tools.t.commands[1].options[1]: expected an option such as \"--oneline\" or "
        "\"--max-count=number\", found {} (its value is text, number, read (a path) or write (a path))",
        found);
  };
  expect_refused_at_mark({
      {with_git("options = §\"-n\""), R"(tools.t.commands[1].options: expected a list, found "-n" (write ["-n"]))"},
      {with_git("options = [§7]"), "tools.t.commands[1].options[1]: expected a string, found the number 7"},
      {with_git("options = [§\"n\"]"), refused("\"n\"")},
      {with_git("options = [§\"-\"]"), refused("\"-\"")},
      {with_git("options = [§\"--\"]"), refused("\"--\"")},
      {with_git("options = [§\"--a b\"]"), refused("\"--a b\"")},
      {with_git("options = [§\"--a=\"]"), refused("\"--a=\"")},
      {with_git("options = [§\"--a=nubmer\"]"), refused("\"--a=nubmer\"")},
      {with_git("options = [§\"--a=5\"]"), refused("\"--a=5\"")},
      {with_git("options = [§\"=text\"]"), refused("\"=text\"")},
      {with_git("options = [§\"--a\\u202eb\"]"), refused("\"--a\\u{202E}b\"")},
      {with_git("options = [\"-n=number\", §\"-n\"]"),
       "tools.t.commands[1].options[2]: \"-n\" is listed already (remove one of them)"},
      {with_git("paths = §\"reed\""),
       "tools.t.commands[1].paths: expected \"none\", \"text\", \"number\", \"read\" or \"write\", found \"reed\" (did "
       "you mean \"read\"?)"},
  });
}

TEST(LoadCommands, RefusesACommandThatIsListedAlready) {
  const std::string again = "§[[tools.t.commands]]\nprogram = \"/usr/bin/git\"\neffect = \"write\"\n";
  const std::string hint = " is listed already at yett.toml:12:1 (entries of one program differ in their subcommands)";
  expect_refused_at_mark({
      {with_git(again), "tools.t.commands[2]: \"/usr/bin/git\"" + hint},
      {with_git("subcommands = [\"log\", \"diff\"]\n" + again + "subcommands = [\"add\", \"diff\"]\n"),
       "tools.t.commands[2]: \"/usr/bin/git diff\"" + hint},
      {with_git("subcommands = [\"log\"]\n" + again), "tools.t.commands[2]: \"/usr/bin/git\"" + hint},
  });
  EXPECT_EQ(refusal(with_git("subcommands = [\"log\"]\n[[tools.t.commands]]\nprogram = \"/usr/bin/git\"\n"
                             "effect = \"write\"\nsubcommands = [\"add\"]")),
            "loaded");
}

TEST(LoadCommands, RefusesOptionsThatStartOthers) {
  struct Case {
    std::string_view program;
    std::string_view option;
  };
  for (const Case& one : {Case{"/usr/bin/git", "-c"}, Case{"/usr/bin/git", "--exec-path"}, Case{"/usr/bin/rg", "--pre"},
                          Case{"/opt/bin/curl", "-K"}, Case{"/usr/bin/curl", "--resolve"},
                          Case{"/usr/bin/find", "-exec"}, Case{"/usr/bin/tar", "--to-command"}}) {
    expect_refused_at_mark({
        {with_command(fmt::format("program = \"{}\"\neffect = \"read\"\noptions = [\"-v\", §\"{}=text\"]", one.program,
                                  one.option)),
         fmt::format("tools.t.commands[1].options[2]: \"{}\" makes \"{}\" start or obey something else (no list can "
                     "hold what such an option brings in: remove it)",
                     one.option, one.program)},
    });
  }
  EXPECT_EQ(refusal(with_command("program = \"/usr/bin/grep\"\neffect = \"read\"\noptions = [\"-c\"]")), "loaded");
}

TEST(LoadCommands, ReadsACommandWhole) {
  const Tool tool = loaded_tool(
      with_git("subcommands = [\"log\", \"diff\"]\noptions = [\"--oneline\", \"-n=number\", \"--grep=text\", "
               "\"--output=write\", \"-f=read\", \"-p=path\"]\npaths = \"read\"\n[[tools.t.commands]]\n"
               "program = \"/usr/bin/true\"\neffect = \"execute\""));
  ASSERT_EQ(tool.commands.size(), 2u);
  const ListedCommand& git = tool.commands[0];
  EXPECT_EQ(git.program, "/usr/bin/git");
  EXPECT_EQ(git.subcommands, (std::vector<std::string>{"log", "diff"}));
  const std::vector<ListedOption> options = {{"--oneline", WordKind::None}, {"-n", WordKind::Number},
                                             {"--grep", WordKind::Text},    {"--output", WordKind::WritePath},
                                             {"-f", WordKind::ReadPath},    {"-p", WordKind::ReadPath}};
  EXPECT_EQ(git.options, options);
  EXPECT_EQ(git.operands, WordKind::ReadPath);
  EXPECT_EQ(git.effect, Effect::Read);
  EXPECT_EQ(git.where, (SourcePosition{"yett.toml", 12, 1}));
  EXPECT_EQ(tool.commands[1].operands, WordKind::None);
  EXPECT_TRUE(tool.commands[1].options.empty());
  EXPECT_EQ(tool.commands[1].effect, Effect::Execute);
}

}  // namespace
}  // namespace yett::policy_test
