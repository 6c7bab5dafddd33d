#pragma once

#include <cstdint>
#include <map>
#include <optional>

#include "base/error.h"
#include "base/time.h"
#include "store/store.h"
#include "text/json.h"

namespace yett {

/// The intents of executions whose process has died, by their numbers; absent where the record was pruned since.
using LostIntents = std::map<std::uint64_t, std::optional<Json>>;

/// Reads them, whatever run they are of: of a run that nobody takes up again, the next gate of any run is the last to
/// tell. Begins a transaction of its own and ends it.
[[nodiscard]] Result<LostIntents> read_lost_intents(Store& store);

/// Closes those of `lost` that are still open, each with an outcome `unknown` that names run, tool, call, server and
/// policy as the intent does.
[[nodiscard]] Result<void> close_orphans(Transaction& transaction, const LostIntents& lost, TimePoint now);

}  // namespace yett
