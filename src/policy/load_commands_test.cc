#include "policy/load_commands.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "policy/known_word_list.h"
#include "policy/policy_fixture.h"

namespace yett::policy_test {
namespace {

/// A tool that runs commands, the first of which consists of `lines`.
std::string with_command(std::string_view lines) {
  return with_tool(
      fmt::format("[tools.t]\neffect = \"execute\"\nsensitivity = \"internal\"\nreversible = true\n"
                  "command.argv = [\"argv\"]\n[[tools.t.commands]]\n{}",
                  lines));
}

/// Of a program of which nothing is known.
std::string with_tool_command(std::string_view lines) {
  return with_command(fmt::format("program = \"/opt/bin/tool\"\neffect = \"read\"\n{}", lines));
}

std::string entry(std::string_view program, std::string_view rest, std::string_view effect = "read") {
  return with_command(fmt::format("program = \"{}\"\neffect = \"{}\"\n{}", program, effect, rest));
}

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
      {with_tool_command("§option = []"), R"(unknown key tools.t.commands[1].option (did you mean "options"?))"},
      {with_tool_command("§args = []"), "unknown key tools.t.commands[1].args"},
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

TEST(LoadCommands, RefusesProgramsThatNoListHolds) {
  struct Case {
    std::string_view programs;
    std::string_view why;
  };
  for (const Case& one :
       {Case{"/bin/sh /usr/bin/bash /usr/bin/env /usr/bin/xargs /bin/busybox.static /usr/bin/timeout /usr/bin/sudo "
             "/lib64/ld-linux-x86-64.so.2 /lib/ld-musl-x86_64.so.1 /usr/bin/prlimit /usr/bin/x86_64 /usr/bin/linux32 "
             "/usr/bin/systemd-inhibit /usr/bin/socat /usr/bin/at /usr/bin/yash /usr/bin/entr /usr/bin/valgrind",
             "starts whatever its arguments say (list the programs themselves)"},
        Case{"/usr/bin/gsed /usr/bin/awk /usr/bin/jq /usr/bin/sqlite3 /usr/bin/psql /usr/bin/gcc-12 /usr/bin/dd "
             "/usr/bin/irb",
             "reads a language that reaches further than any list says (a script of your own below a root that agents "
             "do not "
             "write to)"},
        Case{"/usr/bin/vim.tiny /usr/bin/less /usr/bin/bat /usr/bin/fzf",
             "starts programs while it shows or edits a file (list cat, head or tail, or a tool that edits files)"},
        Case{"/usr/bin/ssh /usr/bin/rsync /usr/bin/wget /usr/bin/npx /usr/bin/uv",
             "acts where no list of this policy holds (a tool of its own, with a destination)"},
        Case{"/usr/bin/split /usr/bin/unzip",
             "writes or reads names that no word of the command holds (a tool of its own, or a program that names each "
             "file)"}}) {
    for (const std::string_view program : WordList(one.programs)) {
      expect_refused_at_mark({
          {with_command(fmt::format("program = §\"{}\"\neffect = \"read\"", program)),
           fmt::format("tools.t.commands[1].program: \"{}\" {}", program, one.why)},
      });
    }
  }
  for (const std::string_view program : {"/usr/bin/shellcheck", "/opt/envoy", "/usr/bin/timedatectl", "/bin/cat"}) {
    EXPECT_EQ(refusal(entry(program, "")), "loaded") << program;
  }
}

TEST(LoadCommands, RefusesSubcommandsThatAreNoWords) {
  const std::string expected = "tools.t.commands[1].subcommands[1]: expected a subcommand such as \"status\", found ";
  expect_refused_at_mark({
      {with_tool_command("subcommands = §[]"),
       "tools.t.commands[1].subcommands: an empty list allows no subcommand (name one, or remove the key)"},
      {with_tool_command("subcommands = §\"log\""),
       R"(tools.t.commands[1].subcommands: expected a list, found "log" (write ["log"]))"},
      {with_tool_command("subcommands = [§7]"),
       "tools.t.commands[1].subcommands[1]: expected a string, found the number 7"},
      {with_tool_command("subcommands = [§\"-c\"]"), expected + "\"-c\""},
      {with_tool_command("subcommands = [§\"log status\"]"), expected + "\"log status\""},
      {with_tool_command("subcommands = [§\"a\\tb\"]"), expected + "\"a\\u{0009}b\""},
      {with_tool_command("subcommands = [§\"a=b\"]"), expected + "\"a=b\""},
      {with_tool_command("subcommands = [§\"a\\u200bb\"]"), expected + "\"a\\u{200B}b\""},
      {with_tool_command("subcommands = [\"log\", §\"log\"]"),
       "tools.t.commands[1].subcommands[2]: \"log\" is listed already (remove one of them)"},
  });
}

TEST(LoadCommands, RefusesOptionsThatAreNone) {
  const auto refused = [](std::string_view found) {
    return fmt::format(
        "tools.t.commands[1].options[1]: expected an option such as \"--oneline\" or "
        "\"--max-count=number\", found {} (its value is text, number, name, revision, url, read (a path) or write (a "
        "path))",
        found);
  };
  expect_refused_at_mark({
      {with_tool_command("options = §\"-n\""),
       R"(tools.t.commands[1].options: expected a list, found "-n" (write ["-n"]))"},
      {with_tool_command("options = [§7]"), "tools.t.commands[1].options[1]: expected a string, found the number 7"},
      {with_tool_command("options = [§\"n\"]"), refused("\"n\"")},
      {with_tool_command("options = [§\"-\"]"), refused("\"-\"")},
      {with_tool_command("options = [§\"--\"]"), refused("\"--\"")},
      {with_tool_command("options = [§\"--a b\"]"), refused("\"--a b\"")},
      {with_tool_command("options = [§\"--a=\"]"), refused("\"--a=\"")},
      {with_tool_command("options = [§\"--a=nubmer\"]"), refused("\"--a=nubmer\"")},
      {with_tool_command("options = [§\"--a=5\"]"), refused("\"--a=5\"")},
      {with_tool_command("options = [§\"=text\"]"), refused("\"=text\"")},
      {with_tool_command("options = [§\"--a\\u202eb\"]"), refused("\"--a\\u{202E}b\"")},
      {with_tool_command("options = [\"-x=number\", §\"-x\"]"),
       "tools.t.commands[1].options[2]: \"-x\" is listed already (remove one of them)"},
      {with_tool_command("paths = §\"reed\""),
       "tools.t.commands[1].paths: expected \"none\", \"text\", \"number\", \"name\", \"revision\", \"read\", \"url\", "
       "\"write\" or \"rest\", "
       "found "
       "\"reed\" (did you mean \"read\"?)"},
  });
}

TEST(LoadCommands, RefusesFixedWordsThatAreNone) {
  const std::string expected = "tools.t.commands[1].fixed[1]: expected a word such as \"--no-pager\", found ";
  const std::string hint = " (it stands behind the program in every call)";
  expect_refused_at_mark({
      {with_tool_command("fixed = §[]"),
       "tools.t.commands[1].fixed: an empty list puts in no word (name one, or remove the key)"},
      {with_tool_command("fixed = [§7]"), "tools.t.commands[1].fixed[1]: expected a string, found the number 7"},
      {with_tool_command("fixed = [§\"--\"]"), expected + "\"--\"" + hint},
      {with_tool_command("fixed = [§\"a\\u202eb\"]"), expected + "\"a\\u{202E}b\"" + hint},
  });
  EXPECT_EQ(loaded_tool(with_tool_command("fixed = [\"-x\", \"a b\"]")).commands[0].fixed,
            (std::vector<std::string>{"-x", "a b"}));
}

TEST(LoadCommands, RefusesACommandThatIsListedAlready) {
  const std::string again = "§[[tools.t.commands]]\nprogram = \"/opt/bin/tool\"\neffect = \"write\"\n";
  const std::string hint = " is listed already at yett.toml:12:1 (entries of one program differ in their subcommands)";
  expect_refused_at_mark({
      {with_tool_command(again), "tools.t.commands[2]: \"/opt/bin/tool\"" + hint},
      {with_tool_command("subcommands = [\"log\", \"diff\"]\n" + again + "subcommands = [\"add\", \"diff\"]\n"),
       "tools.t.commands[2]: \"/opt/bin/tool diff\"" + hint},
      {with_tool_command("subcommands = [\"log\"]\n" + again), "tools.t.commands[2]: \"/opt/bin/tool\"" + hint},
  });
  EXPECT_EQ(refusal(with_tool_command("subcommands = [\"log\"]\n[[tools.t.commands]]\nprogram = \"/opt/bin/tool\"\n"
                                      "effect = \"write\"\nsubcommands = [\"add\"]")),
            "loaded");
}

TEST(LoadCommands, BelievesTheListOfAProgramThatItDoesNotKnow) {
  EXPECT_EQ(
      refusal(with_tool_command("options = [\"-c=text\", \"--exec=write\", \"-xyz\"]\npaths = [\"text\", \"rest\"]")),
      "loaded");
}

/// What is not known of a program is not listed: kind by kind, how it could be written.
TEST(LoadCommands, RefusesOptionsThatAreNotKnown) {
  struct Case {
    std::string_view program;
    std::string_view option;
  };
  for (const Case& one :
       {// what starts, obeys, reads, writes and dials more than its words say
        Case{"/usr/bin/rg", "--pre=text"}, Case{"/usr/bin/rg", "-L"}, Case{"/usr/bin/grep", "-R"},
        Case{"/opt/bin/curl", "-K=read"}, Case{"/usr/bin/curl", "--resolve=text"}, Case{"/usr/bin/curl", "-d=text"},
        Case{"/usr/bin/curl", "-D=write"}, Case{"/usr/bin/curl", "--next"}, Case{"/usr/bin/curl", "-L"},
        Case{"/usr/bin/find", "-exec=text"}, Case{"/usr/bin/find", "-delete"}, Case{"/usr/bin/find", "-fprint=write"},
        Case{"/usr/bin/find", "-fprint0=write"}, Case{"/usr/bin/sort", "-T=write"},
        Case{"/usr/bin/sort", "--files0-from=read"}, Case{"/usr/bin/date", "-f=read"},
        Case{"/usr/bin/date", "--date=text"}, Case{"/usr/bin/file", "-m=read"}, Case{"/usr/bin/sha256sum", "-c"},
        Case{"/usr/bin/wc", "--files0-from=read"}, Case{"/usr/bin/tail", "-f"},
        Case{"/usr/bin/rm", "--no-preserve-root"},
        // abbreviations, as GNU programs take them
        Case{"/usr/bin/grep", "--regex=text"}, Case{"/usr/bin/wc", "--files0=read"},
        Case{"/usr/bin/sort", "--comp=text"},
        // several letters, of which one takes what follows
        Case{"/usr/bin/grep", "-ie"}, Case{"/usr/bin/curl", "-sSL"}, Case{"/usr/bin/curl", "-sd=text"},
        Case{"/usr/bin/ls", "-lI"}, Case{"/usr/bin/rg", "-nz"}}) {
    const std::string name(one.option.substr(0, one.option.find('=')));
    const std::string said = refusal(entry(one.program, fmt::format("options = [\"{}\"]", one.option)));
    EXPECT_NE(
        said.find(fmt::format("tools.t.commands[1].options[1]: \"{}\" of \"{}\" is not known to reach no further than "
                              "its words",
                              name, one.program)),
        std::string::npos)
        << said;
  }
  expect_refused_at_mark({
      {entry("/usr/bin/grep", "options = [§\"--regex=text\"]"),
       "tools.t.commands[1].options[1]: \"--regex\" of \"/usr/bin/grep\" is not known to reach no further than its "
       "words "
       "(did you mean \"--regexp\"?)"},
      {entry("/usr/bin/grep", "options = [§\"-ie\"]"),
       "tools.t.commands[1].options[1]: \"-ie\" of \"/usr/bin/grep\" is not known to reach no further than its words "
       "(\"-e\" takes a value: list it alone)"},
      {entry("/usr/bin/bzcat", "options = [§\"--verbose-output\"]"),
       "tools.t.commands[1].options[1]: \"--verbose-output\" of \"/usr/bin/bzcat\" is not known to reach no further "
       "than its "
       "words (none is known)"},
      {entry("/usr/bin/git", "subcommands = [\"status\", \"log\"]\noptions = [§\"--short\"]"),
       "tools.t.commands[1].options[1]: \"--short\" of \"/usr/bin/git log\" is not known to reach no further than its "
       "words "
       "(known are --shortstat, --src-prefix, --stat, --summary, --show-pulls, --simplify-by-decoration, "
       "--simplify-merges, --since, --skip, --source, --sparse)"},
  });
}

TEST(LoadCommands, RefusesAnOptionWithAnotherValueThanItHas) {
  const std::string at = "tools.t.commands[1].options[1]: ";
  const auto log = [](std::string_view option) {
    return entry("/usr/bin/git", fmt::format("subcommands = [\"log\"]\noptions = [§\"{}\"]", option));
  };
  const std::string log_name = " of \"/usr/bin/git log\" ";
  expect_refused_at_mark({
      {log("--oneline=text"), at + "\"--oneline\"" + log_name + "takes no value (\"--oneline\")"},
      {log("--grep"), at + "\"--grep\"" + log_name + "takes a value (\"--grep=text\")"},
      {log("-n=text"), at + "\"-n\"" + log_name + "takes a value of another kind (\"-n=number\")"},
      {log("--format=text"), at + "\"--format\"" + log_name + "takes a value of another kind (\"--format=name\")"},
      {entry("/usr/bin/curl", "options = [§\"--url=text\"]"),
       at + "\"--url\" of \"/usr/bin/curl\" takes a value of another kind (\"--url=url\")"},
      {entry("/usr/bin/sort", "options = [§\"-o=text\"]"),
       at + "\"-o\" of \"/usr/bin/sort\" takes a value of another kind (\"-o=write\")"},
      {entry("/usr/bin/rg", "options = [§\"-f=text\"]"),
       at + "\"-f\" of \"/usr/bin/rg\" takes a value of another kind (\"-f=read\")"},
      {entry("/usr/bin/diff", "fixed = [\"--no-dereference\"]\noptions = [§\"--color=text\"]"),
       at + "\"--color\" of \"/usr/bin/diff --no-dereference\" takes a value of another kind (\"--color=name\")"},
  });
  expect_refused_at_mark({
      {entry("/usr/bin/date", "options = [§\"-I=name\"]"),
       at + "\"-I\" of \"/usr/bin/date\" takes its value in the same word, if any (\"-I\")"},
  });
  // A narrower kind is another's right, and an optional value stands behind `=` alone.
  const std::string listed =
      "subcommands = [\"log\"]\noptions = [\"--grep=name\", \"--color=name\", \"--stat\", \"-n=number\"]";
  const std::vector<ListedOption> expected = {{"--grep", WordKind::Name, ValuePlace::Anywhere},
                                              {"--color", WordKind::Name, ValuePlace::BehindEquals},
                                              {"--stat", WordKind::None, ValuePlace::Anywhere},
                                              {"-n", WordKind::Number, ValuePlace::Anywhere}};
  EXPECT_EQ(loaded_tool(entry("/usr/bin/git", listed)).commands[0].options, expected);
}

TEST(LoadCommands, TakesLettersTogetherThatAreKnownWithoutValues) {
  EXPECT_EQ(refusal(entry("/usr/bin/ls", "options = [\"-la\", \"-l\"]\npaths = \"read\"")), "loaded");
  EXPECT_EQ(refusal(entry("/usr/bin/curl", "options = [\"-g\", \"-sS\"]\npaths = \"url\"")), "loaded");
}

TEST(LoadCommands, RefusesSubcommandsThatAreNotKnown) {
  const std::string at = "tools.t.commands[1].";
  expect_refused_at_mark({
      {entry("/usr/bin/git", "subcommands = [\"status\", §\"push\"]"),
       at + "subcommands[2]: \"push\" is no subcommand that is known of \"/usr/bin/git\" (known are log, show, diff, "
            "rev-list, "
            "shortlog, status, blame, annotate, grep, ls-files, ls-tree, cat-file and others)"},
      {entry("/usr/bin/git", "subcommands = [§\"statu\"]"),
       at + "subcommands[1]: \"statu\" is no subcommand that is known of \"/usr/bin/git\" (did you mean \"status\"?)"},
      {entry("/usr/bin/cat", "subcommands = [§\"x\"]"),
       at + "subcommands[1]: \"x\" is no subcommand that is known of \"/usr/bin/cat\" (none is known)"},
      {entry("/usr/bin/kubectl", "subcommands = [§\"exec\"]"),
       at + "subcommands[1]: \"exec\" is no subcommand that is known of \"/usr/bin/kubectl\" (known are get, describe, "
            "logs, "
            "top, version)"},
      {with_command("program = §\"/usr/bin/git\"\neffect = \"read\""),
       at + "program: \"/usr/bin/git\" is held by its subcommands alone (subcommands, of which known are log, show, "
            "diff, "
            "rev-list, shortlog, status, blame, annotate, grep, ls-files, ls-tree, cat-file and others)"},
      {with_command("program = §\"/usr/bin/tar\"\neffect = \"read\""),
       at + "program: \"/usr/bin/tar\" is held by an option that a call cannot leave out (fixed = [\"-t\"])"},
      {with_command("program = §\"/usr/bin/cp\"\neffect = \"write\""),
       at + "program: \"/usr/bin/cp\" is held by an option that a call cannot leave out (fixed = [\"-T\"])"},
  });
  EXPECT_EQ(refusal(entry("/usr/bin/make", "subcommands = [\"all\", \"test:unit\"]", "execute")), "loaded");
}

TEST(LoadCommands, HoldsFixedWordsAgainstWhatIsKnown) {
  const std::string at = "tools.t.commands[1].fixed";
  expect_refused_at_mark({
      {entry("/usr/bin/git", "fixed = [§\"--exec-path=/srv\"]\nsubcommands = [\"log\"]"),
       at +
           "[1]: \"--exec-path=/srv\" is nothing that is known to stand fixed behind \"/usr/bin/git\" (known are -c, "
           "--git-dir, "
           "--work-tree, --no-pager, -P, --literal-pathspecs, --glob-pathspecs, --noglob-pathspecs, --icase-pathspecs, "
           "--no-optional-locks, --no-replace-objects, --no-advice and others)"},
      {entry("/usr/bin/git", "fixed = [§\"--no-pager=x\"]\nsubcommands = [\"log\"]"),
       at + "[1]: \"--no-pager=x\" is nothing that is known to stand fixed behind \"/usr/bin/git\" (did you mean "
            "\"--no-pager\"?)"},
      {entry("/usr/bin/git", "fixed = §[\"-c\"]\nsubcommands = [\"log\"]"),
       at + ": the last fixed word is an option that takes the next word (write its value behind it)"},
      {entry("/usr/bin/rg", "fixed = [\"-e\", \"cedar\"]\npaths = §[\"text\", \"read\"]"),
       "tools.t.commands[1].paths: with its -e, -f, --regexp or --file the first operand of \"/usr/bin/rg\" is a file "
       "(remove "
       "that option, or write paths = \"read\")"},
  });
  EXPECT_EQ(refusal(entry("/usr/bin/git",
                          "fixed = [\"--no-pager\", \"-c\", \"safe.bareRepository=explicit\", "
                          "\"--git-dir=/srv/x/.git\"]\nsubcommands = [\"log\"]\npaths = [\"revision\", \"read\"]")),
            "loaded");
  EXPECT_EQ(
      refusal(entry("/usr/bin/diff", "fixed = [\"-u\", \"--no-dereference\"]\npaths = [\"read\", \"read\", \"none\"]")),
      "loaded");
  EXPECT_EQ(refusal(entry("/usr/bin/npm", "fixed = [\"run\"]\nsubcommands = [\"build\", \"test:unit\"]", "execute")),
            "loaded");
  EXPECT_EQ(refusal(entry("/usr/bin/curl", "fixed = [\"-q\", \"--max-time\", \"5\"]\npaths = \"url\"")), "loaded");
}

TEST(LoadCommands, RefusesAnEffectThatIsLessThanWhatTheProgramDoes) {
  expect_refused_at_mark({
      {with_command("program = \"/usr/bin/rm\"\neffect = §\"read\"\npaths = \"write\""),
       "tools.t.commands[1].effect: \"/usr/bin/rm\" changes files (effect = \"write\")"},
      {with_command("program = \"/usr/bin/git\"\neffect = §\"read\"\nsubcommands = [\"status\", \"commit\"]"),
       "tools.t.commands[1].effect: \"/usr/bin/git commit\" runs what its files say (effect = \"execute\")"},
      {with_command("program = \"/usr/bin/make\"\neffect = §\"read\""),
       "tools.t.commands[1].effect: \"/usr/bin/make\" runs what its files say (effect = \"execute\")"},
  });
}

TEST(LoadCommands, ReadsOperandsInTheirOrder) {
  const auto operands = [](std::string_view paths) {
    return loaded_tool(with_tool_command("paths = " + std::string(paths))).commands[0].operands;
  };
  EXPECT_EQ(operands("\"none\""), std::vector<WordKind>{});
  EXPECT_EQ(operands("\"url\""), std::vector{WordKind::Url});
  EXPECT_EQ(operands("[\"text\", \"read\"]"), (std::vector{WordKind::Text, WordKind::ReadPath}));
  EXPECT_EQ(operands("[\"write\", \"rest\"]"), (std::vector{WordKind::WritePath, WordKind::Rest}));
  EXPECT_EQ(operands("[\"name\", \"revision\", \"none\"]"),
            (std::vector{WordKind::Name, WordKind::Revision, WordKind::None}));
  const std::string alone =
      ": the rest of nothing would be every word (name what stands in front of it: [\"read\", \"rest\"])";
  expect_refused_at_mark({
      {with_tool_command("paths = §[]"),
       "tools.t.commands[1].paths: an empty list allows no operand (remove the key, or write \"none\")"},
      {with_tool_command("paths = §\"rest\""), "tools.t.commands[1].paths" + alone},
      {with_tool_command("paths = [§\"rest\"]"), "tools.t.commands[1].paths[1]" + alone},
      {with_tool_command("paths = [§\"none\", \"read\"]"),
       "tools.t.commands[1].paths[1]: none in front of others is no operand (remove it)"},
      {with_tool_command("paths = [\"read\", \"none\", §\"read\"]"),
       "tools.t.commands[1].paths[3]: nothing follows none (remove it)"},
      {with_tool_command("paths = [\"read\", \"rest\", §\"text\"]"),
       "tools.t.commands[1].paths[3]: nothing follows the rest (remove it)"},
  });
}

TEST(LoadCommands, RefusesOperandsThatAProgramTakesForMore) {
  const std::string at = "tools.t.commands[1].paths: ";
  const std::string runs =
      " runs the file that its first operand names (paths = [\"read\", \"rest\"]: a script below a root, and "
      "what belongs to it)";
  const std::string otherwise = " takes its operands in another way ";
  const std::string git = "subcommands = [\"diff\"]\npaths = §\"text\"";
  expect_refused_at_mark({
      {entry("/usr/bin/python3.11", "paths = §\"text\"", "execute"), at + "\"/usr/bin/python3.11\"" + runs},
      {entry("/usr/bin/python3", "paths = §\"read\"", "execute"), at + "\"/usr/bin/python3\"" + runs},
      {with_command("program = §\"/usr/bin/node\"\neffect = \"execute\""),
       "tools.t.commands[1].program: \"/usr/bin/node\"" + runs},
      {entry("/usr/bin/rg", "options = [\"-e=text\"]\npaths = §[\"text\", \"read\"]"),
       at + "with its -e, -f, --regexp or --file the first operand of \"/usr/bin/rg\" is a file (remove that option, "
            "or write "
            "paths = \"read\")"},
      {entry("/usr/bin/find", "paths = §\"text\""), at + "\"/usr/bin/find\"" + otherwise + "(paths = \"read\")"},
      {entry("/usr/bin/uniq", "paths = §\"read\""),
       at + "\"/usr/bin/uniq\"" + otherwise + "(paths = [\"read\", \"write\", \"none\"])"},
      {entry("/usr/bin/make", "paths = §\"text\"", "execute"),
       at + "\"/usr/bin/make\"" + otherwise + "(paths = \"none\")"},
      {entry("/usr/bin/git", git), at + "\"/usr/bin/git diff\"" + otherwise +
                                       "(paths = [\"revision\"] or [\"revision\", \"read\"] or [\"revision\", "
                                       "\"revision\", \"read\"] or \"read\")"},
      {entry("/usr/bin/curl", "paths = §\"text\""), at + "\"/usr/bin/curl\"" + otherwise + "(paths = \"url\")"},
      {entry("/usr/bin/cat", "paths = §[\"read\", \"rest\"]"),
       at + "\"/usr/bin/cat\"" + otherwise + "(paths = \"read\")"},
      {entry("/usr/bin/gzip", "fixed = [\"-c\"]\npaths = §\"write\""),
       at + "\"/usr/bin/gzip -c\"" + otherwise + "(paths = \"read\")"},
  });
  EXPECT_EQ(refusal(entry("/usr/bin/rg", "options = [\"-e=text\"]\npaths = \"read\"")), "loaded");
  EXPECT_EQ(refusal(entry("/usr/bin/find", "paths = \"read\"")), "loaded");
  EXPECT_EQ(refusal(entry("/usr/bin/python3", "paths = [\"read\", \"number\", \"rest\"]", "execute")), "loaded");
}

TEST(LoadCommands, ReadsACommandWhole) {
  const Tool tool = loaded_tool(
      with_tool_command("subcommands = [\"log\", \"diff\"]\noptions = [\"--oneline\", \"-n=number\", \"--grep=text\", "
                        "\"--output=write\", \"-f=read\", \"-q=path\"]\npaths = \"read\"\n[[tools.t.commands]]\n"
                        "program = \"/usr/bin/true\"\neffect = \"execute\""));
  ASSERT_EQ(tool.commands.size(), 2u);
  const ListedCommand& git = tool.commands[0];
  EXPECT_EQ(git.program, "/opt/bin/tool");
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
