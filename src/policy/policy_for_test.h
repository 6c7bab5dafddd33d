#pragma once

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "policy/load.h"

namespace yett::policy_test {

/// Lines 1 to 6 of a policy; line 7 is the first under [tools].
inline constexpr std::string_view kHead = R"([policy]
name = "deskmate"
version = 1
[session]
permissions = "no execution"
[tools]
)";

inline constexpr std::string_view kReadNote =
    "read_note = { effect = \"read\", sensitivity = \"internal\", reversible = true }\n";

/// A policy whose line 7 is `line`.
inline std::string with_tool(std::string_view line) { return fmt::format("{}{}\n", kHead, line); }

/// A policy of one plain tool, in which `section` begins at line 8.
inline std::string with_section(std::string_view section) { return fmt::format("{}{}{}\n", kHead, kReadNote, section); }

/// The refusal of a text as a person reads it, or "loaded".
inline std::string refusal(std::string_view text) {
  const auto policy = parse_policy(text, "yett.toml");
  return policy ? "loaded" : policy.error().to_string();
}

/// The policy of a text that must load; an empty one, and a failed test, otherwise.
inline Policy loaded(std::string_view text) {
  const auto policy = parse_policy(text, "yett.toml");
  if (policy) return **policy;
  ADD_FAILURE() << policy.error().to_string();
  return {};
}

/// A text and how it must be refused: "LINE:COLUMN: message (hint)".
struct RefusalCase {
  std::string text;
  std::string refusal;
};

inline void expect_refusals(const std::vector<RefusalCase>& cases) {
  for (const RefusalCase& one : cases) {
    SCOPED_TRACE(one.text);
    EXPECT_EQ(refusal(one.text), "yett.toml:" + one.refusal);
  }
}

}  // namespace yett::policy_test
