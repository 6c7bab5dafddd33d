#include "secrets/scrubber.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>
#include <string>

#include "base/base64.h"
#include "secrets/secret_forms.h"

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

TEST(Scrubber, NumbersNamesThatAreAlikeOnceScrubbed) {
  Json value = *parse_json(
      R"({"<secret redacted> 2":0,"tok-7Hq2mZ0/xY+3":1,"another-secret-0001":2,"tok-7hq2mz0/xy+3":3,"b":4})");
  (void)scrubber().scrub(value);
  EXPECT_EQ(write_json(value), R"({"<secret redacted> 2":0,"<secret redacted>":1,"<secret redacted> 3":2,)"
                               R"("<secret redacted> 4":3,"b":4})");
}

/// A result of some megabytes stopped the gate for minutes: each name was compared with all others, again for each
/// character that was added to it. With that these two would take hours.
TEST(Scrubber, LetsNoServerStopTheGateByTheNumberOfNames) {
  constexpr std::size_t kNames = 1u << 18;
  Json::Object alike;
  Json::Object unlike;
  for (std::size_t i = 0; i < kNames; ++i) {
    std::string name;
    for (std::size_t bit = 0; bit < 18; ++bit) name += (i >> bit & 1u) != 0 ? kToken : kOther;
    alike.push_back({std::move(name), 0});
    unlike.push_back({std::string(kToken) + std::to_string(i), 0});
  }
  const Scrubber known = scrubber();
  for (Json value : {Json(std::move(alike)), Json(std::move(unlike))}) {
    (void)known.scrub(value);
    std::set<std::string_view> names;
    for (const Json::Member& member : *value.as_object()) names.insert(member.key);
    EXPECT_EQ(names.size(), kNames);
  }
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

std::string in_pieces(const Scrubber& scrubber, std::string_view text, std::mt19937& random, std::size_t most) {
  ScrubStream stream(scrubber);
  std::string out;
  while (!text.empty()) {
    const std::size_t size = std::min<std::size_t>(1 + random() % most, text.size());
    out += stream.take(text.substr(0, size));
    text.remove_prefix(size);
  }
  return out + stream.finish();
}

TEST(Scrubber, LeavesNothingOfSecretsThatOverlap) {
  const std::string_view secrets[] = {"abcdefgh-12345678", "12345678-ijklmnop", "xyxyxyxyxyxyxyxyxyxy"};
  const Scrubber known = std::move(*Scrubber::of(secrets, RedactionWords::English));
  std::mt19937 random(5);
  for (const std::string_view text : {"see abcdefgh-12345678-ijklmnop.", "see xyxyxyxyxyxyxyxyxyxyxyxyxyxyxyxyxyxy."}) {
    std::string whole(text);
    EXPECT_EQ(known.scrub(whole), 1u);
    EXPECT_EQ(whole, "see <secret redacted>.");
    for (std::size_t most = 1; most < text.size(); ++most) EXPECT_EQ(in_pieces(known, text, random, most), whole);
  }
}

/// The same by trying every form everywhere.
std::string slowly_scrubbed(const std::vector<std::string>& forms, std::string_view text) {
  std::string out;
  std::size_t taken_to = 0;
  for (std::size_t at = 0; at < text.size(); ++at) {
    std::size_t longest = 0;
    for (const std::string& form : forms) {
      if (form.size() > longest && text.substr(at).starts_with(form)) longest = form.size();
    }
    if (longest != 0 && at >= taken_to) out += "<secret redacted>";
    taken_to = std::max(taken_to, at + longest);
    if (at >= taken_to) out += text[at];
  }
  return out;
}

/// Parts of forms, whole ones, other bytes of any kind, of secrets from the shortest to some of many kilobytes.
TEST(Scrubber, LeavesNothingOfAnySecretWhereverItsTextIsCut) {
  std::mt19937 random(20261201);
  for (int round = 0; round < 400; ++round) {
    const bool is_long = round % 20 == 0;
    std::vector<std::string> secrets(1 + random() % 4);
    const std::string_view bytes = std::string_view("ab/+\"<ABcd0123").substr(0, 2 + random() % 13);
    for (std::string& secret : secrets) {
      const std::size_t size = is_long ? 1'000 + random() % 7'000 : 8 + random() % 60;
      while (secret.size() < size) secret += bytes[random() % bytes.size()];
    }
    const std::vector<std::string_view> views(secrets.begin(), secrets.end());
    const Scrubber known = std::move(*Scrubber::of(views, RedactionWords::English));
    std::vector<std::string> forms;
    for (const std::string_view secret : views) {
      const std::vector<LockedText> own = std::move(*secret_forms(secret));
      for (const LockedText& form : own) forms.emplace_back(form.view());
    }
    std::string text;
    for (std::size_t parts = 1 + random() % 12; parts > 0; --parts) {
      std::string part = forms[random() % forms.size()];
      if (random() % 3 == 0) part = part.substr(random() % part.size());
      if (random() % 3 == 0) part.resize(random() % (part.size() + 1));
      if (random() % 4 == 0) part += "\xFF\xC3 \x80";
      text += part;
    }
    const std::string slow = slowly_scrubbed(forms, text);
    std::string whole = text;
    (void)known.scrub(whole);
    ASSERT_TRUE(whole == slow) << "round " << round;
    for (const std::size_t most : {std::size_t{3}, std::size_t{300}, std::size_t{65'536}}) {
      if (is_long && most < 300) continue;
      ASSERT_TRUE(in_pieces(known, text, random, most) == whole) << "round " << round << ", up to " << most;
    }
  }
}

TEST(Scrubber, ChangesNothingInWhatItScrubbed) {
  std::string text = "a " + std::string(kToken) + " b " + base64_of(kOther) + "\xFF" + std::string(kOther);
  (void)scrubber().scrub(text);
  EXPECT_EQ(scrubbed(text), text);
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
