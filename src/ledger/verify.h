#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "base/digest.h"
#include "ledger/record.h"

namespace yett {

/// A record of a chain and its hash, which vouches for every record before it too.
struct ChainHead {
  std::uint64_t seq = 0;  // 0: before the first record
  Digest hash;            // all zero before the first record

  bool operator==(const ChainHead&) const = default;
};

/// The first thing that is wrong with a chain.
struct ChainFault {
  std::uint64_t seq = 0;  // the record that is bad, or the first that is missing
  std::string what;       // one clause of English about that record: "its hash does not match its body" …
};

/// Verifies a chain record by record, in the order of seq, in constant memory. It finds every change, removal,
/// insertion and reordering. Whoever rewrites the end of a chain with new hashes, or cuts it off, is found by finish()
/// as long as the head, or a later expectation, is out of their reach (docs/audit-format.md says what a chain can and
/// cannot prove). Used by one thread.
class ChainVerifier {
 public:
  ChainVerifier() = default;
  /// A chain whose records up to `begin` were pruned. One of the others must tell of that, see ledger/pruning.h.
  explicit ChainVerifier(const ChainHead& begin);

  /// Some place that the chain must pass through, from a checkpoint that was kept elsewhere. All are named before the
  /// first record is taken. Of a chain that was pruned at least one must not lie before the record that tells of it:
  /// otherwise nothing that was kept elsewhere would know of the pruning, and whoever can write the store can forge
  /// one.
  void expect(const ChainHead& record);

  /// Takes the next record. The first fault ends the verification: it is returned from then on.
  std::optional<ChainFault> take(const Record& record);
  /// To be called behind the last record: the chain must end where the head says.
  [[nodiscard]] std::optional<ChainFault> finish(const ChainHead& head) const;
  /// The last record that is sound: the chain was followed from its beginning up to here.
  [[nodiscard]] std::uint64_t verified() const { return head_.seq; }
  [[nodiscard]] std::uint64_t begin() const { return begin_.seq; }

 private:
  [[nodiscard]] std::optional<ChainFault> fault_of(const Record& record);
  [[nodiscard]] std::optional<ChainFault> fault_at_expected(const ChainHead& reached);

  ChainHead begin_;
  ChainHead head_;
  std::multimap<std::uint64_t, Digest> expected_;  // those that were not reached yet
  std::uint64_t newest_expected_ = 0;
  std::uint64_t last_reached_ = 0;  // the newest expectation that was met
  bool expects_ = false;
  bool pruning_is_told_ = true;
  std::uint64_t told_at_ = 0;  // the record that tells of it; 0: nothing was pruned
  std::string scratch_;        // the bytes that are hashed
  std::optional<ChainFault> fault_;
};

}  // namespace yett
