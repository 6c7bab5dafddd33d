#include "records/record_reader.h"

#include <gtest/gtest.h>

#include <string>

#include "records/padded_line_fixture.h"
#include "records/support_fixture.h"

namespace yett {
namespace {

constexpr std::string_view kGolden =
    R"({"no": 1, "class": "corrupted_input", "source": "user", "features": {"instruction_mode": false, "role_change_request": false, "hidden_field_name": false, "side_effect_tool_name": false, "source_stamp_mismatch": false, "unusual_stamp_distribution": true, "excessive_length": true}, "text": "ariza", "length": 95, "requested_capability": "read"})";

/// The cell of the only record of a line.
Result<Cell> read(std::string_view line, const Experiment& experiment) {
  const PaddedLine padded(line);
  RecordReader reader(experiment);
  const Result<void> result = reader.read(padded.text());
  const Cube cube = reader.take();
  EXPECT_EQ(cube.records(), result ? 1U : 0U);
  if (!result) return std::unexpected(result.error());
  return cube.cells().front().first;
}

std::string refusal(std::string_view line, const Experiment& experiment = support_experiment()) {
  const Result<Cell> cell = read(line, experiment);
  return cell ? "it is read" : cell.error().to_string();
}

/// An experiment that leaves everything open.
Experiment open_experiment() {
  Experiment experiment;
  experiment.features = {"a", "b"};
  return experiment;
}

TEST(RecordReader, ReadsARecordWithWhatIsBesides) {
  const Result<Cell> cell = read(kGolden, support_experiment());
  ASSERT_TRUE(cell) << cell.error().to_string();
  EXPECT_EQ(*cell, (Cell{.class_index = 5,
                         .truth = Truth::Harmful,
                         .source = SourceKind::User,
                         .capability = Capability::Read,
                         .filters = 0}));
}

TEST(RecordReader, DerivesTheCapabilityAndTheFilters) {
  const auto cell = [](std::string_view features, std::string_view source) {
    return read(R"({"class":"clean","source":")" + std::string(source) + R"(","features":)" + std::string(features) +
                    "}",
                support_experiment())
        .value();
  };
  const Cell execution = cell(R"({"side_effect_tool_name":true,"instruction_mode":true})", "user");
  EXPECT_EQ(execution.capability, Capability::Execution);
  EXPECT_EQ(execution.filters, 1U);
  EXPECT_EQ(execution.truth, Truth::Clean);
  EXPECT_EQ(cell(R"({"side_effect_tool_name":true,"instruction_mode":false})", "user").capability, Capability::Write);
  EXPECT_EQ(cell(R"({"role_change_request":true})", "tool_output").capability, Capability::ExternalAccess);
  EXPECT_EQ(cell("{}", "retrieved_document").filters, 0U);
}

TEST(RecordReader, TakesFeaturesThatAreAbsentForFalse) {
  EXPECT_EQ(read(R"({"source":"user","class":"clean"})", support_experiment()).value(),
            read(R"({"class":"clean","source":"user","features":{"instruction_mode":false}})", support_experiment()));
}

TEST(RecordReader, PutsACapabilityOfTheRecordsOwnFirst) {
  const auto cell = read(R"({"class":"clean","source":"user","capability":"write"})", support_experiment());
  EXPECT_EQ(cell.value().capability, Capability::Write);
}

TEST(RecordReader, TakesALabelWhereNoClassIsKnownToBeClean) {
  const Experiment experiment = open_experiment();
  const auto truth = [&](std::string_view label) {
    return read(R"({"class":"x","source":"user","capability":"read","label":")" + std::string(label) + "\"}",
                experiment)
        .value()
        .truth;
  };
  EXPECT_EQ(truth("clean"), Truth::Clean);
  EXPECT_EQ(truth("harmful"), Truth::Harmful);
  EXPECT_EQ(read(R"({"class":"clean","source":"user","label":"clean"})", support_experiment()).value().truth,
            Truth::Clean);
}

TEST(RecordReader, KeepsRecordsOfManyLinesApart) {
  const Experiment experiment = open_experiment();
  RecordReader reader(experiment);
  for (int i = 0; i < 600; ++i) {
    const std::string name = "class " + std::to_string(i % 200);
    const PaddedLine line(R"({"class":")" + name + R"(","source":"user","capability":"read","label":"clean"})");
    ASSERT_TRUE(reader.read(line.text()));
  }
  EXPECT_EQ(reader.gathered(), 400U);
  const Cube cube = reader.take();
  EXPECT_EQ(cube.classes().size(), 200U);
  for (const auto& [cell, records] : cube.cells()) EXPECT_EQ(records, 3U);
  EXPECT_EQ(reader.gathered(), 0U);
  const PaddedLine line(R"({"class":"class 7","source":"user","capability":"read","label":"clean"})");
  ASSERT_TRUE(reader.read(line.text()));
  EXPECT_EQ(reader.take().classes(), std::vector<std::string>{"class 7"}) << "an index of the cube before";
}

TEST(RecordReader, RefusesWhatTheExperimentDoesNotKnow) {
  EXPECT_EQ(refusal(R"({"class":"claen","source":"user"})"),
            R"(the experiment does not know the class "claen" (did you mean "clean"?))");
  EXPECT_EQ(refusal(R"({"class":"clean","source":"user","features":{"instruction_mod":true}})"),
            R"(the experiment does not know the feature "instruction_mod" (did you mean "instruction_mode"?))");
  EXPECT_EQ(refusal(R"({"class":"clean","source":"users"})"), R"("users" is no source (did you mean "user"?))");
  EXPECT_EQ(refusal(R"({"class":"clean","source":"web"})"),
            R"("web" is no source (one of user, retrieved_document, tool_output))");
  EXPECT_EQ(refusal(R"({"class":"clean","source":"user","capability":"execute"})"),
            R"("execute" is no capability (one of read, external_access, write, execution))");
  EXPECT_EQ(refusal(R"({"class":"clean","source":"user","label":"Clean"})"),
            R"("Clean" is no label (did you mean "clean"?))");
}

TEST(RecordReader, IgnoresAFeatureThatAnExperimentNeedNotKnow) {
  Experiment experiment = support_experiment();
  experiment.knows_all_features = false;
  EXPECT_TRUE(read(R"({"class":"clean","source":"user","features":{"other":true}})", experiment));
  EXPECT_EQ(refusal(R"({"class":"clean","source":"user","features":{"other":1}})", experiment),
            R"(the feature "other" is true or false, and this is a number)");
}

TEST(RecordReader, RefusesWhatIsMissing) {
  EXPECT_EQ(refusal(R"({"source":"user"})"), R"("class" is missing (it names the kind of record))");
  EXPECT_EQ(refusal(R"({"Class":"clean","source":"user"})"), R"("class" is missing (is "Class" meant for it?))");
  EXPECT_EQ(refusal(R"({"class":"clean"})"),
            R"("source" is missing (it says where the text came from: user, tool_output, ...))");
  EXPECT_EQ(
      refusal(R"({"class":"x","source":"user","label":"clean"})", open_experiment()),
      R"(nothing says which capability the record asks for (give it a "capability", or the experiment a rule that)"
      " matches it)");
  EXPECT_EQ(
      refusal(R"({"class":"x","source":"user","capability":"read"})", open_experiment()),
      R"(nothing says whether the record is harmful (give it a "label", or the experiment a list of clean classes))");
}

TEST(RecordReader, RefusesALabelThatContradictsTheExperiment) {
  EXPECT_EQ(refusal(R"({"class":"clean","source":"user","label":"harmful"})"),
            R"(the label says harmful, and for the experiment the class "clean" is clean)"
            " (leave the label out, or the list of clean classes)");
  EXPECT_EQ(refusal(R"({"class":"corrupted_input","source":"user","label":"clean"})").substr(0, 20),
            "the label says clean");
  Experiment experiment = support_experiment();
  experiment.classes = std::nullopt;
  RecordReader reader(experiment);
  const PaddedLine bad(R"({"class":"new","source":"user","label":"clean"})");
  const PaddedLine good(R"({"class":"new","source":"user","label":"harmful"})");
  EXPECT_FALSE(reader.read(bad.text()));
  EXPECT_EQ(reader.gathered(), 0U) << "the class of a record that was refused is known";
  EXPECT_TRUE(reader.read(good.text()));
  EXPECT_FALSE(reader.read(bad.text())) << "a class that came before is not compared";
}

TEST(RecordReader, RefusesALabelledCall) {
  EXPECT_EQ(refusal(R"({"label":"harmful","class":"clean","source":"user","tool":"send_email","arguments":{}})"),
            "this is a labelled call, not a record (calls are judged by a policy: name one with --policy)");
}

TEST(RecordReader, RefusesOtherTypes) {
  EXPECT_EQ(refusal("[]"),
            "a record is an object, and this is a list (write {\"class\": \"NAME\", \"source\": \"user\", "
            "\"features\": {...}})");
  EXPECT_EQ(refusal("7").substr(0, 45), "a record is an object, and this is a number (");
  EXPECT_EQ(refusal(R"({"class":1,"source":"user"})"), R"("class" is text, and this is a number)");
  EXPECT_EQ(refusal(R"({"class":null,"source":"user"})"), R"("class" is text, and this is null (leave it out))");
  EXPECT_EQ(refusal(R"({"class":"clean","source":["user"]})"),
            R"("source" is one of the words user, retrieved_document, tool_output, and this is a list)");
  EXPECT_EQ(refusal(R"({"class":"clean","source":"user","features":["a"]})"),
            R"("features" is an object of features that are true or false, and this is a list (write {"NAME": true}))");
  EXPECT_EQ(refusal(R"({"class":"clean","source":"user","features":{"instruction_mode":"true"}})"),
            R"(the feature "instruction_mode" is true or false, and this is text)");
  EXPECT_EQ(refusal(R"({"class":"clean","source":"user","capability":2})"),
            R"("capability" is one of the words read, external_access, write, execution, and this is a number)");
  EXPECT_EQ(refusal(R"({"class":"clean","source":"user","label":true})"),
            R"("label" is one of the words harmful, clean, and this is true or false)");
}

TEST(RecordReader, RefusesWhatIsNoJsonAnywhereInTheLine) {
  for (const std::string_view rest : {R"("x":01)",
                                      R"("x":1.)",
                                      R"("x":tru)",
                                      R"("x":truey)",
                                      R"("x":nul)",
                                      R"("x":[1,])",
                                      R"("x":[1 2])",
                                      R"("x":{"y"})",
                                      R"("x":{"y":1,})",
                                      R"("x":"\q")",
                                      R"("x":"\ud800")",
                                      R"("x":"\ud800\u0041")",
                                      R"("x":"\ud800\ud800")",
                                      R"("x":"\udc00")",
                                      R"("\ud800\u0041":1)",
                                      R"("x":{"\udc00":1})",
                                      R"("x":"\ud800\n")",
                                      R"("class":"\ud800\u0041")",
                                      R"("x":"\u12")",
                                      R"("x":)",
                                      R"("x")",
                                      R"("x":1,)",
                                      "\"x\":\"\x01\"",
                                      "\"x\":\"\xff\"",
                                      "\"x\":\"\xed\xa0\x80\"",
                                      R"("x":{"y":1,"y":2})",
                                      R"("x":1,"x":2)",
                                      R"("class":"clean")",
                                      R"("source":"user")",
                                      R"("cl\u0061ss":"clean")",
                                      R"("features":{"instruction_mode":true,"instruction_mode":true})",
                                      R"("features":{"instruction_mode":true,"instruction_\u006dode":false})",
                                      R"("features":{},"features":{})",
                                      R"("features":{"instruction_mode":truex})",
                                      R"("features":{"instruction_mode":true,})",
                                      R"("features":{})"
                                      ",",
                                      R"("label":"clean","label":"clean")",
                                      R"("x":"y":1)",
                                      R"("x":1:1)",
                                      R"("x":["y":1])",
                                      R"("x":{"y":"z":1})",
                                      R"("label":"clean":1)"}) {
    const std::string line = R"({"class":"clean","source":"user",)" + std::string(rest) + "}";
    EXPECT_NE(refusal(line), "it is read") << line;
  }
  const std::string good = R"({"class":"clean","source":"user"})";
  for (const std::string& line :
       {good + "x", good + good, good + ",", good + "]", "[" + good + "]", good.substr(1),
        good.substr(0, good.size() - 1), "\xef\xbb\xbf" + good, good + std::string(1, '\0')}) {
    EXPECT_NE(refusal(line), "it is read") << line;
  }
  EXPECT_EQ(refusal(R"({"class":"clean","source":"user","x":tru})"),
            "this is neither a number nor true, false or null");
}

TEST(RecordReader, TakesWhatJsonAllows) {
  for (const std::string_view rest :
       {R"("x":-0)", R"("x":1e999)", R"("x":123456789012345678901)", R"("x":[ ])", R"("x":{"y":[true,{"z":null}]})",
        R"("x":"\ud83d\ude00 \"\\ \u00e7")", "\"x\":\"\xe6\xb8\x85\"", R"("":1)", R"("features":{ })",
        R"("f\u0065atures":{"instruction\u005fmode":true})"}) {
    const std::string line = " {\t\"source\" :\"user\", \"class\":\"cl\\u0065an\"," + std::string(rest) + " } \r";
    EXPECT_EQ(refusal(line), "it is read") << line;
  }
}

TEST(RecordReader, ComparesMoreKeysThanItExpects) {
  std::string line = R"({"class":"clean","source":"user")";
  for (int i = 0; i < 100; ++i) line += ",\"a key that is of more than forty letters " + std::to_string(i) + "\":0";
  EXPECT_EQ(refusal(line + "}"), "it is read");
  EXPECT_NE(refusal(line + ",\"a key that is of more than forty letters 3\":0}"), "it is read");
  EXPECT_NE(refusal(line + ",\"source\":\"user\"}"), "it is read");
}

TEST(RecordReader, RefusesNestingBeyondThatOfOtherJson) {
  const auto nested = [](std::size_t depth) {
    return R"({"class":"clean","source":"user","x":)" + std::string(depth, '[') + std::string(depth, ']') + "}";
  };
  EXPECT_EQ(refusal(nested(127)), "it is read");
  EXPECT_EQ(refusal(nested(128)), "arrays and objects are nested deeper than 128 levels");
}

TEST(RecordReader, RefusesAClassThatIsAText) {
  const std::string longest(kMaxClassBytes, 'c');
  const std::string rest = R"(","source":"user","capability":"read","label":"clean"})";
  EXPECT_EQ(refusal(R"({"class":")" + longest + rest, open_experiment()), "it is read");
  EXPECT_EQ(refusal(R"({"class":")" + longest + "c" + rest, open_experiment()),
            "\"class\" is longer than 256 bytes (it names a kind of record)");
}

TEST(RecordReader, ExplainsNoLineThatWouldTakeMuchMemory) {
  const std::string text(2u << 20, 'x');
  EXPECT_EQ(refusal(R"({"class":"clean","source":"user","text":")" + text + "\"}"), "it is read");
  EXPECT_EQ(refusal(R"({"class":"clean","text":")" + text + "\"}"),
            "a line of 2097179 bytes cannot be read as a record (what is wrong is told of lines of up to 1 MiB)");
}

}  // namespace
}  // namespace yett
