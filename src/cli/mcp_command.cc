#include <fmt/format.h>
#include <unistd.h>

#include "base/digest.h"
#include "cli/commands.h"
#include "cli/language_option.h"
#include "cli/policy_option.h"
#include "cli/policy_reload.h"
#include "cli/session_option.h"
#include "cli/state_option.h"
#include "cli/version.h"
#include "guard/guard_server.h"
#include "os/files.h"
#include "os/linux/kernel_entropy.h"

namespace yett {
namespace {

/// All that a server named on the command line gets to find its programs by.
constexpr std::string_view kServerPath = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

/// What a server named on the command line is called: only tools of no server in particular are its own.
constexpr std::string_view kCommandName = "command";

struct ServerChoice {
  std::string name;
  SpawnRequest command;
};

std::string names_of(const std::vector<ServerSpec>& servers) {
  std::string names;
  for (const ServerSpec& server : servers) names += (names.empty() ? "" : ", ") + server.name;
  return names;
}

Result<ServerChoice> find_server(const Invocation& invocation, const Policy& policy) {
  if (!invocation.trailing().empty()) {
    if (invocation.has("--server"))
      return fail(ErrorKind::Input, "either --server or a command behind \"--\", not both");
    if (Result<void> is_free = require_no_server(policy, kCommandName); !is_free)
      return std::unexpected(is_free.error());
    return ServerChoice{std::string(kCommandName),
                        {invocation.trailing(), Environment({{"PATH", std::string(kServerPath)}}), {}}};
  }
  const ServerSpec* server = nullptr;
  if (const auto name = invocation.value("--server")) {
    server = policy.find_server(*name);
    if (server == nullptr) {
      return fail(ErrorKind::Input, fmt::format("the policy has no server {}", *name), {},
                  policy.servers.empty() ? "it has none" : fmt::format("it has {}", names_of(policy.servers)));
    }
  } else if (policy.servers.size() == 1) {
    server = &policy.servers.front();
  } else if (policy.servers.empty()) {
    return fail(ErrorKind::Input, "there is no server to guard", {},
                "add [servers.NAME] to the policy or give its command behind \"--\"");
  } else {
    return fail(ErrorKind::Input, fmt::format("the policy has several servers: {}", names_of(policy.servers)), {},
                "say which with --server NAME");
  }
  Environment::Values env;
  for (const auto& [key, value] : server->env) env.emplace(key, value);
  return ServerChoice{server->name, {server->command, Environment(std::move(env)), server->cwd.value_or("")}};
}

/// The run of a session that names none: this policy, started by this very parent process: a
/// client that is started again begins a run of its own.
Result<std::string> default_run(const Policy& policy) {
  const Result<ProcessIdentity> parent = parent_identity();
  if (!parent) return std::unexpected(parent.error());
  const std::string text =
      fmt::format("{}\n{}\n{}\n{}", policy.digest.hex(), parent->boot_id, parent->pid, parent->start_time);
  return "p-" + sha256(text).hex().substr(0, 12);
}

Result<Duration> find_hold(const Invocation& invocation) {
  const auto text = invocation.value("--hold");
  if (!text) return Duration(std::chrono::seconds(50));
  if (*text == "0" || *text == "0s") return Duration::zero();
  Result<Duration> hold = parse_duration(*text);
  if (!hold) return fail(ErrorKind::Input, "--hold takes a duration such as 50s, or 0");
  return hold;
}

Exit run_mcp(const Invocation& invocation, const Console& console) {
  defer_hang_ups();
  const Result<Language> language = find_language(invocation, console);
  if (!language) return console.refuse(language.error());
  const Result<Duration> hold = find_hold(invocation);
  if (!hold) return console.refuse(hold.error());
  const Result<PolicyRef> policy = load_named_policy(invocation);
  if (!policy) return console.refuse(policy.error());
  Result<ServerChoice> server = find_server(invocation, **policy);
  if (!server) return console.refuse(server.error());
  const Result<std::string> run = default_run(**policy);
  if (!run) return console.refuse(run.error());
  const TimePoint began = console.clock.now();
  const Result<SessionRequest> request = find_session_request(invocation, *run, began);
  if (!request) return console.refuse(request.error());
  const Result<Session> session = make_session(**policy, *request, began);
  if (!session) return console.refuse(session.error());

  const Result<std::string> state = find_state_folder(invocation, console, policy->get());
  if (!state) return console.refuse(state.error());
  KernelEntropy entropy;
  Result<std::unique_ptr<Store>> store = open_sqlite_store(
      {.dir = *state,
       .access = StoreAccess::Write,
       .durability = (*policy)->state.sync == StateSync::Full ? Durability::PowerLoss : Durability::ProcessCrash,
       .entropy = &entropy});
  if (!store) return console.refuse(store.error());
  const Result<std::string> cards = runtime_folder(console.environment.get("XDG_RUNTIME_DIR").value_or(""));
  if (!cards) return console.refuse(cards.error());
  Result<SignalWatch> signals = SignalWatch::start();
  if (!signals) return console.refuse(signals.error());
  Result<NonBlockingMode> input = NonBlockingMode::set(STDIN_FILENO);
  if (!input) return console.refuse(input.error());
  Result<NonBlockingMode> output = NonBlockingMode::set(STDOUT_FILENO);
  if (!output) return console.refuse(output.error());

  const std::string name = server->name;
  console.complain(fmt::format("yett: guarding {} with policy {}: run {}, user {}, tenant {}, {}", name,
                               (*policy)->name, session->run, session->user, session->tenant.value_or("-"),
                               session->permissions.name));
  const Result<GuardEnd> end = guard_server(
      {.engine = GateEngine::strict(),
       .policy = *policy,
       .session = *session,
       .name = name,
       .command = std::move(server->command),
       .store = **store,
       .state_folder = *state,
       .card_folder = *cards,
       .session_files = invocation.values("--session"),
       .clock = console.clock,
       .entropy = entropy,
       .language = *language,
       .terms = {.hold = *hold, .version = std::string(kVersion)},
       .client = {.input = STDIN_FILENO, .output = STDOUT_FILENO},
       .signals = &*signals,
       .reload = PolicyReload(invocation, console, {*policy, *request, began, name, *state}),
       .tell = [&console, &name](std::string_view line) { console.complain(fmt::format("[{}] {}", name, line)); }});
  if (!end) return console.refuse(end.error());
  return *end == GuardEnd::ServerEnded ? Exit::Fails : Exit::Done;
}

}  // namespace

CommandSpec mcp_command() {
  return {.name = "mcp",
          .summary = "Stand between an MCP client and an MCP server: judge every call",
          .positionals = {},
          .options = {kNamedPolicyOption,
                      kPolicyDigestOption,
                      kSessionOption,
                      kRunOption,
                      kUserOption,
                      kTenantOption,
                      kAllowTenantOption,
                      kPermissionsOption,
                      kExpiresOption,
                      kStateOption,
                      kLangOption,
                      {"--server", OptionKind::Value, "NAME", "Which server of the policy to guard"},
                      {"--hold", OptionKind::Value, "DURATION",
                       "How long a call that waits for a person keeps its caller (default 50s)"}},
          .trailing = Trailing::Accepted,
          .example = "yett mcp --policy yett.toml -- node server-filesystem/dist/index.js /srv/files",
          .run = run_mcp};
}

}  // namespace yett
