#include <fmt/format.h>

#include "cli/commands.h"
#include "cli/language_option.h"
#include "cli/policy_option.h"
#include "os/files.h"
#include "policy/format_schema.h"
#include "policy/lint.h"
#include "policy/load.h"
#include "text/json_indent.h"
#include "words/reason.h"

namespace yett {
namespace {

/// Says everything that is wrong with the policy of that file, which could not be loaded for this error.
Exit refuse_whole(const Error& error, const Console& console) {
  const std::string& file = error.where.file;
  // What is wrong with the lock stands in no policy.
  const bool is_lock = file == lock_file_of(file);
  const Result<std::string> text = is_lock ? std::unexpected(error) : read_trusted_file(file, kMaxPolicyBytes);
  if (!text) return console.refuse(error);
  const auto policy = check_policy(*text, file);
  if (policy) return console.refuse(error);
  for (const Error& one : policy.error().reported) (void)console.refuse(one);
  if (policy.error().left_out > 0) console.complain(fmt::format("yett: and {} more", policy.error().left_out));
  return Exit::Wrong;
}

Exit run_check(const Invocation& invocation, const Console& console) {
  if (invocation.has("--schema")) {
    console.print(write_indented_json(policy_format_schema()));
    return Exit::Done;
  }
  const Result<Language> language = find_language(invocation, console);
  if (!language) return console.refuse(language.error());
  const auto named = invocation.positional("POLICY");
  const Result<PolicyRef> policy = named ? load_policy_file(invocation, *named) : load_policy(invocation, console);
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
  return warnings.empty() || !invocation.has("--strict") ? Exit::Done : Exit::Fails;
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
                      {"--schema", OptionKind::Flag, "",
                       "Print the JSON Schema of the policy format for editors, and load nothing"}},
          .trailing = Trailing::Refused,
          .example = "yett check yett.toml",
          .run = run_check};
}

}  // namespace yett
