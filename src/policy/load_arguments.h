#pragma once

#include <optional>
#include <string_view>

#include "policy/argument_shape.h"
#include "policy/policy.h"
#include "policy/toml_reader.h"

namespace yett {

/// Reads the arguments that a tool's line names, in the order of the file: under path, command, tenant, unbound,
/// content and, in a table of its own, `destination`. Fills the tool's arguments, joins and path terms; `policy` has
/// its lists and roots by then. Refused: an empty list of destinations, paths, commands or tenant arguments, an
/// argument with two roles, a place within another's, two names that differ only by case, `-` or `_`, patterns, a list
/// or root that the policy does not have, content that is named like something else, and more than 1,000 arguments.
void load_arguments(const TableReader& line, const std::optional<TableReader>& destination, const Policy& policy,
                    Tool& tool);

/// What to do with an argument whose name looks like a destination, a path, a tenant or a credential.
[[nodiscard]] std::string_view advice_for(ArgumentShape shape);

}  // namespace yett
