#pragma once

#include <optional>
#include <span>
#include <string>

#include "base/digest.h"
#include "model/call.h"
#include "model/session.h"
#include "policy/policy.h"

namespace yett {

/// The canonical JSON text (RFC 8785) of everything an approval is given for: run, session, user, tenant, server, the
/// tool's line in the policy and its definition at the server, canonical arguments, where its paths lead, the kinds of
/// text taken in, the policy digest (docs/calls.md). Its SHA-256 is the binding digest of a request; the card stores
/// this very text, so what a person was shown can be checked against what the gate would run. Any change of any part
/// changes the digest.
///
/// Of the session its rights count, not its expiry: that is judged again anyway, and a gate that is started anew for
/// the same run, with an expiry of its own, has to find what was approved before. Of the tool every field counts but
/// the place of its line: a comment above it voids nothing.
/// Linear in the arguments.
[[nodiscard]] std::string binding_text(const Policy& policy, const Session& session, const SessionState& state,
                                       std::string_view server, const Tool& tool,
                                       const std::optional<Digest>& definition, const Json& arguments,
                                       std::span<const PathEvidence> paths);

/// The digest of an act: the run (its user and tenant included), server, tool and canonical arguments. It stays the
/// same when policy or state change, and tells whether the very same call was tried before.
[[nodiscard]] Digest act_digest(const Session& session, std::string_view server, std::string_view tool,
                                const Json& arguments);

/// The digest of a call alone, as `yett decide` prints it: canonical JSON of {"arguments", "tool"}.
[[nodiscard]] Digest call_digest(std::string_view tool, const Json& arguments);

}  // namespace yett
