#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "model/run_tally.h"

namespace yett {

/// The refused calls of a run as a column holds them: a JSON list of [microseconds since the epoch, 16 hex digits].
[[nodiscard]] std::string write_denials(std::span<const RecentDenial> denials);

/// Reads them back. Fails with Corrupt for anything else: what is not understood must not be forgotten.
[[nodiscard]] Result<std::vector<RecentDenial>> read_denials(std::string_view text);

}  // namespace yett
