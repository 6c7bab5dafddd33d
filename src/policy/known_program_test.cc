#include "policy/known_program.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "policy/format_words.h"
#include "policy/known_program_tables.h"
#include "policy/known_word_list.h"
#include "policy/refused_program.h"

namespace yett {
namespace {

using enum WordKind;

std::vector<std::span<const KnownUse>> tables() {
  return {file_reading_programs(), system_programs(),   file_changing_programs(), searching_programs(),
          git_subcommands(),       building_programs(), reaching_programs()};
}

std::vector<std::string> words(std::string_view text) {
  std::vector<std::string> all;
  for (const std::string_view word : WordList(text)) all.emplace_back(word);
  return all;
}

bool is_value_kind(std::string_view kind) {
  return std::ranges::find(kOptionValues, kind, &Choice<WordKind>::spelling) != std::end(kOptionValues);
}

TEST(WordList, TakesATextApartAtSpaces) {
  EXPECT_EQ(words(""), std::vector<std::string>{});
  EXPECT_EQ(words("  "), std::vector<std::string>{});
  EXPECT_EQ(words("a"), std::vector<std::string>{"a"});
  EXPECT_EQ(words(" a  bc d "), (std::vector<std::string>{"a", "bc", "d"}));
  EXPECT_TRUE(WordList("ab cd").contains("cd"));
  EXPECT_FALSE(WordList("ab cd").contains("c"));
}

TEST(KnownPrograms, AreSpeltAsTheReaderExpects) {
  for (const auto table : tables()) {
    for (const KnownUse& row : table) {
      ASSERT_FALSE(words(row.programs).empty());
      for (const std::string& option : words(row.options)) {
        const std::size_t equals = option.find('=');
        const std::string name = option.substr(0, equals - (option.ends_with(']') ? 1 : 0));
        EXPECT_TRUE(name.size() > 1 && name.front() == '-' && name.find_first_of("[]=") == std::string::npos) << option;
        if (equals == std::string::npos) continue;
        const std::string kind = option.substr(equals + 1);
        EXPECT_TRUE(is_value_kind(kind.substr(0, kind.find(']')))) << row.programs << " " << option;
        EXPECT_EQ(option.ends_with(']'), option.find('[') != std::string::npos) << option;
      }
      for (const std::string& kind : words(row.operands)) {
        const bool is_kind = std::ranges::find(kOperands, kind, &Choice<WordKind>::spelling) != std::end(kOperands);
        EXPECT_TRUE(kind == "|" || is_kind) << row.programs << " " << kind;
      }
      for (const std::string& option : words(row.patterns)) {
        EXPECT_TRUE(find_option({&row}, option)) << row.programs << " " << option;
      }
    }
  }
}

TEST(KnownPrograms, StandInOnePlaceAndHoldEachOptionOnce) {
  std::set<std::string> programs;
  for (const auto table : tables()) {
    for (std::size_t i = 0; i < table.size(); ++i) {
      if (i > 0 && table[i - 1].programs == table[i].programs) continue;
      for (const std::string& program : words(table[i].programs)) {
        EXPECT_TRUE(programs.insert(program).second) << program;
        EXPECT_FALSE(find_refusal("/usr/bin/" + program)) << program;
        const KnownProgram known = *find_known_program("/usr/bin/" + program);
        std::vector<std::string_view> subcommands = known.subcommands();
        subcommands.emplace_back();
        for (const std::string_view subcommand : subcommands) {
          std::set<std::string_view> options;
          for (const std::string_view option : option_names(known.uses_of(subcommand))) {
            EXPECT_TRUE(options.insert(option).second) << program << " " << subcommand << " " << option;
          }
        }
      }
    }
  }
  EXPECT_GT(programs.size(), 120u);
}

/// A text that is free for options of Git would name places, and a pattern is given by -e.
TEST(KnownPrograms, OfGitTakeNoTextAsAnOperand) {
  for (const KnownUse& row : git_subcommands()) {
    EXPECT_EQ(row.operands.find("text"), std::string_view::npos) << row.subcommands;
  }
}

KnownUses uses(std::string_view program, std::string_view subcommand = {}) {
  const auto known = find_known_program(program);
  return known ? known->uses_of(subcommand) : KnownUses();
}

TEST(FindKnownProgram, KnowsVersionsAndVariants) {
  for (const std::string_view program :
       {"/usr/bin/python3", "/usr/bin/python3.11", "/opt/bin/perl5.36.0", "/usr/bin/gls", "/usr/bin/gmake",
        "/usr/bin/nodejs", "rg", "/bin/[", "/usr/bin/grep.distrib"}) {
    EXPECT_TRUE(find_known_program(program)) << program;
  }
  for (const std::string_view program :
       {"/usr/bin/Git", "/usr/bin/gi", "/opt/tool", "/usr/bin/git-lfs", "/opt/git.sh", ""}) {
    EXPECT_FALSE(find_known_program(program)) << program;
  }
}

TEST(FindRefusal, KnowsVersionsAndVariants) {
  for (const std::string_view program :
       {"/bin/sh", "/usr/bin/bash5", "/bin/busybox.static", "/usr/bin/vim.tiny", "/usr/bin/gsed", "/usr/bin/gcc-12",
        "/usr/bin/x86_64", "/lib64/ld-linux-x86-64.so.2", "/usr/bin/nc.openbsd", "/usr/bin/sqlite3",
        "/usr/bin/g++-12"}) {
    EXPECT_TRUE(find_refusal(program)) << program;
  }
  for (const std::string_view program :
       {"/usr/bin/git", "/opt/envoy", "/usr/bin/shellcheck", "/opt/deploy.sh", "/usr/bin/gperf"}) {
    EXPECT_FALSE(find_refusal(program)) << program;
  }
}

TEST(FindOption, IsAWholeWord) {
  EXPECT_TRUE(find_option(uses("grep"), "--regexp"));
  EXPECT_EQ(find_option(uses("grep"), "--regexp")->value, Text);
  EXPECT_TRUE(find_option(uses("grep"), "--color")->is_optional);
  for (const std::string_view option : {"--regex", "--regexp=", "-", "--", "-R", "--colo", "regexp", ""}) {
    EXPECT_FALSE(find_option(uses("grep"), option)) << option;
  }
}

TEST(FindOption, TakesLettersOfOptionsWithoutAValueTogether) {
  EXPECT_TRUE(find_option(uses("ls"), "-la"));
  EXPECT_TRUE(find_option(uses("curl"), "-sS"));
  EXPECT_TRUE(find_option(uses("git", "status"), "-sb"));
  for (const std::string_view option : {"-ie", "-il5", "-iR", "-i-", "-i=", "-m5"}) {
    EXPECT_FALSE(find_option(uses("grep"), option)) << option;
  }
  EXPECT_FALSE(find_option(uses("node"), "-pe"));
  EXPECT_FALSE(find_option(uses("find"), "-a-o"));
  EXPECT_FALSE(find_option(uses("git", "log"), "-ps"));
  EXPECT_FALSE(find_option(uses("python3"), "-Ic"));
  EXPECT_FALSE(find_option(uses("perl"), "-we"));
  EXPECT_FALSE(find_option(uses("curl"), "-sd"));
}

TEST(IsWithin, NarrowsAText) {
  for (const WordKind kind : {Text, Number, Name, Revision}) EXPECT_TRUE(is_within(kind, Text));
  for (const WordKind kind : {ReadPath, WritePath, Url, Rest}) EXPECT_FALSE(is_within(kind, Text));
  for (const WordKind kind : {Text, Number, Name, WritePath, Url}) EXPECT_FALSE(is_within(kind, ReadPath));
  EXPECT_FALSE(is_within(ReadPath, WritePath));
  EXPECT_TRUE(is_within(Number, Name));
  EXPECT_FALSE(is_within(Text, Name));
  EXPECT_FALSE(is_within(Name, Revision)) << "a name could be a file, and no -- stands behind it";
  EXPECT_TRUE(is_within(Text, Rest));
}

TEST(TakeOperands, GoesByTheirPlaces) {
  const auto take = [](std::string_view program, std::vector<WordKind> operands) {
    return take_operands(uses(program), operands);
  };
  EXPECT_TRUE(take("rg", {}));
  EXPECT_TRUE(take("rg", {Text, ReadPath}));
  EXPECT_TRUE(take("rg", {Text, None}));
  EXPECT_FALSE(take("rg", {Text}));
  EXPECT_FALSE(take("rg", {ReadPath}));
  EXPECT_TRUE(take("cat", {ReadPath}));
  EXPECT_FALSE(take("cat", {ReadPath, Rest}));
  EXPECT_FALSE(take("uniq", {ReadPath})) << "the second one is written";
  EXPECT_TRUE(take("uniq", {ReadPath, None}));
  EXPECT_TRUE(take("uniq", {ReadPath, WritePath, None}));
  EXPECT_FALSE(take("uniq", {ReadPath, WritePath})) << "a third would be one too many";
  EXPECT_FALSE(take("pwd", {Text}));
  EXPECT_FALSE(take_operands(uses("git", "log"), std::vector{Text}));
  EXPECT_TRUE(take_operands(uses("git", "log"), std::vector{Revision, ReadPath}));
  EXPECT_TRUE(take_operands(uses("git", "log"), std::vector{Revision}));
  EXPECT_FALSE(take_operands(uses("git", "blame"), std::vector{Revision}));
  EXPECT_FALSE(take_operands(uses("git", "log"), std::vector{ReadPath, Revision}));
  EXPECT_TRUE(take_operands(uses("git", "log"), std::vector{ReadPath}));
}

}  // namespace
}  // namespace yett
