#include "text/email.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

namespace yett {
namespace {

EmailExamination examine(std::string_view text) { return examine_email(text, DisplayNames::Refused); }
EmailExamination examine_named(std::string_view text) { return examine_email(text, DisplayNames::Accepted); }

void expect_malformed(const EmailExamination& examination, std::string_view text) {
  EXPECT_EQ(examination.flaws, FlawSet{Flaw::Malformed}) << text;
  EXPECT_EQ(examination.address(), nullptr) << text;
  EXPECT_EQ(examination.domain(), nullptr) << text;
}

std::string canonical(const EmailExamination& examination) {
  return examination.address() != nullptr ? examination.address()->canonical() : "none";
}

TEST(Email, RefusesEveryFormThatParsersReadDifferently) {
  for (const std::string_view text : {"",
                                      "ops",
                                      "@",
                                      "ops@",
                                      "@example.com",
                                      "ops@@example.com",
                                      "x@evil.example@example.com",
                                      "ops@example.com,x@evil.example",
                                      "ops@example.com;x@evil.example",
                                      "ops@example.com x@evil.example",
                                      "group: ops@example.com;",
                                      "<ops@example.com>",
                                      "Ops <ops@example.com>",
                                      "<x@evil.example>ops@example.com",
                                      "<@evil.example:ops@example.com>",
                                      "mailto:ops@example.com",
                                      "ops@example.com?cc=x",
                                      "ops@example.com\\x",
                                      "ops\\@x@example.com",
                                      " ops@example.com",
                                      "ops@example.com ",
                                      "ops @example.com",
                                      "ops@ example.com",
                                      "ops@[127.0.0.1]",
                                      "ops@[IPv6:::1]",
                                      "ops@127.0.0.1",
                                      "ops@localhost",
                                      "ops@example.com.",
                                      "ops@.example.com",
                                      "ops@example..com",
                                      "ops@-example.com",
                                      "ops@2130706433",
                                      "\"ops@example.com",
                                      "\"ops\"x@example.com",
                                      "\"ops\"",
                                      "ops\"x\"@example.com",
                                      "op(s@example.com",
                                      "ops)@example.com"}) {
    expect_malformed(examine(text), text);
  }
}

TEST(Email, RefusesControlsAndSeparatorsAnywhere) {
  for (const std::string_view bytes :
       {"\r\n", "\r", "\n", "\t", "\x01", "\x7F", "\u0085", "\u2028", "\u2029", "\xC3"}) {
    for (const std::string& text :
         {"ops" + std::string(bytes) + "@example.com", "ops@example" + std::string(bytes) + ".com",
          "ops@example.com" + std::string(bytes), std::string(bytes) + "ops@example.com"}) {
      expect_malformed(examine(text), text);
      expect_malformed(examine_named("Ops <" + text + ">"), text);
    }
  }
  expect_malformed(examine(std::string_view("ops\0@example.com", 16)), "NUL");
}

TEST(Email, DotsStandBetweenAtoms) {
  for (const std::string_view text : {".ops@example.com", "ops.@example.com", "o..ps@example.com", ".@example.com"}) {
    expect_malformed(examine(text), text);
  }
  EXPECT_EQ(canonical(examine("o.p.s@example.com")), "o.p.s@example.com");
}

TEST(Email, AnEncodedWordMayHideAnotherAddress) {
  for (const std::string_view text :
       {"=?utf-8?q?x=40evil.example=3e?=@example.com", "a=?x?b?eA?=b@example.com", "=?a=?utf-7?q?x?=@example.com",
        "\"=?x?q?y?=\"@example.com", "a=?b@example.com", "=?utf-8?q?=2f@example.com"}) {
    expect_malformed(examine(text), text);
  }
  EXPECT_EQ(canonical(examine("a=b?c@example.com")), "a=b?c@example.com");
  EXPECT_EQ(canonical(examine("ops+x=evil.example@example.com")), "ops+x=evil.example@example.com");
}

TEST(Email, MisreadableAddressesStillTellTheDomain) {
  for (const std::string_view text :
       {"\"ops\"@Example.com", "\"x@evil.example y\"@example.com", "\"x@evil.example>\"@example.com",
        "\"a\\\"b\"@example.com", "ops(comment)@example.com", "(comment)ops@example.com", "ops@(x)example.com",
        "ops@example.com(x)", "a%b@example.com", "evil.example!x@example.com", "+AEA-evil.example@example.com",
        "-oQ/tmp@example.com", "-@example.com", "|reboot@example.com", "\u00E9va@example.com"}) {
    const EmailExamination examination = examine(text);
    EXPECT_EQ(examination.flaws, FlawSet{Flaw::Misreadable}) << text;
    EXPECT_EQ(examination.address(), nullptr) << text;
    ASSERT_NE(examination.domain(), nullptr) << text;
    EXPECT_EQ(examination.domain()->text(), "example.com") << text;
  }
}

TEST(Email, ACommentInsideAPartGluesTwoNames) {
  expect_malformed(examine("ops@example.com(x)evil.example"), "comment between two domains");
  expect_malformed(examine("o(x)ps@example.com"), "comment between two atoms");
  expect_malformed(examine("ops(a(b)c)@example.com"), "nested comment");
}

TEST(Email, KeepsTheLimitsOfRfc5321) {
  const std::string local(kLongestLocalPart, 'a');
  EXPECT_TRUE(examine(local + "@example.com").flaws.empty());
  expect_malformed(examine(local + "a@example.com"), "65 octets");
  expect_malformed(examine('"' + local + "\"@example.com"), "66 octets in quotes");

  const std::string label(63, 'b');
  const std::string domain = label + '.' + label + '.' + std::string(61, 'b');
  ASSERT_EQ(local.size() + 1 + domain.size(), kLongestEmail);
  EXPECT_TRUE(examine(local + '@' + domain).flaws.empty());
  expect_malformed(examine(local + '@' + domain + 'b'), "255 octets");
  expect_malformed(examine(std::string(1 << 20, 'a') + "@example.com"), "a megabyte");
}

TEST(Email, KeepsTheLocalPartAndLowersTheDomain) {
  const EmailExamination examination = examine("Ops.Team+tag@EXAMPLE.com");
  ASSERT_NE(examination.address(), nullptr);
  EXPECT_EQ(examination.address()->local(), "Ops.Team+tag");
  EXPECT_EQ(examination.address()->domain().text(), "example.com");
  EXPECT_EQ(examination.address()->canonical(), "Ops.Team+tag@example.com");
  EXPECT_EQ(canonical(examine("ops@ex\u0430mple.com")), "ops@xn--exmple-4nf.com") << "a homograph is another domain";
  expect_malformed(examine("ops@\uFF45xample.com"), "fullwidth letter");
}

TEST(DisplayName, IsAPhraseBeforeOneAngleAddress) {
  const std::vector<std::string_view> accepted = {"Ops Team <ops@example.com>",
                                                  "\"Team, Ops\" <ops@example.com>",
                                                  "Zo\u00EB Ops <ops@example.com>",
                                                  "<ops@example.com>",
                                                  "Ops<ops@example.com>",
                                                  "J. R. Ops <ops@example.com>",
                                                  "\"Ops (EU)\" x <ops@example.com>"};
  for (const std::string_view text : accepted) {
    EXPECT_EQ(canonical(examine_named(text)), "ops@example.com") << text;
    expect_malformed(examine(text), text);
  }
  EXPECT_EQ(canonical(examine_named("ops@example.com")), "ops@example.com");
}

TEST(DisplayName, RefusesWhatAReaderMightTakeForTheAddress) {
  for (const std::string_view text :
       {"ops@example.com <x@evil.example>", "\"ops@example.com\" <x@evil.example>",
        "Ops <x@evil.example> <ops@example.com>", "Ops <ops@example.com> x", "Ops <ops@example.com>, x@evil.example",
        "Ops <ops@example.com>>", "Ops <<ops@example.com>>", "Ops, Team <ops@example.com>", "Ops: <ops@example.com>",
        "Ops (x) <ops@example.com>", "\"Ops <ops@example.com>", "\"a\\\"b\" <ops@example.com>",
        "=?utf-8?q?Ops?= <ops@example.com>", "Ops < ops@example.com>", "Ops <ops@example.com >", "Ops <>",
        "Ops ops@example.com>", "Ops <@x:ops@example.com>", "Ops\t<ops@example.com>"}) {
    expect_malformed(examine_named(text), text);
  }
}

TEST(EmailForAList, IsExact) {
  EXPECT_EQ(parse_email("Sam@Contractor.example").value().canonical(), "Sam@contractor.example");
  EXPECT_FALSE(parse_email("Sam <sam@contractor.example>"));
  EXPECT_FALSE(parse_email("\"sam\"@contractor.example"));
  EXPECT_FALSE(parse_email("contractor.example"));
  EXPECT_FALSE(parse_email("*@contractor.example.*"));
  EXPECT_FALSE(parse_email("-bs@contractor.example"));
  EXPECT_FALSE(parse_email("|sh@contractor.example"));
  EXPECT_TRUE(parse_email("a-|b@contractor.example"));
}

TEST(MailField, ALineBreakEndsAHeader) {
  for (const std::string_view text : {"hi\r\nBcc: x@evil.example", "a\rb", "a\nb",
                                      "a\u2028"
                                      "b",
                                      "a\u2029"
                                      "b",
                                      "\xFF"}) {
    EXPECT_TRUE(breaks_mail(text, MailField::Header)) << text;
    EXPECT_FALSE(breaks_mail(text, MailField::Content)) << text;
  }
  for (const std::string_view text : {"a\x0B"
                                      "b",
                                      "a\x0C"
                                      "b",
                                      "a\x1C"
                                      "b",
                                      "a\xC2\x85"
                                      "b",
                                      "a\x7F"
                                      "b"}) {
    EXPECT_TRUE(breaks_mail(text, MailField::Header)) << "a control that some mailers take for a line's end";
    EXPECT_FALSE(breaks_mail(text, MailField::Content));
  }
  EXPECT_FALSE(breaks_mail("a\tb", MailField::Header));
  EXPECT_TRUE(breaks_mail(std::string_view("a\0b", 3), MailField::Header));
  EXPECT_TRUE(breaks_mail(std::string_view("a\0b", 3), MailField::Content));
  EXPECT_FALSE(breaks_mail("\u00DCbersicht \u2014 Q3 \t <b@evil.example>", MailField::Header));
}

}  // namespace
}  // namespace yett
