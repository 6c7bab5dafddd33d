#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "model/decision.h"
#include "model/rule_id.h"
#include "words/label.h"

namespace yett {

/// What one policy rules of a call.
struct OneRuling {
  Verdict verdict = Verdict::Deny;
  RuleId rule = RuleId::SystemInternal;
};

/// Why a call cannot be judged again: a label, and what stands in its gap.
struct NotReplayable {
  Label why = Label::DiffNoStructure;
  std::string about{};
};

/// A call that was judged under two policies.
struct RejudgedCall {
  std::size_t number = 0;  // of its line, or of its record
  std::string tool;        // "-" where the call names none
  OneRuling before{};
  OneRuling after{};
  std::optional<NotReplayable> not_replayable{};  // then the rulings mean nothing

  /// Whether it is one to show: ruled otherwise, or not judged again.
  [[nodiscard]] bool is_told() const { return not_replayable || before.verdict != after.verdict; }
  /// Whether the new policy lets more of it through.
  [[nodiscard]] bool is_wider() const { return !not_replayable && after.verdict > before.verdict; }
};

/// deny to allow, deny to confirm, confirm to allow; then what is narrower, the narrowest first; then what could not be
/// judged again. Else as they stand.
void sort_by_width(std::vector<RejudgedCall>& calls);

}  // namespace yett
