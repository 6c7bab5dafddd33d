#include "records/quick_records.h"

#include <gtest/gtest.h>

#include <string>

#include "records/careful_records.h"
#include "records/padded_line_fixture.h"
#include "records/random_lines_fixture.h"
#include "records/support_fixture.h"

namespace yett {
namespace {

struct Outcomes {
  std::size_t quick = 0;
  std::size_t careful_alone = 0;
  std::size_t neither = 0;
};

void compare(QuickRecords& quick, const Experiment& experiment, const std::string& line, Outcomes& outcomes) {
  const PaddedLine padded(line);
  const std::optional<FeatureRecord> quickly = quick.read(padded.text());
  Json json;
  const Result<FeatureRecord> carefully = read_carefully(line, experiment, json);
  outcomes.quick += quickly ? 1U : 0U;
  outcomes.careful_alone += !quickly && carefully ? 1U : 0U;
  outcomes.neither += !quickly && !carefully ? 1U : 0U;
  if (!quickly) return;
  ASSERT_TRUE(carefully) << line << "\n" << carefully.error().to_string();
  ASSERT_TRUE(is_same(*quickly, *carefully)) << line;
}

TEST(QuickRecords, TakeNothingThatTheCarefulReaderRefusesOrReadsInAnotherWay) {
  for (const bool knows_all_features : {true, false}) {
    Experiment experiment = support_experiment();
    experiment.knows_all_features = knows_all_features;
    QuickRecords quick(experiment);
    RandomLines lines(20261130);
    Outcomes outcomes;
    for (int round = 0; round < 20'000; ++round) {
      const std::string line = lines.record();
      ASSERT_NO_FATAL_FAILURE(compare(quick, experiment, line, outcomes));
      // What the line before was like decides what is expected of the next.
      for (std::size_t again = lines.below(3); again > 0; --again) {
        ASSERT_NO_FATAL_FAILURE(compare(quick, experiment, lines.mutated(line), outcomes));
      }
      ASSERT_NO_FATAL_FAILURE(compare(quick, experiment, line, outcomes));
    }
    // Lines of every kind came by, and the careful reader is for the odd ones: half surrogates.
    EXPECT_GT(outcomes.quick, 5'000U);
    EXPECT_GT(outcomes.neither, 5'000U);
    EXPECT_LT(outcomes.careful_alone * 10, outcomes.quick);
  }
}

TEST(QuickRecords, TakeTheLineOfARecordAsItUsuallyComes) {
  const Experiment experiment = support_experiment();
  QuickRecords quick(experiment);
  for (
      const std::string_view line :
      {R"({"no": 3, "class": "clean", "source": "user", "features": {"instruction_mode": true}, "text": "a"})",
       R"({"class": "cl\u0065an", "source": "user", "f\u0065atures": {"instruction\u005fmode": true}, "t": "\u00e7"})"}) {
    const PaddedLine padded(line);
    const std::optional<FeatureRecord> record = quick.read(padded.text());
    ASSERT_TRUE(record) << line;
    EXPECT_EQ(record->class_name, "clean");
    EXPECT_EQ(record->features, 1U);
  }
}

}  // namespace
}  // namespace yett
