#pragma once

#include <vector>

#include "policy/field.h"
#include "policy/policy.h"

namespace yett {

/// Reads `[paths]`: the named roots below which tools may work. Two roots may lie in each other; two of one folder are
/// refused, since a reader could not tell which access holds.
[[nodiscard]] std::vector<NamedRoot> load_paths(const Field& section);

}  // namespace yett
