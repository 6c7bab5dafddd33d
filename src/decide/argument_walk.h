#pragma once

#include "decide/engine.h"
#include "decide/facts.h"

namespace yett {

/// Reads every argument of a call against the tool's line: each bound place, however deep, by its role; each place that
/// nobody declared; each name that looks like a tenant. Appends to `facts`, whose tool is set. O(size of the arguments
/// x arguments bound on the tool's line).
void walk_arguments(const Engine& engine, const Query& query, const Json::Object& arguments, Facts& facts);

}  // namespace yett
