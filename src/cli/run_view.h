#pragma once

#include <string>
#include <vector>

#include "store/store.h"
#include "words/language.h"

namespace yett {

/// One run as a row of `yett sessions` and `yett status`.
[[nodiscard]] std::vector<std::string> run_headings(Language language);
[[nodiscard]] std::vector<std::string> run_row(Language language, const RunSummary& run);
[[nodiscard]] Json run_json(const RunSummary& run);

}  // namespace yett
