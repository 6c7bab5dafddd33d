#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "ledger/record.h"

namespace yett {

/// The end of a chain as the store remembers it apart from the records.
struct ChainHead {
  std::uint64_t seq = 0;  // of the newest record; 0: none was ever written
  Digest hash;            // of the newest record; all zero when none
};

/// The first thing that is wrong with a chain.
struct ChainFault {
  std::uint64_t seq = 0;  // the record that is bad, or the first that is missing
  std::string what;       // one clause of English about that record: "its hash does not match its body" …
};

/// Verifies a chain record by record, in the order of seq, in constant memory. It finds every change, removal,
/// insertion and reordering; whoever rewrites the end of a chain with new hashes, or cuts it off, is found by finish()
/// as long as the head is out of their reach (docs/audit-format.md says what a chain can and cannot prove).
class ChainVerifier {
 public:
  /// Takes the next record. The first fault ends the verification: it is returned from then on.
  std::optional<ChainFault> take(const Record& record);
  /// To be called behind the last record: the chain must end where the head says.
  [[nodiscard]] std::optional<ChainFault> finish(const ChainHead& head) const;
  [[nodiscard]] std::uint64_t verified() const { return head_.seq; }

 private:
  ChainHead head_;
  std::optional<ChainFault> fault_;
};

}  // namespace yett
