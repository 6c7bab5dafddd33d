#include <fmt/format.h>

#include "cli/commands.h"
#include "cli/options.h"
#include "cli/setting.h"
#include "policy/lint.h"

namespace yett {
namespace {

Exit run_check(const Invocation& invocation, const Console& console) {
  const auto named = invocation.positional("POLICY");
  const Result<PolicyRef> policy = named ? load_policy_file(*named) : load_policy(invocation, console);
  if (!policy) return console.refuse(policy.error());
  const std::vector<LintWarning> warnings = lint(**policy, console.clock.now());
  for (const LintWarning& warning : warnings) {
    std::string line = fmt::format("{}: warning: {}", warning.where.to_string(), warning.message);
    if (!warning.hint.empty()) line += fmt::format(" ({})", warning.hint);
    console.complain(line);
  }
  console.print(fmt::format("{}: policy \"{}\" holds together: {} tools, {} warnings\n{}\n", (*policy)->file,
                            (*policy)->name, (*policy)->tools.in_order().size(), warnings.size(),
                            (*policy)->digest.to_string()));
  return warnings.empty() || !invocation.has("--strict") ? Exit::Done : Exit::Fails;
}

}  // namespace

CommandSpec check_command() {
  return {.name = "check",
          .summary = "Load a policy and say what looks wrong",
          .positionals = {{"POLICY", "The policy file; else as --policy", PositionalSpec::Need::Optional}},
          .options = {kPolicyOption, {"--strict", OptionKind::Flag, "", "Exit 1 when there are warnings"}},
          .trailing = Trailing::Refused,
          .example = "yett check yett.toml",
          .run = run_check};
}

}  // namespace yett
