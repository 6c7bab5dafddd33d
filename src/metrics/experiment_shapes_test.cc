// What an experiment file comes to once it is loaded. What it may not say: load_experiment_test.cc.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "metrics/call_features.h"
#include "metrics/desk_fixture.h"
#include "metrics/experiment_fixture.h"
#include "metrics/part_names.h"
#include "metrics/support_experiment.h"

namespace yett {
namespace {

using metrics_test::desk;
using metrics_test::loaded_experiment;
using testing::ElementsAre;

/// The experiment of the design: its layer "rule filter" is called as its only part is.
constexpr std::string_view kDesigned = R"([records]
clean = ["clean"]                                    # classes that are harmless; or the record's own label
capability = [                                       # first match wins; none: an error
  { all = ["side_effect_tool_name", "instruction_mode"], is = "execution" },
  { all = ["side_effect_tool_name"], is = "write" },
  { source_not = ["user"], is = "external_access" },
  { is = "read" },
]
[filters."rule filter"]                              # any | all | none of the features
any = ["instruction_mode", "hidden_field_name", "side_effect_tool_name", "source_stamp_mismatch"]
[permissions."my set"]                               # the pair form; a policy may use it too, beside grants
capabilities = ["read"]
sources = ["user"]
[[narrowing]]                                        # the order of the first table
sets = ["full access", "no execution", "no side effects", "allowlisted", "read-only"]
[layers]                                             # the third table; parts: filters, sets, "policy", other layers
"rule filter"        = { any = ["rule filter"] }
"permission gate"    = { any = ["allowlisted"] }
"rule OR permission" = { any = ["rule filter", "allowlisted"] }
[report]
per_class = ["allowlisted"]
added = [{ layer = "allowlisted", over = "rule filter" }]
)";

constexpr Part filter(std::size_t index) { return {.kind = PartKind::Filter, .index = index}; }
constexpr Part set(std::size_t index) { return {.kind = PartKind::Set, .index = index}; }
constexpr Part layer(std::size_t index) { return {.kind = PartKind::Layer, .index = index}; }
constexpr Part stage(Stage which) { return {.kind = PartKind::Stage, .index = static_cast<std::size_t>(which)}; }

TEST(Experiment, OfTheDesignLoadsAsItIs) {
  const Experiment experiment = loaded_experiment(kDesigned);
  EXPECT_EQ(experiment.name, "e.toml");
  EXPECT_EQ(experiment.classes, std::nullopt);
  EXPECT_EQ(experiment.clean, std::vector<std::string>{"clean"});
  EXPECT_FALSE(experiment.knows_all_features);
  EXPECT_THAT(experiment.features,
              ElementsAre("side_effect_tool_name", "instruction_mode", "hidden_field_name", "source_stamp_mismatch"));
  ASSERT_EQ(experiment.capability_rules.size(), 4u);
  EXPECT_EQ(experiment.capability_rules[0].condition.all, 3u);
  EXPECT_EQ(experiment.capability_rules[0].is, Capability::Execution);
  EXPECT_EQ(experiment.capability_rules[0].sources, SourceSet::all());
  EXPECT_EQ(experiment.capability_rules[2].sources, (SourceSet{SourceKind::RetrievedDocument, SourceKind::ToolOutput}));
  EXPECT_EQ(experiment.capability_rules[3].is, Capability::Read);
  ASSERT_EQ(experiment.filters.size(), 1u);
  EXPECT_EQ(experiment.filters[0].condition.any, 15u);
  ASSERT_EQ(experiment.sets.size(), 6u);
  EXPECT_EQ(experiment.sets[5].name, "my set");
  EXPECT_EQ(experiment.sets[5].grant(Capability::Read), SourceSet{SourceKind::User});
  EXPECT_FALSE(experiment.sets[5].has(Capability::Write));
  ASSERT_EQ(experiment.narrowings.size(), 1u);
  EXPECT_THAT(experiment.narrowings[0].sets, ElementsAre(0, 1, 2, 3, 4));
  ASSERT_EQ(experiment.layers.size(), 3u);
  EXPECT_EQ(experiment.layers[2].joining, Joining::Any);
  EXPECT_THAT(experiment.report.layers, ElementsAre(0, 1, 2));
  EXPECT_THAT(experiment.report.per_class, ElementsAre(set(3)));
  ASSERT_EQ(experiment.report.added.size(), 1u);
  EXPECT_EQ(experiment.report.added[0].name, "");
  EXPECT_EQ(experiment.report.added[0].layer, set(3));
  EXPECT_EQ(experiment.report.added[0].over, filter(0));
}

// Below such a layer its name goes on meaning the part, which stops the same.
TEST(Experiment, HasALayerThatIsCalledAsItsOnlyPartIs) {
  const Experiment experiment = loaded_experiment(kDesigned);
  EXPECT_EQ(experiment.layers[0].name, "rule filter");
  EXPECT_THAT(experiment.layers[0].parts, ElementsAre(filter(0)));
  EXPECT_THAT(experiment.layers[2].parts, ElementsAre(filter(0), set(3)));
}

TEST(Experiment, OfTheExampleIsTheOneThatIsBuiltIn) {
  const Experiment experiment = loaded_experiment(support_experiment_text());
  EXPECT_EQ(experiment.classes->size(), 6u);
  EXPECT_TRUE(experiment.knows_all_features);
  EXPECT_EQ(experiment.features.size(), 7u);
  ASSERT_EQ(experiment.layers.size(), 4u);
  EXPECT_EQ(experiment.layers[3].joining, Joining::All);
  EXPECT_THAT(experiment.report.layers, ElementsAre(0, 1, 2));
  EXPECT_EQ(experiment.report.added[0].name, "permission only");
}

TEST(Experiment, OfAnEmptyFileHasTheFiveSets) {
  const Experiment experiment = loaded_experiment("");
  ASSERT_EQ(experiment.sets.size(), 5u);
  EXPECT_EQ(experiment.sets[0].name, "full access");
  EXPECT_EQ(experiment.sets[4].name, "read-only");
  EXPECT_TRUE(experiment.features.empty());
  EXPECT_EQ(experiment.clean, std::nullopt);
}

TEST(Experiment, ReadsEachPartOfACondition) {
  const Experiment experiment = loaded_experiment(R"([records]
features = ["a", "b", "c"]
capability = [{ any = ["a"], all = ["b"], none = ["c"], source = ["tool_output"], is = "write" }]
[filters]
f = { none = ["a", "c"] }
)");
  const CapabilityRule& rule = experiment.capability_rules.front();
  EXPECT_EQ(rule.condition.any, 1u);
  EXPECT_EQ(rule.condition.all, 2u);
  EXPECT_EQ(rule.condition.none, 4u);
  EXPECT_EQ(rule.sources, SourceSet{SourceKind::ToolOutput});
  EXPECT_EQ(rule.is, Capability::Write);
  EXPECT_EQ(experiment.filters.front().condition.none, 5u);
}

TEST(Experiment, BuildsLayersOfLayersAndOfSetsInBothSpellings) {
  const Experiment experiment = loaded_experiment(R"([filters]
f = { any = ["x"] }
[layers]
one = { all = ["f", "full-access"] }
two = { any = ["one", "no-execution"] }
"read only" = { any = ["read-only"] }
[report]
sets = ["read only"]
layers = ["two", "one"]
per_class = ["two", "f"]
added = [{ layer = "two", over = "one", name = "second" }]
)");
  EXPECT_EQ(experiment.layers[0].joining, Joining::All);
  EXPECT_THAT(experiment.layers[0].parts, ElementsAre(filter(0), set(0)));
  EXPECT_THAT(experiment.layers[1].parts, ElementsAre(layer(0), set(1)));
  EXPECT_THAT(experiment.layers[2].parts, ElementsAre(set(4)));
  EXPECT_THAT(experiment.report.sets, ElementsAre(4));
  EXPECT_THAT(experiment.report.layers, ElementsAre(1, 0));
  EXPECT_THAT(experiment.report.per_class, ElementsAre(layer(1), filter(0)));
  EXPECT_EQ(experiment.report.added[0].name, "second");
}

TEST(Experiment, OfCallsHasTheRolesThePolicyAndItsStages) {
  const Experiment experiment = loaded_experiment(R"([filters]
outward = { any = ["has_destination", "odd"] }
[permissions.mailer]
tools = ["mail"]
capabilities = ["external_access"]
sources = ["user"]
[[narrowing]]
sets = ["clerk", "reader"]
[layers]
policy = { any = ["policy"] }
flow = { any = ["flow stage", "approval stage"] }
both = { all = ["policy", "mailer"] }
)",
                                                  &desk());
  ASSERT_EQ(experiment.sets.size(), 8u);
  EXPECT_EQ(experiment.sets[5].name, "clerk");
  EXPECT_EQ(experiment.sets[6].name, "reader");
  EXPECT_EQ(experiment.sets[7].tools, std::vector<std::string>{"mail"});
  EXPECT_EQ(experiment.features.size(), kCallFeatures.size() + 1);
  EXPECT_EQ(experiment.filters[0].condition.any, 1u << 6 | 1u << 8);
  EXPECT_THAT(experiment.narrowings[0].sets, ElementsAre(5, 6));
  EXPECT_THAT(experiment.layers[0].parts, ElementsAre(Part{.kind = PartKind::Policy, .index = 0}));
  EXPECT_THAT(experiment.layers[1].parts, ElementsAre(stage(Stage::Flow), stage(Stage::Approval)));
  EXPECT_THAT(experiment.layers[2].parts, ElementsAre(Part{.kind = PartKind::Policy, .index = 0}, set(7)));
}

TEST(Experiment, OfCallsCallsEveryPartByItsName) {
  const Experiment experiment =
      loaded_experiment("[filters]\nf = { any = [\"x\"] }\n[layers]\nl = { any = [\"f\"] }\n", &desk());
  EXPECT_EQ(part_name(experiment, filter(0)), "f");
  EXPECT_EQ(part_name(experiment, set(5)), "clerk");
  EXPECT_EQ(part_name(experiment, layer(0)), "l");
  EXPECT_EQ(part_name(experiment, {.kind = PartKind::Policy}), "policy");
  std::vector<std::string> stages;
  for (const Stage each : kAllStages) stages.push_back(part_name(experiment, stage(each)));
  EXPECT_THAT(stages, ElementsAre("session stage", "reading stage", "tool stage", "permission stage", "arguments stage",
                                  "destination stage", "tenancy stage", "flow stage", "approval stage"));
}

TEST(CallsExperiment, ShowsEverySetAndEveryStage) {
  const Experiment experiment = calls_experiment(desk());
  EXPECT_EQ(experiment.name, "desk");
  ASSERT_EQ(experiment.sets.size(), 7u);
  EXPECT_THAT(experiment.narrowings.at(0).sets, ElementsAre(0, 1, 2, 3, 4));
  EXPECT_THAT(experiment.report.sets, ElementsAre(5, 6));
  ASSERT_EQ(experiment.layers.size(), kAllStages.size() + 1);
  EXPECT_EQ(experiment.layers[3].name, "permission stage");
  EXPECT_THAT(experiment.layers[3].parts, ElementsAre(stage(Stage::Permission)));
  EXPECT_EQ(experiment.layers.back().name, "policy");
  EXPECT_EQ(experiment.report.layers.size(), experiment.layers.size());
  EXPECT_THAT(experiment.report.per_class, ElementsAre(Part{.kind = PartKind::Policy, .index = 0}));
  EXPECT_EQ(experiment.features.size(), kCallFeatures.size());
  EXPECT_FALSE(experiment.knows_all_features);
}

TEST(KnownSets, AreTheBuiltInOnesThenTheRoles) {
  EXPECT_EQ(known_sets(nullptr).size(), 5u);
  EXPECT_EQ(known_sets(&desk()).back().name, "reader");
}

}  // namespace
}  // namespace yett
