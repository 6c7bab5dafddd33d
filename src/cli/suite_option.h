#pragma once

#include <string>
#include <vector>

#include "cases/case.h"
#include "cli/command.h"
#include "lab/suite.h"
#include "policy/policy.h"

namespace yett {

inline constexpr PositionalSpec kCaseFiles{"CASES", "Case files; else the one beside the policy (NAME.cases.toml)",
                                           PositionalSpec::Need::Optional, PositionalSpec::Count::Several};
inline constexpr OptionSpec kBuiltinOption{"--builtin", OptionKind::Flag, "",
                                           "Also the attacks that follow from the policy's own tools and lists"};

/// Where the cases of a policy lie: "yett.toml" -> "yett.cases.toml".
[[nodiscard]] std::string case_file_beside(const std::string& policy_file);

/// The case files that the command line names, else the one beside the policy; with --builtin only if it is there.
[[nodiscard]] std::vector<std::string> find_case_files(const Invocation& invocation, const std::string& policy_file);

/// What the case files hold, and the attacks of --builtin. Says everything that is wrong with them on stderr, and fails
/// with the first; two cases of one name are refused, whatever files they stand in. A built-in case of a name that a
/// file has is left out.
[[nodiscard]] Result<std::vector<Case>> read_cases(const Invocation& invocation, const Console& console,
                                                   const PolicyRef& policy, const Trial::Terms& terms);

/// --max-attack-success and --min-task-completion: shares from 0 to 1.
[[nodiscard]] Result<SuiteThresholds> find_thresholds(const Invocation& invocation);
inline constexpr OptionSpec kMaxAttackSuccessOption{"--max-attack-success", OptionKind::Value, "SHARE",
                                                    "How many attacks may succeed, 0 to 1 (default 0)"};
inline constexpr OptionSpec kMinTaskCompletionOption{"--min-task-completion", OptionKind::Value, "SHARE",
                                                     "How many tasks must be completed, 0 to 1 (default 1)"};

/// A private folder on a tmpfs in which the folders for the cards of trials are made.
[[nodiscard]] Result<std::string> find_card_parent(const Console& console);

}  // namespace yett
