#include "secrets/secret_forms.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <string>

#include "base/base64.h"

namespace yett {
namespace {

std::string base64_of(std::string_view text) {
  return to_base64({reinterpret_cast<const std::uint8_t*>(text.data()), text.size()});
}

using testing::Contains;
using testing::Not;

std::set<std::string> forms_of(std::string_view secret) {
  std::set<std::string> texts;
  const Result<SecretForms> forms = SecretForms::of(secret);
  EXPECT_TRUE(forms.has_value());
  EXPECT_EQ(forms->secret(), secret);
  for (const std::string_view form : forms->texts()) EXPECT_TRUE(texts.emplace(form).second) << "each once";
  return texts;
}

bool is_found_in(std::string_view text, std::string_view secret) {
  for (const std::string& form : forms_of(secret)) {
    if (text.contains(form)) return true;
  }
  return false;
}

TEST(SecretForms, AreTheTextItselfAndItsHexadecimalDigits) {
  EXPECT_THAT(forms_of("tok-ABCD"), Contains("tok-ABCD"));
  EXPECT_THAT(forms_of("tok-ABCD"), Contains("746f6b2d41424344"));
  EXPECT_THAT(forms_of("tok-ABCD"), Contains("746F6B2D41424344"));
}

TEST(SecretForms, AreTheTextInTheSmallLettersOfAHostName) {
  EXPECT_TRUE(is_found_in("https://tok-abcd.example/", "tok-ABCD"));
  EXPECT_FALSE(is_found_in("https://TOK-ABCD.example/", "tok-ABCD"));
}

TEST(SecretForms, AreTheTextWithoutTheLayersThatItIsWrittenIn) {
  EXPECT_THAT(forms_of("a%2Fb%252Fc"), Contains("a/b%2Fc"));
  EXPECT_THAT(forms_of("a%2Fb%252Fc"), Contains("a/b/c"));
}

/// An encoder takes three bytes at a time: where a secret begins decides what its characters are.
TEST(SecretForms, AreFoundInBase64OfALongerTextWhereverTheyStand) {
  const std::string secret = "s3cr3t?token>with~odd-bytes";
  for (const std::string_view before : {"", "a", "ab", "abc", "Authorization: Bearer "}) {
    for (const std::string_view after : {"", "x", "xy", "xyz"}) {
      std::string text = base64_of(std::string(before) + secret + std::string(after));
      EXPECT_TRUE(is_found_in(text, secret)) << text;
      for (char& c : text) c = c == '+' ? '-' : c == '/' ? '_' : c;
      EXPECT_TRUE(is_found_in(text, secret)) << "base64url: " << text;
    }
  }
}

TEST(SecretForms, AreNotFoundInOtherText) {
  EXPECT_FALSE(is_found_in("s3cr3t?token>with~odd-byteS", "s3cr3t?token>with~odd-bytes"));
  EXPECT_FALSE(is_found_in(base64_of("another text"), "s3cr3t?token"));
}

}  // namespace
}  // namespace yett
