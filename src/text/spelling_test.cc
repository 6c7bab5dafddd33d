#include "text/spelling.h"

#include <gtest/gtest.h>

#include <string>

namespace yett {
namespace {

/// U+202E, the right-to-left override, byte by byte: in a literal it would turn this file around as well.
const std::string kRightToLeft = {'\xe2', '\x80', '\xae'};

constexpr std::string_view kKeys[] = {"effect", "sensitivity", "reversible", "tenant", "why", "url"};

TEST(InQuotes, ShowsWhatCannotBeSeen) {
  EXPECT_EQ(in_quotes("read_note"), "\"read_note\"");
  EXPECT_EQ(in_quotes("a\"b\\c"), R"("a\"b\\c")");
  EXPECT_EQ(in_quotes("a\x1b[31m\n"), R"("a\u{001B}[31m\u{000A}")");
  EXPECT_EQ(in_quotes("t\u0435nant"), R"("t\u{0435}nant")") << "a Cyrillic letter does not pass for a Latin one";
  EXPECT_EQ(in_quotes(kRightToLeft + "\U000e0041"), R"("\u{202E}\u{E0041}")");
  EXPECT_EQ(in_quotes("\xff\xc0\xaf"), R"("\xFF\xC0\xAF")");
  EXPECT_EQ(in_quotes(std::string_view("\0", 1)), R"("\u{0000}")");
  EXPECT_EQ(in_quotes(""), "\"\"");
}

TEST(InQuotes, CutsLongTexts) {
  EXPECT_EQ(in_quotes(std::string(64, 'x')), "\"" + std::string(64, 'x') + "\"");
  EXPECT_EQ(in_quotes(std::string(65, 'x')), "\"" + std::string(64, 'x') + "...\"");
}

TEST(NearestWord, FindsMisspellings) {
  EXPECT_EQ(nearest_word("efect", kKeys), "effect");
  EXPECT_EQ(nearest_word("Effect", kKeys), "effect");
  EXPECT_EQ(nearest_word("tenent", kKeys), "tenant");
  EXPECT_EQ(nearest_word("sensitvitiy", kKeys), "sensitivity") << "a letter lost and two swapped";
  EXPECT_EQ(nearest_word("ulr", kKeys), "url");
}

TEST(NearestWord, IsSilentWhenNothingIsNear) {
  EXPECT_EQ(nearest_word("colour", kKeys), std::nullopt);
  EXPECT_EQ(nearest_word("", kKeys), std::nullopt);
  EXPECT_EQ(nearest_word("wxx", kKeys), std::nullopt) << "two edits make another word of three letters";
  EXPECT_EQ(nearest_word("efffffect", kKeys), std::nullopt);
  EXPECT_EQ(nearest_word(std::string(1 << 20, 'e'), kKeys), std::nullopt);
}

TEST(NearestWord, PrefersTheNearest) {
  constexpr std::string_view kPair[] = {"emails", "email"};
  EXPECT_EQ(nearest_word("emai", kPair), "email");
  EXPECT_EQ(nearest_word("emailss", kPair), "emails");
}

TEST(DidYouMean, IsEmptyWithoutASuggestion) {
  EXPECT_EQ(did_you_mean("efect", kKeys), "did you mean \"effect\"?");
  EXPECT_EQ(did_you_mean("colour", kKeys), "");
}

}  // namespace
}  // namespace yett
