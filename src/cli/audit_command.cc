#include <fmt/format.h>

#include <algorithm>

#include "cli/audit_actions.h"
#include "cli/commands.h"
#include "cli/language_option.h"
#include "cli/own_options.h"
#include "cli/policy_option.h"
#include "cli/session_option.h"

namespace yett {
namespace {

struct Action {
  std::string_view name;
  StoreAccess access = StoreAccess::Read;
  Exit (*run)(const AuditCall&) = nullptr;
};

constexpr std::string_view kListOptions[] = {"--format", "--run",  "--user",  "--tenant", "--tool",     "--decision",
                                             "--rule",   "--kind", "--since", "--lines",  "--candidate"};
constexpr std::string_view kTailOptions[] = {"--format", "--run",  "--user",  "--tenant", "--tool",  "--decision",
                                             "--rule",   "--kind", "--since", "--lines",  "--follow"};
constexpr std::string_view kExportOptions[] = {"--format",   "--run",  "--user", "--tenant", "--tool",
                                               "--decision", "--rule", "--kind", "--since",  "--follow"};
constexpr std::string_view kVerifyOptions[] = {"--checkpoint", "--key"};
constexpr std::string_view kCheckpointOptions[] = {"--out"};
constexpr std::string_view kPruneOptions[] = {"--keep", "--checkpoint", "--key"};

constexpr ActionOptions kOwnOptions[] = {{"list", kListOptions},
                                         {"tail", kTailOptions},
                                         {"verify", kVerifyOptions},
                                         {"export", kExportOptions},
                                         {"checkpoint", kCheckpointOptions},
                                         {"prune", kPruneOptions}};

constexpr Action kActions[] = {
    {"list", StoreAccess::Read, audit_list},
    {"tail", StoreAccess::Read, audit_tail},
    {"verify", StoreAccess::Read, audit_verify},
    {"export", StoreAccess::Read, audit_export},
    {"checkpoint", StoreAccess::Read, audit_checkpoint},
    {"key", StoreAccess::Read, audit_key},
    {"prune", StoreAccess::Write, audit_prune},
};

constexpr std::string_view kActionNames = "list, tail, verify, export, checkpoint, key or prune";

Exit run_audit(const Invocation& invocation, const Console& console) {
  const Result<Language> language = find_language(invocation, console);
  if (!language) return console.refuse(language.error());
  const std::string name = invocation.positional("ACTION").value_or("list");
  const auto action = std::ranges::find(kActions, name, &Action::name);
  if (action == std::end(kActions)) {
    return console.refuse({ErrorKind::Input, fmt::format("audit takes {}", kActionNames)});
  }
  if (const Result<void> own = require_own_options(invocation, "audit", name, kOwnOptions); !own) {
    return console.refuse(own.error());
  }
  Result<OpenState> state = open_state(invocation, console, action->access);
  if (!state) return console.refuse(state.error());
  return action->run({.invocation = invocation, .console = console, .language = *language, .state = *state});
}

}  // namespace

CommandSpec audit_command() {
  return {
      .name = "audit",
      .summary = "Which run, for whom, what was meant, how it was ruled and why; verify the chain",
      .positionals = {{"ACTION", "list (default), tail, verify, export, checkpoint, key, prune"}},
      .options = {kStateOption,
                  kPolicyOption,
                  kPolicyDigestOption,
                  {"--format", OptionKind::Value, "FORMAT",
                   "list, tail: table|json|csv|markdown; export: jsonl|cef|ocsf"},
                  kLangOption,
                  kRunOption,
                  kUserOption,
                  kTenantOption,
                  {"--tool", OptionKind::Value, "NAME", "Only records of this tool"},
                  {"--decision", OptionKind::Value, "WORD",
                   "Only records with this decision: deny, confirm, allow, executed ..."},
                  {"--rule", OptionKind::Value, "ID", "Only records that this rule decided"},
                  {"--kind", OptionKind::Value, "KIND", "Only records of this kind: decision, approval, outcome ..."},
                  {"--candidate", OptionKind::Flag, "",
                   "list: only what a candidate (`yett mcp --candidate`) would have ruled otherwise"},
                  {"--since", OptionKind::Value, "TIME", "Only records from this time on"},
                  {"--lines,-n", OptionKind::Value, "N", "list, tail: only the newest N records (tail: 20)"},
                  {"--follow,-f", OptionKind::Flag, "", "tail, export: go on with what comes"},
                  {"--checkpoint", OptionKind::Value, "FILE",
                   "verify, prune: the checkpoints that were kept elsewhere, one a line"},
                  {"--key", OptionKind::Value, "KEY",
                   "verify, prune: the store's public key, as it was kept elsewhere (default: its own)"},
                  {"--out", OptionKind::Value, "FILE", "checkpoint: write it there, and never over something else"},
                  {"--keep", OptionKind::Value, "DURATION", "prune: remove what is older (default: [audit] keep)"}},
      .trailing = Trailing::Refused,
      .example = "yett audit list --run r-104",
      .run = run_audit};
}

}  // namespace yett
