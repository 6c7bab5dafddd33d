#include "text/destination_id.h"

#include <gtest/gtest.h>

#include <string>

namespace yett {
namespace {

TEST(DestinationId, TakesWhatPeopleCallAChannelAnAccountOrARepository) {
  for (const std::string_view id : {"C024BE91L", "DE89370400440532013000", "acme/yett", "#alerts", "@ana", "a", "a\\b",
                                    "a:b=c;d,e", "\u00e9quipe", "\u652f\u6301", "a*"}) {
    EXPECT_TRUE(is_destination_id(id)) << id;
  }
}

TEST(DestinationId, RefusesWhatNobodySees) {
  using namespace std::string_view_literals;
  for (const std::string_view id :
       {""sv,         " "sv,        " a"sv,       "a "sv,       "a b"sv,      "a\tb"sv,     "a\n"sv,
        "a\r"sv,      "a\0b"sv,     "a\x7f"sv,    "a\u0085b"sv, "a\u00a0b"sv, "a\u00adb"sv, "a\u1680b"sv,
        "a\u2003b"sv, "a\u200bb"sv, "a\u200db"sv, "a\u2028b"sv, "a\u202fb"sv, "a\u205fb"sv, "a\u2060b"sv,
        "a\u3000b"sv, "a\ufeffb"sv, "a\xff"sv,    "\xe2\x80"sv, "\xc0\x80"sv}) {
    EXPECT_FALSE(is_destination_id(id)) << id;
  }
  const std::string right_to_left = {'\xe2', '\x80', '\xae'};
  EXPECT_FALSE(is_destination_id("a" + right_to_left + "b"));
}

TEST(DestinationId, EndsAtItsLongest) {
  EXPECT_TRUE(is_destination_id(std::string(kLongestDestinationId, 'a')));
  EXPECT_FALSE(is_destination_id(std::string(kLongestDestinationId + 1, 'a')));
}

}  // namespace
}  // namespace yett
