// What an experiment file may not say. What it may say: experiment_shapes_test.cc.
#include "metrics/load_experiment.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "metrics/desk_fixture.h"
#include "metrics/experiment_fixture.h"

namespace yett {
namespace {

using metrics_test::desk;
using metrics_test::expect_refused_at_mark;
using metrics_test::experiment_refusal;
using testing::HasSubstr;

TEST(ExperimentFile, ThatIsNoTomlIsRefused) { EXPECT_THAT(experiment_refusal("[records\n"), HasSubstr("e.toml:1:")); }

TEST(ExperimentFile, HasNoKeysThatNobodyKnows) {
  expect_refused_at_mark({
      {"[records]\n[§policy]\n", R"(unknown key policy)"},
      {"§record = 1\n", R"(unknown key record (did you mean "records"?))"},
      {"[records]\n§class = [\"a\"]\n", R"(unknown key records.class (did you mean "classes"?))"},
      {"[records]\nclean = [\"c\"]\ncapability = [{ is = \"read\", §sources = [\"user\"] }]\n",
       R"(unknown key records.capability[1].sources (did you mean "source"?))"},
      {"[filters]\nf = { any = [\"x\"], §non = [\"y\"] }\n", R"(unknown key filters.f.non (did you mean "none"?))"},
      {"[[narrowing]]\nsets = [\"read-only\"]\n§name = \"n\"\n", R"(unknown key narrowing[1].name)"},
      {"[layers]\nl = { any = [\"read-only\"], §none = [\"read-only\"] }\n", R"(unknown key layers.l.none)"},
      {"[report]\n§layer = []\n", R"(unknown key report.layer (did you mean "layers"?))"},
      {"[report]\nadded = [{ layer = \"read-only\", over = \"allowlisted\", §beyond = \"x\" }]\n",
       R"(unknown key report.added[1].beyond)"},
  });
}

TEST(ExperimentFile, NamesOnlyClassesThatItHas) {
  expect_refused_at_mark({
      {"[records]\nclasses = [\"clean\", \"spam\"]\nclean = [§\"clear\"]\n",
       R"(records.clean[1]: there is no class "clear" (did you mean "clean"?))"},
      {"[records]\nclasses = [\"clean\", §\"clean\"]\n",
       R"(records.classes[2]: "clean" is listed already (remove one of them))"},
      {"[records]\nclean = [\"a\", §\"a\"]\n", R"(records.clean[2]: "a" is listed already (remove one of them))"},
      {"[records]\nclean = §[]\n", R"(records.clean: names no class (clean = ["clean"]))"},
      {"[records]\nclasses = [§\"\"]\n",
       "records.classes[1]: expected a text that is not blank, found an empty string"},
  });
}

TEST(ExperimentFile, NamesOnlyFeaturesThatItLists) {
  expect_refused_at_mark({
      {"[records]\nfeatures = [\"red\", §\"red\"]\n",
       R"(records.features[2]: "red" is listed already (remove one of them))"},
      {"[records]\nfeatures = [\"red\"]\n[filters]\nf = { any = [§\"rad\"] }\n",
       R"(filters.f.any[1]: there is no feature "rad" (did you mean "red"?))"},
      {"[records]\nfeatures = [\"red\"]\ncapability = [{ all = [§\"rad\"], is = \"read\" }]\n",
       R"(records.capability[1].all[1]: there is no feature "rad" (did you mean "red"?))"},
      {"[filters]\nf = { none = [\"red\", §\"red\"] }\n",
       R"(filters.f.none[2]: "red" is listed already (remove one of them))"},
      {"[records]\nfeatures = [\"red\"]\n[filters]\nf = { any = [§\"x\"] }\n",
       R"(filters.f.any[1]: there is no feature "x")"},
      {"[filters]\nf = { any = §[] }\n", R"(filters.f.any: names no feature (leave it out))"},
      {"[filters]\nf = { any = [\"x\"], all = §[] }\n", R"(filters.f.all: names no feature (leave it out))"},
  });
}

/// "f0", "f1" and so on, as a list of TOML.
std::string names_of(std::string_view stem, std::size_t count) {
  std::string list = "[";
  for (std::size_t i = 0; i < count; ++i) list += fmt::format("{}\"{}{}\"", i == 0 ? "" : ", ", stem, i);
  return list + "]";
}

TEST(ExperimentFile, HasNoMoreFeaturesThanARecordHasBits) {
  EXPECT_EQ(experiment_refusal("[records]\nfeatures = " + names_of("f", kMaxFeatures) + "\n"), "loaded");
  EXPECT_EQ(experiment_refusal("[filters]\nf = { any = " + names_of("f", kMaxFeatures) + " }\n"), "loaded");
  EXPECT_EQ(experiment_refusal("[records]\nfeatures = " + names_of("f", kMaxFeatures + 1) + "\n"),
            "e.toml:2:12: records.features: has more features than the 64 that a record can have");
  EXPECT_THAT(experiment_refusal("[filters]\nf = { any = " + names_of("f", kMaxFeatures + 1) + " }\n"),
              HasSubstr("filters.f.any[65]: is one feature more than the 64 that a record can have"));
}

// With a policy the first eight bits are those of every call.
TEST(ExperimentFile, OfCallsHasRoomForFeaturesBesideThoseOfEveryCall) {
  EXPECT_EQ(experiment_refusal("[records]\nfeatures = " + names_of("f", 56) + "\n", &desk()), "loaded");
  EXPECT_THAT(experiment_refusal("[records]\nfeatures = " + names_of("f", 57) + "\n", &desk()),
              HasSubstr("has more features than the 64"));
}

TEST(ExperimentFile, SaysOfEachCapabilityWhenItIsAskedFor) {
  expect_refused_at_mark({
      {"[records]\ncapability = [§{ all = [\"x\"] }]\n", R"(records.capability[1].is is missing (is = "read"))"},
      {"[records]\ncapability = [{ is = §\"reed\" }]\n",
       R"(records.capability[1].is: expected "read", "external_access", "write" or "execution", found "reed" )"
       R"((did you mean "read"?))"},
      {"[records]\ncapability = [{ source = [\"user\"], source_not = §[\"tool_output\"], is = \"read\" }]\n",
       "records.capability[1].source_not: stands beside source (one of them says it)"},
      {"[records]\ncapability = [{ source = [§\"web\"], is = \"read\" }]\n",
       R"(records.capability[1].source[1]: expected "user", "retrieved_document" or "tool_output", found "web")"},
      {"[records]\ncapability = [{ source_not = [\"user\", §\"user\"], is = \"read\" }]\n",
       R"(records.capability[1].source_not[2]: "user" is listed already (remove one of them))"},
      {"[records]\ncapability = §{ is = \"read\" }\n", "records.capability: expected a list, found a table"},
  });
}

TEST(ExperimentFile, HasOnlyFiltersThatLetSomethingThrough) {
  expect_refused_at_mark({
      {"[filters]\nf = §{}\n", "filters.f.any is missing (any, all or none name features)"},
      {"[filters]\nf = { §an = [\"x\"] }\n", R"(unknown key filters.f.an (did you mean "any"?))"},
      {"[filters]\nf = §[\"x\"]\n", R"(filters.f: expected a table, found a list ({ any = ["FEATURE"] }))"},
  });
}

std::string filters(std::size_t count) {
  std::string text = "[filters]\n";
  for (std::size_t i = 0; i < count; ++i) text += fmt::format("f{} = {{ any = [\"x\"] }}\n", i);
  return text;
}

TEST(ExperimentFile, HasNoMoreFiltersThanACellHasBits) {
  EXPECT_EQ(experiment_refusal(filters(kMaxFilters)), "loaded");
  EXPECT_EQ(experiment_refusal(filters(kMaxFilters + 1)),
            "e.toml:26:1: filters.f24 is one filter more than the 24 of an experiment");
}

TEST(ExperimentFile, TellsFiltersFromTheColumnsBesideThem) {
  for (const std::string column : {"class", "label", "source", "capability", "records"}) {
    expect_refused_at_mark(
        {{"[filters]\n§" + column + " = { any = [\"x\"] }\n",
          "filters." + column + " has the name of a column of records (give the filter a name of its own)"}});
  }
}

constexpr std::string_view kApart = "(filters, permission sets and layers are told apart by their names)";

TEST(ExperimentFile, GivesNoNameTwice) {
  const std::string set = "capabilities = [\"read\"]\nsources = [\"user\"]\n";
  expect_refused_at_mark({
      {"[filters]\n§\"read-only\" = { any = [\"x\"] }\n",
       fmt::format("filters.read-only has a name that something else has {}", kApart)},
      {"[filters]\n§full-access = { any = [\"x\"] }\n",
       fmt::format("filters.full-access has a name that something else has {}", kApart)},
      {"[filters]\nf = { any = [\"x\"] }\n[permissions.§f]\n" + set,
       fmt::format("permissions.f has a name that something else has {}", kApart)},
      {"[filters]\nf = { any = [\"x\"] }\n[layers]\n§f = { any = [\"f\", \"read-only\"] }\n",
       fmt::format("layers.f has a name that something else has {}", kApart)},
      {"[filters]\nf = { any = [\"x\"] }\n[layers]\n§f = { any = [\"read-only\"] }\n",
       fmt::format("layers.f has a name that something else has {}", kApart)},
  });
  expect_refused_at_mark(
      {
          {"[permissions.§clerk]\n" + set,
           fmt::format("permissions.clerk has a name that something else has {}", kApart)},
          {"[layers]\n§policy = { any = [\"policy\", \"clerk\"] }\n",
           fmt::format("layers.policy has a name that something else has {}", kApart)},
          {"[filters]\n§\"flow stage\" = { any = [\"x\"] }\n",
           fmt::format("filters.\"flow stage\" has a name that something else has {}", kApart)},
      },
      &desk());
}

TEST(ExperimentFile, GivesNamesThatAPersonCanRead) {
  expect_refused_at_mark({
      {"[filters]\n§\"a\\nb\" = { any = [\"x\"] }\n",
       R"("a\u{000A}b" is no name (1 to 128 bytes, no control or invisible characters))"},
      {"[layers]\n§\"\" = { any = [\"read-only\"] }\n",
       R"("" is no name (1 to 128 bytes, no control or invisible characters))"},
  });
}

TEST(ExperimentFile, HasSetsAsAPolicyHasThem) {
  expect_refused_at_mark({
      {"§[permissions.s]\ncapabilities = [\"read\"]\n", R"(permissions.s.sources is missing (sources = ["user"]))"},
      {"[permissions.§\"full access\"]\ncapabilities = [\"read\"]\nsources = [\"user\"]\n",
       R"(permissions."full access" is one of the five sets that always exist (give the role a name of its own))"},
      {"[permissions.s]\ntools = [§\"mail\"]\ncapabilities = [\"read\"]\nsources = [\"user\"]\n",
       R"(permissions.s.tools[1]: there is no tool "mail")"},
  });
}

TEST(ExperimentFile, NarrowsPermissionSetsAndNothingElse) {
  expect_refused_at_mark({
      {"[filters]\nf = { any = [\"x\"] }\n[[narrowing]]\nsets = §[\"f\"]\n",
       R"(narrowing[1].sets: "f" is no permission set)"},
      {"[[narrowing]]\nsets = [\"read-only\", §\"read-onyl\"]\n",
       R"(narrowing[1].sets[2]: there is no "read-onyl" here (did you mean "read-only"?))"},
      {"[[narrowing]]\nsets = [\"read-only\", §\"read-only\"]\n",
       R"(narrowing[1].sets[2]: "read-only" is listed already (remove one of them))"},
      {"§[[narrowing]]\n", R"(narrowing[1].sets is missing (sets = ["full access", "read-only"]))"},
      {"[report]\nsets = §[\"l\"]\n[layers]\nl = { any = [\"read-only\"] }\n",
       R"(report.sets: "l" is no permission set)"},
  });
}

TEST(ExperimentFile, BuildsLayersOfWhatStandsAbove) {
  expect_refused_at_mark({
      {"[layers]\na = { any = [§\"b\"] }\nb = { any = [\"read-only\"] }\n",
       R"(layers.a.any[1]: there is no "b" here (a layer is built of those above it))"},
      {"[layers]\na = { any = [§\"a\"] }\n",
       R"(layers.a.any[1]: there is no "a" here (a layer is built of those above it))"},
      {"[layers]\na = { any = [\"read-only\"], all = §[\"allowlisted\"] }\n",
       "layers.a.all: stands beside any (a layer of both is built of two)"},
      {"[layers]\na = { all = §[] }\n", "layers.a.all: names nothing that could stop a record"},
      {"[layers]\na = §{}\n", R"(layers.a.any is missing (any = ["PART"]))"},
      {"[layers]\na = { all = [\"read-only\", §\"read-only\"] }\n",
       R"(layers.a.all[2]: "read-only" is listed already (remove one of them))"},
      {"[layers]\na = { all = [\"read-only\", §\"read only\"] }\n",
       R"(layers.a.all[2]: "read only" is listed already (remove one of them))"},
      {"[layers]\na = §\"read-only\"\n",
       R"(layers.a: expected a table, found "read-only" ({ any = ["PART", "PART"] }))"},
  });
}

TEST(ExperimentFile, OfRecordsHasNeitherAPolicyNorStages) {
  expect_refused_at_mark({
      {"[layers]\na = { any = [§\"policy\"] }\n",
       R"(layers.a.any[1]: there is no "policy" here (it rules on calls, and these are records))"},
      {"[layers]\na = { any = [§\"flow stage\"] }\n",
       R"(layers.a.any[1]: there is no "flow stage" here (it rules on calls, and these are records))"},
      {"[layers]\na = { any = [§\"clerk\"] }\n", R"(layers.a.any[1]: there is no "clerk" here)"},
  });
}

TEST(ExperimentFile, ReportsOnlyWhatItHas) {
  const std::string layer = "[layers]\nlayer = { any = [\"read-only\"] }\n";
  expect_refused_at_mark({
      {layer + "[report]\nlayers = [§\"layr\"]\n",
       R"(report.layers[1]: there is no layer "layr" (did you mean "layer"?))"},
      {layer + "[report]\nlayers = [\"layer\", §\"layer\"]\n",
       R"(report.layers[2]: "layer" is listed already (remove one of them))"},
      {layer + "[report]\nlayers = [§\"read-only\"]\n", R"(report.layers[1]: there is no layer "read-only")"},
      {"[report]\nper_class = [§\"nobody\"]\n", R"(report.per_class[1]: there is no "nobody" here)"},
      {"[report]\nadded = [§{ over = \"read-only\" }]\n", R"(report.added[1].layer is missing (layer = "PART"))"},
      {"[report]\nadded = [§{ layer = \"read-only\" }]\n", R"(report.added[1].over is missing (over = "PART"))"},
      {"[report]\nadded = [{ layer = §\"nobody\", over = \"read-only\" }]\n",
       R"(report.added[1].layer: there is no "nobody" here)"},
      {"[report]\nadded = [{ layer = \"read-only\", over = §\"nobody\" }]\n",
       R"(report.added[1].over: there is no "nobody" here)"},
      {"[report]\nadded = [{ layer = \"read-only\", over = \"allowlisted\", name = §\"\" }]\n",
       "report.added[1].name: expected a text that is not blank, found an empty string"},
      {"[report]\nadded = [§\"read-only\"]\n",
       R"(report.added[1]: expected a table, found "read-only" ({ layer = "PART", over = "PART" }))"},
  });
}

TEST(ExperimentFile, DoesNotCallAFilterEmptyOfWhichAFeatureIsMisspelt) {
  EXPECT_THAT(experiment_refusal("[records]\nfeatures = [\"red\"]\n[filters]\nf = { any = [\"rad\"] }\n"),
              HasSubstr("there is no feature \"rad\""));
}

TEST(ExperimentFile, DoesNotCallALayerEmptyOfWhichAPartIsMisspelt) {
  EXPECT_THAT(experiment_refusal("[layers]\na = { any = [\"read-onyl\"] }\n"), HasSubstr("there is no \"read-onyl\""));
}

TEST(ExperimentFile, IsRefusedForEverythingThatIsWrongWithIt) {
  const auto experiment = load_experiment(
      "[layers]\na = { any = [\"b\"] }\n[filters]\nf = {}\n[report]\nper_class = [\"c\"]\n", "e.toml", nullptr);
  ASSERT_FALSE(experiment);
  std::vector<std::uint32_t> lines;
  for (const Error& error : experiment.error().reported) lines.push_back(error.where.line);
  EXPECT_THAT(lines, testing::ElementsAre(2, 4, 6));
}

}  // namespace
}  // namespace yett
