#include "route/rule.h"

#include <gtest/gtest.h>

#include <set>
#include <string_view>

#include "model/rule_id.h"

namespace yett {
namespace {

std::vector<RouteRule> all_rules() {
  std::vector<RouteRule> rules;
  for (std::size_t i = 0; i <= static_cast<std::size_t>(kLastRouteRule); ++i)
    rules.push_back(static_cast<RouteRule>(i));
  return rules;
}

TEST(RouteRule, HasTheNamesByWhichCallsAreJudged) {
  std::set<std::string_view> names;
  for (const RouteRule rule : all_rules()) {
    EXPECT_TRUE(names.insert(to_string(rule)).second) << to_string(rule);
    if (rule == RouteRule::Redirect || rule == RouteRule::Unresolved) continue;  // no call can break these
    EXPECT_TRUE(parse_rule_id(to_string(rule)).has_value()) << to_string(rule);
  }
  EXPECT_EQ(to_string(RouteRule::Redirect), "destination.redirect");
  EXPECT_EQ(to_string(RouteRule::Unresolved), "destination.unresolved");
}

TEST(RouteRule, IsAsGraveAsTheFlaw) {
  const FlawSet of_urls = {Flaw::Metadata,       Flaw::Loopback,  Flaw::LinkLocal, Flaw::PrivateAddress,
                           Flaw::SpecialAddress, Flaw::Malformed, Flaw::Scheme,    Flaw::Userinfo,
                           Flaw::Port,           Flaw::Path,      Flaw::Unlisted};
  std::size_t number = 0;
  for (const Flaw flaw : of_urls) EXPECT_EQ(rule_of(flaw), all_rules()[number++]);
}

TEST(RouteRule, TakesWhatIsStrictForMalformed) { EXPECT_EQ(rule_of(Flaw::Strict), RouteRule::Malformed); }

TEST(RouteRule, NeverFindsAFlawHarmless) {
  for (int i = 0; i <= static_cast<int>(kLastFlaw); ++i) EXPECT_LE(rule_of(static_cast<Flaw>(i)), RouteRule::Unlisted);
}

}  // namespace
}  // namespace yett
