#pragma once

#include <string_view>

#include "base/error.h"
#include "metrics/experiment.h"
#include "records/record.h"
#include "text/json.h"

namespace yett {

/// The record on a line, read by parse_json() (of numbers only the grammar matters), or the first thing that is wrong
/// with it: no JSON, a labelled call, a member that is missing or of another type, a word or a feature that is not
/// known. `where` of the error has the column where it is known. Members besides class, source, features, capability
/// and label are ignored. The record's texts live in `json`, which is overwritten. O(bytes).
[[nodiscard]] Result<FeatureRecord> read_carefully(std::string_view line, const Experiment& experiment, Json& json);

}  // namespace yett
