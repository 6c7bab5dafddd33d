#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "gate/gate_engine.h"
#include "guard/guard_loop.h"
#include "guard/server_start.h"

namespace yett {

/// A policy that takes the place of the one in force, and the session that it grants.
struct PolicyChange {
  PolicyRef policy;
  Session session;
  std::vector<std::string> remarks{};  // what a person should know of it, a line each
};

/// Everything that guarded servers are made of. References must outlive the call.
struct GuardedServers {
  GateEngine engine;
  PolicyRef policy;
  Session session;
  std::optional<Candidate> candidate{};  // judged by besides, and never enforced
  std::vector<ServerStart> servers;      // at least one
  Store& store;
  std::string state_folder;                  // holds the bell of `store`
  std::string card_folder;                   // on a tmpfs
  std::vector<std::string> session_files{};  // what the session was read from: no call may touch it
  const Clock& clock;
  Entropy& entropy;
  Environment environment{};  // of this process: secrets may come from it
  Language language = Language::English;
  GuardTerms terms;
  ClientStreams client;
  SignalWatch* signals = nullptr;  // may be null
  /// Reads the policy again, for the session in force, when SIGHUP asks for it. What it fails with is told and
  /// recorded, and nothing changes.
  std::function<Result<PolicyChange>(const Session& in_force)> reload{};
  GuardLoop::Tell tell;  // what servers write to their stderr, redacted, and what there is to say of them
};

/// Opens the gate, starts the servers behind it and serves the client until it or the last of them is gone. Blocks; the
/// calling thread must live as long as the servers. A server that cannot be started, or whose command is not the one in
/// the policy's lock, is missing, and that is told. Fails when the gate cannot record or no server could be started:
/// nothing was passed on then.
[[nodiscard]] Result<GuardEnd> guard_servers(GuardedServers parts);

}  // namespace yett
