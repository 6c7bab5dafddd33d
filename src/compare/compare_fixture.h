#pragma once

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "compare/compare.h"
#include "policy/load.h"
#include "text/toml.h"

namespace yett::compare_test {

/// A policy with the document it came from.
struct Side {
  PolicyRef policy;
  Toml document;
};

inline Side side_of(std::string_view text, std::string file) {
  const auto document = parse_toml(text, file);
  if (!document) {
    ADD_FAILURE() << document.error().to_string();
    return {std::make_shared<Policy>(), {}};
  }
  const auto policy = check_document(*document, file);
  if (!policy) {
    ADD_FAILURE() << policy.error().reported.front().to_string();
    return {std::make_shared<Policy>(), *document};
  }
  return {*policy, *document};
}

inline std::vector<Difference> differences(std::string_view before, std::string_view after) {
  const Side one = side_of(before, "old.toml");
  const Side other = side_of(after, "new.toml");
  return compare_policies({*one.policy, one.document}, {*other.policy, other.document});
}

/// "grants tools.t.returns: tool_output -> trusted", a line each.
inline std::string told(const std::vector<Difference>& differences) {
  std::string text;
  for (const Difference& one : differences) {
    text += std::string(to_string(one.direction)) + " " + one.subject + ": " + one.before.text + " -> " +
            one.after.text + "\n";
  }
  return text;
}

inline std::string told(std::string_view before, std::string_view after) { return told(differences(before, after)); }

}  // namespace yett::compare_test
