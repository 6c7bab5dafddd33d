#pragma once

#include <cstddef>
#include <vector>

#include "decide/engine.h"
#include "decide/facts.h"

namespace yett {

/// Reads one argument that names a destination or a path, item by item, and appends what it names.
/// null and an empty list name nothing; anything but a string or a list of strings is malformed.
/// Returns how many targets it appended.
std::size_t append_targets(const Engine& engine, const Query& query, const BoundArgument& argument, const Json& value,
                           std::vector<NamedTarget>& targets);

}  // namespace yett
