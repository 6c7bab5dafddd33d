#include "secrets/scrubber.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>
#include <string>

#include "base/base64.h"
#include "secrets/secret_forms.h"
#include "secrets/slow_scrub_fixture.h"

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

/// Each encoder leaves other characters as they are; a fixed list of forms let nearly all of these pass.
TEST(Scrubber, TakesOutATokenWhicheverCharactersAnEncoderEscapes) {
  for (const std::string_view text : {
           "tok-7Hq2mZ0/xY%2B3",                      // Python's quote()
           "tok-7Hq2mZ0%2FxY+3",                      // Go's PathEscape
           "%74%6f%6B%2d%37%48%71%32%6d%5A%30/xY+3",  // all bytes
           R"(tok-7Hq2mZ0/xY\u002B3)",                // .NET
           R"(tok-7Hq2mZ0\/xY\u002b3)",               // PHP, and what HTML means something by
           R"(\u0074\u006f\u006B-7Hq2mZ0\/xY+3)",
           R"(tok%2D7Hq2mZ0\/xY%2B3)",      // each in another way
           "tok-7hq2mz0%2fxy+3",            // a host name
           R"(tok-7Hq2mZ0\\\/xY\\u002B3)",  // JSON in a text of JSON
           "tok-7Hq2mZ0%252FxY%252B3",      // percent-encoded twice
       }) {
    const std::string clean = scrubbed("{\"t\":\"" + std::string(text) + "\"}");
    EXPECT_EQ(clean, R"({"t":"<secret redacted>"})") << text;
  }
}

TEST(Scrubber, TakesOutBase64ThatIsBrokenIntoLines) {
  std::string text;
  for (int i = 0; i < 10; ++i) text += "Authorization: Bearer " + std::string(kToken) + " and much more of it. ";
  const std::string encoded = base64_of(text);
  for (const std::string_view end : {"\n", "\r\n", "\\n", "\\r\\n", "%0D%0A"}) {
    for (const std::size_t width : {76u, 64u}) {
      std::string lines;
      for (std::size_t at = 0; at < encoded.size(); at += width) lines += encoded.substr(at, width) + std::string(end);
      EXPECT_EQ(scrubber().scrub(lines), 10u) << end << width;
    }
  }
}

TEST(Scrubber, LeavesEscapesAndLineBreaksOfOtherTextAsTheyAre) {
  const std::string text = "100%2Ftok%\\u002\n" + std::string(80, 'a') + "\nabc " + R"(\\server\share 50%)";
  EXPECT_EQ(scrubbed(text), text);
}

TEST(Scrubber, TakesOutATokenThatIsWrittenInALayerItself) {
  const std::string_view secrets[] = {"pre%2Fsec+ret", R"(back\slash"es)"};
  const Scrubber known = std::move(*Scrubber::of(secrets, RedactionWords::English));
  for (std::string text : {"pre%2Fsec+ret", "pre%2Fsec%2Bret", "pre%252Fsec%2Bret", R"(back\slash"es)",
                           R"(back\\slash\"es)", "back%5Cslash%22es"}) {
    EXPECT_EQ(known.scrub(text), 1u);
    EXPECT_EQ(text, "<secret redacted>");
  }
}

TEST(Scrubber, LooksForASecretThatItKnewInTheMemoryThatThisHas) {
  const std::string_view one[] = {kToken};
  const std::string_view both[] = {kToken, kOther};
  const Scrubber first = std::move(*Scrubber::of(one, RedactionWords::English));
  const Scrubber next = std::move(*Scrubber::of(both, RedactionWords::English, &first));
  const Scrubber last = next.only(std::span(both).subspan(1));
  std::string text = std::string(kToken) + " " + std::string(kOther);
  EXPECT_EQ(last.scrub(text), 1u);
  EXPECT_EQ(text, std::string(kToken) + " <secret redacted>");
  EXPECT_EQ(next.scrub(text), 1u);
}

/// Only texts were searched.
TEST(Scrubber, TakesOutATokenThatIsANumber) {
  const std::string_view secrets[] = {"12345678e10", "-1234.56789", "1234567890"};
  const Scrubber known = std::move(*Scrubber::of(secrets, RedactionWords::English));
  std::string json = R"({"a":12345678e10,"b":[-1234.56789,1234567890],"c":"1234567890","d":112345678901,"e":1})";
  EXPECT_EQ(known.scrub_numbers(json), 4u);
  EXPECT_EQ(json, R"({"a":"<secret redacted>","b":["<secret redacted>","<secret redacted>"],"c":"1234567890",)"
                  R"("d":"1<secret redacted>1","e":1})");
  Json value = *parse_json(R"([1234567890,12345678900e-1,7])");
  EXPECT_EQ(known.scrub(value), 2u);
  EXPECT_EQ(write_json(value), R"(["<secret redacted>","<secret redacted>",7])");
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

/// A text as some encoder could write it: each character in a way of its own, or all in one.
std::string written(std::string_view text, std::mt19937& random) {
  const unsigned way = random() % 5;
  std::string out;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    switch (way == 4 ? random() % 4 : way) {
      case 0:
        out += random() % 2 == 0 ? fmt::format("%{:02X}", byte) : fmt::format("%{:02x}", byte);
        break;
      case 1:
        out += byte >= 0x80        ? std::string(1, c)
               : random() % 2 == 0 ? fmt::format("\\u{:04X}", byte)
                                   : fmt::format("\\u{:04x}", byte);
        break;
      case 2:
        if (c == '"' || c == '\\' || c == '/') out += '\\';
        out += c;
        break;
      default:
        out += c;
    }
  }
  return out;
}

/// Parts of forms, whole ones, other bytes of any kind, of secrets from the shortest to some of many kilobytes.
TEST(Scrubber, LeavesNothingOfAnySecretWhereverItsTextIsCut) {
  std::mt19937 random(20261201);
  for (int round = 0; round < 400; ++round) {
    const bool is_long = round % 20 == 0;
    std::vector<std::string> secrets(1 + random() % 4);
    const std::string_view bytes = std::string_view("ab/+\"<ABcd0123%\\").substr(0, 2 + random() % 15);
    for (std::string& secret : secrets) {
      const std::size_t size = is_long ? 1'000 + random() % 7'000 : 8 + random() % 60;
      while (secret.size() < size) secret += bytes[random() % bytes.size()];
    }
    const std::vector<std::string_view> views(secrets.begin(), secrets.end());
    const Scrubber known = std::move(*Scrubber::of(views, RedactionWords::English));
    std::vector<std::string> forms;
    for (const std::string_view secret : views) {
      const SecretForms own = std::move(*SecretForms::of(secret));
      for (const std::string_view form : own.texts()) forms.emplace_back(form);
    }
    std::string text;
    for (std::size_t parts = 1 + random() % 12; parts > 0; --parts) {
      std::string part = forms[random() % forms.size()];
      if (random() % 3 == 0) part = part.substr(random() % part.size());
      if (random() % 3 == 0) part.resize(random() % (part.size() + 1));
      if (random() % 4 == 0) part += "\xFF\xC3 \x80";
      if (random() % 8 == 0) part.insert(random() % (part.size() + 1), random() % 2 == 0 ? "\r\n" : "\n");
      if (random() % 8 == 0) part += std::string_view("%2\\u00\\5").substr(random() % 8);
      for (unsigned layers = random() % 4; layers > 0 && !is_long; --layers) part = written(part, random);
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
  const std::size_t most = ScrubStream::most_kept(known.longest());
  for (const std::string_view part : {"x", "\\", "%", "\\u005c", "%25", "a\n"}) {
    std::string piece;
    while (piece.size() < 100'000) piece += part;
    EXPECT_GE(stream.take(piece).size() + most, piece.size()) << part;
  }
}

TEST(ScrubStream, OfAScrubberThatKnowsNoSecretKeepsNothingBack) {
  const Scrubber none;
  ScrubStream stream(none);
  EXPECT_EQ(stream.take("a%2Fb\\"), "a%2Fb\\");
  EXPECT_EQ(stream.finish(), "");
}

TEST(LockedText, IsMovedNotCopied) {
  LockedText text = *LockedText::copy("secret");
  const LockedText moved = std::move(text);
  EXPECT_EQ(moved.view(), "secret");
  EXPECT_EQ(text.view(), "");  // NOLINT(bugprone-use-after-move): a moved-from one is empty
}

}  // namespace
}  // namespace yett
