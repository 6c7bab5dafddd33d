#pragma once

#include <string>
#include <vector>

#include "compare/comparison.h"

namespace yett {

/// What may be reached by one list and no longer, or not yet, by the other. Entries that another one of the same list
/// covers add nothing. `keys` is where the list stands.
void compare_entries(Comparison& comparison, const KeyPath& keys, const std::vector<ListEntry>& before,
                     const std::vector<ListEntry>& after);

/// An entry as a policy has it: "hooks.example:443", "*.cdn.example" for what stands for every name below.
[[nodiscard]] std::string entry_text(const ListEntry& entry);

}  // namespace yett
