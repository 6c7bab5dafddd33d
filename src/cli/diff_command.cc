
#include "cli/commands.h"
#include "cli/difference_view.h"
#include "cli/format_option.h"
#include "cli/language_option.h"
#include "cli/policy_documents.h"
#include "cli/policy_option.h"
#include "cli/rejudging.h"
#include "cli/session_option.h"
#include "cli/state_option.h"
#include "cli/time_option.h"
#include "compare/compare.h"

namespace yett {
namespace {

constexpr OptionSpec kWithoutLockOption{"--without-lock", OptionKind::Flag, "",
                                        "Leave out the locks beside the files: one of them is a copy elsewhere"};

/// A policy as `yett mcp` would take it, with its document.
Result<LoadedPolicy> load_side(const Invocation& invocation, const std::string& path) {
  auto read = read_policy(path);
  if (!read) return std::unexpected(std::move(read.error().reported.front()));
  if (invocation.has(kWithoutLockOption.names)) return *std::move(read);
  Result<PolicyRef> policy = with_lock(std::move(read->policy));
  if (!policy) return std::unexpected(policy.error());
  return LoadedPolicy{.policy = std::move(*policy), .document = std::move(read->document)};
}

/// What only means something beside --against would be passed over without it.
Result<void> refuse_idle_options(const Invocation& invocation) {
  if (invocation.has("--against")) return {};
  for (const OptionSpec& option : {kSessionOption, kRunOption, kUserOption, kTenantOption, kAllowTenantOption,
                                   kPermissionsOption, kExpiresOption, kNowOption, kStateOption}) {
    if (!invocation.has(option.names)) continue;
    return fail(ErrorKind::Input, std::string(option.names) + " is for calls that are judged again", {},
                "add --against CALLS");
  }
  for (const std::string_view option : {"--sequence", "--tool", "--decision", "--rule", "--since"}) {
    if (!invocation.has(option)) continue;
    return fail(ErrorKind::Input, std::string(option) + " is for calls that are judged again", {},
                "add --against CALLS");
  }
  return {};
}

Exit run_diff(const Invocation& invocation, const Console& console) {
  const Result<Language> language = find_language(invocation, console);
  if (!language) return console.refuse(language.error());
  const Result<Format> format = find_format(invocation);
  if (!format) return console.refuse(format.error());
  if (const Result<void> idle = refuse_idle_options(invocation); !idle) return console.refuse(idle.error());
  const Result<LoadedPolicy> before = load_side(invocation, *invocation.positional("OLD"));
  if (!before) return console.refuse(before.error());
  const Result<LoadedPolicy> after = load_side(invocation, *invocation.positional("NEW"));
  if (!after) return console.refuse(after.error());

  DifferenceReport report{
      .before = before->policy->file,
      .after = after->policy->file,
      .before_digest = before->policy->digest.to_string(),
      .after_digest = after->policy->digest.to_string(),
      .differences = compare_policies({*before->policy, before->document}, {*after->policy, after->document}),
      .calls = {}};
  const Result<void> judged = rejudge_calls(invocation, console, *before->policy, *after->policy, *language, report);
  if (!judged) return console.refuse(judged.error());
  console.print(print_report(report, *language, *format));
  return may_grant(report) ? Exit::Fails : Exit::Done;
}

}  // namespace

CommandSpec diff_command() {
  return {.name = "diff",
          .summary =
              "What a change of a policy grants and what it takes away, the most dangerous first. Exit 1 when "
              "it grants anything, or may",
          .positionals = {{"OLD", "The policy as it was", PositionalSpec::Need::Required},
                          {"NEW", "The policy as it shall be", PositionalSpec::Need::Required}},
          .options = {kFormatOption,
                      kLangOption,
                      kWithoutLockOption,
                      {"--against", OptionKind::Value, "CALLS|audit",
                       "Also judge calls again under both: a file of calls as `decide` reads it, -, or the audit"},
                      {"--sequence", OptionKind::Flag, "", "CALLS: carry what the run took in from line to line"},
                      kSessionOption,
                      kRunOption,
                      kUserOption,
                      kTenantOption,
                      kAllowTenantOption,
                      kPermissionsOption,
                      kExpiresOption,
                      kNowOption,
                      kStateOption,
                      {"--tool", OptionKind::Value, "NAME", "audit: only records of this tool"},
                      {"--decision", OptionKind::Value, "WORD", "audit: only records with this decision"},
                      {"--rule", OptionKind::Value, "ID", "audit: only records that this rule decided"},
                      {"--since", OptionKind::Value, "TIME", "audit: only records from this time on"}},
          .trailing = Trailing::Refused,
          .example = "yett diff main/yett.toml yett.toml --format markdown",
          .run = run_diff};
}

}  // namespace yett
