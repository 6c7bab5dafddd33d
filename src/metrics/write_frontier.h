#pragma once

#include "metrics/frontier.h"
#include "text/json.h"

namespace yett {

/// What a set grants: for each capability that it has the kinds of text.
[[nodiscard]] Json grants_json(const PermissionSet& set);

/// One frontier as JSON: how it was searched, the best points, and the recommended one where there is one.
[[nodiscard]] Json frontier_json(const Frontier& frontier, const FrontierPoint* recommended);

}  // namespace yett
