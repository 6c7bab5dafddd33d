#include "text/destination_id.h"

#include <gtest/gtest.h>

#include <string>

namespace yett {
namespace {

TEST(DestinationId, IsWhatAPersonCanRead) {
  for (const char* text : {"C024BE91L", "#general", "office/site", "DE89370400440532013000", "a\\b", "-", "*", "42",
                           "Käse", "支付", "٤٢", "@ana", "a,b;c", "~"}) {
    EXPECT_TRUE(is_destination_id(text)) << text;
  }
}

TEST(DestinationId, HoldsNothingThatNobodySees) {
  for (const char* text :
       {"",         " ",        "a b",      " a",       "a ",       "a\tb",        "a\n",      "a\rb",
        "\x01",     "\x7F",     "a\u0085",  "a\u00A0b", "a\u00ADb", "\u1680",      "a\u2000",  "a\u2003b",
        "a\u200Ab", "a\u200Bb", "a\u200Db", "a\u2028",  "a\u2029",  "\u202Ea",     "a\u202Fb", "a\u205Fb",
        "a\u2060b", "a\u2066b", "a\u3000b", "\uFEFFa",  "a\uFE0F",  "a\U000E0041", "a\xFF",    "\xC3"}) {
    EXPECT_FALSE(is_destination_id(text)) << text;
  }
  EXPECT_FALSE(is_destination_id(std::string("a\0b", 3)));
}

TEST(DestinationId, IsAtMost256BytesLong) {
  EXPECT_TRUE(is_destination_id(std::string(256, 'a')));
  EXPECT_FALSE(is_destination_id(std::string(257, 'a')));
  EXPECT_FALSE(is_destination_id(std::string(255, 'a') + "ä"));
}

}  // namespace
}  // namespace yett
