#pragma once

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
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

/// What every tool says.
inline constexpr std::string_view kThree = "effect = \"read\", sensitivity = \"internal\", reversible = true";

/// A policy of a tool `t` that reads, with more in its line.
inline std::string read_tool(std::string_view rest) { return with_tool(fmt::format("t = {{ {}, {} }}", kThree, rest)); }

/// A policy of a tool `t` with these fields, and more in its line.
inline std::string tool(std::string_view effect, std::string_view sensitivity, std::string_view reversible,
                        std::string_view rest = "") {
  return with_tool(fmt::format("t = {{ effect = \"{}\", sensitivity = \"{}\", reversible = {}{}{} }}", effect,
                               sensitivity, reversible, rest.empty() ? "" : ", ", rest));
}

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

/// The tool `t` of a text that must load; an empty one, and a failed test, otherwise.
inline Tool loaded_tool(std::string_view text) {
  const Policy policy = loaded(text);
  const Tool* tool = policy.tools.find("t");
  if (tool != nullptr) return *tool;
  ADD_FAILURE() << "no tool t";
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

/// Where a refusal is expected in the text of a MarkedCase.
inline constexpr std::string_view kMark = "§";

/// A text in which kMark stands before what is refused, and the refusal: "message (hint)".
struct MarkedCase {
  std::string text;
  std::string refusal;
};

/// Every refusal names the line and the column of the mark.
inline void expect_refused_at_mark(const std::vector<MarkedCase>& cases) {
  for (const MarkedCase& one : cases) {
    SCOPED_TRACE(one.text);
    const std::size_t mark = one.text.find(kMark);
    ASSERT_NE(mark, std::string::npos) << "no mark";
    const std::string before = one.text.substr(0, mark);
    const std::size_t line = 1 + static_cast<std::size_t>(std::ranges::count(before, '\n'));
    const std::size_t column = mark - (before.rfind('\n') + 1) + 1;  // npos + 1 is 0; the texts before marks are ASCII
    EXPECT_EQ(refusal(before + one.text.substr(mark + kMark.size())),
              fmt::format("yett.toml:{}:{}: {}", line, column, one.refusal));
  }
}

}  // namespace yett::policy_test
