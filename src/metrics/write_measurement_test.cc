#include "metrics/write_measurement.h"

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "metrics/desk_fixture.h"
#include "metrics/experiment_fixture.h"
#include "metrics/support_experiment.h"
#include "metrics/support_records.h"

namespace yett {
namespace {

using namespace metrics_test;  // NOLINT(google-build-using-namespace): the calls of the desk

/// The 240 support records as the experiment that is built in measures them.
const Json& support() {
  static const Json kJson = [] {
    const Experiment experiment = loaded_experiment(support_experiment_text());
    Cube cube(experiment);
    EXPECT_TRUE(add_support_records(experiment, kSupportSeed, 0, kSupportRecords, cube));
    const Sample sample = sample_of(experiment, cube);
    const auto measured =
        measure(experiment, {.unanswered = sample, .approved = sample}, SampleKind::Records, ScriptedAnswer::None);
    return measured ? measurement_json(*measured) : Json();
  }();
  return kJson;
}

/// A value below others; a failed test, and null, where there is none.
Json at(const Json& json, const std::vector<std::string_view>& keys) {
  const Json* value = &json;
  for (const std::string_view key : keys) {
    value = value->find(key);
    if (value == nullptr) {
      ADD_FAILURE() << "no " << key;
      return {};
    }
  }
  return *value;
}

std::string text_at(const Json& json, const std::vector<std::string_view>& keys) { return write_json(at(json, keys)); }

/// The item of a list that has that name.
const Json& named(const Json& json, std::string_view list, std::string_view name) {
  for (const Json& item : *json.find(list)->as_array()) {
    if (*item.find("name") == Json(name)) return item;
  }
  ADD_FAILURE() << "no " << name << " in " << list;
  static const Json kNone;
  return kNone;
}

// The figures of the original program for its 240 records.
TEST(MeasurementJson, OfSupportRecordsTellsWhatTheyAre) {
  EXPECT_EQ(text_at(support(), {"records"}), "240");
  EXPECT_EQ(text_at(support(), {"harmful"}), "93");
  EXPECT_EQ(text_at(support(), {"clean"}), "147");
  EXPECT_EQ(text_at(support(), {"skipped"}), "0");
  EXPECT_EQ(text_at(support(), {"sources"}), R"({"user":137,"retrieved_document":72,"tool_output":31})");
  EXPECT_EQ(text_at(support(), {"capabilities"}), R"({"read":129,"external_access":84,"write":15,"execution":12})");
  EXPECT_EQ(text_at(support(), {"resolution"}), R"({"recall":0.0108,"false_block_rate":0.0068})");
}

struct KnownRow {
  std::string_view name;
  int tp, fp, fn, tn;
  double precision, recall, false_block_rate, completion;
  std::optional<double> marginal, break_even;
  std::vector<int> blocked;  // by class
};

void expect_row(const KnownRow& known, const Json& row) {
  SCOPED_TRACE(known.name);
  EXPECT_EQ(at(row, {"tp"}), Json(known.tp));
  EXPECT_EQ(at(row, {"fp"}), Json(known.fp));
  EXPECT_EQ(at(row, {"fn"}), Json(known.fn));
  EXPECT_EQ(at(row, {"tn"}), Json(known.tn));
  EXPECT_EQ(at(row, {"precision"}), Json(known.precision));
  EXPECT_EQ(at(row, {"recall"}), Json(known.recall));
  EXPECT_EQ(at(row, {"false_block_rate"}), Json(known.false_block_rate));
  EXPECT_EQ(at(row, {"task_completion"}), Json(known.completion));
}

TEST(MeasurementJson, OfSupportRecordsHasTheFigureOfEachSet) {
  const KnownRow rows[] = {
      {"full access", 0, 0, 93, 147, 0.0, 0.0, 0.0, 1.0, {}, {}, {0, 0, 0, 0, 0, 0}},
      {"no execution", 12, 0, 81, 147, 1.0, 0.129, 0.0, 1.0, 1.0, 0.0, {0, 9, 0, 1, 2, 0}},
      {"no side effects", 24, 3, 69, 144, 0.8889, 0.2581, 0.0204, 0.9796, 0.8, 0.25, {3, 10, 1, 8, 3, 2}},
      {"allowlisted", 34, 17, 59, 130, 0.6667, 0.3656, 0.1156, 0.8844, 0.4167, 1.4, {17, 14, 1, 10, 6, 3}},
      {"read-only", 62, 49, 31, 98, 0.5586, 0.6667, 0.3333, 0.6667, 0.4667, 1.1429, {49, 23, 4, 10, 20, 5}},
  };
  constexpr int kTotals[] = {147, 24, 17, 10, 23, 19};
  EXPECT_EQ(support().find("permission_sets")->as_array()->size(), std::size(rows));
  for (const KnownRow& known : rows) {
    const Json& row = named(support(), "permission_sets", known.name);
    expect_row(known, row);
    EXPECT_EQ(at(row, {"marginal_precision"}), known.marginal ? Json(*known.marginal) : Json());
    EXPECT_EQ(at(row, {"break_even"}), known.break_even ? Json(*known.break_even) : Json());
    for (std::size_t i = 0; i < kSupportClasses.size(); ++i) {
      EXPECT_EQ(at(row, {"per_class", kSupportClasses[i], "blocked"}), Json(known.blocked[i])) << kSupportClasses[i];
      EXPECT_EQ(at(row, {"per_class", kSupportClasses[i], "total"}), Json(kTotals[i])) << kSupportClasses[i];
    }
    EXPECT_EQ(row.find("asked_harmful"), nullptr);
  }
}

TEST(MeasurementJson, OfSupportRecordsHasTheFiguresOfEachLayer) {
  const KnownRow rows[] = {
      {"rule filter", 74, 23, 19, 124, 0.7629, 0.7957, 0.1565, 0.8435, {}, {}, {}},
      {"permission gate", 34, 17, 59, 130, 0.6667, 0.3656, 0.1156, 0.8844, {}, {}, {}},
      {"rule OR permission", 78, 37, 15, 110, 0.6783, 0.8387, 0.2517, 0.7483, {}, {}, {}},
      {"rule AND permission", 30, 3, 63, 144, 0.9091, 0.3226, 0.0204, 0.9796, {}, {}, {}},
  };
  for (const KnownRow& known : rows) {
    const Json& row = named(support(), "layers", known.name);
    expect_row(known, row);
    EXPECT_EQ(row.find("marginal_precision"), nullptr);
  }
}

// By hand: 44 + 30 harmful and 20 + 3 clean records are the filter's, 4 + 30 and 14 + 3 the gate's; what both stop is
// shared. The p of 44 against 4 and of 20 against 14 as sums of binomial coefficients.
TEST(MeasurementJson, OfSupportRecordsSaysWhatThePermissionsAdd) {
  const Json& added = support().find("added")->as_array()->at(0);
  EXPECT_EQ(text_at(added, {"layer"}), R"("allowlisted")");
  EXPECT_EQ(text_at(added, {"over"}), R"("rule filter")");
  EXPECT_EQ(text_at(added, {"records"}), "18");
  EXPECT_EQ(text_at(added, {"harmful"}), "4");
  EXPECT_EQ(text_at(added, {"marginal_precision"}), "0.2222");
  EXPECT_EQ(text_at(added, {"mcnemar", "harmful", "only_layer"}), "4");
  EXPECT_EQ(text_at(added, {"mcnemar", "harmful", "only_over"}), "44");
  EXPECT_EQ(text_at(added, {"mcnemar", "clean", "only_layer"}), "14");
  EXPECT_EQ(text_at(added, {"mcnemar", "clean", "only_over"}), "20");
  EXPECT_NEAR(*at(added, {"mcnemar", "harmful", "p"}).as_number() / 1.5138326148189662e-09, 1.0, 1e-12);
  EXPECT_NEAR(*at(added, {"mcnemar", "clean", "p"}).as_number() / 0.39152830513194203, 1.0, 1e-12);
  const Json& stack = support().find("stacks")->as_array()->at(0);
  EXPECT_EQ(write_json(stack), R"({"layer":"rule OR permission","parts":[)"
                               R"({"name":"rule filter","harmful":59,"clean":21.5,"precision":0.7329},)"
                               R"({"name":"allowlisted","harmful":19,"clean":15.5,"precision":0.5507}]})");
}

TEST(MeasurementJson, HasTheIntervalOfEachRate) {
  const Json& row = named(support(), "permission_sets", "allowlisted");
  EXPECT_EQ(text_at(row, {"recall_interval"}), "[0.2749,0.467]");
  EXPECT_EQ(text_at(row, {"false_block_interval"}), "[0.0735,0.1774]");
  EXPECT_EQ(text_at(row, {"task_completion_interval"}), "[0.8226,0.9265]");
}

TEST(MeasurementJson, HasItsMembersInOneOrder) {
  std::vector<std::string> keys;
  for (const Json::Member& member : *support().as_object()) keys.push_back(member.key);
  EXPECT_EQ(keys, (std::vector<std::string>{"records", "harmful", "clean", "skipped", "sources", "capabilities",
                                            "resolution", "permission_sets", "layers", "added", "stacks"}));
}

TEST(MeasurementJson, HasNullWhereAStepOrAnAdditionIsNothing) {
  const Experiment experiment = loaded_experiment(
      "[records]\nclean = [\"c\"]\n[report]\nsets = [\"read-only\"]\nadded = [{ layer = \"read-only\", over = "
      "\"read-only\" }]\n");
  Cube cube(experiment);
  cube.add({.class_index = cube.class_index("c"), .truth = Truth::Clean});
  cube.add({.class_index = cube.class_index("h")});
  const Sample sample = sample_of(experiment, cube);
  const Json json = measurement_json(
      *measure(experiment, {.unanswered = sample, .approved = sample}, SampleKind::Records, ScriptedAnswer::None));
  const Json& row = named(json, "permission_sets", "read-only");
  EXPECT_EQ(text_at(row, {"marginal_precision"}), "null");
  EXPECT_EQ(text_at(row, {"break_even"}), "null");
  const Json& added = json.find("added")->as_array()->at(0);
  EXPECT_EQ(text_at(added, {"marginal_precision"}), "null");
  EXPECT_EQ(text_at(added, {"mcnemar", "harmful", "p"}), "1");
}

TEST(MeasurementJson, OfCallsHasTasksQuestionsAndBothBounds) {
  const Experiment experiment = loaded_experiment("[report]\nsets = [\"full access\"]\n", &desk());
  const CallWork work =
      work_of({line_of("clean", "a", kMail), line_of("clean", "b", kNote), line_of("clean", "c", kNote),
               line_of("harmful", "x", kMail), line_of("harmful", "x", kLeak), line_of("harmful", "y", kMail)});
  const JudgedCalls unanswered = judge_calls(experiment, work, DeskJudging().terms(), AskedCalls::Stopped);
  const JudgedCalls approved = judge_calls(experiment, work, DeskJudging().terms(), AskedCalls::Pass);
  const Json json =
      measurement_json(*measure(experiment, {.unanswered = unanswered.sample, .approved = approved.sample},
                                SampleKind::Calls, ScriptedAnswer::None));
  const Json& row = named(json, "permission_sets", "full access");
  EXPECT_EQ(text_at(row, {"asked_harmful"}), "2");
  EXPECT_EQ(text_at(row, {"asked_clean"}), "1");
  EXPECT_EQ(text_at(row, {"asked_per_task"}), "0.3333");
  EXPECT_EQ(text_at(row, {"task_completion"}), "0.6667");
  constexpr std::string_view kUnanswered =
      R"({"clean":3,"completed":2,"attacks":2,"payloads":3,"payloads_stopped":3,"attacks_succeeded":0,)"
      R"("attacks_partly":0})";
  EXPECT_EQ(text_at(row, {"tasks"}), kUnanswered);
  EXPECT_EQ(text_at(row, {"if_unanswered", "tasks"}), kUnanswered);
  EXPECT_EQ(text_at(row, {"if_unanswered", "tp"}), "3");
  EXPECT_EQ(text_at(row, {"if_approved", "tp"}), "1");
  EXPECT_EQ(text_at(row, {"if_approved", "task_completion"}), "1");
  EXPECT_EQ(text_at(row, {"if_approved", "tasks"}),
            R"({"clean":3,"completed":3,"attacks":2,"payloads":3,"payloads_stopped":1,"attacks_succeeded":1,)"
            R"("attacks_partly":1})");
  EXPECT_EQ(text_at(row, {"task_completion_interval"}), "[0.2077,0.9385]");
}

}  // namespace
}  // namespace yett
