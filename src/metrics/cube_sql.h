#pragma once

#include <string>

#include "metrics/experiment.h"

namespace yett {

/// The query that counts records where they lie: its result, as CSV with a header, is what read_cube_csv() takes. Plain
/// SQL for any engine. The table `records` has a text column `class`, one `source`, one boolean column for each feature
/// that the experiment uses; a text column `label` where the experiment does not say which classes are clean, and one
/// `capability` where it derives none.
[[nodiscard]] std::string cube_sql(const Experiment& experiment);

}  // namespace yett
