#pragma once

#include "policy/policy.h"
#include "policy/table_reader.h"

namespace yett {

/// Reads the arguments that a tool's line names, under destination, path, command, tenant, unbound and content. Fills
/// the tool's arguments, joins and path terms; `policy` has its lists and roots by then. Refused: an empty list of
/// destinations, paths, commands or tenant arguments, a list or root that the policy does not have, and whatever
/// ArgumentBindings refuses.
void load_arguments(const TableReader& line, const Policy& policy, Tool& tool);

}  // namespace yett
