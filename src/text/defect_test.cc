// What is told of a malformed text: what is wrong, and at which byte.

#include "text/defect.h"

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "text/email.h"
#include "text/path.h"
#include "text/url.h"

namespace yett {
namespace {

using enum DefectKind;

struct Sample {
  std::string text;
  DefectKind kind;
  std::size_t at = 0;
};

const std::vector<Sample> kUrls = {
    {"", Empty},
    {"hooks.example.com/", NoScheme},
    {"https:hooks.example.com", NotTwoSlashes, 6},
    {"https://hooks.example.com#a", FragmentBehindHost, 25},
    {" https://hooks.example.com/", Space},
    {"https://hooks.example.com/ ", Space, 26},
    {"https://hooks.example.com/a b", Space, 27},
    {"https://hooks.example.com/\x01", ControlCharacter, 26},
    {"  https://hooks.example.com/\x01", Space},
    {"https://hooks.example.com/" + std::string(kLongestUrl, 'a'), TooLong, kLongestUrl},
    {"https://hooks.example.com/?" + std::string(1500, '|'), TooLongOnceEncoded},
    {"https://hooks.example.com/a|b", RefusedByte, 27},
    {"https://hooks.example.com/a%zz", BrokenEscape, 27},
    {"https://hooks.example.com\\@evil.example/", Backslash, 25},
    {"https://a@b@hooks.example.com/", SecondAt, 11},
    {"https://[2606:4700::1]x:443/", TextAfterBracket, 22},
    {"https://a@[2606:4700::1]x/", TextAfterBracket, 24},
    {"https://hooks.example.com:x/", InvalidPort, 26},
    {"https://hooks.example.com:/", InvalidPort, 26},
    {"https://hooks.example.com:0443/", PortWithZero, 26},
    {"https://[x]/", NoAddressInBrackets, 8},
    {"https://[2606:4700::1%eth0]/", Zone, 21},
    {"https://8.8.8.8./", DotBehindAddress, 15},
    {"https://intranet/", SingleLabel, 8},
    {"https://8.8.8.8.example.com/", LeadingAddress, 8},
    {"https://0x8.8.8.8/", NonCanonicalIpv4, 8},
    {"https://hooks%2eexample.com/", EscapeInHost, 13},
    {"https://hooks.exa*mple.com/", NameByte, 17},
    {"https://hooks..example.com/", EmptyLabel, 14},
    {"https://a." + std::string(64, 'b') + ".com/", LongLabel, 10},
    {"https://hooks.-example.com/", HyphenAtEnd, 14},
    {"https://hooks.xn--a.com/", ContestedALabel, 14},
    {"https://fa\u00df.example/", ContestedName, 8},
    {"https://a\u0378.example/", InvalidIdn, 8},
};

const std::vector<Sample> kRecipients = {
    {"ops", NoAt, 3},
    {"ops@a@example.com", SecondAt, 5},
    {"a@example.com,b@example.com", SeveralAddresses, 13},
    {"ops@[127.0.0.1]", AddressLiteral, 4},
    {"ops@example.com.", EmptyLabel, 15},
    {"Ops <ops@example.com>", DisplayName},
    {"=?utf-8?q?ops?=@example.com", EncodedWord},
    {"@example.com", LocalPartLength},
    {".ops@example.com", LocalDots},
    {"o..ps@example.com", LocalDots, 1},
    {"ops.@example.com", LocalDots, 3},
    {"o;ps@example.com", LocalByte, 1},
    {"o%ps@example.com", LocalByte, 1},
    {"-ops@example.com", LocalFront},
    {"\"ops\"@example.com", Quoted},
    {"(a)ops@example.com", Quoted},
    {"ops(a)@example.com", Quoted, 3},
    {"ops@example.com(c)", Quoted, 15},
    {"ops@mail", SingleLabel, 4},
    {"ops@8.8.8.8", NumericDomain, 4},
    {"ops@exa_mple*.com", NameByte, 12},
    {"ops@example.com\r\nBcc: a@evil.example", ControlCharacter, 15},
    {"ops@" + std::string(1000, 'a') + ".example", TooLong, kLongestEmail},
};

const std::vector<Sample> kPaths = {
    {"", Empty},
    {std::string(kLongestPath + 1, '/'), TooLong, kLongestPath},
    {"a\x01", ControlCharacter, 1},
    {"a\u202e", ControlCharacter, 1},
    {"ab\\c", Backslash, 2},
    {"file:a", FileScheme},
    {"a/%2e%2e/b", EncodedDot, 2},
    {"a/" + std::string(256, 'b'), LongComponent, 2},
};

Defect defect_of_path(std::string_view text) {
  const std::vector<PathRoot> roots = {parse_path_root("/srv/ws", PathAccess::Read).value()};
  return examine_path(text, {.roots = roots, .base = {}, .foreign = {}, .sealed = {}}, PathAccess::Read).defect;
}

template <typename Examine>
void expect_defects(const std::vector<Sample>& samples, std::set<DefectKind>& seen, Examine examine) {
  for (const Sample& sample : samples) {
    const Defect defect = examine(sample.text);
    EXPECT_EQ(static_cast<int>(defect.kind), static_cast<int>(sample.kind)) << sample.text;
    EXPECT_EQ(defect.at, sample.at) << sample.text;
    seen.insert(sample.kind);
  }
}

TEST(Defects, AreTheFirstThingThatIsWrongAndWhereItStands) {
  std::set<DefectKind> seen;
  expect_defects(kUrls, seen, [](const auto& text) { return examine_url(text, strict_address_ranges()).defect; });
  expect_defects(kRecipients, seen, [](const auto& text) { return examine_email(text, DisplayNames::Refused).defect; });
  expect_defects(kPaths, seen, defect_of_path);
  EXPECT_EQ(seen.size(), static_cast<std::size_t>(kLastDefectKind)) << "some kind has no sample";
}

TEST(Defects, OfDisplayNamesAreWhereTheNameGoesWrong) {
  const auto defect = [](std::string_view text) { return examine_email(text, DisplayNames::Accepted).defect; };
  EXPECT_EQ(defect("Ops; <ops@example.com>"), (Defect{DisplayName, 3}));
  EXPECT_EQ(defect("Ops <ops@mail>"), (Defect{SingleLabel, 9}));
  EXPECT_EQ(defect("Ops <ops@example.com>"), Defect());
}

TEST(Defects, OfAnAddressThatOnlyItsALabelsMakeTooLongStandInTheText) {
  std::string text = std::string(kLongestLocalPart, 'x') + "@";
  for (int i = 0; i < 12; ++i) text += "b\u00FCcherei.";
  text += "example";
  ASSERT_LT(text.size(), kLongestEmail);
  const Defect defect = examine_email(text, DisplayNames::Refused).defect;
  EXPECT_EQ(defect, (Defect{TooLong, text.size()}));
}

TEST(Defects, OfSoundTextsAreNone) {
  EXPECT_TRUE(examine_url("https://hooks.example.com:8443/a?b", strict_address_ranges()).defect.is_none());
  EXPECT_TRUE(examine_email("ops@example.com", DisplayNames::Refused).defect.is_none());
  EXPECT_TRUE(defect_of_path("a/b").is_none());
  EXPECT_TRUE(defect_of_path("../b").is_none()) << "outside, and well-formed";
}

}  // namespace
}  // namespace yett
