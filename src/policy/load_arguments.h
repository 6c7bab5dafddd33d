#pragma once

#include <optional>
#include <vector>

#include "model/tool.h"
#include "policy/toml_reader.h"

namespace yett {

/// Reads the arguments that a tool's line names under path, tenant, unbound, content and, in a table of its own,
/// `destination`; in the order of the file. Refuses an empty list of destinations, paths or tenant arguments, an
/// argument with two roles, two names that differ only by case, `-` or `_`, JSON pointers and patterns, and content
/// that is named like something else.
[[nodiscard]] std::vector<BoundArgument> load_arguments(const TableReader& tool,
                                                        const std::optional<TableReader>& destination);

}  // namespace yett
