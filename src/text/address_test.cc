#include "text/address.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace yett {
namespace {

TEST(Ipv4Text, RefusesEverySpellingButTheDottedQuad) {
  for (const std::string_view text :
       {"",         "1",         "1.2",       "1.2.3",     "1.2.3.4.5", "1.2.3.4.",   ".1.2.3.4",
        "1..2.3",   "256.1.1.1", "1.2.3.999", "01.2.3.4",  "1.2.3.00",  "0x7f.0.0.1", "1.2.3.4 ",
        " 1.2.3.4", "1.2.3.-4",  "+1.2.3.4",  "1.2.3.4/8", "::1",       "a.b.c.d"}) {
    EXPECT_FALSE(parse_ipv4(text)) << text;
  }
  EXPECT_EQ(parse_ipv4("0.0.0.0"), IpAddress::v4(0));
  EXPECT_EQ(parse_ipv4("127.0.0.1"), IpAddress::v4(0x7F000001));
  EXPECT_EQ(parse_ipv4("255.255.255.255"), IpAddress::v4(0xFFFFFFFF));
}

TEST(Ipv6Text, RefusesWhatRfc4291DoesNotDescribe) {
  for (const std::string_view text : {"",
                                      ":",
                                      ":::",
                                      "1",
                                      "1:2:3:4:5:6:7",
                                      "1:2:3:4:5:6:7:8:9",
                                      "1:2:3:4:5:6:7:",
                                      ":2:3:4:5:6:7:8",
                                      "1::2::3",
                                      "1::2:3:4:5:6:7:8",
                                      "12345::",
                                      "g::",
                                      "::1%eth0",
                                      "::1%25eth0",
                                      "[::1]",
                                      "::1.2.3",
                                      "::1.2.3.4.5",
                                      "::01.2.3.4",
                                      "1.2.3.4::",
                                      "::1.2.3.4:5",
                                      "1:2:3:4:5:6:7:1.2.3.4",
                                      "::ffff:256.0.0.1",
                                      " ::1",
                                      "::1 ",
                                      "::-1",
                                      "127.0.0.1"}) {
    EXPECT_FALSE(parse_ipv6(text)) << text;
  }
}

TEST(Ipv6Text, ReadsEveryFormOfOneAddress) {
  const auto loopback = IpAddress::v6(0, 1);
  EXPECT_EQ(parse_ipv6("::1"), loopback);
  EXPECT_EQ(parse_ipv6("0:0:0:0:0:0:0:1"), loopback);
  EXPECT_EQ(parse_ipv6("0000:0000::0001"), loopback);
  EXPECT_EQ(parse_ipv6("::0.0.0.1"), loopback);
  EXPECT_EQ(parse_ipv6("::"), IpAddress::v6(0, 0));
  EXPECT_EQ(parse_ipv6("::FFFF:169.254.169.254"), IpAddress::v6(0, 0xFFFFA9FEA9FE));
  EXPECT_EQ(parse_ipv6("1:2:3:4:5:6:1.2.3.4"), IpAddress::v6(0x0001000200030004, 0x0005000601020304));
  EXPECT_EQ(parse_ipv6("1:2:3:4:5:6:7::"), IpAddress::v6(0x0001000200030004, 0x0005000600070000));
}

TEST(AddressText, IsCanonical) {
  // Examples of RFC 5952 sections 4 and 5, and the ends of both families.
  const std::vector<std::pair<std::string_view, std::string_view>> cases = {
      {"2001:db8:0:0:1:0:0:1", "2001:db8::1:0:0:1"},
      {"2001:DB8:0:1:1:1:1:1", "2001:db8:0:1:1:1:1:1"},
      {"2001:0:0:1:0:0:0:1", "2001:0:0:1::1"},
      {"0:0:0:0:0:0:0:0", "::"},
      {"1:0:0:0:0:0:0:0", "1::"},
      {"::ffff:127.0.0.1", "::ffff:7f00:1"},
      {"ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff"},
      {"0010:a00::", "10:a00::"},
  };
  for (const auto& [text, canonical] : cases) EXPECT_EQ(parse_ipv6(text).value().text(), canonical);
  EXPECT_EQ(IpAddress::v4(0).text(), "0.0.0.0");
  EXPECT_EQ(IpAddress::v4(0xC0A80A01).text(), "192.168.10.1");
}

TEST(AddressBlockText, RefusesHostBitsAndOddLengths) {
  for (const std::string_view text : {"", "10.0.0.0", "10.0.0.0/", "/8", "10.0.0.0/33", "10.0.0.0/08", "10.0.0.0/-1",
                                      "10.0.0.0/8/8", "10.0.0.1/8", "fc00::/129", "fc00::1/7", "fe00::/6", "10/8"}) {
    EXPECT_FALSE(parse_address_block(text)) << text;
  }
  const auto v4 = parse_address_block("10.20.0.0/16").value();
  EXPECT_TRUE(v4.contains(parse_ipv4("10.20.0.0").value()));
  EXPECT_TRUE(v4.contains(parse_ipv4("10.20.255.255").value()));
  EXPECT_FALSE(v4.contains(parse_ipv4("10.19.255.255").value()));
  EXPECT_FALSE(v4.contains(parse_ipv4("10.21.0.0").value()));
  EXPECT_FALSE(v4.contains(parse_ipv6("::10.20.0.1").value()));
  EXPECT_EQ(parse_address_block("::/0").value().last, IpAddress::v6(~0ull, ~0ull));
  EXPECT_EQ(parse_address_block("0.0.0.0/0").value().last, IpAddress::v4(0xFFFFFFFF));
  EXPECT_EQ(parse_address_block("::1/128").value().last, IpAddress::v6(0, 1));
  EXPECT_EQ(parse_address_block("64:ff9b:1::/48").value().last, IpAddress::v6(0x0064FF9B0001FFFF, ~0ull));
  EXPECT_EQ(parse_address_block("64:ff9b::/96").value().last, IpAddress::v6(0x0064FF9B00000000, 0xFFFFFFFF));
}

}  // namespace
}  // namespace yett
