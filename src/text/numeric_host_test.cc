#include "text/numeric_host.h"

#include <gtest/gtest.h>

#include <utility>

namespace yett {
namespace {

TEST(InetAton, ReadsEverySpellingOfTheLoopbackAddress) {
  for (const std::string_view text :
       {"127.0.0.1", "127.1", "127.0.1", "2130706433", "0x7f000001", "0x7f.1", "017700000001", "0177.0.0.1",
        "0x7f.0.0.0x1", "00000177.1", "0x0000000000007f.1"}) {
    EXPECT_EQ(read_inet_aton(text), IpAddress::v4(0x7F000001)) << text;
  }
}

TEST(InetAton, FillsTheLastPartToTheEnd) {
  EXPECT_EQ(read_inet_aton("1.2.65535"), IpAddress::v4(0x0102FFFF));
  EXPECT_EQ(read_inet_aton("1.16777215"), IpAddress::v4(0x01FFFFFF));
  EXPECT_EQ(read_inet_aton("4294967295"), IpAddress::v4(0xFFFFFFFF));
  EXPECT_EQ(read_inet_aton("0x"), IpAddress::v4(0)) << "WHATWG reads an empty hexadecimal number as zero";
}

TEST(InetAton, RefusesWhatIsOutOfRange) {
  for (const std::string_view text :
       {"", ".", "1.", ".1", "1..2", "4294967296", "1.16777216", "1.2.65536", "1.2.3.256", "256.1", "1.2.3.4.5", "08",
        "0x1g", "1.2.3.a", "99999999999999999999999", "0xffffffffffffffffffffffff", "1.-1"}) {
    EXPECT_FALSE(read_inet_aton(text)) << text;
  }
}

}  // namespace
}  // namespace yett
