#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "cli/commands.h"
#include "cli/judging_option.h"
#include "cli/key_option.h"
#include "cli/language_option.h"
#include "cli/policy_documents.h"
#include "cli/policy_option.h"
#include "cli/server_option.h"
#include "cli/version.h"
#include "gate/policy_redactor.h"
#include "guard/tool_inquiry.h"
#include "os/files.h"
#include "os/signals.h"
#include "policy/load.h"
#include "policy/lock_signature.h"
#include "text/json_indent.h"
#include "text/line_diff.h"
#include "text/unicode.h"
#include "wire/mcp.h"
#include "words/reason.h"

namespace yett {
namespace {

/// How long a server may take to list its tools: as long as behind the gate.
constexpr std::chrono::seconds kPatience{60};

const std::string& name_of(const Json& definition) { return *definition.find("name")->as_string(); }

/// The policy of -p, without its lock: that is what this command is about.
Result<PolicyRef> load_unpinned(const Invocation& invocation) {
  const auto path = invocation.value("--policy");
  if (!path)
    return fail(ErrorKind::Input, "a command that executes things needs its policy named", {}, "add --policy FILE");
  auto read = read_policy(*path);
  if (!read) return std::unexpected(std::move(read.error().reported.front()));
  return std::move(read->policy);
}

/// What a server offers of the tools that the policy registers for it. A name that it offers twice is none.
Result<PinnedServer> pin_server(const ServerStart& server, const Policy& policy, const std::vector<std::string>& sealed,
                                Language language, const Console& console) {
  const auto tell = [&](std::string_view name, std::string_view line) {
    console.complain(fmt::format("[{}] {}", name, line));
  };
  // As behind the gate, but for nobody: roots that are a tenant's or a user's are not shown.
  const SandboxGround ground{.policy = policy,
                             .sealed = sealed,
                             .home = console.environment.get("HOME").value_or(""),
                             .tell = [](std::string_view, std::string_view) {}};
  Result<std::vector<Json>> offered =
      ask_for_tools(server, kVersion, kPatience, tell, redactor_of(policy, language), &ground);
  if (!offered) return std::unexpected(offered.error());
  PinnedServer pinned{.name = server.name, .command = server.command.argv, .cwd = server.command.cwd, .tools = {}};
  for (const Tool& tool : policy.tools.in_order()) {
    if (tool.kind == ToolKind::Method || policy.tools.find_at(server.name, tool.name) != &tool) continue;
    const auto is_this = [&](const Json& definition) { return name_of(definition) == tool.name_at_server(); };
    const auto times = std::ranges::count_if(*offered, is_this);
    if (times != 1) {
      console.complain(fmt::format("yett: server {} offers {} tool {}, so it is not pinned", server.name,
                                   times == 0 ? "no" : "more than one", tool.name_at_server()));
      continue;
    }
    pinned.tools.push_back({tool.name_at_server(), pinned_definition(*std::ranges::find_if(*offered, is_this))});
  }
  return pinned;
}

std::string title_of(const LockChange& change, Language language) {
  Label label = Label::PinToolChanged;
  switch (change.kind) {
    case LockChange::Kind::ServerAdded:
      label = Label::PinServerAdded;
      break;
    case LockChange::Kind::ServerRemoved:
      label = Label::PinServerRemoved;
      break;
    case LockChange::Kind::CommandChanged:
      label = Label::PinCommandChanged;
      break;
    case LockChange::Kind::ToolAdded:
      label = Label::PinToolAdded;
      break;
    case LockChange::Kind::ToolRemoved:
      label = Label::PinToolRemoved;
      break;
    case LockChange::Kind::ToolChanged:
      break;
  }
  return word_with(language, label, {{"{a}", change.server}, {"{b}", escape_for_display(change.tool)}});
}

std::string text_of(const Json& value) { return value.is_null() ? std::string() : write_indented_json(value); }

void print_changes(const std::vector<LockChange>& changes, Language language, const Console& console) {
  for (const LockChange& change : changes) {
    console.print(title_of(change, language) + "\n");
    for (const std::string& line : line_diff(text_of(change.before), text_of(change.after))) {
      console.print("  " + escape_for_display(line) + "\n");
    }
  }
}

/// The lock with what the servers say now. Servers that the policy no longer has are left out; those that were not
/// asked stay as they are. What was signed is another lock now.
ToolLock renewed(const ToolLock& before, std::vector<PinnedServer> servers, const Policy& policy) {
  ToolLock lock;
  for (const PinnedServer& server : before.servers) {
    if (policy.find_server(server.name) != nullptr || server.name == kCommandName) lock.put(server);
  }
  for (PinnedServer& server : servers) lock.put(std::move(server));
  return lock;
}

/// The lock with the signature of an approver, where the policy has any.
Result<ToolLock> sign(const Invocation& invocation, const Console& console, const Policy& policy, ToolLock lock) {
  if (policy.approvers.empty()) return lock;
  AnswerRules rules;
  for (const Approver& one : lock_approvers(policy.approvers)) rules.approvers.push_back({one.name, one.key});
  const Result<std::optional<ApproverKey>> key = find_approver_key(invocation, console, rules);
  if (!key) return std::unexpected(key.error());
  if (!*key) return lock;
  lock = sign_lock(std::move(lock), (*key)->name, (*key)->key);
  const Result<void> counts = require_lock_signature(lock, policy.approvers, lock_file_of(policy.file));
  if (!counts) return std::unexpected(counts.error());
  return lock;
}

Exit run_pin(const Invocation& invocation, const Console& console) {
  ignore_broken_pipes();
  const Result<Language> language = find_language(invocation, console);
  if (!language) return console.refuse(language.error());
  const Result<PolicyRef> policy = load_unpinned(invocation);
  if (!policy) return console.refuse(policy.error());
  const Result<std::optional<ToolLock>> before = load_lock((*policy)->file);
  if (!before) return console.refuse(before.error());
  const Result<std::vector<ServerStart>> servers = find_servers(invocation, **policy);
  if (!servers) return console.refuse(servers.error());

  const Result<std::vector<std::string>> sealed = find_sealed_paths(invocation, console, **policy);
  if (!sealed) return console.refuse(sealed.error());

  std::vector<PinnedServer> pinned;
  for (const ServerStart& server : *servers) {
    Result<PinnedServer> one = pin_server(server, **policy, *sealed, *language, console);
    if (!one) return console.refuse(one.error());
    pinned.push_back(std::move(*one));
  }
  const ToolLock old = before->value_or(ToolLock{});
  ToolLock lock = renewed(old, std::move(pinned), **policy);
  const std::string file = lock_file_of((*policy)->file);
  const std::vector<LockChange> changes = lock_changes(old, lock);
  const bool is_vouched_for = *before && require_lock_signature(old, (*policy)->approvers, file);
  if (changes.empty() && is_vouched_for) {
    console.print(word_with(*language, Label::PinUnchanged, {{"{a}", file}}) + "\n");
    return Exit::Done;
  }
  print_changes(changes, *language, console);
  if (std::ranges::any_of(changes, &LockChange::replaces) && !invocation.has("--accept")) {
    console.print(word_with(*language, Label::PinNotAccepted, {{"{a}", file}}) + "\n");
    return Exit::Fails;
  }
  Result<ToolLock> vouched_for = sign(invocation, console, **policy, std::move(lock));
  if (!vouched_for) return console.refuse(vouched_for.error());
  lock = *std::move(vouched_for);
  if (Result<void> written = replace_file(file, write_lock(lock)); !written) return console.refuse(written.error());
  std::size_t tools = 0;
  for (const PinnedServer& server : lock.servers) tools += server.tools.size();
  console.print(word_with(*language, Label::PinWritten,
                          {{"{a}", file}, {"{b}", counted(*language, tools, Label::OneTool, Label::ToolCount)}}) +
                "\n");
  return Exit::Done;
}

}  // namespace

CommandSpec pin_command() {
  return {
      .name = "pin",
      .summary = "Write what servers say of their tools into yett.lock, beside the policy",
      .positionals = {},
      .options = {kNamedPolicyOption,
                  kServerOption,
                  {"--accept", OptionKind::Flag, "", "Replace what was accepted before by what the servers say now"},
                  kAsOption,
                  kKeysOption,
                  kPassphraseOption,
                  kLangOption},
      .trailing = Trailing::Accepted,
      .example = "yett pin --policy yett.toml --server files",
      .run = run_pin};
}

}  // namespace yett
