#pragma once

#include <span>
#include <vector>

#include "cases/case.h"
#include "lab/prove.h"

namespace yett {

/// Which case kills which mutant by itself. Only mutants count that are there whatever the cases are.
class KillMatrix {
 public:
  /// Plays every case against every mutant that it could tell apart. Cases that the strict engine does not meet kill
  /// nothing. Fails when no folder can be made.
  [[nodiscard]] static Result<KillMatrix> of(const PolicyRef& policy, std::span<const Case> cases,
                                             const ProofTerms& terms);

  /// As few cases as kill everything that all of them kill, the most telling first: each kills a mutant that no other
  /// of them does. Places in `cases`, in their order.
  [[nodiscard]] std::vector<std::size_t> enough() const;
  /// The cases without which each mutant that is killed still is.
  [[nodiscard]] std::vector<std::size_t> needless() const;

 private:
  [[nodiscard]] bool is_needed(std::size_t place, const std::vector<bool>& among) const;

  std::vector<std::vector<bool>> kills_;  // of each case: which mutants
};

}  // namespace yett
