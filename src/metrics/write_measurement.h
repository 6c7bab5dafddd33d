#pragma once

#include "metrics/measurement.h"
#include "text/json.h"

namespace yett {

/// A measurement as JSON (docs/measure.md), for scripts: ratios with four decimals, what has no value as null.
[[nodiscard]] Json measurement_json(const Measurement& measurement);

}  // namespace yett
