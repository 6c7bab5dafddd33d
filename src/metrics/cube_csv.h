#pragma once

#include <cstdint>
#include <expected>
#include <string>
#include <string_view>
#include <vector>

#include "metrics/cube.h"

namespace yett {

/// A cube that was read, with what of it could not be used.
struct CubeRead {
  Cube cube;
  std::uint64_t skipped = 0;  // records of lines that could not be used
  std::vector<Error> faults;  // one for each such line; their `where` has the line and no file
};

/// The cube as CSV (RFC 4180) with a header: class, label where the experiment does not say which classes are clean,
/// source, capability, each filter as 0 or 1, records.
[[nodiscard]] std::string cube_csv(const Experiment& experiment, const Cube& cube);

/// Reads such a table; its columns may stand in any order. A filter may also be t, f, true or false, as engines print
/// them. Fails with Input when the text is no CSV, or when its columns are not those of the experiment. O(n).
[[nodiscard]] Result<CubeRead> read_cube_csv(const Experiment& experiment, std::string_view text);

}  // namespace yett
