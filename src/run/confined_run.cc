#include "run/confined_run.h"

#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <csignal>
#include <memory>
#include <utility>

#include "gate/confinement_detail.h"
#include "gate/record_drafts.h"
#include "guard/server_secrets.h"
#include "isolate/isolation_backend.h"
#include "isolate/profile.h"
#include "os/bell.h"
#include "os/files.h"
#include "os/process_identity.h"
#include "os/signal_queue.h"
#include "run/later_run_files.h"
#include "run/terminal_relay.h"
#include "text/path.h"
#include "text/unicode.h"

namespace yett {
namespace {

/// What `[run]` goes by where servers have names.
constexpr const char* kRunName = "command";

/// A short command ends before anybody could stop it, and closing what listens takes the kernel 10 ms.
constexpr std::chrono::milliseconds kUnheard{500};

/// Those that a person or a service sends to a program.
constexpr std::array kPassedOn = {SIGTERM, SIGINT, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2, SIGCONT, SIGWINCH};

/// The records of one run.
class RunRecords {
 public:
  RunRecords(Store& store, const ConfinedCommand& command, const RunGround& ground)
      : store_(store),
        command_(command),
        ground_(ground),
        key_(command.session),
        drafts_(command.policy, command.session, {}, ground.language) {}

  /// Durable when it returns. Fails with Input for a run that is suspended.
  Result<void> begin(Backend backend) {
    Result<std::unique_ptr<Transaction>> transaction = store_.begin();
    if (!transaction) return std::unexpected(transaction.error());
    const Result<SessionState> state = (*transaction)->session_state(key_);
    if (!state) return std::unexpected(state.error());
    if (state->suspension == Suspension::Suspended) {
      return fail(ErrorKind::Input, fmt::format("run {} is suspended", command_.session.run), {},
                  "`yett sessions resume` lets it go on");
    }
    const TimePoint now = ground_.clock.now();
    if (Result<void> kept = (*transaction)->put_session_state(key_, command_.session, *state, now); !kept) return kept;
    Json detail = Json::object({{"program", std::string(last_component(command_.argv.front()))},
                                {"words", std::int64_t(command_.argv.size())},
                                {"isolation", std::string(backend_name(backend))}});
    const auto seq = (*transaction)->append(drafts_.session(now, "command_started", std::move(detail)));
    if (!seq) return std::unexpected(seq.error());
    const Durability durability =
        command_.policy->state.sync == StateSync::Full ? Durability::PowerLoss : Durability::ProcessCrash;
    const Result<Receipt> receipt = (*transaction)->commit(durability);
    if (!receipt) return std::unexpected(receipt.error());
    return {};
  }

  void end(Json detail) {
    Result<std::unique_ptr<Transaction>> transaction = store_.begin();
    const bool kept =
        transaction &&
        (*transaction)->append(drafts_.session(ground_.clock.now(), "command_ended", std::move(detail))) &&
        (*transaction)->commit(Durability::ProcessCrash);
    if (!kept) ground_.tell("the end of the command could not be recorded");
  }

  [[nodiscard]] bool is_suspended() {
    const Result<SessionState> state = store_.session_state(key_);
    return !state || state->suspension == Suspension::Suspended;
  }

 private:
  Store& store_;
  const ConfinedCommand& command_;
  const RunGround& ground_;
  RunKey key_;
  RecordDrafts drafts_;
};

/// Waits for the end of a sandbox while it passes on signals and bytes.
class Watch {
 public:
  Watch(Sandbox& sandbox, SignalQueue& signals, const Bell& bell, ServerSecrets& secrets, RunRecords& records,
        std::optional<TerminalRelay>& relay, const RunGround& ground)
      : sandbox_(sandbox),
        signals_(signals),
        bell_(bell),
        secrets_(secrets),
        records_(records),
        relay_(relay),
        ground_(ground) {}

  SandboxEnd until_end() {
    for (;;) {
      if (const auto end = sandbox_.try_wait()) {
        if (relay_) relay_->carry_rest();
        return *end;
      }
      wait();
    }
  }

 private:
  void wait() {
    std::vector<pollfd> fds{{.fd = sandbox_.descriptor(), .events = POLLIN, .revents = 0},
                            {.fd = signals_.descriptor(), .events = POLLIN, .revents = 0},
                            {.fd = listener_ ? listener_->descriptor() : -1, .events = POLLIN, .revents = 0}};
    const std::size_t fixed = fds.size();
    if (relay_) {
      const auto watched = relay_->watched();
      fds.insert(fds.end(), watched.begin(), watched.end());
    }
    for (const int provider : secrets_.descriptors()) fds.push_back({.fd = provider, .events = POLLIN, .revents = 0});
    (void)::poll(fds.data(), fds.size(), patience());
    if (fds[1].revents != 0) pass_signals_on();
    if (fds[2].revents != 0) {
      listener_->drain();
      look_for_suspension();
    }
    if (!listener_ && std::chrono::steady_clock::now() >= listens_from_) listen();
    if (relay_) relay_->carry(std::span(fds).subspan(fixed, TerminalRelay::kWatched));
    secrets_.attend();
  }

  [[nodiscard]] int patience() const {
    constexpr std::int64_t kLongest = 60 * 60 * 1000;
    std::int64_t left = kLongest;
    if (const auto deadline = sandbox_.deadline()) {
      const auto until = *deadline - std::chrono::steady_clock::now();
      left = std::min(left, std::chrono::ceil<std::chrono::milliseconds>(until).count());
    }
    if (!listener_) {
      const auto until = listens_from_ - std::chrono::steady_clock::now();
      left = std::min(left, std::chrono::ceil<std::chrono::milliseconds>(until).count());
    }
    if (const auto due = secrets_.next_deadline()) {
      left = std::min(left, std::chrono::ceil<std::chrono::milliseconds>(*due - ground_.clock.now()).count());
    }
    return static_cast<int>(std::max<std::int64_t>(left, 0));
  }

  void pass_signals_on() {
    while (const auto number = signals_.next()) {
      if (*number == SIGWINCH && relay_) {
        relay_->take_size();
      } else {
        sandbox_.signal(*number);
      }
    }
  }

  void listen() {
    Result<BellListener> listener = bell_.listen();
    if (!listener) {
      // Nobody could stop what cannot be told of it.
      ground_.tell(listener.error().to_string());
      return sandbox_.kill();
    }
    listener_.emplace(std::move(*listener));
    look_for_suspension();
  }

  void look_for_suspension() {
    if (!records_.is_suspended()) return;
    ground_.tell("the run was suspended; its command is killed");
    sandbox_.kill();
  }

  Sandbox& sandbox_;
  SignalQueue& signals_;
  const Bell& bell_;
  std::optional<BellListener> listener_;
  std::chrono::steady_clock::time_point listens_from_ = std::chrono::steady_clock::now() + kUnheard;
  ServerSecrets& secrets_;
  RunRecords& records_;
  std::optional<TerminalRelay>& relay_;
  const RunGround& ground_;
};

Result<std::unique_ptr<ServerSecrets>> secrets_for(const ConfinedCommand& command, const RunGround& ground) {
  const Result<ProcessIdentity> self = own_identity();
  if (!self) return std::unexpected(self.error());
  auto secrets = ServerSecrets::make(
      {.policy = command.policy,
       .session = command.session,
       .servers = {kRunName},
       .runtime_folder = ground.runtime_folder,
       .self = *self,
       .clock = ground.clock,
       .environment = ground.environment,
       .words = ground.language == Language::Chinese ? RedactionWords::Chinese : RedactionWords::English,
       .tell = [tell = ground.tell](std::string_view, std::string_view line) { tell(line); },
       // What the command writes goes to its person as it is.
       .take = [](std::shared_ptr<const Scrubber>) {}});
  if (secrets) (*secrets)->wait_for_all();
  return secrets;
}

/// The variables of the policy count more than those that every command gets.
Environment with_policy_variables(const ConfinedCommand& command) {
  Environment::Values values = command.env.values();
  for (const auto& [name, value] : command.policy->run.env) values.insert_or_assign(name, value);
  return Environment(std::move(values));
}

/// Says what to read before the folders are used.
void tell_of_later_run_files(const SandboxPlan& plan, TimePoint since, const RunGround& ground) {
  constexpr std::size_t kMostTold = 10;
  const LaterRunFiles files = find_later_run_files(plan, since);
  if (!files.is_whole) ground.tell("not every folder could be looked through for changed files that others run");
  if (files.paths.empty()) return;
  ground.tell("changed by the command, and run or obeyed by programs outside; read them first:");
  const std::size_t told = std::min(files.paths.size(), kMostTold);
  for (std::size_t i = 0; i < told; ++i) ground.tell("  " + escape_for_display(files.paths[i]));
  if (files.paths.size() > told) ground.tell(fmt::format("  and {} more", files.paths.size() - told));
}

const char* reason_text(SandboxEnd::Reason reason) {
  switch (reason) {
    case SandboxEnd::Reason::Ended:
      return "ended";
    case SandboxEnd::Reason::TimedOut:
      return "timed_out";
    case SandboxEnd::Reason::Killed:
      return "killed";
  }
  return "killed";
}

}  // namespace

Result<RunEnd> run_confined(const ConfinedCommand& command, const RunGround& ground) {
  // Its secrets would be those of a server of that name.
  if (const ServerSpec* namesake = command.policy->find_server(kRunName)) {
    return fail(ErrorKind::Input, fmt::format("a command goes by the name of this server: {}", kRunName),
                namesake->where, "give the server another name");
  }
  auto secrets = secrets_for(command, ground);
  if (!secrets) return std::unexpected(secrets.error());
  Result<Environment> env = (*secrets)->environment_of(kRunName, with_policy_variables(command));
  if (!env) return std::unexpected(env.error());
  // Its providers have taken their time, and nobody's command goes on when the session is over.
  SandboxTerms terms = command.terms;
  const Duration left = command.session.expires_at - ground.clock.now();
  if (left <= Duration::zero()) return fail(ErrorKind::Input, "the session has expired");
  terms.wall = std::min(terms.wall, left);
  ProgramRequest request{.policy = *command.policy,
                         .terms = terms,
                         .bindings = {.tenant = command.session.tenant, .user = command.session.user},
                         .argv = command.argv,
                         .env = std::move(*env),
                         .current = command.current,
                         .home = command.home,
                         .sealed = command.sealed};
  if (auto given = (*secrets)->folder_of(kRunName)) request.given.push_back(*std::move(given));
  // Only what is there can be hidden.
  if (Result<void> made = make_private_folder(ground.state_folder); !made) return std::unexpected(made.error());
  auto profile = make_profile(request);
  if (!profile) return std::unexpected(profile.error());
  for (const std::string& line : profile->remarks) ground.tell(line);
  if (profile->plan.cwd != command.current) {
    ground.tell(fmt::format("the command starts in {}: {} is not among the folders that it is shown", profile->plan.cwd,
                            escape_for_display(command.current)));
  }
  profile->plan.stdio = Stdio::Inherited;

  const Result<std::string> inside = find_inside_program();
  if (!inside) return std::unexpected(inside.error());
  const auto backend = choose_backend(command.terms.backend);
  if (!backend) return std::unexpected(backend.error());
  auto relay = TerminalRelay::start();
  if (!relay) return std::unexpected(relay.error());
  auto signals = SignalQueue::start(kPassedOn);
  if (!signals) return std::unexpected(signals.error());

  // It sets itself up while the store is opened; it is held until its record is there.
  SandboxParts parts{.inside_program = *inside};
  if (*relay) parts.terminal = (*relay)->theirs();
  auto sandbox = (*backend)->hold(profile->plan, parts);
  if (!sandbox) return std::unexpected(sandbox.error());
  if (*relay) (*relay)->close_theirs();

  auto store = ground.open_store();
  if (!store) return std::unexpected(store.error());
  auto bell = Bell::open(ground.state_folder);
  if (!bell) return std::unexpected(bell.error());
  RunRecords records(**store, command, ground);
  if (Result<void> begun = records.begin((*backend)->kind()); !begun) return std::unexpected(begun.error());
  (void)bell->ring();

  const TimePoint began = ground.clock.now();
  const auto confinement = sandbox->release();
  if (!confinement) {
    const int code = sandbox->wait().exit_code();
    records.end(Json::object({{"reason", "not_executed"}, {"exit", std::int64_t{code}}}));
    (*relay).reset();
    ground.tell(confinement.error().to_string());
    return RunEnd{code == 126 || code == 127 ? code : kRunFailed};
  }
  const SandboxEnd end = Watch(*sandbox, *signals, *bell, **secrets, records, *relay, ground).until_end();
  (*relay).reset();
  Json detail = confinement_detail(*confinement);
  detail.set("reason", reason_text(end.reason));
  detail.set("exit", std::int64_t{end.exit_code()});
  records.end(std::move(detail));
  tell_of_later_run_files(profile->plan, began, ground);
  if (end.reason == SandboxEnd::Reason::TimedOut) ground.tell("the command was ended, because its time was over");
  return RunEnd{end.exit_code()};
}

}  // namespace yett
