#include "guard/guard_server.h"

#include <memory>
#include <optional>

#include "gate/policy_redactor.h"
#include "guard/request_notifier.h"
#include "guard/server_secrets.h"
#include "os/decisive_files.h"
#include "os/orphan_watch.h"
#include "os/path_resolution.h"
#include "text/unicode.h"

namespace yett {
namespace {

/// What a courier does for this gate.
CheckpointCourier make_courier(const GuardedServers& parts, Gate& gate, std::function<void(std::string_view)> tell) {
  return {parts.store, parts.clock, gate.policy()->audit.checkpoint_to, std::move(tell),
          [&gate](std::string_view status) {
            gate.note_state("checkpoint_not_kept", Json::object({{"program", status}}));
          }};
}

/// Puts the policy that is read again in force, or says why not: all of it, or the one in force stays.
void change_policy(const std::function<Result<PolicyChange>(const Session&)>& reload, Gate& gate, McpGuard& guard,
                   CheckpointCourier& courier, const std::function<void(std::string_view)>& tell) {
  Result<PolicyChange> change =
      reload ? reload(gate.session()) : fail(ErrorKind::Input, "this policy cannot be read again");
  if (!change) {
    gate.note_refused_policy(change.error());
    tell("the policy in force stays: " + change.error().to_string());
    return;
  }
  const std::string what = "policy " + change->policy->name + " " + change->policy->digest.to_string();
  if (Result<void> adopted = guard.adopt(std::move(change->policy), std::move(change->session)); !adopted) {
    tell("the policy in force stays, because the other cannot be recorded: " + adopted.error().to_string());
    return;
  }
  courier.use(gate.policy()->audit.checkpoint_to);
  tell(what + " is in force");
  for (const std::string& remark : change->remarks) tell(remark);
}

/// Fails for a server that nobody has accepted as it would be started now.
Result<void> require_pinned(const Policy& policy, const ServerStart& server) {
  if (!policy.lock) return {};
  const std::string file = lock_file_of(policy.file);
  const PinnedServer* pinned = policy.lock->find(server.name);
  if (pinned == nullptr) {
    return fail(ErrorKind::Input, "server " + server.name + " is not in the lock", {.file = file},
                hint_on_lock(*policy.lock, policy, "`yett pin` puts it there"));
  }
  if (pinned->command == server.command.argv && pinned->cwd == server.command.cwd) return {};
  return fail(ErrorKind::Input, "server " + server.name + " is started by another command than the lock has",
              {.file = file}, hint_on_lock(*policy.lock, policy, "`yett pin` shows the difference"));
}

/// Starts a server with the secrets that it gets now, and records what holds it in.
Result<RunningServer> start(const ServerStart& server, ServerSecrets& secrets, const SandboxGround& ground,
                            Gate& gate) {
  Result<Environment> env = secrets.environment_of(server.name, server.command.env);
  if (!env) return std::unexpected(env.error());
  Result<StartedServer> started = start_server(server, std::move(*env), secrets.folder_of(server.name), ground);
  if (!started) return std::unexpected(started.error());
  gate.note_confinement(server.name, std::move(started->confinement));
  return std::move(started->server);
}

}  // namespace

Result<GuardEnd> guard_servers(GuardedServers parts) {
  Result<Bell> bell = Bell::open(parts.state_folder);
  if (!bell) return std::unexpected(bell.error());
  Result<BellListener> listener = bell->listen();
  if (!listener) return std::unexpected(listener.error());
  Result<ProcessIdentity> self = own_identity();
  if (!self) return std::unexpected(self.error());
  Result<std::vector<std::string>> sealed = sealed_paths({.policy = parts.policy->file,
                                                          .bases = parts.policy->bases,
                                                          .lock = lock_file_of(parts.policy->file),
                                                          .sessions = parts.session_files,
                                                          .state = parts.state_folder,
                                                          .cards = {parts.card_folder}});
  if (!sealed) return std::unexpected(sealed.error());

  const Result<CardFolder> cards = CardFolder::of_store(parts.card_folder, parts.state_folder);
  if (!cards) return std::unexpected(cards.error());

  // Before the first server: what one of them starts stays below this process, and cannot answer for a person.
  Result<OrphanWatch> orphans = OrphanWatch::start();
  if (!orphans) return std::unexpected(orphans.error());

  const PolicyRef policy = parts.policy;
  const std::vector<std::string> hidden = *sealed;
  const std::string home = parts.environment.get("HOME").value_or("");
  std::vector<std::string> names;
  for (const ServerStart& server : parts.servers) names.push_back(server.name);
  Redactor redactor = redactor_of(*policy, parts.language);
  std::shared_ptr<const Scrubber> scrubber = std::make_shared<const Scrubber>();
  Gate* recorder = nullptr;
  McpGuard* reader = nullptr;
  const auto tell = [&](std::string_view server, std::string_view line) {
    std::string clean(line);
    std::size_t finds = scrubber->scrub(clean);
    clean = redactor.redact(clean);
    // What a redaction leaves can be a secret that was not there before.
    finds += scrubber->scrub(clean);
    if (finds != 0 && recorder != nullptr) recorder->note_reflected_secrets(server, finds);
    parts.tell(server, escape_for_display(clean));
  };
  const auto tell_of_all = [&tell](std::string_view line) { tell({}, line); };
  const Result<std::unique_ptr<ServerSecrets>> secrets = ServerSecrets::make(
      {.policy = policy,
       .session = parts.session,
       .servers = names,
       .runtime_folder = parts.card_folder,
       .self = *self,
       .clock = parts.clock,
       .environment = std::move(parts.environment),
       .words = parts.language == Language::Chinese ? RedactionWords::Chinese : RedactionWords::English,
       .tell = tell,
       .take = [&](std::shared_ptr<const Scrubber> next) {
         scrubber = std::move(next);
         if (recorder != nullptr) recorder->use(scrubber);
         if (reader != nullptr) reader->use(scrubber);
       }});
  if (!secrets) return std::unexpected(secrets.error());
  RequestNotifier notifier(tell_of_all);
  CallReview review(
      {.engine = parts.engine, .store = parts.store, .clock = parts.clock, .resolve = resolve_path, .sealed = *sealed});
  Gate gate(
      {.engine = std::move(parts.engine),
       .policy = std::move(parts.policy),
       .session = std::move(parts.session),
       .servers = std::move(names),
       .store = parts.store,
       .clock = parts.clock,
       .entropy = parts.entropy,
       .cards = *cards,
       .self = std::move(*self),
       .language = parts.language,
       .resolve = resolve_path,
       .sealed = std::move(*sealed),
       .ring = [&bell] { (void)bell->ring(); },
       .has_secrets = [&secrets](std::string_view server) { return (*secrets)->has_all(server); },
       .candidate = std::move(parts.candidate),
       .notify = [&notifier](const Policy& in_force,
                             const ApprovalRequest& request) { notifier.notify(in_force.approval.notify, request); }});
  if (Result<void> opened = gate.open(); !opened) return std::unexpected(opened.error());
  CheckpointCourier courier = make_courier(parts, gate, tell_of_all);
  recorder = &gate;
  McpGuard guard(gate, parts.clock, std::move(parts.terms), std::move(review));
  reader = &guard;
  (*secrets)->wait_for_all();
  const SandboxGround ground{.policy = *policy,
                             .bindings = {.tenant = gate.session().tenant, .user = gate.session().user},
                             .sealed = hidden,
                             .home = home,
                             .tell = [&tell](std::string_view server, std::string_view line) { tell(server, line); }};
  std::vector<ServerProcess> processes;
  const auto close = [&] {
    for (ServerProcess& server : processes) {
      if (server.process) server.process->stop();
    }
    // While the store still knows this gate: what outlives it could answer for a person at the next one.
    if (Result<void> ended = orphans->end_all(); !ended) tell_of_all(ended.error().to_string());
    gate.close();
    courier.finish();
  };
  std::optional<Error> first_failure;
  for (std::size_t i = 0; i < parts.servers.size(); ++i) {
    const ServerStart& server = parts.servers[i];
    processes.push_back({.name = server.name});
    const Result<void> pinned = require_pinned(*policy, server);
    Result<RunningServer> process = pinned ? start(server, **secrets, ground, gate) : std::unexpected(pinned.error());
    if (process) {
      processes.back().process.emplace(std::move(*process));
      processes.back().start_again = [&] { return start(server, **secrets, ground, gate); };
      continue;
    }
    guard.server_closed(i, "was not started");
    if (!first_failure) first_failure = process.error();
    if (parts.servers.size() > 1) tell(server.name, process.error().to_string());
  }
  if (guard.is_over()) {
    close();
    return std::unexpected(*first_failure);
  }
  GuardLoop loop(
      guard, parts.clock, processes, *listener, parts.signals, parts.client, tell,
      [&] {
        change_policy(parts.reload, gate, guard, courier, tell_of_all);
        redactor = redactor_of(*gate.policy(), parts.language);
      },
      &courier, &*orphans, secrets->get());
  Result<GuardEnd> end = loop.run();
  close();
  return end;
}

}  // namespace yett
