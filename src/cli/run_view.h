#pragma once

#include <string>
#include <vector>

#include "store/store.h"
#include "words/language.h"

namespace yett {

/// One run as a row of `yett sessions` and `yett status`.
[[nodiscard]] std::vector<std::string> run_headings(Language language);
[[nodiscard]] std::vector<std::string> run_row(Language language, const RunSummary& run);
/// `used` holds what counts against [limits] at `now`, by the names that stand there.
[[nodiscard]] Json run_json(const RunSummary& run, TimePoint now);

}  // namespace yett
