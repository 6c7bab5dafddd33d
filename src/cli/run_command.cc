#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>

#include "cli/commands.h"
#include "cli/judging_option.h"
#include "cli/language_option.h"
#include "cli/policy_option.h"
#include "cli/server_command.h"
#include "cli/session_option.h"
#include "cli/state_option.h"
#include "os/files.h"
#include "os/inspection.h"
#include "os/linux/kernel_entropy.h"
#include "run/confined_run.h"
#include "run/server_words.h"
#include "text/byte_count.h"
#include "text/unicode.h"

namespace yett {
namespace {

constexpr int kCannotExecute = 126;
constexpr int kNotFound = 127;

constexpr OptionSpec kIsolationOption{"--isolation", OptionKind::Value, "BACKEND",
                                      "What holds the command in, where the policy leaves it open: auto (default), "
                                      "bwrap, oci:crun, oci:runc, oci:runsc or landlock"};
constexpr OptionSpec kMemoryOption{"--memory", OptionKind::Value, "SIZE",
                                   "Private memory of each process, \"512MiB\"; never more than the policy's"};
constexpr OptionSpec kTimeoutOption{"--timeout", OptionKind::Value, "DURATION",
                                    "End the command after this time, \"10m\"; never later than the policy does"};

Result<void> take_isolation(const Invocation& invocation, SandboxTerms& terms) {
  if (terms.none_because) {
    return fail(ErrorKind::Input, "[run] says that nothing holds a command in", terms.where,
                "`yett run` is for those that something does: isolation = \"auto\"");
  }
  const auto name = invocation.value(kIsolationOption.names);
  if (!name || *name == "auto") return {};
  const auto backend = backend_named(*name);
  if (!backend) {
    return fail(ErrorKind::Input, fmt::format("--isolation: there is no backend {}", *name), {},
                "auto, bwrap, oci:crun, oci:runc, oci:runsc or landlock");
  }
  if (terms.backend && terms.backend != backend) {
    return fail(ErrorKind::Input, fmt::format("the policy says {} and not {}", backend_name(*terms.backend), *name),
                terms.where);
  }
  if (!terms.backend && *backend == Backend::Landlock) {
    return fail(ErrorKind::Input, "landlock alone holds less than what the policy's \"auto\" stands for", terms.where,
                "[run] isolation = \"landlock\"");
  }
  terms.backend = backend;
  return {};
}

/// What the command line says can only narrow what the policy does.
Result<SandboxTerms> find_terms(const Invocation& invocation, const Policy& policy) {
  SandboxTerms terms = policy.run.sandbox;
  if (Result<void> taken = take_isolation(invocation, terms); !taken) return std::unexpected(taken.error());
  if (const auto text = invocation.value(kMemoryOption.names)) {
    const auto bytes = parse_byte_count(*text);
    if (!bytes) return fail(ErrorKind::Input, "--memory takes a number of bytes such as 512MiB");
    terms.memory_bytes = std::min(terms.memory_bytes, *bytes);
  }
  if (const auto text = invocation.value(kTimeoutOption.names)) {
    const auto time = parse_duration(*text);
    if (!time) return fail(ErrorKind::Input, "--timeout takes a duration such as 30s or 10m");
    terms.wall = std::min(terms.wall, *time);
  }
  return terms;
}

/// What every command gets: where programs are, a home that is not anybody's, and how its person reads.
Environment plain_environment(const std::string& program, const Console& console) {
  Environment::Values values{{"PATH", path_for(program)}, {"HOME", "/tmp"}};
  for (const auto* name : {"TERM", "COLORTERM", "NO_COLOR", "LANG", "LC_ALL", "LC_CTYPE", "TZ"}) {
    if (const auto value = console.variable(name)) values.emplace(name, *value);
  }
  return Environment(std::move(values));
}

/// One that speaks MCP would be spoken to by a client, and nobody would judge its calls.
Result<void> require_no_server(const Policy& policy, const std::vector<std::string>& words) {
  const std::optional<std::string> server = find_server_words(policy, words);
  if (!server) return {};
  if (server->empty()) {
    return fail(ErrorKind::Input, "this command is an MCP server: nobody would judge its calls", {},
                "did you mean `yett mcp --policy POLICY -- COMMAND`?");
  }
  return fail(ErrorKind::Input, fmt::format("this command is the server {} of the policy", *server), {},
              fmt::format("did you mean `yett mcp --policy {} --server {}`?", policy.file, *server));
}

Result<int> run(const Invocation& invocation, const Console& console) {
  if (invocation.trailing().empty()) {
    return fail(ErrorKind::Input, "there is no command", {}, "yett run --policy POLICY -- COMMAND");
  }
  if (Result<void> forbidden = forbid_inspection(); !forbidden) return std::unexpected(forbidden.error());
  const Result<Language> language = find_language(invocation, console);
  if (!language) return std::unexpected(language.error());
  const Result<PolicyRef> policy = load_named_policy(invocation);
  if (!policy) return std::unexpected(policy.error());
  const Result<SandboxTerms> terms = find_terms(invocation, **policy);
  if (!terms) return std::unexpected(terms.error());
  const Result<std::string> run = default_run(**policy);
  if (!run) return std::unexpected(run.error());
  const TimePoint now = console.clock.now();
  const Result<Session> session = find_session(invocation, **policy, *run, now);
  if (!session) return std::unexpected(session.error());

  std::error_code error;
  const std::string current = std::filesystem::current_path(error).string();
  if (error) return fail(ErrorKind::System, "cannot find the folder that we are in: " + error.message());
  std::vector<std::string> argv = invocation.trailing();
  const Result<std::string> program = find_program(argv.front(), current, console);
  if (!program) {
    const bool is_there = argv.front().contains('/') && std::filesystem::exists(argv.front(), error);
    if (!is_there) {
      console.report(program.error());
      return kNotFound;
    }
    console.complain(fmt::format("yett: {} cannot be executed", escape_for_display(argv.front())));
    return kCannotExecute;
  }
  argv.front() = *program;
  if (Result<void> judged = require_no_server(**policy, argv); !judged) return std::unexpected(judged.error());

  const Result<std::string> state = find_state_folder(invocation, console, policy->get());
  if (!state) return std::unexpected(state.error());
  const Result<std::string> memory = runtime_folder(console.environment.get("XDG_RUNTIME_DIR").value_or(""));
  if (!memory) return std::unexpected(memory.error());
  const Result<std::vector<std::string>> sealed = find_sealed_paths(invocation, console, **policy);
  if (!sealed) return std::unexpected(sealed.error());
  KernelEntropy entropy;
  const ConfinedCommand command{.policy = *policy,
                                .session = *session,
                                .terms = *terms,
                                .argv = std::move(argv),
                                .env = plain_environment(*program, console),
                                .current = current,
                                .home = console.environment.get("HOME").value_or(""),
                                .sealed = *sealed};
  const auto open_store = [&] {
    return console.open_store(
        {.dir = *state,
         .access = StoreAccess::Write,
         .durability = (*policy)->state.sync == StateSync::Full ? Durability::PowerLoss : Durability::ProcessCrash,
         .entropy = &entropy});
  };
  const auto end = run_confined(
      command, {.open_store = open_store,
                .state_folder = *state,
                .runtime_folder = *memory,
                .clock = console.clock,
                .environment = console.environment,
                .language = *language,
                .tell = [&console](std::string_view line) { console.complain(fmt::format("yett: {}", line)); }});
  if (!end) return std::unexpected(end.error());
  return end->exit_code;
}

Exit run_run(const Invocation& invocation, const Console& console) {
  const Result<int> code = run(invocation, console);
  if (!code) return console.refuse(code.error(), Exit::RunFailed);
  return static_cast<Exit>(*code);
}

}  // namespace

CommandSpec run_command() {
  return {.name = "run",
          .summary = "Run a command in a sandbox that the policy describes",
          .positionals = {},
          .options = {kNamedPolicyOption, kPolicyDigestOption, kSessionOption, kRunOption, kUserOption, kTenantOption,
                      kAllowTenantOption, kPermissionsOption, kExpiresOption, kStateOption, kLangOption,
                      kIsolationOption, kMemoryOption, kTimeoutOption},
          .trailing = Trailing::Accepted,
          .example = "yett run --policy yett.toml --timeout 10m -- make test",
          .run = run_run,
          .refused = Exit::RunFailed};
}

}  // namespace yett
