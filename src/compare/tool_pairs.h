#pragma once

#include <vector>

#include "compare/comparison.h"

namespace yett {

/// A tool as two policies have it; null where one has none.
struct ToolPair {
  const Tool* before = nullptr;
  const Tool* after = nullptr;
};

/// The tools of both, those of the old one in its order, then what is new. One that stands under [tools] here and under
/// the only server there is one and the same.
[[nodiscard]] std::vector<ToolPair> tool_pairs(const Policy& before, const Policy& after);

/// Where a tool's line stands.
[[nodiscard]] KeyPath tool_keys(const ComparedPolicy& side, const Tool& tool);

[[nodiscard]] KeyPath below(KeyPath keys, const KeyPath& further);

/// "2027-03-01", or nothing where there is no last day.
[[nodiscard]] std::string until_text(TimePoint lapses_at);

/// Puts what the tools say of themselves beside a difference.
void note_tools(Difference& difference, const Tool& before, const Tool& after);

/// The parts of a tool that both policies have. The keys lead to its line.
void compare_arguments(Comparison& comparison, const Tool& before, const Tool& after, const KeyPath& old_keys,
                       const KeyPath& new_keys);
void compare_commands(Comparison& comparison, const Tool& before, const Tool& after, const KeyPath& old_keys,
                      const KeyPath& new_keys);

}  // namespace yett
