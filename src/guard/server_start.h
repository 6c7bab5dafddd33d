#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "guard/running_server.h"
#include "os/process.h"
#include "policy/policy.h"
#include "policy/sandbox_terms.h"
#include "text/json.h"
#include "text/path.h"

namespace yett {

/// A server and how it is started.
struct ServerStart {
  std::string name;  // in the policy and in records
  SpawnRequest command;
  SandboxTerms sandbox{};  // what holds it in
};

/// What the sandboxes of a gate's servers follow from, beside their own terms.
struct SandboxGround {
  const Policy& policy;
  RootBindings bindings{};            // of the session
  std::vector<std::string> sealed{};  // sealed_paths(): hidden from all of them
  std::string home{};                 // of Yett's user
  /// Hears what a person may miss inside, a line each.
  std::function<void(std::string_view server, std::string_view line)> tell{};
};

/// A server that was started, and what holds it in, as a record says it.
struct StartedServer {
  RunningServer server;
  Json confinement;
};

/// Starts a server: in a sandbox (isolate/profile.h), and only where its terms say why, without one. `given` is the
/// folder of its secrets. Blocks until it is executed. Fails as spawn(), make_profile(), choose_backend() and
/// Sandbox::release() do; then nothing runs.
[[nodiscard]] Result<StartedServer> start_server(const ServerStart& server, Environment env,
                                                 const std::optional<std::string>& given, const SandboxGround& ground);

}  // namespace yett
