#pragma once

#include "metrics/frontier.h"
#include "text/json.h"

namespace yett {

/// One frontier as JSON: how it was searched, the best points, and the recommended one where there is one.
[[nodiscard]] Json frontier_json(const Frontier& frontier, const FrontierPoint* recommended);

}  // namespace yett
