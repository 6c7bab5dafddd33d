#pragma once

#include <string>
#include <vector>

#include "cli/command.h"
#include "decide/engine.h"
#include "model/session.h"
#include "policy/policy.h"

namespace yett {

/// What a command that executes nothing judges calls with.
struct JudgingTerms {
  TimePoint now = TimePoint::max();
  Engine engine;
  PolicyRef policy;
  Session session;
  std::vector<std::string> sealed;  // as in Query: what `yett mcp` would seal that is given the same words
};

/// The options that find_judging_terms() reads, and between them those that a command has beside.
[[nodiscard]] std::vector<OptionSpec> judging_options(std::vector<OptionSpec> others);

/// What no call may touch that is judged under the policy by the same command line.
[[nodiscard]] Result<std::vector<std::string>> find_sealed_paths(const Invocation& invocation, const Console& console,
                                                                 const Policy& policy);

/// The time, the engine, the policy and the session that a command line names, and the paths that no call may touch.
/// `default_run` is the run where it names none. Fails for the first that is wrong.
[[nodiscard]] Result<JudgingTerms> find_judging_terms(const Invocation& invocation, const Console& console,
                                                      const std::string& default_run);

}  // namespace yett
