#include "measure/quick_records.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include "measure/careful_records.h"
#include "measure/padded_line_fixture.h"
#include "measure/record_reader.h"
#include "measure/support_fixture.h"

namespace yett {
namespace {

/// Random lines of records: members in any order, keys and texts with escapes, other members of any kind.
class Lines {
 public:
  explicit Lines(std::uint64_t seed) : random_(seed) {}

  std::size_t below(std::size_t bound) { return random_() % bound; }

  std::string record() {
    std::vector<std::string> members;
    if (below(20) != 0)
      members.push_back(key("class") +
                        one_of({"\"clean\"", "\"source_spoofing\"", "\"cl\\u0065an\"", "\"other\"", "3"}));
    if (below(20) != 0)
      members.push_back(key("source") +
                        one_of({"\"user\"", "\"user\"", "\"tool_output\" ", "\"retrieved_document\"", "\"users\""}));
    if (below(4) != 0) members.push_back(key("features") + features());
    if (below(4) == 0)
      members.push_back(key("capability") + one_of({"\"read\"", "\"write\"", "\"execution\"", "null"}));
    if (below(4) == 0) members.push_back(key("label") + one_of({"\"clean\"", "\"harmful\"", "\"\""}));
    if (below(40) == 0) members.push_back(key("tool") + value(3));
    for (std::size_t count = below(4); count > 0; --count) members.push_back(key(name()) + value(3));
    if (below(3) == 0) std::shuffle(members.begin(), members.end(), random_);
    return joined(members, '{', '}');
  }

  /// A few bytes of a line are others, more or less.
  std::string mutated(std::string line) {
    constexpr std::string_view kBytes = "{}[]\",:\\u0t e1-.\n\x01\x80\xff";
    for (std::size_t count = 1 + below(3); count > 0 && !line.empty(); --count) {
      const std::size_t at = below(line.size());
      switch (below(4)) {
        case 0:
          line.erase(at, 1 + below(3));
          break;
        case 1:
          line.insert(at, 1, kBytes[below(kBytes.size())]);
          break;
        case 2:
          line.insert(at, line.substr(below(line.size()), below(12)));
          break;
        default:
          line[at] = below(2) == 0 ? kBytes[below(kBytes.size())] : static_cast<char>(below(256));
      }
    }
    std::erase(line, '\n');
    return line;
  }

 private:
  std::string one_of(std::initializer_list<const char*> words) { return *(words.begin() + below(words.size())); }
  std::string space() { return below(4) == 0 ? " " : ""; }
  std::string name() {
    return one_of({"text", "no", "", "length", "t\\u0065xt", "features2", "\xc3\xa7", "\\\"", "clas"});
  }

  std::string key(std::string name) {
    if (below(20) == 0 && name.size() > 3) name.replace(1, 1, name[1] == 'l' ? "\\u006c" : "\\u0065");
    return space() + "\"" + name + "\"" + space() + ":" + space();
  }

  std::string joined(const std::vector<std::string>& parts, char open, char close) {
    std::string text(1, open);
    for (const std::string& part : parts) text += (text.size() > 1 ? "," + space() : "") + part;
    return text + space() + close;
  }

  std::string features() {
    std::vector<std::string> members;
    for (const std::string& feature : support_experiment().features) {
      if (below(3) != 0) members.push_back(key(feature) + (below(2) == 0 ? "true" : "false"));
    }
    if (below(10) == 0) members.push_back(key(one_of({"instruction_mode", "other", ""})) + value(1));
    return joined(members, '{', '}');
  }

  std::string value(std::size_t depth) {
    switch (below(depth == 0 ? 4 : 6)) {
      case 0:
        return one_of({"0", "-0", "12", "1e400", "1.5E-3", "123456789012345678", "01", "1.", "-"});
      case 1:
        return one_of({"true", "false", "null", "nul", "True"});
      case 2:
        return one_of(
            {"\"\"", "\"a b\"", "\"\\n\\\\\\\"\"", "\"\\u00e7\"", "\"\\ud83d\\ude00\"", "\"\\ud83d\"", "\"\\x\""});
      case 3:
        return "\"" + std::string(below(80), 'x') + "\"";
      case 4:
        return joined({value(depth - 1), value(depth - 1)}, '[', ']');
      default:
        return joined({key(name()) + value(depth - 1), key(name()) + value(depth - 1)}, '{', '}');
    }
  }

  std::mt19937_64 random_;
};

bool is_same(const Record& a, const Record& b) {
  return a.class_name == b.class_name && a.source == b.source && a.features == b.features &&
         a.capability == b.capability && a.label == b.label;
}

struct Outcomes {
  std::size_t quick = 0;
  std::size_t careful_alone = 0;
  std::size_t neither = 0;
};

void compare(QuickRecords& quick, const Experiment& experiment, const std::string& line, Outcomes& outcomes) {
  const PaddedLine padded(line);
  const std::optional<Record> quickly = quick.read(padded.text());
  Json json;
  const Result<Record> carefully = read_carefully(line, experiment, json);
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
    Lines lines(20261130);
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
    const std::optional<Record> record = quick.read(padded.text());
    ASSERT_TRUE(record) << line;
    EXPECT_EQ(record->class_name, "clean");
    EXPECT_EQ(record->features, 1U);
  }
}

}  // namespace
}  // namespace yett
