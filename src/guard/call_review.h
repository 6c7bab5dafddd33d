#pragma once

#include <string>
#include <vector>

#include "gate/gate_engine.h"
#include "gate/ruling.h"
#include "model/decision.h"
#include "model/path_evidence.h"
#include "model/session.h"
#include "os/clock.h"
#include "store/store.h"

namespace yett {

/// What a review needs. References must outlive it.
struct CallReviewParts {
  GateEngine engine;
  Store& store;
  const Clock& clock;
  /// Where paths lead; by default nobody knows, and no path is allowed.
  ResolvePath resolve = [](const std::string&) { return PathEvidence{}; };
  std::vector<std::string> sealed{};  // canonical paths that no call may touch
};

/// Looks once more at calls that the gate has let out. It lets nothing out and writes nothing: what it finds can only
/// end a call. Used by one thread.
class CallReview {
 public:
  explicit CallReview(CallReviewParts parts) : parts_(std::move(parts)) {}

  /// How the call would be judged now, by this policy and session and by what the run has been through. That it is
  /// under way counts neither as a call nor as a send, and is no repetition. Denied by system.audit when the state of
  /// the run cannot be read.
  [[nodiscard]] Decision review(const Policy& policy, const Session& session, const Submission& submission) const;

 private:
  CallReviewParts parts_;
};

}  // namespace yett
