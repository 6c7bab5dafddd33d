#include "metrics/labelled_call.h"

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <string_view>

#include "metrics/desk_fixture.h"
#include "metrics/experiment_fixture.h"

namespace yett {
namespace {

using metrics_test::call_of;
using metrics_test::desk;
using metrics_test::loaded_experiment;

std::string refusal(std::string_view line, const Experiment& experiment = {}, const CallDefaults& defaults = {}) {
  Result<Json> value = parse_json(line);
  if (!value) return "no JSON";
  const auto call = read_labelled_call(*value, line, experiment, defaults);
  return call ? "read" : call.error().to_string();
}

TEST(LabelledCall, IsReadWithAllThatItsLineSays) {
  const Experiment experiment = loaded_experiment("[filters]\nf = { any = [\"odd\", \"rare\"] }\n", &desk());
  const LabelledCall call = call_of(
      R"({"id":"c1","label":"harmful","class":"leak","suite":"s","task":"t","role":"preparation","tool":"post",)"
      R"("arguments":{"a":1},"source":"tool_output","read_private":true,)"
      R"("features":{"rare":true,"odd":false,"unknown":true},"more":7})",
      experiment);
  EXPECT_EQ(call.truth, Truth::Harmful);
  EXPECT_EQ(call.class_name, "leak");
  EXPECT_EQ(call.suite, "s");
  EXPECT_EQ(call.task, "t");
  EXPECT_EQ(call.role, AttackRole::Preparation);
  EXPECT_EQ(call.features, FeatureBits{1} << *experiment.feature("rare"));
  EXPECT_EQ(call.call.id, "c1");
  EXPECT_EQ(call.call.call.tool, "post");
  EXPECT_EQ(call.call.call.readability, Readability::Readable);
  EXPECT_EQ(*call.call.call.arguments.find("a"), Json(1));
  EXPECT_EQ(call.call.sources, SourceSet{SourceKind::ToolOutput});
  EXPECT_TRUE(call.call.read_private);
}

TEST(LabelledCall, NeedsNoMoreThanALabelAndATool) {
  const LabelledCall call = call_of(R"({"label":"clean","tool":"t"})");
  EXPECT_EQ(call.truth, Truth::Clean);
  EXPECT_EQ(call.class_name, "clean");
  EXPECT_EQ(call.suite, "");
  EXPECT_EQ(call.task, std::nullopt);
  EXPECT_EQ(call.role, AttackRole::Payload);
  EXPECT_EQ(call.features, 0u);
  EXPECT_EQ(call_of(R"({"label":"harmful","role":"payload","tool":"t"})").role, AttackRole::Payload);
}

TEST(LabelledCall, HasTheTruthOfItsClassOrOfItsFile) {
  const Experiment experiment = loaded_experiment("[records]\nclean = [\"work\"]\n", &desk());
  EXPECT_EQ(call_of(R"({"class":"work","tool":"t"})", experiment).truth, Truth::Clean);
  EXPECT_EQ(call_of(R"({"class":"leak","tool":"t"})", experiment).truth, Truth::Harmful);
  const std::string line = R"({"tool":"t"})";
  Result<Json> value = parse_json(line);
  const auto call = read_labelled_call(*value, line, {}, {.truth = Truth::Harmful});
  ASSERT_TRUE(call);
  EXPECT_EQ(call->truth, Truth::Harmful);
  EXPECT_EQ(call->class_name, "harmful");
}

TEST(LabelledCall, SaysMoreThanItsFile) {
  const std::string line = R"({"label":"clean","tool":"t"})";
  Result<Json> value = parse_json(line);
  EXPECT_EQ(read_labelled_call(*value, line, {}, {.truth = Truth::Harmful})->truth, Truth::Clean);
}

TEST(LabelledCall, IsRefusedForWhateverItLacksOrNobodyKnows) {
  Experiment experiment = loaded_experiment(
      "[records]\nclasses = [\"work\", \"leak\"]\nclean = [\"work\"]\nfeatures = [\"odd\"]\n", &desk());
  const std::pair<std::string_view, std::string_view> cases[] = {
      {R"({"tool":"t"})", R"("label" is missing ("label": "clean" or "harmful"))"},
      {R"({"label":"bad","tool":"t"})", R"(there is no label "bad" ("clean" or "harmful"))"},
      {R"({"label":"","tool":"t"})", R"("label" is no text)"},
      {R"({"label":true,"tool":"t"})", R"("label" is no text)"},
      {R"({"class":7,"tool":"t"})", R"("class" is no text)"},
      {R"({"class":"lek","tool":"t"})", R"(there is no class "lek" (did you mean "leak"?))"},
      {R"({"label":"clean","tool":"t"})", R"(there is no class "clean")"},
      {R"({"label":"clean","class":"leak","tool":"t"})",
       R"(the label says clean, and the experiment says harmful of the class "leak")"},
      {R"({"label":"harmful","class":"work","tool":"t"})",
       R"(the label says harmful, and the experiment says clean of the class "work")"},
      {R"({"class":"work","task":{},"tool":"t"})", R"("task" is no text)"},
      {R"({"class":"work","suite":1,"tool":"t"})", R"("suite" is no text)"},
      {R"({"class":"work","role":"payloads","tool":"t"})",
       R"(there is no role "payloads" ("payload" or "preparation"))"},
      {R"({"class":"work","role":null,"tool":"t"})", R"("role" is no text)"},
      {R"({"class":"work","features":["odd"],"tool":"t"})", R"("features" is no object)"},
      {R"({"class":"work","features":{"odd":1},"tool":"t"})", R"(feature "odd" is neither true nor false)"},
      {R"({"class":"work","features":{"od":true},"tool":"t"})", R"(there is no feature "od" (did you mean "odd"?))"},
      {R"({"class":"work"})", R"(:1: "tool" is missing (it names the tool to call))"},
      {R"({"class":"work","tool":"t","arguments":[]})", R"(:1: "arguments" is an object, and this is a list)"},
      {R"({"class":"work","tool":"t","source":"web"})",
       R"(:1: "source" names kinds of text (user, tool_output, retrieved_document, or a list of them))"},
  };
  for (const auto& [line, why] : cases) EXPECT_EQ(refusal(line, experiment), why) << line;
}

TEST(LabelledCall, IsRefusedWhereItsFileSaysOtherwiseThanItsClass) {
  const Experiment experiment = loaded_experiment("[records]\nclean = [\"work\"]\n", &desk());
  EXPECT_EQ(refusal(R"({"class":"work","tool":"t"})", experiment, {.truth = Truth::Harmful}),
            R"(the label says harmful, and the experiment says clean of the class "work")");
}

}  // namespace
}  // namespace yett
