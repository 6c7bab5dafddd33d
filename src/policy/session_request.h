#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "base/time.h"
#include "model/session.h"
#include "policy/policy.h"

namespace yett {

/// What a session file or flags ask for; what is absent comes from the policy (docs/calls.md, "Sessions").
struct SessionRequest {
  std::optional<std::string> run;
  std::optional<std::string> user;
  std::optional<std::string> tenant;
  std::optional<std::vector<std::string>> allowed_tenants;
  std::optional<std::string> permissions;
  std::optional<TimePoint> expires_at;
};

/// Reads a session file: one JSON object with the members run, user, tenant, allowed_tenants, permissions,
/// expires_at. Any other member, a wrong type or an empty string is an error.
[[nodiscard]] Result<SessionRequest> parse_session_request(std::string_view text, std::string file);

/// The session that the policy grants. Fails when the request names a set that the policy does not let it choose,
/// or another tenant than a one-tenant policy's. `run` and `user` must be set by then. A session that says nothing
/// of its expiry gets `now` plus the policy's; one that names allowed tenants gets exactly those.
[[nodiscard]] Result<Session> make_session(const Policy& policy, const SessionRequest& request, TimePoint now);

}  // namespace yett
