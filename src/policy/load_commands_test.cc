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
        "\"--max-count=number\", found {} (its value is text, number, url, read (a path) or write (a path))",
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
      {with_git("options = [\"-x=number\", §\"-x\"]"),
       "tools.t.commands[1].options[2]: \"-x\" is listed already (remove one of them)"},
      {with_git("paths = §\"reed\""),
       "tools.t.commands[1].paths: expected \"none\", \"text\", \"number\", \"read\", \"write\", \"url\" or \"rest\", "
       "found "
       "\"reed\" (did you mean \"read\"?)"},
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

TEST(LoadCommands, RefusesOptionsThatReachFurtherThanTheirWords) {
  struct Case {
    std::string_view program;
    std::string_view option;
    std::string_view reach;
  };
  constexpr std::string_view kStarts = "starts another program";
  constexpr std::string_view kObeys = "obeys what nobody judged";
  constexpr std::string_view kLeads = "leads to places that no word names";
  for (const Case& one : {Case{"/usr/bin/git", "-c", kStarts}, Case{"/usr/bin/git", "--exec-path", kStarts},
                          Case{"/usr/bin/git", "--git-dir", kObeys}, Case{"/usr/bin/git", "-C", kLeads},
                          Case{"/usr/bin/rg", "--pre", kStarts}, Case{"/opt/bin/curl", "-K", kObeys},
                          Case{"/usr/bin/curl", "--resolve", kLeads}, Case{"/usr/bin/curl", "-d", kLeads},
                          Case{"/usr/bin/find", "-exec", kStarts}, Case{"/usr/bin/tar", "--to-command", kStarts},
                          Case{"/usr/bin/python3.11", "-c", kStarts}}) {
    expect_refused_at_mark({
        {with_command(fmt::format("program = \"{}\"\neffect = \"read\"\noptions = [\"-v\", §\"{}=text\"]", one.program,
                                  one.option)),
         fmt::format("tools.t.commands[1].options[2]: \"{}\" of \"{}\" {} (no list can hold what such an option brings "
                     "in: remove it)",
                     one.option, one.program, one.reach)},
    });
  }
  EXPECT_EQ(refusal(with_command("program = \"/usr/bin/grep\"\neffect = \"read\"\noptions = [\"-c\"]")), "loaded");
}

TEST(LoadCommands, RefusesAnOptionWhoseNextWordWouldBeTakenForSomethingElse) {
  expect_refused_at_mark({
      {with_git("options = [§\"--color=text\"]"),
       "tools.t.commands[1].options[1]: \"--color\" of \"/usr/bin/git\" takes no value from the next word "
       "(\"--color\")"},
      {with_git("options = [§\"--oneline=text\"]"),
       "tools.t.commands[1].options[1]: \"--oneline\" of \"/usr/bin/git\" takes no value from the next word "
       "(\"--oneline\")"},
      {with_git("options = [§\"--grep\"]"),
       "tools.t.commands[1].options[1]: \"--grep\" of \"/usr/bin/git\" takes a value (\"--grep=text\", or another kind "
       "of "
       "value)"},
  });
}

TEST(LoadCommands, ReadsOperandsInTheirOrder) {
  const auto operands = [](std::string_view paths) {
    return loaded_tool(with_git("paths = " + std::string(paths))).commands[0].operands;
  };
  EXPECT_EQ(operands("\"none\""), std::vector<WordKind>{});
  EXPECT_EQ(operands("\"url\""), std::vector{WordKind::Url});
  EXPECT_EQ(operands("[\"text\", \"read\"]"), (std::vector{WordKind::Text, WordKind::ReadPath}));
  EXPECT_EQ(operands("[\"write\", \"rest\"]"), (std::vector{WordKind::WritePath, WordKind::Rest}));
  const std::string alone =
      ": the rest of nothing would be every word (name what stands in front of it: [\"read\", \"rest\"])";
  expect_refused_at_mark({
      {with_git("paths = §[]"),
       "tools.t.commands[1].paths: an empty list allows no operand (remove the key, or write \"none\")"},
      {with_git("paths = §\"rest\""), "tools.t.commands[1].paths" + alone},
      {with_git("paths = [§\"rest\"]"), "tools.t.commands[1].paths[1]" + alone},
      {with_git("paths = [\"read\", §\"none\"]"),
       "tools.t.commands[1].paths[2]: none stands alone (remove it: what is not listed is not accepted)"},
      {with_git("paths = [\"read\", \"rest\", §\"text\"]"),
       "tools.t.commands[1].paths[3]: nothing follows the rest (remove it)"},
  });
}

TEST(LoadCommands, RefusesOperandsThatAProgramTakesForMore) {
  const auto entry = [](std::string_view program, std::string_view rest) {
    return with_command(fmt::format("program = \"{}\"\neffect = \"read\"\n{}", program, rest));
  };
  expect_refused_at_mark({
      {entry("/usr/bin/python3.11", "paths = §\"text\""),
       "tools.t.commands[1].paths: \"/usr/bin/python3.11\" runs the file that its first operand names (paths = "
       "[\"read\", \"rest\"]: a script below a root, and what belongs to it)"},
      {entry("/usr/bin/rg", "options = [\"-e=text\"]\npaths = §[\"text\", \"read\"]"),
       "tools.t.commands[1].paths: with its -e, -f, --regexp or --file the first operand of \"/usr/bin/rg\" is a file "
       "(remove that option, or write paths = \"read\")"},
      {entry("/usr/bin/find", "paths = §\"text\""),
       "tools.t.commands[1].paths: to \"/usr/bin/find\" a text that begins with \"-\" is an option, also behind \"--\" "
       "(paths = \"read\", \"write\" or \"number\")"},
  });
  EXPECT_EQ(refusal(entry("/usr/bin/rg", "options = [\"-e=text\"]\npaths = \"read\"")), "loaded");
  EXPECT_EQ(refusal(entry("/usr/bin/find", "paths = \"read\"")), "loaded");
}

TEST(LoadCommands, ReadsACommandWhole) {
  const Tool tool = loaded_tool(
      with_git("subcommands = [\"log\", \"diff\"]\noptions = [\"--oneline\", \"-n=number\", \"--grep=text\", "
               "\"--output=write\", \"-f=read\", \"-q=path\"]\npaths = \"read\"\n[[tools.t.commands]]\n"
               "program = \"/usr/bin/true\"\neffect = \"execute\""));
  ASSERT_EQ(tool.commands.size(), 2u);
  const ListedCommand& git = tool.commands[0];
  EXPECT_EQ(git.program, "/usr/bin/git");
  EXPECT_EQ(git.subcommands, (std::vector<std::string>{"log", "diff"}));
  const std::vector<ListedOption> options = {{"--oneline", WordKind::None}, {"-n", WordKind::Number},
                                             {"--grep", WordKind::Text},    {"--output", WordKind::WritePath},
                                             {"-f", WordKind::ReadPath},    {"-q", WordKind::ReadPath}};
  EXPECT_EQ(git.options, options);
  EXPECT_EQ(git.operands, std::vector{WordKind::ReadPath});
  EXPECT_EQ(git.effect, Effect::Read);
  EXPECT_EQ(git.where, (SourcePosition{"yett.toml", 12, 1}));
  EXPECT_TRUE(tool.commands[1].operands.empty());
  EXPECT_TRUE(tool.commands[1].options.empty());
  EXPECT_EQ(tool.commands[1].effect, Effect::Execute);
}

}  // namespace
}  // namespace yett::policy_test
