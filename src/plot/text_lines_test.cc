#include "plot/text_lines.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "plot/picture_fixture.h"

namespace yett {
namespace {

using testing::ElementsAre;

TEST(TextWidth, OfChineseIsASquareEach) {
  EXPECT_DOUBLE_EQ(text_width("权限", 10), 20);
  EXPECT_DOUBLE_EQ(text_width("", 10), 0);
  EXPECT_LT(text_width("iiii", 10), text_width("aaaa", 10));
  EXPECT_LT(text_width("aaaa", 10), text_width("WWWW", 10));
}

TEST(FittingSize, ShrinksOnlyWhatIsTooWide) {
  EXPECT_DOUBLE_EQ(fitting_size("14/24", 11, 100), 11);
  const double size = fitting_size("18446744073709551615/1", 11, 46);
  EXPECT_LE(text_width("18446744073709551615/1", size), 46);
}

TEST(TextLines, BreakBehindSpacesHyphensAndUnderscores) {
  EXPECT_THAT(text_lines("no side effects", 10, 60, 9), ElementsAre("no side", "effects"));
  EXPECT_THAT(text_lines("read-only_set", 10, 45, 9), ElementsAre("read-", "only_", "set"));
  EXPECT_THAT(text_lines("all of it", 10, 1000, 9), ElementsAre("all of it"));
  EXPECT_THAT(text_lines("", 10, 60, 9), ElementsAre(""));
}

TEST(TextLines, DoNotBreakANumber) {
  EXPECT_THAT(text_lines("blocks 0.3333", 10, 50, 9), ElementsAre("blocks", "0.3333"));
}

TEST(TextLines, OfChineseBreakBetweenAnyTwoAndDoNotBeginWithAComma) {
  EXPECT_THAT(text_lines("不写入，只读", 10, 30, 9), ElementsAre("不写", "入，只", "读"));
}

TEST(TextLines, BreakAWordThatFitsOnNoLine) {
  EXPECT_THAT(text_lines("a WWWWW", 10, 30, 9), ElementsAre("a", "WWW", "WW"));
  EXPECT_THAT(text_lines("WW", 10, 1, 9), ElementsAre("W", "W"));
}

TEST(TextLines, AreCutWithASignThatTheyAre) {
  EXPECT_THAT(text_lines("WWWWWWWWW", 10, 30, 2), ElementsAre("WWW", "WW…"));
  EXPECT_THAT(text_lines("限限限限限限限", 10, 30, 2), ElementsAre("限限限", "限限…"));
  EXPECT_THAT(text_lines("WWWWWW", 10, 30, 2), ElementsAre("WWW", "WWW"));
}

TEST(TextLines, AreNoWiderThanAskedFor) {
  for (const std::string_view name : kLongNames) {
    for (const double width : {20.0, 48.0, 150.0, 300.0}) {
      std::string whole;
      for (const std::string& line : text_lines(name, 10, width, 99)) {
        EXPECT_LE(text_width(line, 10), width) << line;
        whole += line;
      }
      std::string expected(name);
      std::erase(expected, ' ');
      std::erase(whole, ' ');
      EXPECT_EQ(whole, expected);
    }
  }
}

}  // namespace
}  // namespace yett
