#include "base/base64.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

namespace yett {
namespace {

std::vector<std::uint8_t> bytes(std::string_view text) { return {text.begin(), text.end()}; }

// RFC 4648, section 10.
TEST(Base64, WritesTheVectorsOfTheRfc) {
  EXPECT_EQ(to_base64(bytes("")), "");
  EXPECT_EQ(to_base64(bytes("f")), "Zg==");
  EXPECT_EQ(to_base64(bytes("fo")), "Zm8=");
  EXPECT_EQ(to_base64(bytes("foo")), "Zm9v");
  EXPECT_EQ(to_base64(bytes("foob")), "Zm9vYg==");
  EXPECT_EQ(to_base64(bytes("fooba")), "Zm9vYmE=");
  EXPECT_EQ(to_base64(bytes("foobar")), "Zm9vYmFy");
}

TEST(Base64, ReadsWhatItWrites) {
  std::mt19937 random(1);
  for (int round = 0; round < 10'000; ++round) {
    std::vector<std::uint8_t> any(random() % 20);
    for (auto& byte : any) byte = static_cast<std::uint8_t>(random());
    EXPECT_EQ(from_base64(to_base64(any)), any);
  }
}

TEST(Base64, HasOneTextForAValue) {
  std::mt19937 random(2);
  int read = 0;
  for (int round = 0; round < 100'000; ++round) {
    std::string text(random() % 3 * 4, '\0');
    for (char& letter : text) letter = "AQgw/+="[random() % 7];
    const auto bytes = from_base64(text);
    if (!bytes) continue;
    ++read;
    EXPECT_EQ(to_base64(*bytes), text);
  }
  EXPECT_GT(read, 1000);
}

TEST(Base64, RefusesWhatItDoesNotWrite) {
  for (const auto* text :
       {"Zg", "Zg=", "Zg===", "Z===", "====", "Zh==", "Zm9=", "Zg==Zg==", "Zm 9v", "Zm9v\n", "Zm9-", "=Zg="}) {
    EXPECT_EQ(from_base64(text), std::nullopt) << text;
  }
}

}  // namespace
}  // namespace yett
