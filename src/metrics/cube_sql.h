#pragma once

#include <string>

#include "base/error.h"
#include "metrics/experiment.h"

namespace yett {

/// The query that counts records where they lie: its result, as CSV with a header, is what read_cube_csv() takes. Plain
/// SQL for any engine. The table `records` has a text column `class`, one `source`, one boolean column for each feature
/// that the experiment uses; a text column `label` where the experiment does not say which classes are clean, and one
/// `capability` where it derives none.
[[nodiscard]] std::string cube_sql(const Experiment& experiment);

/// Whether a table can have the columns of the query. Fails with Input for a feature that has the name of another
/// column, and for two that differ only in case: engines may take the two for one.
[[nodiscard]] Result<void> check_columns(const Experiment& experiment);

}  // namespace yett
