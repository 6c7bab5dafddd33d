#include "words/defect_words.h"

#include <gtest/gtest.h>

#include <set>

namespace yett {
namespace {

TEST(DefectWords, ExistForEachKindInBothLanguages) {
  for (const Language language : {Language::English, Language::Chinese}) {
    std::set<std::string_view> seen;
    for (int kind = 1; kind <= static_cast<int>(kLastDefectKind); ++kind) {
      const std::string_view words = defect_words(language, static_cast<DefectKind>(kind));
      EXPECT_FALSE(words.empty()) << kind;
      EXPECT_TRUE(seen.insert(words).second) << words;
    }
    EXPECT_EQ(defect_words(language, DefectKind::None), "");
  }
}

}  // namespace
}  // namespace yett
