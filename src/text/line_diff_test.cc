#include "text/line_diff.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace yett {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(LineDiff, SaysNothingOfEqualTexts) {
  EXPECT_THAT(line_diff("", ""), IsEmpty());
  EXPECT_THAT(line_diff("a\nb\n", "a\nb\n"), IsEmpty());
}

TEST(LineDiff, ShowsWhatIsGoneAndWhatIsNew) {
  EXPECT_THAT(line_diff("", "a\n"), ElementsAre("+ a"));
  EXPECT_THAT(line_diff("a\n", ""), ElementsAre("- a"));
  EXPECT_THAT(line_diff("a\nb\nc\n", "a\nx\nc\n"), ElementsAre("  a", "- b", "+ x", "  c"));
  EXPECT_THAT(line_diff("a\na\n", "a\n"), ElementsAre("  a", "- a"));
}

TEST(LineDiff, LeavesOutWhatIsFarFromAnyChange) {
  EXPECT_THAT(line_diff("a\n1\n2\n3\n4\n5\n6\n7\nb\n", "x\n1\n2\n3\n4\n5\n6\n7\ny\n"),
              ElementsAre("- a", "+ x", "  1", "  2", "  3", "...", "  5", "  6", "  7", "- b", "+ y"));
  EXPECT_THAT(line_diff("1\n2\n3\n4\n5\n", "1\n2\n3\n4\n6\n"), ElementsAre("  2", "  3", "  4", "- 5", "+ 6"));
}

/// Whatever is shown of two texts, each side can be put together again from it.
TEST(LineDiff, IsTrueToBothTexts) {
  for (int seed = 0; seed < 256; ++seed) {
    std::string before;
    std::string after;
    for (int bit = 0; bit < 4; ++bit) before += ((seed >> bit) & 1) != 0 ? "a\n" : "b\n";
    for (int bit = 4; bit < 8; ++bit) after += ((seed >> bit) & 1) != 0 ? "a\n" : "b\n";
    if (before == after) continue;
    std::string old;
    std::string fresh;
    for (const std::string& line : line_diff(before, after)) {
      if (line[0] != '+') old += line.substr(2) + "\n";
      if (line[0] != '-') fresh += line.substr(2) + "\n";
    }
    EXPECT_TRUE(before.ends_with(old) || before.starts_with(old)) << before << old;
    EXPECT_TRUE(after.ends_with(fresh) || after.starts_with(fresh)) << after << fresh;
  }
}

TEST(LineDiff, OfMoreThanCanBeComparedShowsBothWhole) {
  std::string before;
  std::string after;
  for (int i = 0; i < 3000; ++i) {
    before += "old " + std::to_string(i) + "\n";
    after += "new " + std::to_string(i) + "\n";
  }
  const std::vector<std::string> shown = line_diff(before, after);
  ASSERT_EQ(shown.size(), 6000U);
  EXPECT_EQ(shown.front(), "- old 0");
  EXPECT_EQ(shown.back(), "+ new 2999");
}

}  // namespace
}  // namespace yett
