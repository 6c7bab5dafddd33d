#include "text/authority.h"

#include <gtest/gtest.h>

#include <vector>

namespace yett {
namespace {

AuthorityExamination examine(std::string_view text) { return examine_authority(text, strict_address_ranges()); }

TEST(Authority, RefusesPortsThatAreNone) {
  for (const std::string_view port : {"", "0", "00", "65536", "65979", "99999", "000443", "4430000000000000000443",
                                      "44a", "-1", "+443", " 443", "443 ", "0x1bb", "443:80", "\xD9\xA3"}) {
    const auto examination = examine("hooks.example:" + std::string(port));
    EXPECT_TRUE(examination.flaws.contains(Flaw::Malformed)) << port;
    EXPECT_FALSE(examination.port) << port;
  }
}

TEST(Authority, ALeadingZeroIsMisreadable) {
  const auto examination = examine("hooks.example:0443");
  EXPECT_EQ(examination.flaws, FlawSet{Flaw::Misreadable});
  EXPECT_EQ(examination.port, 443);
}

TEST(Authority, ReadsHostAndPort) {
  EXPECT_EQ(examine("hooks.example").port, std::nullopt);
  EXPECT_TRUE(examine("hooks.example").is_sound());
  EXPECT_EQ(examine("hooks.example:1").port, 1);
  EXPECT_EQ(examine("hooks.example:65535").port, 65535);
  EXPECT_TRUE(examine("[2606:4700::1]:8443").is_sound());
  EXPECT_EQ(examine("[2606:4700::1]:8443").port, 8443);
  EXPECT_EQ(examine("[2606:4700::1]:8443").host->text(), "[2606:4700::1]");
}

TEST(Authority, CredentialsAreSeenThrough) {
  const auto plain = examine("hooks.example:443@169.254.169.254");
  EXPECT_EQ(plain.flaws, (FlawSet{Flaw::Metadata, Flaw::Userinfo}));
  EXPECT_EQ(plain.host->text(), "169.254.169.254");
  EXPECT_EQ(examine("@hooks.example").flaws, FlawSet{Flaw::Userinfo}) << "empty credentials";
  EXPECT_EQ(examine("a@b@hooks.example").flaws, (FlawSet{Flaw::Userinfo, Flaw::Malformed}));
}

TEST(Authority, NothingStandsBehindABracketButAPort) {
  for (const std::string_view text : {"[::1]evil.example", "[::1].evil.example:443", "[::1]]", "[::1", "[::1]:"}) {
    EXPECT_TRUE(examine(text).flaws.contains(Flaw::Malformed)) << text;
  }
  EXPECT_TRUE(examine("[::1]evil.example").flaws.contains(Flaw::Loopback));
}

TEST(Authority, ColonsWithoutBracketsAreNoHost) {
  EXPECT_TRUE(examine("::1").flaws.contains(Flaw::Malformed));
  EXPECT_TRUE(examine("2606:4700::1").flaws.contains(Flaw::Malformed));
  EXPECT_TRUE(examine(":443").flaws.contains(Flaw::Malformed));
  EXPECT_TRUE(examine("").flaws.contains(Flaw::Malformed));
}

TEST(AuthorityForAList, IsAHostAndPerhapsAPort) {
  const auto parse = [](std::string_view text) { return parse_authority(text, strict_address_ranges()); };
  EXPECT_EQ(parse("API.Example:8443").value().host.text(), "api.example");
  EXPECT_EQ(parse("API.Example:8443").value().port, 8443);
  EXPECT_EQ(parse("api.example").value().port, std::nullopt);
  EXPECT_EQ(parse("[2606:4700::1]:443").value().host.text(), "[2606:4700::1]");
  EXPECT_TRUE(parse("nas.home.arpa:443").has_value());
  EXPECT_EQ(parse("localhost:8443").error().message, "this machine itself cannot be listed");
  EXPECT_EQ(parse("169.254.169.254:80").error().message, "a cloud's metadata service cannot be listed");
  EXPECT_EQ(parse("api.example:0443").error().message, "a port is written without leading zeros");
  EXPECT_EQ(parse("api.example:99999").error().hint, "a port is a number of 1 to 65535 behind the colon");
  EXPECT_EQ(parse("2606:4700::1").error().hint, "write an IPv6 address in brackets");
  EXPECT_EQ(parse("https://api.example").error().hint, "write the host alone, without scheme and path");
  EXPECT_FALSE(parse("u@api.example"));
  EXPECT_FALSE(parse(""));
}

}  // namespace
}  // namespace yett
