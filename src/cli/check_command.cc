#include <fmt/format.h>

#include <algorithm>
#include <expected>

#include "cli/commands.h"
#include "cli/isolation_check.h"
#include "cli/language_option.h"
#include "cli/policy_option.h"
#include "policy/format_schema.h"
#include "policy/lint.h"
#include "text/json_indent.h"
#include "words/reason.h"

namespace yett {
namespace {

/// Says everything that is wrong with a policy.
Exit refuse_whole(const PolicyErrors& errors, const Console& console) {
  for (const Error& one : errors.reported) (void)console.refuse(one);
  if (errors.left_out > 0) console.complain(fmt::format("yett: and {} more", errors.left_out));
  return Exit::Wrong;
}

/// load_policy() and load_policy_file(), with all that is wrong.
std::expected<PolicyRef, PolicyErrors> check_named(const Invocation& invocation, const Console& console) {
  const auto named = invocation.positional("POLICY");
  auto policy = check_policy_file(invocation, named ? *named : policy_file_of(invocation, console));
  if (policy || named || policy.error().reported.front().kind != ErrorKind::NotFound) return policy;
  const Result<PolicyRef> again = load_policy(invocation, console);  // which knows how to find one
  if (again) return *again;
  return std::unexpected(PolicyErrors{.reported = {again.error()}});
}

Exit run_check(const Invocation& invocation, const Console& console) {
  if (invocation.has("--schema")) {
    console.print(write_indented_json(policy_format_schema()));
    return Exit::Done;
  }
  const Result<Language> language = find_language(invocation, console);
  if (!language) return console.refuse(language.error());
  const auto policy = check_named(invocation, console);
  if (!policy) return refuse_whole(policy.error(), console);
  const std::vector<LintWarning> warnings = lint(**policy, console.clock.now());
  for (const LintWarning& warning : warnings) {
    std::string line = fmt::format("{}: {}{}{}", warning.where.to_string(), word(*language, Label::Warning),
                                   word(*language, Label::Colon), warning.message);
    if (!warning.hint.empty()) line += fmt::format(" ({})", warning.hint);
    console.complain(line);
  }
  const std::size_t tools = (*policy)->tools.in_order().size();
  const std::string summary =
      word_with(*language, Label::HoldsTogether,
                {{"{tools}", counted(*language, tools, Label::OneTool, Label::ToolCount)},
                 {"{warnings}", counted(*language, warnings.size(), Label::OneWarning, Label::WarningCount)},
                 {"{file}", (*policy)->file},
                 {"{policy}", (*policy)->name}});
  console.print(fmt::format("{}\n{}\n", summary, (*policy)->digest.to_string()));
  const Exit checked = warnings.empty() || !invocation.has("--strict") ? Exit::Done : Exit::Fails;
  if (!invocation.has("--isolation")) return checked;
  return std::max(checked, examine_isolation(wanted_backends(policy->get()), Format::Table, *language, console));
}

}  // namespace

CommandSpec check_command() {
  return {.name = "check",
          .summary = "Load a policy and say what looks wrong",
          .positionals = {{"POLICY", "The policy file; else as --policy", PositionalSpec::Need::Optional}},
          .options = {kPolicyOption,
                      kPolicyDigestOption,
                      kLangOption,
                      {"--strict", OptionKind::Flag, "", "Exit 1 when there are warnings"},
                      {"--isolation", OptionKind::Flag, "",
                       "Also try to get out of the sandbox, as `yett doctor` does; exit 1 when that succeeds"},
                      {"--schema", OptionKind::Flag, "",
                       "Print the JSON Schema of the policy format for editors, and load nothing"}},
          .trailing = Trailing::Refused,
          .example = "yett check yett.toml",
          .run = run_check};
}

}  // namespace yett
