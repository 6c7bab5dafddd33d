#pragma once

#include <cstdint>
#include <string_view>

#include "base/time.h"
#include "ledger/record.h"
#include "ledger/verify.h"

// How a chain whose old records were removed stays verifiable: a signed anchor says where it begins now, and a record
// in what is left tells of it. So nobody removes records unseen: whoever forges the anchor needs the record, and that
// stands behind every checkpoint that was kept elsewhere before.
namespace yett {

/// A record of kind state: every record up to `through` was removed. `checkpoint` is the record of the checkpoint kept
/// elsewhere that vouches for the rest.
[[nodiscard]] RecordDraft pruning_record(TimePoint now, const ChainHead& through, std::uint64_t checkpoint);

/// Whether a sound body is such a record of exactly this pruning.
[[nodiscard]] bool tells_of_pruning(std::string_view body, const ChainHead& through);

}  // namespace yett
