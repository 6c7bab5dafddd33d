#include "records/line_shape.h"

#include <gtest/gtest.h>

#include <string>

#include "records/careful_records.h"
#include "records/padded_line_fixture.h"
#include "records/quick_records.h"
#include "records/random_lines_fixture.h"
#include "records/support_fixture.h"

namespace yett {
namespace {

constexpr std::string_view kLine =
    R"({"no": 1, "class": "clean", "source": "user", "features": {"instruction_mode": false, "excessive_length": true}, "text": "a", "x": [null, -1, 2.5, {"y": true}], "label": "clean"})";

std::string with(std::string_view part, std::string_view other, std::string line = std::string(kLine)) {
  return line.replace(line.find(part), part.size(), other);
}

class LineShapeTest : public testing::Test {
 protected:
  LineShapeTest() { shape_.learn(kLine, experiment_); }

  std::optional<FeatureRecord> read(const std::string& line) {
    padded_ = PaddedLine(line);
    return shape_.read(padded_.text());
  }

  Experiment experiment_ = support_experiment();
  LineShape shape_;
  PaddedLine padded_{""};
};

TEST_F(LineShapeTest, ReadsOtherValues) {
  const auto record = read(
      R"({"no": 234567, "class": "other one", "source": "tool_output", "features": {"instruction_mode": true, "excessive_length": false}, "text": "a \" \u00e7 long ç", "x": [null, -1, 2.5, {"y": false}], "label": "harmful"})");
  ASSERT_TRUE(record);
  EXPECT_EQ(record->class_name, "other one");
  EXPECT_EQ(record->source, SourceKind::ToolOutput);
  EXPECT_EQ(record->features, 1U);
  EXPECT_EQ(record->capability, std::nullopt);
  EXPECT_EQ(record->label, Truth::Harmful);
  EXPECT_EQ(read(std::string(kLine))->features, 64U);
}

TEST_F(LineShapeTest, LeavesEverythingElseToOthers) {
  for (const std::string& line : {with("\"no\": 1", "\"no\": -1"),
                                  with("\"no\": 1", "\"no\": 01"),
                                  with("\"no\": 1", "\"no\": "),
                                  with("\"no\": 1", "\"no\": 1.5"),
                                  with("\"no\": 1", "\"no\": 1234567890123456"),
                                  with("\"no\": 1", "\"nr\": 1"),
                                  with("\"user\"", "\"users\""),
                                  with("\"a\"", "\"\\q\""),
                                  with("\"a\"", "\"\\ud800\""),
                                  with("\"a\"", "\"\\u12g4\""),
                                  with("\"a\"", "\"\xc3\""),
                                  with("\"a\"", "\"\xed\xa0\x80\""),
                                  with("\"clean\"", "\"cl\\u0065an\""),
                                  with("\"a\"", "\"\x01\""),
                                  with("\"a\"", "\"\x7f\xff\""),
                                  with("\"a\"", "\"a"),
                                  with("\"a\"", "\"long enough, then \\"),
                                  with("\"a\"", "\"a\\\""),
                                  with("false", "null"),
                                  with("false", "falsely"),
                                  with("false", "fals"),
                                  with("true", "truE"),
                                  with("-1", "-2"),
                                  with("2.5", "2.6"),
                                  with("null", "nul"),
                                  with("\"clean\"}", "\"dirty\"}"),
                                  std::string(kLine) + " ",
                                  std::string(kLine).substr(0, kLine.size() - 1),
                                  std::string(kLine) + "}",
                                  std::string()}) {
    EXPECT_FALSE(read(line)) << line;
  }
}

TEST_F(LineShapeTest, TakesNoByteFromBehindTheLine) {
  for (std::size_t size = 0; size < kLine.size(); ++size) {
    // The rest of the line stands behind it, as that of a line before may.
    const std::string bytes = std::string(kLine) + std::string(QuickRecords::kPadding, '"');
    EXPECT_FALSE(shape_.read(std::string_view(bytes).substr(0, size))) << size;
  }
}

TEST_F(LineShapeTest, IsNoneForALineWithEscapedKeysOrVeryManyValues) {
  std::string many = with("[null", "[0");
  std::string values;
  for (int i = 0; i < 300; ++i) values += "1,";
  many = with("[0", "[" + values + "0", many);
  for (const std::string& line : {with("\"a\"", "\"\\ud83d\\ude00\""), with("\"no\"", "\"n\\u006f\""), many,
                                  with("\"a\"", "\"" + std::string(100'000, 'a') + "\"")}) {
    shape_.learn(line, experiment_);
    EXPECT_FALSE(read(line)) << line.substr(0, 200);
    EXPECT_FALSE(read(std::string(kLine))) << "the shape before is still there";
  }
}

TEST(LineShape, TakesNothingThatTheCarefulReaderRefusesOrReadsInAnotherWay) {
  for (const bool knows_all_features : {true, false}) {
    Experiment experiment = support_experiment();
    experiment.knows_all_features = knows_all_features;
    QuickRecords quick(experiment);
    LineShape shape;
    RandomLines lines(20261130);
    std::size_t learnt = 0;
    std::size_t read = 0;
    std::size_t left = 0;
    for (int round = 0; round < 40'000; ++round) {
      const std::string line = lines.record();
      const PaddedLine padded(line);
      if (!quick.read(padded.text())) continue;
      shape.learn(line, experiment);
      learnt += shape.read(padded.text()) ? 1U : 0U;
      for (int i = 0; i < 8; ++i) {
        const std::string other = lines.mutated(line);
        const PaddedLine padded_other(other);
        const std::optional<FeatureRecord> quickly = shape.read(padded_other.text());
        (quickly ? read : left) += 1;
        if (!quickly) continue;
        Json json;
        const Result<FeatureRecord> carefully = read_carefully(other, experiment, json);
        ASSERT_TRUE(carefully) << line << "\n" << other << "\n" << carefully.error().to_string();
        ASSERT_TRUE(is_same(*quickly, *carefully)) << line << "\n" << other;
      }
    }
    EXPECT_GT(learnt, 2'000U);
    EXPECT_GT(read, 1'000U);
    EXPECT_GT(left, 10'000U);
  }
}

}  // namespace
}  // namespace yett
