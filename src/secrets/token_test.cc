#include "secrets/token.h"

#include <gtest/gtest.h>

#include <string>

namespace yett {
namespace {

using std::chrono::minutes;

const TimePoint kNow = *parse_time("2026-12-01T10:00:00Z");

std::string refusal_of(std::string_view answer) {
  const Result<Token> token = read_token(answer, minutes(15), kNow);
  return token ? "(taken)" : token.error().message;
}

TEST(Token, IsReadWithItsEnd) {
  const Result<Token> token =
      read_token(R"({"token":"ghs_12345678","expires_at":"2026-12-01T10:15:00Z"})", minutes(15), kNow);
  ASSERT_TRUE(token.has_value());
  EXPECT_EQ(token->text.view(), "ghs_12345678");
  EXPECT_EQ(token->expires_at, kNow + minutes(15));
}

TEST(Token, MayComeWithOtherMembers) {
  EXPECT_EQ(refusal_of(R"({"permissions":{"x":1.5},"token":"ghs_12345678","expires_at":"2026-12-01T10:15:00Z"})"),
            "(taken)");
}

TEST(Token, WithoutAnEndIsRefused) {
  EXPECT_EQ(refusal_of(R"({"token":"ghs_12345678"})"), "its token has no expires_at");
  EXPECT_EQ(refusal_of(R"({"token":"ghs_12345678","expires_at":null})"), "its token has no expires_at");
  EXPECT_EQ(refusal_of(R"({"token":"ghs_12345678","expires_at":"soon"})"), "its expires_at is no time");
  EXPECT_EQ(refusal_of(R"({"token":"ghs_12345678","expires_at":1796119200})"), "its expires_at is no time");
}

TEST(Token, ThatLastsTooLongIsRefused) {
  EXPECT_EQ(refusal_of(R"({"token":"ghs_12345678","expires_at":"2026-12-01T10:16:00Z"})"), "(taken)")
      << "another clock may be a minute ahead";
  EXPECT_EQ(refusal_of(R"({"token":"ghs_12345678","expires_at":"2026-12-01T10:16:01Z"})"),
            "its token lasts longer than max_ttl");
}

TEST(Token, ThatHasExpiredIsRefused) {
  EXPECT_EQ(refusal_of(R"({"token":"ghs_12345678","expires_at":"2026-12-01T10:00:00Z"})"),
            "its token has expired already");
}

TEST(Token, IsVisibleAsciiOfSomeLength) {
  for (const std::string_view odd : {"", "1234567", "with space", R"(two\nlines)", R"(nul\u0000byte)", "schlüssel"}) {
    EXPECT_EQ(refusal_of(R"({"token":")" + std::string(odd) + R"(","expires_at":"2026-12-01T10:10:00Z"})"),
              "its token is no text of 8 to 8192 visible ASCII characters")
        << odd;
  }
  EXPECT_NE(refusal_of(R"({"token":")" + std::string(8193, 'x') + R"(","expires_at":"2026-12-01T10:10:00Z"})"),
            "(taken)");
  EXPECT_NE(refusal_of(R"({"token":12345678,"expires_at":"2026-12-01T10:10:00Z"})"), "(taken)");
}

TEST(Token, IsNothingElseThanAJsonObject) {
  for (const std::string_view odd :
       {"", "ghs_12345678", "[]", R"("ghs_12345678")",
        R"({"token":"ghs_12345678","expires_at":"2026-12-01T10:10:00Z"} x)",
        R"({"token":"ghs_12345678","token":"ghs_12345679","expires_at":"2026-12-01T10:10:00Z"})"}) {
    EXPECT_EQ(refusal_of(odd), "the answer is no JSON object") << odd;
  }
}

/// What a provider says may hold the secret, whatever is wrong with it.
TEST(Token, IsQuotedByNoMessage) {
  for (const std::string_view odd : {R"({"token":"s3cr3t s3cr3t","expires_at":"2026-12-01T10:10:00Z"})",
                                     "s3cr3t s3cr3t", R"({"token":"s3cr3ts3cr3t","expires_at":"s3cr3t"})"}) {
    const Result<Token> token = read_token(odd, minutes(15), kNow);
    ASSERT_FALSE(token.has_value());
    EXPECT_FALSE(token.error().to_string().contains("s3cr3t"));
  }
}

}  // namespace
}  // namespace yett
