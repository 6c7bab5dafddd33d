#include "model/isolation.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace yett {
namespace {

TEST(Isolation, EachBackendHasANameOfItsOwn) {
  for (const Backend backend : kAllBackends) EXPECT_EQ(backend_named(backend_name(backend)), backend);
}

TEST(Isolation, NothingElseIsTheNameOfABackend) {
  for (const auto* name : {"", "auto", "none", "bwrap ", "Bwrap", "oci", "runc", "unknown"}) {
    EXPECT_EQ(backend_named(name), std::nullopt) << name;
  }
}

TEST(Isolation, LandlockAloneIsNeverTakenUnasked) {
  EXPECT_EQ(std::ranges::find(kAutoBackends, Backend::Landlock), kAutoBackends.end());
  EXPECT_EQ(kAutoBackends.front(), Backend::Bwrap);
}

}  // namespace
}  // namespace yett
