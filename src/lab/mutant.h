#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "cases/case.h"
#include "lab/trial.h"
#include "policy/policy.h"

namespace yett {

/// What is weakened.
enum class MutantKind : std::uint8_t {
  Rule,         // a rule of the engine, or a check of an approval, is off
  Order,        // stages are asked in another order
  Match,        // an exact match is a loose one
  Range,        // a range of addresses counts as public
  Destination,  // a list names a destination of an attacker
  Tool,         // a line of a tool says less
  Removal,      // a tool is missing: no attack, but work that tasks have to notice
  Permission,   // a set grants more
  Terms,        // approval, flow or limits ask for less
  Redaction,    // a kind of text stays
  Safeguard,    // something behind the gate is left out
};

/// A defence that is weaker in one respect.
struct Mutant {
  MutantKind kind = MutantKind::Rule;
  std::string name;              // what is weakened, in a few words that stay the same: "rule destination.unlisted off"
  SourcePosition where;          // the line of the policy that says it; none for what no line says
  std::optional<RuleId> rule{};  // that is off
  /// Makes the weaker defence out of the strict one; nullopt where nothing like it can be made.
  std::function<std::optional<Defence>(const Defence& strict)> make;
  /// Whether the case could come out otherwise by it; only those are played again. Doubt counts as yes.
  std::function<bool(const Case& played, const CaseTrace& strict)> touches = [](const Case&, const CaseTrace&) {
    return true;
  };
  /// Why no call at all can be judged otherwise, where that is so by what the policy says: one sentence. It still has
  /// to be shown (lab/equivalence.h).
  std::string idle_because{};
};

/// All mutants of a policy, in the order in which they are told: the engine's first. `cases` name the attackers'
/// destinations. Refers to neither afterwards.
[[nodiscard]] std::vector<Mutant> make_mutants(const Policy& policy, const std::vector<Case>& cases);

/// Those of the engine, whatever the policy says, but for why some of them are idle under it.
[[nodiscard]] std::vector<Mutant> engine_mutants(const Policy& policy);
/// Those of the policy's lines on tools.
[[nodiscard]] std::vector<Mutant> tool_mutants(const Policy& policy);
/// Those of lists, sets and terms.
[[nodiscard]] std::vector<Mutant> list_mutants(const Policy& policy, const std::vector<Case>& cases);
[[nodiscard]] std::vector<Mutant> terms_mutants(const Policy& policy);

}  // namespace yett
