#pragma once

#include "cli/command.h"
#include "metrics/experiment.h"
#include "policy/policy.h"

namespace yett {

/// The experiment of --experiment; else that of the support records, or for calls of `policy` the one that every policy
/// has. All errors of a file are told on stderr, and the last is returned.
[[nodiscard]] Result<Experiment> find_experiment(const Invocation& invocation, const Console& console,
                                                 const Policy* policy);

}  // namespace yett
