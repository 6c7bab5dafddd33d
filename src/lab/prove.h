#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "cases/case.h"
#include "lab/mutant.h"
#include "lab/trial.h"

namespace yett {

/// What a suite makes of a mutant.
enum class Fate : std::uint8_t {
  Survived,    // nothing tells it from the strict defence: a case is missing, or the rule is not needed
  Void,        // nothing like it can be made of this policy
  Equivalent,  // no call of this policy can be judged otherwise: by a stated reason that was checked
  Redundant,   // another rule stops the same attack
  Killed,      // an attack succeeds that did not, an expectation is not met any more, or work is not done any more
};

/// What became of one mutant.
struct MutantResult {
  MutantKind kind = MutantKind::Rule;
  std::string name;
  SourcePosition where;
  Fate fate = Fate::Survived;
  /// Killed: the case. Redundant: the rule that stops the attack, and the case. Equivalent: why. Void: why.
  std::string by;
  bool by_attack = false;            // killed because an attack succeeded, not because an expectation broke
  std::optional<Case> would_kill{};  // survived: the smallest attack of ours that succeeds by it; nullopt: none does
};

struct ProofTerms {
  TimePoint now{};
  std::string card_parent;  // a private folder on a tmpfs, in which the trials of each thread get one of their own
  unsigned threads = 1;
  std::function<void(std::size_t done, std::size_t all)> told = [](std::size_t, std::size_t) {};  // by one at a time
};

struct Proof {
  std::vector<MutantResult> mutants;  // in the order of make_mutants()
  /// How many of them have that fate.
  [[nodiscard]] std::size_t count(Fate fate) const;
};

/// Plays the suite against every mutant of the policy. `library` are the attacks among which a killer of a survivor is
/// looked for, and over which equivalence is checked. A suite that does not hold under the strict engine proves
/// nothing: the caller has played it before. Memory is that of one mutant a thread. Fails when no folder can be made,
/// and when a case cannot be played.
[[nodiscard]] Result<Proof> prove(const PolicyRef& policy, std::span<const Case> suite, std::span<const Case> library,
                                  const ProofTerms& terms);

/// Whether a case kills a mutant of that kind: an attack succeeds that did not or an expectation is not met any more;
/// of a removal, a task is not completed that was.
[[nodiscard]] bool tells_apart(MutantKind kind, const Case& played, const CaseTrace& strict, const CaseTrace& weaker);

/// "killed", "survived", "redundant", "void", "equivalent".
[[nodiscard]] std::string_view to_string(Fate fate);
/// The operator of a mutant's name: what stands before the first colon.
[[nodiscard]] std::string_view operator_of(const MutantResult& mutant);

}  // namespace yett
