#pragma once

#include <algorithm>
#include <initializer_list>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "records/record.h"
#include "records/support_fixture.h"

namespace yett {

/// Random lines of records: members in any order, keys and texts with escapes, other members of any kind.
class RandomLines {
 public:
  explicit RandomLines(std::uint64_t seed) : random_(seed) {}

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
        return one_of({"\"\"", "\"a b\"", "\"\\n\\\\\\\"\"", "\"\\u00e7\"", "\"\\ud83d\\ude00\"", "\"\\ud83d\"",
                       "\"\\ud83d\\u0041\"", "\"\\udc00\"", "\"\\x\""});
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

inline bool is_same(const FeatureRecord& a, const FeatureRecord& b) {
  return a.class_name == b.class_name && a.source == b.source && a.features == b.features &&
         a.capability == b.capability && a.label == b.label;
}

}  // namespace yett
