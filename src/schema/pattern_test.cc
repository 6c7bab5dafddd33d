#include "schema/pattern.h"

#include <gtest/gtest.h>

#include <string>

namespace yett {
namespace {

using enum PatternRefusal::Kind;

bool finds(std::string_view pattern, std::string_view text) {
  auto compiled = PatternBudget().compile(pattern);
  EXPECT_TRUE(compiled) << pattern;
  return compiled && compiled->finds(text);
}

PatternRefusal::Kind refusal_of(std::string_view pattern) {
  auto compiled = PatternBudget().compile(pattern);
  EXPECT_FALSE(compiled) << pattern.substr(0, 64);
  return compiled ? TooMany : compiled.error().kind;
}

TEST(Pattern, MatchesAnyPartOfATextByCharacters) {
  EXPECT_TRUE(finds("b", "abc"));
  EXPECT_FALSE(finds("B", "abc"));
  EXPECT_FALSE(finds("^b", "abc"));
  EXPECT_TRUE(finds("", ""));
  EXPECT_TRUE(finds("^.{2}$", "é💩"));
  EXPECT_TRUE(finds("^[à-ÿ]$", "é"));
  EXPECT_TRUE(finds(std::string_view("a\0b", 3), std::string_view("xa\0b", 4)));
  EXPECT_FALSE(finds("^a$", "a\n")) << "$ is the end of the text, as in JavaScript";
}

TEST(PatternBudget, SaysWhatIsWrong) {
  for (const char* pattern : {"(", "(?!a)", "(?<=a)b", R"((a)\1)", R"(\u0041)", "a{1001}", "[z-a]", "\xff"}) {
    EXPECT_EQ(refusal_of(pattern), Unreadable) << pattern;
  }
  EXPECT_EQ(refusal_of(R"(\pL{1000})"), TooLarge);
  EXPECT_EQ(refusal_of(std::string(PatternBudget::kMaxBytes + 1, 'a')), TooLarge);
}

TEST(PatternBudget, IsUsedUpByManyPatterns) {
  PatternBudget budget;
  int compiled = 0;
  while (compiled < 1'000 && budget.compile("a")) ++compiled;
  EXPECT_GE(compiled, 90);
  EXPECT_LE(compiled, 110);
  EXPECT_EQ(budget.compile("a").error().kind, TooMany);
}

TEST(PatternBudget, IsUsedUpByLargeOnesThatAreRefused) {
  PatternBudget budget;
  int refused = 0;
  while (refused < 100 && budget.compile(R"(\pL{1000})").error().kind == TooLarge) ++refused;
  EXPECT_LE(refused, 4);
  EXPECT_EQ(budget.compile("a").error().kind, TooMany);
}

TEST(PatternBudget, IsUsedUpByTheLargeOneThatGoesBeyondIt) {
  PatternBudget budget;
  int compiled = 0;
  while (compiled < 100 && budget.compile(R"(\pL{100})")) ++compiled;
  EXPECT_GE(compiled, 2);
  EXPECT_LE(compiled, 5);
  EXPECT_EQ(budget.compile("a").error().kind, TooMany);
}

}  // namespace
}  // namespace yett
