#pragma once

#include <functional>
#include <memory>
#include <string>
#include <utility>

#include "lab/mutant.h"

namespace yett {

/// A defence that differs in its policy alone: `change` makes a copy of it weaker; false where it cannot.
[[nodiscard]] inline Mutant with_policy(MutantKind kind, std::string name, SourcePosition where,
                                        std::function<bool(Policy&)> change) {
  Mutant mutant{.kind = kind, .name = std::move(name), .where = std::move(where), .make = {}};
  mutant.make = [change = std::move(change)](const Defence& strict) -> std::optional<Defence> {
    auto weaker = std::make_shared<Policy>(*strict.policy);
    if (!change(*weaker)) return std::nullopt;
    Defence defence = strict;
    defence.policy = std::move(weaker);
    return defence;
  };
  return mutant;
}

/// Changes one tool of a policy, whose table is not changed in place.
template <typename Change>
void change_tool(Policy& policy, std::size_t index, Change change) {
  ToolTable table;
  std::size_t i = 0;
  for (Tool tool : policy.tools.in_order()) {
    if (i++ == index) change(tool);
    (void)table.insert(std::move(tool));
  }
  policy.tools = std::move(table);
}

}  // namespace yett
