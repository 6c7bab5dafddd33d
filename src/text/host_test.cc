#include "text/host.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

namespace yett {
namespace {

HostExamination examine(std::string_view text) { return examine_host(text, strict_address_ranges()); }

std::string host_text(const HostExamination& examination) {
  return examination.host ? examination.host->text() : "none";
}

struct Expected {
  std::string_view text;
  FlawSet flaws;
  std::string_view host = "none";
};

void expect_all(const std::vector<Expected>& cases) {
  for (const Expected& expected : cases) {
    const HostExamination examination = examine(expected.text);
    EXPECT_EQ(examination.flaws, expected.flaws) << expected.text;
    EXPECT_EQ(host_text(examination), expected.host) << expected.text;
  }
}

TEST(Host, NumericSpellingsAreClassifiedAndRefused) {
  expect_all({
      {"127.1", {Flaw::Loopback, Flaw::Malformed}, "127.0.0.1"},
      {"2130706433", {Flaw::Loopback, Flaw::Malformed}, "127.0.0.1"},
      {"0X7F.1", {Flaw::Loopback, Flaw::Malformed}, "127.0.0.1"},
      {"0251.0376.0251.0376", {Flaw::Metadata, Flaw::Malformed}, "169.254.169.254"},
      {"169.254.43518.", {Flaw::Metadata, Flaw::Malformed}, "169.254.169.254"},
      {"134744072", {Flaw::Malformed}, "8.8.8.8"},
      {"08.8.8.8", {Flaw::Malformed}},
      {"010.8.8.8", {Flaw::Malformed}, "8.8.8.8"},
      {"256.1.1.1", {Flaw::Malformed}},
      {"1.2.3.4.5", {Flaw::Malformed}},
      {"name.1", {Flaw::Malformed}},
      {"name.0x", {Flaw::Malformed}},
      {"\uFF11\uFF12\uFF17.0.0.1", {Flaw::Loopback, Flaw::Malformed}, "127.0.0.1"},
      {"127\u30020\u30020\u30021", {Flaw::Loopback, Flaw::Malformed}, "127.0.0.1"},
  });
}

TEST(Host, DottedQuadsAreClassified) {
  expect_all({
      {"8.8.8.8", {}, "8.8.8.8"},
      {"8.8.8.8.", {Flaw::Malformed}, "8.8.8.8"},
      {"127.0.0.1.", {Flaw::Loopback, Flaw::Malformed}, "127.0.0.1"},
      {"10.0.0.1", {Flaw::PrivateAddress}, "10.0.0.1"},
      {"169.254.0.1", {Flaw::LinkLocal}, "169.254.0.1"},
      {"168.63.129.16", {Flaw::Metadata}, "168.63.129.16"},
      {"0.0.0.0", {Flaw::SpecialAddress}, "0.0.0.0"},
  });
  const auto examination = examine("8.8.8.8");
  ASSERT_NE(examination.host->address(), nullptr);
  EXPECT_EQ(*examination.host->address(), IpAddress::v4(0x08080808));
}

TEST(Host, BracketsHoldAnIpv6AddressAndNothingElse) {
  expect_all({
      {"[2606:4700:0:0::1111]", {}, "[2606:4700::1111]"},
      {"[::1]", {Flaw::Loopback}, "[::1]"},
      {"[0:0:0:0:0:ffff:7f00:1]", {Flaw::Loopback}, "[::ffff:7f00:1]"},
      {"[::FFFF:169.254.169.254]", {Flaw::Metadata}, "[::ffff:a9fe:a9fe]"},
      {"[fe80::1%25eth0]", {Flaw::LinkLocal, Flaw::Malformed}, "[fe80::1]"},
      {"[fe80::1%eth0]", {Flaw::LinkLocal, Flaw::Malformed}, "[fe80::1]"},
      {"[fe80::1%]", {Flaw::LinkLocal, Flaw::Malformed}, "[fe80::1]"},
      {"[::ffff:127.0.0.1%25x.hooks.example]", {Flaw::Loopback, Flaw::Malformed}, "[::ffff:7f00:1]"},
      {"[hooks.example]", {Flaw::Malformed}},
      {"[127.0.0.1]", {Flaw::Malformed}},
      {"[v1.fe]", {Flaw::Malformed}},
      {"[]", {Flaw::Malformed}},
      {"[::1", {Flaw::Malformed}},
      {"[::1].", {Flaw::Malformed}},
      {"[[::1]]", {Flaw::Malformed}},
      {"::1", {Flaw::Malformed}},
  });
}

TEST(Host, MetadataLoopbackAndSpecialNamesAreTold) {
  for (const std::string_view name :
       {"metadata.google.internal", "metadata.goog", "instance-data.ec2.internal", "metadata.azure.internal",
        "metadata.tencentyun.com", "METADATA.google.internal."}) {
    EXPECT_EQ(examine(name).flaws, FlawSet{Flaw::Metadata}) << name;
  }
  for (const std::string_view name : {"metadata", "instance-data", "rancher-metadata"}) {
    EXPECT_EQ(examine(name).flaws, (FlawSet{Flaw::Metadata, Flaw::Malformed})) << name;
  }
  for (const std::string_view name : {"localhost.localdomain", "a.localhost", "a.b.LocalHost."}) {
    EXPECT_EQ(examine(name).flaws, FlawSet{Flaw::Loopback}) << name;
  }
  for (const std::string_view name : {"localhost", "LOCALHOST.", "ip6-localhost", "ip6-loopback"}) {
    EXPECT_EQ(examine(name).flaws, (FlawSet{Flaw::Loopback, Flaw::Malformed})) << name;
  }
  for (const std::string_view name : {"a.onion", "a.invalid", "printer.local", "nas.home.arpa", "home.arpa"}) {
    EXPECT_EQ(examine(name).flaws, FlawSet{Flaw::SpecialAddress}) << name;
  }
}

TEST(Host, NamesThatOnlyLookSpecialAreOrdinary) {
  for (const std::string_view name :
       {"notlocalhost.example", "localhost.example", "metadata.google.internal.example", "myonion.example",
        "xmetadata.google.internal", "local.example", "nothome.arpa", "thelocal.test", "127.0.0.example",
        "1.2.3.example", "1-2-3-4.example", "a.127.0.0.1.example", "256.0.0.1.example", "127.0.0.01.example"}) {
    EXPECT_TRUE(examine(name).is_sound()) << name;
  }
}

TEST(Host, NamesThatBeginWithAnAddressLeadThereByOtherParsers) {
  expect_all({
      {"8.8.8.8.hooks.example", {Flaw::Malformed}, "8.8.8.8.hooks.example"},
      {"8.8.8.8a", {Flaw::Malformed}, "8.8.8.8a"},
      {"8.8.8.8.9.example", {Flaw::Malformed}, "8.8.8.8.9.example"},
      {"169.254.169.254.hooks.example", {Flaw::Metadata, Flaw::Malformed}, "169.254.169.254.hooks.example"},
      {"127.0.0.1x.example", {Flaw::Loopback, Flaw::Malformed}, "127.0.0.1x.example"},
  });
}

TEST(Host, OnlySiteNamesMayBeListedWithAddresses) {
  EXPECT_TRUE(examine("printer.local").host->is_site_name());
  EXPECT_TRUE(examine("nas.home.arpa").host->is_site_name());
  EXPECT_FALSE(examine("a.onion").host->is_site_name());
  EXPECT_FALSE(examine("hooks.example").host->is_site_name());
  EXPECT_FALSE(examine("10.0.0.1").host->is_site_name());
}

TEST(Host, DropsOneFinalDotOnly) {
  expect_all({
      {"hooks.example.", {}, "hooks.example"},
      {"hooks.example..", {Flaw::Malformed}},
      {"hooks.", {Flaw::Malformed}, "hooks"},
      {".", {Flaw::Malformed}},
      {"", {Flaw::Malformed}},
  });
}

TEST(Host, PercentSignsAreRefusedAndSeenThrough) {
  expect_all({
      {"hooks%2eexample.internal", {Flaw::Malformed}},
      {"hooks.example%2f.evil.example", {Flaw::Malformed}},
      {"%31%32%37.0.0.1", {Flaw::Loopback, Flaw::Malformed}, "127.0.0.1"},
      {"metadata%2Egoog", {Flaw::Metadata, Flaw::Malformed}, "metadata.goog"},
      {"127.0.0.1%", {Flaw::Malformed}},
      {"127.0.0.1%00", {Flaw::Malformed}},
  });
}

TEST(Host, ADoubtfulReadingIsNamedOnlyWhenItIsDangerous) {
  expect_all({
      {"hoo\u212As.example.internal", {Flaw::Malformed}},
      {"\u24DBocalhost", {Flaw::Loopback, Flaw::Malformed}, "localhost"},
      {"hooks.ex\u0430mple.internal", {}, "hooks.xn--exmple-4nf.internal"},
  });
}

TEST(Domain, IsANameOfTwoLabelsWithoutCourtesies) {
  for (const std::string_view text : {"", "localhost", "example.com.", "127.0.0.1", "2130706433", "[::1]",
                                      "[127.0.0.1]", "a..b", "\uFF45xample.com", "ex ample.com", "example.com(x)"}) {
    const auto examination = examine_domain(text);
    EXPECT_EQ(examination.flaws, FlawSet{Flaw::Malformed}) << text;
    EXPECT_FALSE(examination.host) << text;
  }
  EXPECT_EQ(host_text(examine_domain("EXAMPLE.com")), "example.com");
  EXPECT_TRUE(examine_domain("metadata.google.internal").is_sound()) << "where mail goes is the mailer's matter";
}

TEST(HostForAList, RefusesEveryFlawWithAReason) {
  const auto ranges = strict_address_ranges();
  EXPECT_EQ(parse_host("HOOKS.Example.", ranges).value().text(), "hooks.example");
  EXPECT_EQ(parse_host("[2606:4700::1]", ranges).value().text(), "[2606:4700::1]");
  EXPECT_EQ(parse_host("printer.local", ranges).value().text(), "printer.local");
  for (const std::string_view text : {"metadata.goog", "localhost.localdomain", "169.254.1.1", "10.0.0.1", "a.onion",
                                      "203.0.113.1", "127.1", "134744072", "localhost"}) {
    ASSERT_FALSE(parse_host(text, ranges)) << text;
    EXPECT_NE(parse_host(text, ranges).error().message, "") << text;
  }
  EXPECT_EQ(parse_host("*.example.com", ranges).error().hint, "patterns are not read; list each name in full");
  EXPECT_EQ(parse_host("https://example.com/", ranges).error().hint, "write the host alone, without scheme and path");
  EXPECT_EQ(parse_host("2606:4700::1", ranges).error().hint, "write an IPv6 address in brackets");
  EXPECT_EQ(parse_domain("ops@example.com").error().hint, "write the part behind the @");
  EXPECT_EQ(parse_domain("Example.com").value().text(), "example.com");
}

}  // namespace
}  // namespace yett
