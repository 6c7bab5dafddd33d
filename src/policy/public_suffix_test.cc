#include "policy/public_suffix.h"

#include <gtest/gtest.h>

#include "policy/names_above_suffixes.h"

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

TEST(SharedName, IsAboveAPublicSuffix) {
  for (const std::string_view name : {"amazonaws.com", "us-west-2.amazonaws.com", "fastly.net", "xn--stfold-9xa.no"}) {
    EXPECT_FALSE(is_public_suffix(name)) << name;
    EXPECT_TRUE(is_shared_by_owners(name)) << name;
  }
}

TEST(SharedName, IsOneThatCustomersShareAtAnyDepth) {
  for (const std::string_view name : {"windows.net", "core.windows.net", "z1.web.core.windows.net"}) {
    EXPECT_TRUE(is_shared_by_owners(name)) << name;
  }
  EXPECT_FALSE(is_shared_by_owners("mywindows.net"));
}

TEST(SharedName, IsNoNameOfOneOwner) {
  for (const std::string_view name : {"example.com", "acme.s3.amazonaws.com", "acme.github.io", "www.ck", "azonaws.com",
                                      "xn--bcher-kva.example", "deskmate.internal"}) {
    EXPECT_FALSE(is_shared_by_owners(name)) << name;
  }
}

TEST(SharedName, IsMadeOfAListThatIsThere) { EXPECT_GT(names_above_public_suffixes().size(), 200u); }

}  // namespace
}  // namespace yett
