#include "secrets/secret_template.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace yett {
namespace {

using testing::ElementsAre;

const SecretOwner kAna{.user = "ana", .tenant = "acme"};

TEST(SecretTemplate, TakesUserAndTenantOfTheSession) {
  EXPECT_THAT(fill_template({"/bin/mint", "--for={user}@{tenant}", "{tenant}{tenant}", ""}, kAna).value(),
              ElementsAre("/bin/mint", "--for=ana@acme", "acmeacme", ""));
}

TEST(SecretTemplate, IsNotFilledWithWhatCouldMeanSomethingElse) {
  for (const std::string_view odd :
       {"", "-x", ".", "..", ".a", "a/b", "a b", "a\nb", "a;b", "{user}", "{tenant}", "ä", "a@b", "a=b"}) {
    EXPECT_FALSE(fill_template({"{user}"}, {.user = std::string(odd), .tenant = "acme"}).has_value()) << odd;
    EXPECT_FALSE(fill_template({"{tenant}"}, {.user = "ana", .tenant = std::string(odd)}).has_value()) << odd;
  }
  EXPECT_FALSE(fill_template({"{user}"}, {.user = std::string(65, 'a'), .tenant = {}}).has_value());
  EXPECT_TRUE(fill_template({"{user}"}, {.user = std::string(64, 'a'), .tenant = {}}).has_value());
  EXPECT_TRUE(fill_template({"{user}"}, {.user = "A9._-z", .tenant = {}}).has_value());
}

TEST(SecretTemplate, OfATenantNeedsOne) {
  EXPECT_FALSE(fill_template({"{tenant}"}, {.user = "ana", .tenant = {}}).has_value());
  EXPECT_TRUE(fill_template({"{user}"}, {.user = "ana", .tenant = {}}).has_value());
  EXPECT_TRUE(fill_template({"plain"}, {.user = "an odd name", .tenant = {}}).has_value()) << "not used";
}

TEST(SecretTemplate, HasNoOtherBraces) {
  for (const std::string_view odd : {"{", "}", "{run}", "{ user}", "{{user}}", "a}", "{user"}) {
    EXPECT_FALSE(fill_template({std::string(odd)}, kAna).has_value()) << odd;
  }
}

}  // namespace
}  // namespace yett
