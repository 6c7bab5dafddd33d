#include "policy/name_rules.h"

#include <gtest/gtest.h>

#include <string>

namespace yett {
namespace {

/// U+202E, the right-to-left override, byte by byte: in a literal it would turn this file around as well.
const std::string kRightToLeft = {'\xe2', '\x80', '\xae'};

TEST(ReadableName, RefusesWhatHidesOrOverflows) {
  EXPECT_FALSE(is_readable_name(""));
  EXPECT_FALSE(is_readable_name(" a"));
  EXPECT_FALSE(is_readable_name("a "));
  EXPECT_FALSE(is_readable_name("a\nb"));
  EXPECT_FALSE(is_readable_name(std::string_view("a\0b", 3)));
  EXPECT_FALSE(is_readable_name("a\u200bb")) << "zero-width space";
  EXPECT_FALSE(is_readable_name("a" + kRightToLeft + "b")) << "right-to-left override";
  EXPECT_FALSE(is_readable_name("a\x7f"));
  EXPECT_FALSE(is_readable_name("a\xff"));
  EXPECT_FALSE(is_readable_name(std::string(129, 'a')));
}

TEST(ReadableName, TakesOrdinaryNames) {
  EXPECT_TRUE(is_readable_name("ana"));
  EXPECT_TRUE(is_readable_name("Ana de la Cruz"));
  EXPECT_TRUE(is_readable_name("CORP\\ana"));
  EXPECT_TRUE(is_readable_name("\u5f20\u4e09"));
  EXPECT_TRUE(is_readable_name(std::string(128, 'a')));
}

TEST(SectionName, IsAShortBareKey) {
  EXPECT_TRUE(is_section_name("tickets_2-b"));
  EXPECT_TRUE(is_section_name(std::string(64, 'a')));
  EXPECT_FALSE(is_section_name(std::string(65, 'a')));
  EXPECT_FALSE(is_section_name(""));
  EXPECT_FALSE(is_section_name("a b"));
  EXPECT_FALSE(is_section_name("a/b"));
  EXPECT_FALSE(is_section_name("\u00e9"));
}

}  // namespace
}  // namespace yett
