#pragma once

#include <expected>
#include <string>
#include <string_view>

#include "metrics/experiment.h"
#include "policy/policy.h"
#include "policy/policy_errors.h"

namespace yett {

/// Reads an experiment file (docs/measure.md). `policy` is the one whose calls are measured; nullptr for records, which
/// then has neither `policy` nor stages as parts, nor roles of a policy. Errors stand in the order of the file; `file`
/// only names it. A key that nobody knows, a name that nothing has or that two things have, and a layer that is built
/// on one below it are refused.
[[nodiscard]] std::expected<Experiment, PolicyErrors> load_experiment(std::string_view text, std::string file,
                                                                      const Policy* policy);

/// The experiment on calls where no file names one: the five built-in sets as narrowing, the sets that the policy gives
/// its sessions, and each stage of the engine as a layer beside the policy.
[[nodiscard]] Experiment calls_experiment(const Policy& policy);

/// The permission sets that experiments name: the five built-in ones, then the policy's roles.
[[nodiscard]] std::vector<PermissionSet> known_sets(const Policy* policy);

}  // namespace yett
