#include "words/escape_words.h"

#include <gtest/gtest.h>

#include <set>

#include "words/doctor_words.h"

namespace yett {
namespace {

TEST(EscapeWords, ExistOnceForEachAttemptInBothLanguages) {
  std::set<std::string_view> ids;
  for (const Language language : {Language::English, Language::Chinese}) {
    std::set<std::string_view> seen;
    for (const EscapeWords& words : all_escape_words()) {
      ids.insert(words.attempt);
      const auto text = escape_words(language, words.attempt);
      EXPECT_FALSE(text.empty()) << words.attempt;
      EXPECT_TRUE(seen.insert(text).second) << text;
    }
  }
  EXPECT_EQ(ids.size(), all_escape_words().size());
  EXPECT_EQ(escape_words(Language::English, "no-such-attempt"), "");
}

TEST(DoctorWords, ExistForEachTextAndGroupInBothLanguages) {
  for (const Language language : {Language::English, Language::Chinese}) {
    std::set<std::string_view> seen;
    for (int text = 0; text <= static_cast<int>(kLastDoctorText); ++text) {
      const auto words = doctor_text(language, static_cast<DoctorText>(text));
      EXPECT_FALSE(words.empty()) << text;
      if (static_cast<DoctorText>(text) != DoctorText::LandlockAbi) {
        EXPECT_TRUE(seen.insert(words).second) << words;
      }
    }
    for (const EscapeGroup group : kEscapeGroups) {
      EXPECT_TRUE(seen.insert(escape_group_words(language, group)).second);
    }
  }
}

/// A terminal colours the first of these that stands in a line.
TEST(DoctorWords, OfWhatIsOpenStandInNoOtherText) {
  for (const Language language : {Language::English, Language::Chinese}) {
    for (const EscapeWords& words : all_escape_words()) {
      for (const auto text : {DoctorText::Open, DoctorText::NoAnswer}) {
        EXPECT_EQ(escape_words(language, words.attempt).find(doctor_text(language, text)), std::string_view::npos);
      }
    }
  }
}

}  // namespace
}  // namespace yett
