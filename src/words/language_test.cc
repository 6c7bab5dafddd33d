#include "words/language.h"

#include <gtest/gtest.h>

namespace yett {
namespace {

TEST(Language, IsReadByItsCodeOnly) {
  EXPECT_EQ(parse_language("en"), Language::English);
  EXPECT_EQ(parse_language("zh"), Language::Chinese);
  for (const char* text : {"", "EN", "zh_CN", "english", "de", "zh "})
    EXPECT_EQ(parse_language(text), std::nullopt) << text;
}

TEST(Language, OfALocaleIsEnglishUnlessItSaysChinese) {
  for (const char* locale : {"zh", "zh_CN.UTF-8", "zh_TW", "zh.UTF-8"}) {
    EXPECT_EQ(language_of_locale(locale), Language::Chinese) << locale;
  }
  for (const char* locale : {"", "C", "C.UTF-8", "POSIX", "en_US.UTF-8", "de_DE", "z", "zha_CN", "ZH_CN"}) {
    EXPECT_EQ(language_of_locale(locale), Language::English) << locale;
  }
}

}  // namespace
}  // namespace yett
