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

/// The runs of the store with what waits for a person at `now`: requests that have expired unseen count no more. Fails
/// as Store::runs and Store::requests do.
[[nodiscard]] Result<std::vector<RunSummary>> runs_at(Store& store, TimePoint now);

}  // namespace yett
