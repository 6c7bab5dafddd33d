#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cases/case.h"
#include "policy/policy.h"

namespace yett {

// Calls as a policy means them to be: what tasks are made of, and what attacks depart from.

/// The tenant, and another one, that made-up sessions act for.
struct SampleTenants {
  std::string own;
  std::string other;
};
[[nodiscard]] SampleTenants sample_tenants(const Policy& policy);

/// The tenants that sessions may act for: all that the policy names, else the one of sample_tenants().
[[nodiscard]] std::vector<std::string> tenants_to_try(const Policy& policy);

/// A session of that tenant which may use the tool, as far as permission sets go: nullopt where no set of the policy
/// lets any session.
[[nodiscard]] std::optional<SessionRequest> sample_session(const Policy& policy, const Tool& tool,
                                                           const std::string& tenant);

/// A text that the list names, for that tenant, at `now`; nullopt where it names nothing.
[[nodiscard]] std::optional<std::string> listed_text(const Policy& policy, ListIndex list, const std::string& tenant,
                                                     TimePoint now);

/// Arguments with which the strict engine lets the tool run, or asks a person; nullopt where none were found: what a
/// pattern of its schema asks for, say, is not guessed.
[[nodiscard]] std::optional<Json> sample_arguments(const Policy& policy, const Tool& tool,
                                                   const SessionRequest& session, TimePoint now);

/// The same as far as it can be made up, though the call may be denied: what attacks on its destinations start from.
[[nodiscard]] Json rough_arguments(const Policy& policy, const Tool& tool, const SessionRequest& session,
                                   TimePoint now);

/// How the strict engine rules on the first call of a session that has done nothing yet.
[[nodiscard]] Decision first_ruling(const Policy& policy, const SessionRequest& session, const Tool& tool,
                                    const Json& arguments, TimePoint now);

/// Puts a value at a place; what is missing above it is made, a list with one item for `*`.
void put_at(Json& value, std::span<const Pointer::Step> steps, const Json& put);

}  // namespace yett
