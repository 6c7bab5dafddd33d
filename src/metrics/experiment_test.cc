#include "metrics/experiment.h"

#include <gtest/gtest.h>

#include <array>
#include <optional>
#include <string_view>

#include "metrics/call_features.h"
#include "metrics/desk_fixture.h"

namespace yett {
namespace {

// Every condition on three features against every record of three features, by the words of the format.
TEST(FeatureCondition, HoldsAsItsWordsSay) {
  for (FeatureBits any = 0; any < 8; ++any) {
    for (FeatureBits all = 0; all < 8; ++all) {
      for (FeatureBits none = 0; none < 8; ++none) {
        for (FeatureBits record = 0; record < 8; ++record) {
          bool has_any = any == 0;
          bool has_all = true;
          bool has_none = true;
          for (unsigned i = 0; i < 3; ++i) {
            const bool is_there = (record >> i & 1) != 0;
            if ((any >> i & 1) != 0 && is_there) has_any = true;
            if ((all >> i & 1) != 0 && !is_there) has_all = false;
            if ((none >> i & 1) != 0 && is_there) has_none = false;
          }
          const FeatureCondition condition{.any = any, .all = all, .none = none};
          EXPECT_EQ(condition.holds(record), has_any && has_all && has_none);
        }
      }
    }
  }
}

Experiment three_rules() {
  Experiment experiment;
  experiment.features = {"a", "b"};
  experiment.capability_rules = {
      {.condition = {.all = 1}, .sources = {SourceKind::ToolOutput}, .is = Capability::Execution},
      {.condition = {.any = 3}, .is = Capability::Write},
      {.sources = {SourceKind::User}, .is = Capability::Read}};
  experiment.filters = {{.name = "a", .condition = {.any = 1}},
                        {.name = "not a", .condition = {.none = 1}},
                        {.name = "both", .condition = {.all = 3}}};
  return experiment;
}

TEST(Experiment, DerivesTheCapabilityOfTheFirstRuleThatMatches) {
  const Experiment experiment = three_rules();
  EXPECT_EQ(experiment.capability_of(1, SourceKind::ToolOutput), Capability::Execution);
  EXPECT_EQ(experiment.capability_of(1, SourceKind::User), Capability::Write);
  EXPECT_EQ(experiment.capability_of(2, SourceKind::ToolOutput), Capability::Write);
  EXPECT_EQ(experiment.capability_of(0, SourceKind::User), Capability::Read);
  EXPECT_EQ(experiment.capability_of(0, SourceKind::RetrievedDocument), std::nullopt);
}

TEST(Experiment, TellsWhichFiltersMatchByTheirPosition) {
  const Experiment experiment = three_rules();
  EXPECT_EQ(experiment.matching(0), 0b010u);
  EXPECT_EQ(experiment.matching(1), 0b001u);
  EXPECT_EQ(experiment.matching(2), 0b010u);
  EXPECT_EQ(experiment.matching(3), 0b101u);
}

TEST(Experiment, FindsAFeatureByItsName) {
  const Experiment experiment = three_rules();
  EXPECT_EQ(experiment.feature("a"), 0u);
  EXPECT_EQ(experiment.feature("b"), 1u);
  EXPECT_EQ(experiment.feature("c"), std::nullopt);
}

/// The features of a tool, by name.
std::vector<std::string_view> names_of(const Tool* tool) {
  std::vector<std::string_view> names;
  const FeatureBits bits = call_features(tool);
  for (std::size_t i = 0; i < kCallFeatures.size(); ++i) {
    if ((bits >> i & 1) != 0) names.push_back(kCallFeatures[i]);
  }
  EXPECT_EQ(bits >> kCallFeatures.size(), 0u);
  return names;
}

using Names = std::vector<std::string_view>;

TEST(CallFeatures, AreThoseOfTheToolsLine) {
  const ToolTable& tools = metrics_test::desk().tools;
  EXPECT_EQ(names_of(tools.find("search")), Names({"effect:read"}));
  EXPECT_EQ(names_of(tools.find("accounts")), Names({"effect:read", "private"}));
  EXPECT_EQ(names_of(tools.find("note")), Names({"effect:write"}));
  EXPECT_EQ(names_of(tools.find("post")), Names({"effect:send", "has_destination"}));
  EXPECT_EQ(names_of(tools.find("mail")), Names({"effect:send", "irreversible", "has_destination"}));
  EXPECT_EQ(names_of(tools.find("run")), Names({"effect:execute", "irreversible"}));
}

TEST(CallFeatures, OfAToolThatNobodyKnowsAreOne) { EXPECT_EQ(names_of(nullptr), Names({"unregistered"})); }

TEST(CallFeatures, HoldADestinationThatIsFixed) {
  Tool tool;
  tool.effect = Effect::Send;
  tool.sensitivity = Sensitivity::Internal;
  tool.reversibility = Reversibility::Reversible;
  EXPECT_EQ(names_of(&tool), Names({"effect:send"}));
  tool.fixed_destination = "participants";
  EXPECT_EQ(names_of(&tool), Names({"effect:send", "has_destination"}));
}

}  // namespace
}  // namespace yett
