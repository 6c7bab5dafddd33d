#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/time.h"
#include "model/permission.h"
#include "model/run_tally.h"

namespace yett {

/// Who acts, for which tenant and with which rights. Assembled before the run starts; a call reads it and never
/// changes it, and no field is ever taken from a call's arguments (docs/calls.md).
struct Session {
  std::string run;
  std::string user;
  std::optional<std::string> tenant;
  std::vector<std::string> allowed_tenants;  // a session that names none is allowed just its own tenant
  PermissionSet permissions;                 // no grant by default
  TimePoint expires_at{};                    // the epoch by default: expired

  [[nodiscard]] bool may_act_for(const std::string& name) const {
    return std::ranges::find(allowed_tenants, name) != allowed_tenants.end();
  }
};

enum class Suspension : std::uint8_t { Suspended, Running };

/// What the run has been through so far. It belongs to the run (user, tenant, run id) and lives in the store,
/// shared by every process of the run. A state that nobody filled in is suspended.
struct SessionState {
  SourceSet taken_in{SourceKind::User};
  bool private_seen = false;
  Suspension suspension = Suspension::Suspended;
  RunTally tally{};

  /// Of a run that has done nothing yet.
  [[nodiscard]] static SessionState of_new_run() {
    SessionState state;
    state.suspension = Suspension::Running;
    return state;
  }

  bool operator==(const SessionState&) const = default;
};

}  // namespace yett
