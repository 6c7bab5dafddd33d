#include "route/refusal.h"

#include <gtest/gtest.h>

namespace yett {
namespace {

TEST(RouteRefusal, ThatNobodyFilledInIsUnresolved) {
  EXPECT_EQ(to_string(RouteRefusal{}.rule), "destination.unresolved");
}

TEST(RouteRefusal, OfWhatIsMisreadableIsMalformed) {
  EXPECT_EQ(rule_of(Flaw::Misreadable), RuleId::DestinationMalformed);
}

TEST(RouteRefusal, NeverFindsAFlawHarmless) {
  for (int i = 0; i <= static_cast<int>(kLastFlaw); ++i) {
    const RuleId rule = rule_of(static_cast<Flaw>(i));
    EXPECT_LE(rule, RuleId::DestinationUnlisted);
    EXPECT_GE(rule, RuleId::DestinationMetadata);
  }
}

}  // namespace
}  // namespace yett
