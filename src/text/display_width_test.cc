#include "text/display_width.h"

#include <gtest/gtest.h>

namespace yett {
namespace {

TEST(DisplayWidth, CountsEastAsianWideCharactersTwice) {
  EXPECT_EQ(display_width(""), 0U);
  EXPECT_EQ(display_width("plain"), 5U);
  EXPECT_EQ(display_width("工具"), 4U);
  EXPECT_EQ(display_width("（a）"), 5U);
  EXPECT_EQ(display_width("é"), 1U);
}

TEST(DisplayWidth, OfWhatIsNoUtf8IsOneAByte) { EXPECT_EQ(display_width("a\xFF\xC3"), 3U); }

}  // namespace
}  // namespace yett
