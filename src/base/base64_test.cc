#include "base/base64.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

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

RC_GTEST_PROP(Base64, ReadsWhatItWrites, (std::vector<std::uint8_t> any)) {
  RC_ASSERT(from_base64(to_base64(any)) == any);
}

RC_GTEST_PROP(Base64, HasOneTextForAValue, ()) {
  const auto text = *rc::gen::container<std::string>(rc::gen::elementOf(std::string("AQgw/+=")));
  const auto read = from_base64(text);
  if (read) RC_ASSERT(to_base64(*read) == text);
}

TEST(Base64, RefusesWhatItDoesNotWrite) {
  for (const auto* text :
       {"Zg", "Zg=", "Zg===", "Z===", "====", "Zh==", "Zm9=", "Zg==Zg==", "Zm 9v", "Zm9v\n", "Zm9-", "=Zg="}) {
    EXPECT_EQ(from_base64(text), std::nullopt) << text;
  }
}

}  // namespace
}  // namespace yett
