#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "gate/gate_engine.h"
#include "guard/guard_loop.h"
#include "os/process.h"

namespace yett {

/// A policy that takes the place of the one in force, and the session that it grants.
struct PolicyChange {
  PolicyRef policy;
  Session session;
  std::vector<std::string> remarks{};  // what a person should know of it, a line each
};

/// Everything that a guarded server is made of. References must outlive the call.
struct GuardedServer {
  GateEngine engine;
  PolicyRef policy;
  Session session;
  std::string name;  // of the server, for records
  SpawnRequest command;
  Store& store;
  std::string state_folder;                  // holds the bell of `store`
  std::string card_folder;                   // on a tmpfs
  std::vector<std::string> session_files{};  // what the session was read from: no call may touch it
  const Clock& clock;
  Entropy& entropy;
  Language language = Language::English;
  GuardTerms terms;
  ClientStreams client;
  SignalWatch* signals = nullptr;  // may be null
  /// Reads the policy again, for the session in force, when SIGHUP asks for it. What it fails with is told and
  /// recorded, and nothing changes.
  std::function<Result<PolicyChange>(const Session& in_force)> reload{};
  std::function<void(std::string_view)> tell;  // what the server writes to its stderr, redacted, and what ends it
};

/// Opens the gate, starts the server behind it and serves the client until one of them is gone. Blocks; the calling
/// thread must live as long as the server. Fails when the gate cannot record or the server cannot be started: nothing
/// was passed on then.
[[nodiscard]] Result<GuardEnd> guard_server(GuardedServer parts);

}  // namespace yett
