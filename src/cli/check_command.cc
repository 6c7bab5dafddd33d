#include <fmt/format.h>

#include "cli/commands.h"
#include "cli/options.h"
#include "cli/setting.h"
#include "policy/format_schema.h"
#include "policy/lint.h"
#include "text/json_indent.h"

namespace yett {
namespace {

Exit run_check(const Invocation& invocation, const Console& console) {
  if (invocation.has("--schema")) {
    console.print(write_indented_json(policy_format_schema()));
    return Exit::Done;
  }
  const auto named = invocation.positional("POLICY");
  const Result<PolicyRef> policy = named ? load_policy_file(invocation, *named) : load_policy(invocation, console);
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
          .options = {kPolicyOption,
                      kPolicyDigestOption,
                      {"--strict", OptionKind::Flag, "", "Exit 1 when there are warnings"},
                      {"--schema", OptionKind::Flag, "",
                       "Print the JSON Schema of the policy format for editors, and load nothing"}},
          .trailing = Trailing::Refused,
          .example = "yett check yett.toml",
          .run = run_check};
}

}  // namespace yett
