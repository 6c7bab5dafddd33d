#pragma once

#include <optional>

#include "base/time.h"
#include "model/rule_id.h"
#include "model/session.h"
#include "policy/policy.h"

namespace yett {

// What holds for every call of a tool, whatever its arguments: the rules of the table are asked, so that a table of
// tools cannot say otherwise than a ruling.

/// Whether each call of the tool waits for a person, as long as its run has done nothing yet.
[[nodiscard]] bool always_asks(const Tool& tool, const Policy& policy);

/// Whether a call of the tool waits for a person once its run has read private data and untrusted text, both of which
/// the policy's tools can bring.
[[nodiscard]] bool asks_by_flow(const Tool& tool, const Policy& policy);

/// The first rule that denies each call of the tool to the session; nullopt when none does.
[[nodiscard]] std::optional<RuleId> barred_by(const Tool& tool, const Policy& policy, const Session& session,
                                              TimePoint now);

}  // namespace yett
