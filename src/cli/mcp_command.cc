#include <fmt/format.h>
#include <unistd.h>

#include "cli/commands.h"
#include "cli/language_option.h"
#include "cli/policy_option.h"
#include "cli/policy_reload.h"
#include "cli/server_option.h"
#include "cli/session_option.h"
#include "cli/state_option.h"
#include "cli/version.h"
#include "guard/guard_server.h"
#include "os/files.h"
#include "os/inspection.h"
#include "os/linux/kernel_entropy.h"

namespace yett {
namespace {

Result<Duration> find_hold(const Invocation& invocation) {
  const auto text = invocation.value("--hold");
  if (!text) return Duration(std::chrono::seconds(50));
  if (*text == "0" || *text == "0s") return Duration::zero();
  Result<Duration> hold = parse_duration(*text);
  if (!hold) return fail(ErrorKind::Input, "--hold takes a duration such as 50s, or 0");
  return hold;
}

constexpr OptionSpec kCandidateOption{"--candidate", OptionKind::Value, "FILE",
                                      "Judge by this policy too and record what it would rule; it is never enforced"};

/// The policy of --candidate, and the session that it grants to the same request.
Result<std::optional<Candidate>> find_candidate(const Invocation& invocation, const SessionRequest& request,
                                                TimePoint now) {
  const auto file = invocation.value(kCandidateOption.names);
  if (!file) return std::nullopt;
  Result<PolicyRef> policy = load_candidate_policy(*file);
  if (!policy) return std::unexpected(policy.error());
  Result<Session> session = make_session(**policy, request, now);
  if (!session) {
    Error error = session.error();
    error.message = fmt::format("the candidate {} grants no such session: {}", *file, error.message);
    return std::unexpected(std::move(error));
  }
  return Candidate{std::move(*policy), std::move(*session)};
}

Exit run_mcp(const Invocation& invocation, const Console& console) {
  defer_hang_ups();
  // It holds the secrets of servers, and what an agent wrote.
  if (Result<void> forbidden = forbid_inspection(); !forbidden) return console.refuse(forbidden.error());
  const Result<Language> language = find_language(invocation, console);
  if (!language) return console.refuse(language.error());
  const Result<Duration> hold = find_hold(invocation);
  if (!hold) return console.refuse(hold.error());
  const Result<PolicyRef> policy = load_named_policy(invocation);
  if (!policy) return console.refuse(policy.error());
  Result<std::vector<ServerStart>> servers = find_servers(invocation, **policy);
  if (!servers) return console.refuse(servers.error());
  const Result<std::string> run = default_run(**policy);
  if (!run) return console.refuse(run.error());
  const TimePoint began = console.clock.now();
  const Result<SessionRequest> request = find_session_request(invocation, *run, began);
  if (!request) return console.refuse(request.error());
  const Result<Session> session = make_session(**policy, *request, began);
  if (!session) return console.refuse(session.error());

  Result<std::optional<Candidate>> candidate = find_candidate(invocation, *request, began);
  if (!candidate) return console.refuse(candidate.error());

  const Result<std::string> state = find_state_folder(invocation, console, policy->get());
  if (!state) return console.refuse(state.error());
  KernelEntropy entropy;
  Result<std::unique_ptr<Store>> store = console.open_store(
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

  const std::string names = names_of(*servers);
  std::vector<std::string> started;
  for (const ServerStart& server : *servers) started.push_back(server.name);
  console.complain(fmt::format("yett: guarding {} with policy {}: run {}, user {}, tenant {}, {}", names,
                               (*policy)->name, session->run, session->user, session->tenant.value_or("-"),
                               session->permissions.name));
  if (*candidate) {
    console.complain(
        fmt::format("yett: judging by the candidate {} too, which is never enforced: `yett audit list "
                    "--candidate` shows where it differs",
                    (*candidate)->policy->file));
  }
  const Result<GuardEnd> end = guard_servers(
      {.engine = GateEngine::strict(),
       .policy = *policy,
       .session = *session,
       .candidate = std::move(*candidate),
       .servers = std::move(*servers),
       .store = **store,
       .state_folder = *state,
       .card_folder = *cards,
       .session_files = invocation.values("--session"),
       .clock = console.clock,
       .entropy = entropy,
       .environment = console.environment,
       .language = *language,
       .terms = {.hold = *hold, .version = std::string(kVersion)},
       .client = {.input = STDIN_FILENO, .output = STDOUT_FILENO},
       .signals = &*signals,
       .reload = PolicyReload(invocation, console, {*policy, *request, began, started, *state}),
       .tell = [&console](std::string_view server, std::string_view line) {
         console.complain(server.empty() ? fmt::format("yett: {}", line) : fmt::format("[{}] {}", server, line));
       }});
  if (!end) return console.refuse(end.error());
  return *end == GuardEnd::ServerEnded ? Exit::Fails : Exit::Done;
}

}  // namespace

CommandSpec mcp_command() {
  return {.name = "mcp",
          .summary = "Stand between an MCP client and MCP servers: judge every call",
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
                      kServerOption,
                      kCandidateOption,
                      {"--hold", OptionKind::Value, "DURATION",
                       "How long a call that waits for a person keeps its caller (default 50s)"}},
          .trailing = Trailing::Accepted,
          .example = "yett mcp --policy yett.toml -- node server-filesystem/dist/index.js /srv/files",
          .run = run_mcp};
}

}  // namespace yett
