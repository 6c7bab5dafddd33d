#include "text/domain_name.h"

#include <gtest/gtest.h>

#include <string>

namespace yett {
namespace {

NameForm form(std::string_view text) { return read_domain_name(text).form; }

TEST(DomainName, RefusesEveryByteOutsideItsLabels) {
  for (unsigned byte = 0; byte < 0x80; ++byte) {
    const char c = static_cast<char>(byte);
    const bool may_stand =
        (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_' || c == '.';
    EXPECT_EQ(form(std::string("ho") + c + "oks.example"), may_stand ? NameForm::Sound : NameForm::Malformed) << byte;
  }
}

TEST(DomainName, RefusesEmptyLabelsAndHyphensAtTheirEnds) {
  for (const std::string_view text : {"", ".", "a.", ".a", "a..b", "-a.b", "a-.b", "a.-", "-"}) {
    EXPECT_EQ(form(text), NameForm::Malformed) << text;
  }
  EXPECT_EQ(form("a-b.c--d.e_f._g"), NameForm::Sound);
}

TEST(DomainName, KeepsTheLimitsOfRfc1035) {
  const std::string label(63, 'a');
  EXPECT_EQ(form(label + ".example"), NameForm::Sound);
  EXPECT_EQ(form(label + "a.example"), NameForm::Malformed);
  const std::string longest = label + '.' + label + '.' + label + '.' + std::string(61, 'a');
  ASSERT_EQ(longest.size(), kLongestName);
  EXPECT_EQ(form(longest), NameForm::Sound);
  EXPECT_EQ(form(longest + 'a'), NameForm::Malformed);
  EXPECT_EQ(form(std::string(1 << 20, 'a')), NameForm::Malformed);
}

TEST(DomainName, LowersAsciiOnly) {
  EXPECT_EQ(read_domain_name("HOOKS.Example.INTERNAL").canonical, "hooks.example.internal");
  EXPECT_EQ(form("B\u00DCCHER.example"), NameForm::Doubtful) << "an international capital does not survive mapping";
}

TEST(DomainName, TakesInternationalNamesThatSurviveMapping) {
  const NameReading buecher = read_domain_name("B\u00FCcher.Example");
  EXPECT_TRUE(buecher.is_sound());
  EXPECT_EQ(buecher.canonical, "xn--bcher-kva.example");
  EXPECT_EQ(read_domain_name("fa\u00DF.example").canonical, "xn--fa-hia.example") << "non-transitional";
}

TEST(DomainName, WhatIdna2003MapsElsewhereIsDoubtfulAndItsALabelsAreNot) {
  for (const std::string_view text :
       {"fa\u00DF.example", "\u03BB\u03CC\u03B3\u03BF\u03C2.example", "\u0915\u094D\u200D\u0937.example",
        "\u0915\u094D\u200C\u0937.example", "\u13A0.example", "a.\u13F5"}) {
    const NameReading reading = read_domain_name(text);
    EXPECT_EQ(reading.form, NameForm::Doubtful) << text;
    EXPECT_EQ(form(reading.canonical), NameForm::Sound) << reading.canonical;
  }
}

TEST(DomainName, NeverLetsAMappedCharacterTurnIntoAnotherName) {
  for (const std::string_view text : {
           "hoo\u212As.example",      // Kelvin sign to k
           "hook\u017F.example",      // long s to s
           "\uFF48ooks.example",      // fullwidth h
           "hooks.example\u00AD",     // soft hyphen to nothing
           "hooks\u3002example",      // ideographic full stop to a dot
           "\uFF11\uFF12\uFF17.0.1",  // fullwidth digits
           "\u1E9E.example",          // capital sharp s to ss
       }) {
    EXPECT_NE(form(text), NameForm::Sound) << text;
  }
  EXPECT_EQ(read_domain_name("hoo\u212As.example").canonical, "hooks.example") << "what some program would reach";
}

TEST(DomainName, ForbiddenCharactersAreNeverDeletedBesideInternationalLabels) {
  EXPECT_EQ(form("hoo*ks.b\u00FCcher.example"), NameForm::Malformed);
  EXPECT_EQ(form("a\uFF0Fb.b\u00FCcher.example"), NameForm::Malformed) << "fullwidth solidus";
  EXPECT_EQ(form("ho\u200Doks.example"), NameForm::Malformed) << "joiner without context";
  EXPECT_EQ(form("\xC3.example"), NameForm::Malformed) << "invalid UTF-8";
}

TEST(DomainName, ALabelsMustSurviveDecoding) {
  EXPECT_EQ(form("xn--bcher-kva.example"), NameForm::Sound);
  EXPECT_EQ(form("XN--BCHER-KVA.example"), NameForm::Sound);
  EXPECT_NE(form("xn--a.example"), NameForm::Sound);
  EXPECT_NE(form("xn--abc-.example"), NameForm::Sound) << "decodes to plain ASCII";
  EXPECT_NE(form("xn--.example"), NameForm::Sound);
  EXPECT_NE(form("a.xn--zzzzzzzzzz99999.example"), NameForm::Sound);
}

TEST(DomainName, PlainNamesNeverGoThroughMapping) {
  // UTS 46 forbids hyphens in positions 3 and 4; real services have them.
  EXPECT_EQ(form("r3---sn-abc.example.com"), NameForm::Sound);
}

TEST(EndsInNumber, LooksAtTheLastLabelAlone) {
  for (const std::string_view text : {"1", "a.1", "1.2.3.4", "a.0x", "a.0x7f", "a.08", "0x7f"}) {
    EXPECT_TRUE(ends_in_number(text)) << text;
  }
  for (const std::string_view text : {"", "a", "1.a", "0x7f.example.com", "a.0xg", "a.1b", "a.x1"}) {
    EXPECT_FALSE(ends_in_number(text)) << text;
  }
}

}  // namespace
}  // namespace yett
