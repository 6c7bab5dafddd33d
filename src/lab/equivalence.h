#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "cases/case.h"
#include "lab/trial.h"

namespace yett {

/// What a defence rules on every call of a policy's finite abstraction: each call of `library`, which holds a call of
/// every kind that the policy's lines tell apart, in each state that a run can be in (every set of kinds of text,
/// private data seen or not, suspended or not), under each permission set that a session may have, with and without a
/// tenant, of a tool as it was pinned and of a changed one.
class Abstraction {
 public:
  /// Judges them all by the strict defence. The library must outlive this.
  Abstraction(const Defence& strict, std::span<const Case> library, TimePoint now);

  /// Whether another defence rules each of them alike, verdict and rule. It shows a stated reason; it replaces none.
  [[nodiscard]] bool is_judged_alike_by(const Defence& other) const;

 private:
  struct Ruling {
    Verdict verdict = Verdict::Deny;
    RuleId rule = RuleId::SystemInternal;
    bool operator==(const Ruling&) const = default;
  };

  /// Calls `take` with each ruling in turn, until it returns false; whether it never did.
  template <typename Take>
  bool judge_all(const Defence& defence, Take take) const;

  std::span<const Case> library_;
  TimePoint now_;
  std::vector<Ruling> strict_;
};

}  // namespace yett
