#pragma once

#include <cstdint>
#include <optional>

#include "store/store.h"

namespace yett {

/// What became of a verification.
struct ChainReport {
  std::uint64_t verified = 0;  // records that are sound, from the first on
  std::optional<ChainFault> fault;
};

/// Verifies the whole ledger of a store, from the first record to the head, while others may append to it.
/// A fault of the chain is part of the report; fails only when the store cannot be read. O(n), constant memory.
[[nodiscard]] Result<ChainReport> verify_chain(Store& store);

}  // namespace yett
