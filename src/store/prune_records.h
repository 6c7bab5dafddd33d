#pragma once

#include <cstdint>

#include "base/error.h"
#include "base/time.h"
#include "store/store.h"

namespace yett {

struct PruneTerms {
  TimePoint now{};
  TimePoint before{};  // records of this time and later stay
  /// A record that a checkpoint names which lies where nobody who can write the store reaches it. Nothing behind it is
  /// removed, so that it still vouches for what is left. Its signature is the caller's to judge.
  ChainHead kept;
};

struct PruneReport {
  std::uint64_t removed = 0;
  std::uint64_t through = 0;  // the newest of them; 0: none
};

/// Removes the oldest records of a store up to the first that has to stay. What is left stays verifiable: its beginning
/// is stated under the store's key, and a record of kind state tells of each step. Done in several transactions, so
/// that a gate never waits for long; each leaves a whole chain. Fails with Corrupt, and removes nothing, when the chain
/// is broken, the store holds what Yett never puts there, or the chain is not the one of the checkpoint; else as the
/// store does.
[[nodiscard]] Result<PruneReport> prune_records(Store& store, const PruneTerms& terms);

}  // namespace yett
