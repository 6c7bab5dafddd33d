#pragma once

#include "policy/field.h"
#include "policy/policy.h"

namespace yett {

// Each reads a section of lists (docs/policy.md) into `policy`: once for judging, in `lists`, and once as it was
// written, in `written_lists`. An empty list is a list that allows nothing.

/// `[egress]`.
void load_egress(const Field& section, Policy& policy);

/// `[destinations]`: the named lists, behind those of [egress].
void load_destinations(const Field& section, Policy& policy);

/// `[tenants]`: the tenants, and the lists that take the place of the general ones for each. To be read behind both.
void load_tenants(const Field& section, Policy& policy);

}  // namespace yett
