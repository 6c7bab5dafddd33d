#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "model/isolation.h"
#include "model/session.h"
#include "os/clock.h"
#include "os/entropy.h"
#include "os/environment.h"
#include "policy/policy.h"
#include "store/sqlite_store.h"
#include "words/language.h"

namespace yett {

/// A command that is run in a sandbox, and for whom.
struct ConfinedCommand {
  PolicyRef policy;
  Session session;
  SandboxTerms terms;  // the policy's, narrowed by the command line
  /// argv[0] by its absolute path.
  std::vector<std::string> argv;
  /// What it gets beside the policy's variables and secrets.
  Environment env;
  std::string current;              // our own folder
  std::string home;                 // of Yett's user
  std::vector<std::string> sealed;  // sealed_paths()
};

/// Where it is recorded and what it gets from the world. References must outlive the run.
struct RunGround {
  std::function<Result<std::unique_ptr<Store>>()> open_store;
  std::string state_folder;    // holds the bell of the store
  std::string runtime_folder;  // on a tmpfs
  const Clock& clock;
  Environment environment;  // of this process: secrets may come from it
  Language language = Language::English;
  std::function<void(std::string_view line)> tell;  // what a person should know
};

/// How it ended, as `yett run` exits: the command's own code, 128 + N after signal N, 124 when its time was over, 125
/// when there was no sandbox, 126 when the command could not be executed, 127 when it is not there.
struct RunEnd {
  int exit_code = 125;
};

inline constexpr int kRunFailed = 125;

/// Runs a command in a sandbox (isolate/profile.h) until it ends, with our stdin, stdout and stderr; where they are a
/// terminal, with a pseudo terminal instead. Signals that we get go to the command. That it begins is on record before
/// it is executed, with what holds it in; how it ended is recorded too. When the run is suspended, it is killed.
/// Blocks; blocks signals in the calling thread. Fails when nothing was started.
[[nodiscard]] Result<RunEnd> run_confined(const ConfinedCommand& command, const RunGround& ground);

}  // namespace yett
