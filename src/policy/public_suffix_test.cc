#include "policy/public_suffix.h"

#include <gtest/gtest.h>

namespace yett {
namespace {

TEST(PublicSuffix, IsWhereAnybodyCanHaveAName) {
  for (const std::string_view name : {"com", "uk", "co.uk", "com.au", "github.io", "s3.amazonaws.com", "xn--p1ai"}) {
    EXPECT_TRUE(is_public_suffix(name)) << name;
  }
}

TEST(PublicSuffix, IsEveryTopLevelNameThatNobodyKnows) {
  for (const std::string_view name : {"example", "internal", "corp", ""}) EXPECT_TRUE(is_public_suffix(name)) << name;
}

TEST(PublicSuffix, IsNoNameOfOneOwner) {
  for (const std::string_view name :
       {"example.com", "example.co.uk", "acme.github.io", "deskmate.internal", "a.b.example", "www.ck"}) {
    EXPECT_FALSE(is_public_suffix(name)) << name;
  }
}

}  // namespace
}  // namespace yett
