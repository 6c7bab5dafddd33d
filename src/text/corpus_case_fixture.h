#pragma once

#include <fstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "text/json.h"

// The lines of tests/corpus: bypasses, and what must not be taken for one.

namespace yett::corpus {

/// What stands in the lines for addresses that everybody can reach: "{public4a}" and "{public6a}".
inline constexpr std::string_view kPublic4 = "8.8.4.4";
inline constexpr std::string_view kPublic6 = "2001:4860:4860::8844";

struct Case {
  std::string id;
  std::string kind;
  Json input;
  std::string policy;
  std::string expect;
  std::string code;  // what stands in brackets at the begin of `why`

  /// A text of the input; empty when it has none by that name.
  [[nodiscard]] std::string text(std::string_view key) const {
    const Json* value = input.find(key);
    const std::string* text = value == nullptr ? nullptr : value->as_string();
    return text == nullptr ? std::string() : *text;
  }
};

inline void replace_all(std::string& text, std::string_view from, std::string_view to) {
  for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size())) {
    text.replace(at, from.size(), to);
  }
}

/// The lines of a file in the folder of the corpus.
inline std::vector<Case> read_cases(const std::string& folder, const std::string& name) {
  std::ifstream file(folder + "/" + name);
  std::vector<Case> cases;
  for (std::string line; std::getline(file, line);) {
    replace_all(line, "{public4a}", kPublic4);
    replace_all(line, "{public6a}", kPublic6);
    const Json json = parse_json(line).value();
    const auto text = [&](std::string_view key) { return *json.find(key)->as_string(); };
    const std::string why = text("why");
    cases.push_back({text("id"), text("kind"), *json.find("input"), text("policy"), text("expect"),
                     why.substr(1, why.find(']') - 1)});
  }
  return cases;
}

}  // namespace yett::corpus
