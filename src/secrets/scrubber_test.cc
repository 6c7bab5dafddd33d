#include "secrets/scrubber.h"

#include <gtest/gtest.h>

#include <random>
#include <string>

#include "base/base64.h"

namespace yett {
namespace {

std::string base64_of(std::string_view text) {
  return to_base64({reinterpret_cast<const std::uint8_t*>(text.data()), text.size()});
}

constexpr std::string_view kToken = "tok-7Hq2mZ0/xY+3";
constexpr std::string_view kOther = "another-secret-0001";

Scrubber scrubber(RedactionWords words = RedactionWords::English) {
  const std::string_view secrets[] = {kToken, kOther};
  Result<Scrubber> made = Scrubber::of(secrets, words);
  EXPECT_TRUE(made.has_value());
  return std::move(*made);
}

std::string scrubbed(std::string text) {
  (void)scrubber().scrub(text);
  return text;
}

TEST(Scrubber, ThatKnowsNoSecretChangesNothing) {
  std::string text(kToken);
  EXPECT_EQ(Scrubber().scrub(text), 0u);
  EXPECT_EQ(text, kToken);
}

TEST(Scrubber, TakesOutEachSecretAndCountsThem) {
  std::string text = "a " + std::string(kToken) + std::string(kToken) + " b " + std::string(kOther) + ".";
  EXPECT_EQ(scrubber().scrub(text), 3u);
  EXPECT_EQ(text, "a <secret redacted><secret redacted> b <secret redacted>.");
}

TEST(Scrubber, TakesOutEachForm) {
  EXPECT_EQ(scrubbed("h 746f6b2d374871326d5a302f78592b33"), "h <secret redacted>");
  EXPECT_EQ(scrubbed("h 746F6B2D374871326D5A302F78592B33"), "h <secret redacted>");
  EXPECT_EQ(scrubbed("?t=tok-7Hq2mZ0%2FxY%2B3&x"), "?t=<secret redacted>&x");
  EXPECT_EQ(scrubbed(R"({"t":"tok-7Hq2mZ0\/xY+3"})"), R"({"t":"<secret redacted>"})");
  EXPECT_EQ(scrubbed(base64_of(kToken)), "<secret redacted>" + base64_of(kToken).substr(21));
}

TEST(Scrubber, WritesInTheLanguageOfItsWords) {
  std::string text(kToken);
  (void)scrubber(RedactionWords::Chinese).scrub(text);
  EXPECT_EQ(text, "<密钥已脱敏>");
}

TEST(Scrubber, TakesThemOutOfJsonAtAnyDepthAndOutOfNames) {
  Json value = *parse_json(R"({"a":[1,{"b":"x tok-7Hq2mZ0/xY+3"}],"tok-7Hq2mZ0/xY+3":null,"c":true})");
  EXPECT_EQ(scrubber().scrub(value), 2u);
  EXPECT_EQ(write_json(value), R"({"a":[1,{"b":"x <secret redacted>"}],"<secret redacted>":null,"c":true})");
}

TEST(Scrubber, LeavesNamesOfMembersDifferent) {
  Json value = *parse_json(R"({"tok-7Hq2mZ0/xY+3":1,"another-secret-0001":2})");
  EXPECT_EQ(scrubber().scrub(value), 2u);
  EXPECT_TRUE(parse_json(write_json(value)).has_value()) << write_json(value);
}

TEST(ScrubStream, DoesNotCareWhereTheTextIsCut) {
  const std::string text = "ab " + std::string(kToken) + " cd " + base64_of(kOther) + " ef " + std::string(kOther);
  const Scrubber known = scrubber();
  std::string whole = text;
  const std::size_t finds = known.scrub(whole);
  for (std::size_t first = 0; first <= text.size(); ++first) {
    for (std::size_t second = first; second <= text.size(); second += 7) {
      ScrubStream stream(known);
      std::string out = stream.take(std::string_view(text).substr(0, first));
      out += stream.take(std::string_view(text).substr(first, second - first));
      out += stream.take(std::string_view(text).substr(second));
      out += stream.finish();
      ASSERT_EQ(out, whole) << first << ' ' << second;
      ASSERT_EQ(stream.finds(), finds);
    }
  }
}

TEST(ScrubStream, KeepsNoMoreBackThanCouldBelongToOneSecret) {
  const Scrubber known = scrubber();
  ScrubStream stream(known);
  const std::string piece(1000, 'x');
  EXPECT_EQ(stream.take(piece).size(), piece.size() - known.longest() + 1);
}

TEST(LockedText, IsMovedNotCopied) {
  LockedText text = *LockedText::copy("secret");
  const LockedText moved = std::move(text);
  EXPECT_EQ(moved.view(), "secret");
  EXPECT_EQ(text.view(), "");  // NOLINT(bugprone-use-after-move): a moved-from one is empty
}

}  // namespace
}  // namespace yett
