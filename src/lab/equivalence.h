#pragma once

#include <cstdint>
#include <functional>
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

  /// Whether another defence rules each call of the cases for which `touches` holds alike, verdict and rule. It shows a
  /// stated reason; it replaces none.
  [[nodiscard]] bool is_judged_alike_by(const Defence& other, const std::function<bool(const Case&)>& touches) const;

  /// Whether the rule speaks of any of them, be it as one finding among others. What never speaks can be left out.
  [[nodiscard]] bool ever_hears(RuleId rule) const;

 private:
  struct Ruling {
    Verdict verdict = Verdict::Deny;
    RuleId rule = RuleId::SystemInternal;
    bool operator==(const Ruling&) const = default;
  };

  /// Calls `take` with each ruling on the calls of a case, until it returns false; whether it never did.
  template <typename Take>
  bool judge_case(const Defence& defence, const Case& judged, Take take) const;

  std::span<const Case> library_;
  TimePoint now_;
  std::vector<std::vector<Ruling>> strict_;  // of each case
  std::vector<RuleId> heard_;
};

}  // namespace yett
