#pragma once

#include <optional>
#include <string>

#include "base/error.h"
#include "gate/answering_side.h"
#include "model/session.h"
#include "store/store.h"

namespace yett {

/// Who suspends or resumes: the approver whose key was opened, or the user of the answering side.
struct SuspensionBy {
  std::string name;
  std::optional<PublicKey> key;
};

/// The kill switch: suspends a run or lets it go on, with no refused call held against it. Every process of the run
/// sees it at its next call; waiting calls are refused when they are looked at again. Where only approvers may resume,
/// it fails with Input unless a key of one of them is given; suspending needs none. Letting it go on is refused, and
/// recorded as such, when it comes from below a gate or from other namespaces: see fault_of_side().
[[nodiscard]] Result<void> set_suspension(Store& store, const RunSummary& run, Suspension suspension,
                                          const SuspensionBy& by, const AnsweringSide& side, TimePoint now);

}  // namespace yett
