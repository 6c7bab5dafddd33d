#include "cli/policy_reload.h"
#include "cli/policy_option.h"
#include "cli/server_option.h"
#include "cli/state_option.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace yett {
namespace {

bool is_same_person(const Session& one, const Session& other) {
  return one.run == other.run && one.user == other.user && one.tenant == other.tenant;
}

bool is_started_alike(const ServerSpec& one, const ServerSpec& other) {
  return one.command == other.command && one.env == other.env && one.cwd == other.cwd && one.sandbox == other.sandbox;
}

/// The session in force without any right.
Session without_rights(Session session) {
  session.permissions = PermissionSet{};
  return session;
}

/// The session that the policy grants in place of the one in force.
Result<Session> session_again(const Policy& policy, const SessionRequest& request, TimePoint began,
                              const Session& in_force) {
  Result<Session> session = make_session(policy, request, began);
  if (!session) return session;
  if (!is_same_person(*session, in_force)) {
    return fail(ErrorKind::Input, "it is for another tenant than the session in force");
  }
  session->expires_at = std::min(session->expires_at, in_force.expires_at);
  return session;
}

}  // namespace

Result<PolicyChange> PolicyReload::operator()(const Session& in_force) const {
  Result<PolicyRef> policy = load_named_policy(invocation_);
  if (!policy) return std::unexpected(policy.error());
  for (const std::string& server : start_.servers) {
    if (start_.policy->find_server(server) != nullptr) continue;
    if (Result<void> is_free = require_no_server(**policy, server); !is_free) return std::unexpected(is_free.error());
  }
  if (start_.policy->lock && !(*policy)->lock) {
    return fail(ErrorKind::NotFound, "the lock that was in force at the start is gone",
                {.file = lock_file_of((*policy)->file)}, "without it, start anew");
  }
  // The files that no call may touch were named to the gate when it began.
  for (const std::string& base : (*policy)->bases) {
    if (std::ranges::find(start_.policy->bases, base) != start_.policy->bases.end()) continue;
    return fail(ErrorKind::Input, fmt::format("it extends {}, which the policy of the start did not", base),
                {.file = (*policy)->file}, "start anew");
  }
  PolicyChange change{.policy = *policy, .session = {}};
  Result<Session> session = session_again(**policy, start_.request, start_.began, in_force);
  if (session) {
    change.session = std::move(*session);
  } else {
    change.session = without_rights(in_force);
    change.remarks.push_back("this policy does not grant the session, which has no right left: " +
                             session.error().to_string());
  }
  for (const std::string& server : start_.servers) remark_on_server(server, **policy, change.remarks);
  remark_on_state(**policy, change.remarks);
  return change;
}

void PolicyReload::remark_on_server(const std::string& server, const Policy& policy,
                                    std::vector<std::string>& remarks) const {
  const ServerSpec* running = start_.policy->find_server(server);
  if (running == nullptr) return;
  const ServerSpec* wanted = policy.find_server(server);
  if (wanted == nullptr) {
    remarks.push_back(
        fmt::format("this policy has no server {}; the one that runs goes on until the next start", server));
  } else if (!is_started_alike(*running, *wanted)) {
    remarks.push_back(fmt::format(
        "the command, environment, folder or isolation of server {} takes effect at the next start", server));
  }
}

void PolicyReload::remark_on_state(const Policy& policy, std::vector<std::string>& remarks) const {
  const Result<std::string> folder = find_state_folder(invocation_, console_, &policy);
  const bool is_same = folder && *folder == start_.state_folder && policy.state.sync == start_.policy->state.sync;
  if (!is_same) remarks.emplace_back("what [state] says takes effect at the next start");
}

}  // namespace yett
