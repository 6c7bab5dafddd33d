#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "store/store.h"

namespace yett {

/// What became of a verification.
struct ChainReport {
  std::uint64_t begin = 0;     // the last record that was pruned; 0: none was
  std::uint64_t verified = 0;  // the last record that is sound, and every one behind `begin` before it
  std::optional<ChainFault> fault;
  /// What the store holds that Yett never puts there (Store::foreign_content): then what the chain looks like from
  /// within says nothing, and is not looked at.
  std::optional<std::string> foreign;

  [[nodiscard]] bool is_whole() const { return !fault && !foreign; }
};

/// Verifies the ledger of a store, from its first record to the head and through every record that a checkpoint of
/// `kept` names, while others may append to it. The signatures of checkpoints are the caller's to judge; that of the
/// anchor of a pruned chain must be by `key`. A fault of the chain is part of the report; fails only when the store
/// cannot be read. O(n), constant memory.
[[nodiscard]] Result<ChainReport> verify_chain(Store& store, const PublicKey& key,
                                               const std::vector<ChainHead>& kept = {});
/// The same under the store's own key and against nothing that was kept elsewhere.
[[nodiscard]] Result<ChainReport> verify_chain(Store& store);

}  // namespace yett
