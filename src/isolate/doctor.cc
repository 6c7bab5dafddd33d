#include "isolate/doctor.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <stdlib.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstring>
#include <filesystem>
#include <map>

#include "isolate/attempts.h"
#include "isolate/doctor_ground.h"
#include "isolate/runtime_mounts.h"
#include "os/linux/system_error.h"

namespace yett {
namespace {

constexpr uid_t kNobody = 65534;
constexpr std::chrono::seconds kPatience{120};  // for all attempts together, each of which has a limit of its own
constexpr std::size_t kLongestAnswer = 65536;

using Outcomes = std::map<std::string, EscapeOutcome, std::less<>>;

/// Until the other side has closed it or the time is up.
std::string rest_of(const FileDescriptor& pipe) {
  const auto deadline = std::chrono::steady_clock::now() + kPatience;
  std::string text;
  std::array<char, 4096> bytes;
  while (text.size() < kLongestAnswer) {
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - std::chrono::steady_clock::now());
    pollfd wait{.fd = pipe.get(), .events = POLLIN, .revents = 0};
    const auto patience = static_cast<int>(std::max<long>(left.count(), 0));
    if (uninterrupted([&] { return ::poll(&wait, 1, patience); }) != 1) break;
    const auto count = uninterrupted([&] { return ::read(pipe.get(), bytes.data(), bytes.size()); });
    if (count <= 0) break;
    text.append(bytes.data(), static_cast<std::size_t>(count));
  }
  return text;
}

/// Tells the attempts their ground and reads what came of each.
Outcomes ask_attempts(ChildProcess& process, const std::string& settings) {
  // It fits into an empty pipe. Whoever does not read it does not answer either.
  [[maybe_unused]] const auto written = ::write(process.input().get(), settings.data(), settings.size());
  process.close_input();
  Outcomes outcomes;
  const std::string said = rest_of(process.output());
  for (std::string_view left = said; !left.empty();) {
    const auto line = left.substr(0, left.find('\n'));
    left.remove_prefix(std::min(line.size() + 1, left.size()));
    const auto blank = line.find(' ');
    if (blank == std::string_view::npos) continue;
    for (const auto outcome :
         {EscapeOutcome::Open, EscapeOutcome::Held, EscapeOutcome::Unsupported, EscapeOutcome::NotTried}) {
      if (line.substr(blank + 1) == outcome_name(outcome)) outcomes[std::string(line.substr(0, blank))] = outcome;
    }
  }
  return outcomes;
}

/// What somebody outside has seen of those attempts that do not know themselves.
void add_witnessed(Outcomes& outcomes, DoctorGround& ground) {
  auto& daemon = outcomes[kDaemonAttempt];
  if (ground.has_survivor()) daemon = EscapeOutcome::Open;
  auto& signal = outcomes[kSignalAttempt];
  const auto was_signalled = ground.was_signalled();
  if (!was_signalled) {
    signal = EscapeOutcome::Unknown;
  } else if (*was_signalled) {
    signal = EscapeOutcome::Open;
  }
}

Result<Outcomes> try_outside(DoctorGround& ground, const FileDescriptor& program, std::optional<UserIdentity> user) {
  if (auto begun = ground.begin_round(); !begun) return std::unexpected(begun.error());
  const SpawnRequest request{.argv = {"/proc/self/fd/3", "outside"},
                             .env = Environment({{"YETT_CANARY", ground.canary()}}),
                             .cwd = "/",
                             .handed_over = {program.get(), ground.secret().get()},
                             .user = user};
  auto process = spawn(request);
  if (!process) return std::unexpected(process.error());
  auto outcomes = ask_attempts(*process, ground.settings());
  process->stop();
  add_witnessed(outcomes, ground);
  return outcomes;
}

/// Whether a folder that may be changed has something in it that is read-only or hidden. A backend that cannot hold
/// that refuses it, so none of its sandboxes ever has it.
enum class Nesting : std::uint8_t { Nested, Plain };

constexpr const char* kNeedNesting[] = {"hidden-file",       "hidden-folder",   "hidden-replaced",
                                        "protected-written", "protected-moved", "ancestor-moved"};

SandboxPlan plan_for(const DoctorGround& ground, const std::string& program, Nesting nesting) {
  constexpr std::uint64_t kScratchBytes = std::uint64_t{8} << 20;
  constexpr std::uint64_t kProcesses = 100;
  SandboxPlan plan{.argv = {program, "inside"},
                   .env = {{"PATH", "/usr/bin:/bin"}},
                   .cwd = ground.work(),
                   .mounts = debian_runtime_mounts()};
  const auto add = [&](Mount mount) { plan.mounts.push_back(std::move(mount)); };
  add({.kind = Mount::Kind::Scratch, .to = "/tmp", .bytes = kScratchBytes});
  add({.kind = Mount::Kind::ReadOnly, .from = program, .to = program});
  add({.kind = Mount::Kind::ReadWrite, .from = ground.work(), .to = ground.work()});
  add({.kind = Mount::Kind::ReadOnly, .from = ground.kept(), .to = ground.kept()});
  if (nesting == Nesting::Nested) {
    const auto kept_inside = ground.work() + "/deep/er/kept";
    add({.kind = Mount::Kind::ReadOnly, .from = kept_inside, .to = kept_inside});
    add({.kind = Mount::Kind::HiddenFile, .to = ground.work() + "/policy.toml"});
    add({.kind = Mount::Kind::HiddenFolder, .to = ground.work() + "/state"});
  }
  plan.limits.processes = kProcesses;
  plan.limits.wall_seconds = static_cast<std::uint64_t>(kPatience.count());
  return plan;
}

/// The canary as a launcher has secrets: in its environment and in a descriptor that execve(2) would not close.
class LentCanary {
 public:
  explicit LentCanary(const DoctorGround& ground) : secret_(::dup(ground.secret().get())) {
    ::setenv(kName, ground.canary().c_str(), 1);
  }
  ~LentCanary() { ::unsetenv(kName); }
  LentCanary(const LentCanary&) = delete;
  LentCanary& operator=(const LentCanary&) = delete;

 private:
  static constexpr const char* kName = "YETT_CANARY";
  FileDescriptor secret_;
};

struct Inside {
  Outcomes outcomes;
  Confinement confinement;
};

Result<Inside> try_inside(const IsolationBackend& backend, DoctorGround& ground, const DoctorParts& parts) {
  if (auto begun = ground.begin_round(); !begun) return std::unexpected(begun.error());
  std::error_code unresolved;
  auto program = std::filesystem::canonical(parts.attempts_program, unresolved);
  if (unresolved) return system_failure("cannot find " + parts.attempts_program, unresolved.value());
  const auto hold = [&](Nesting nesting) {
    const LentCanary lent(ground);
    return backend.hold(plan_for(ground, program.string(), nesting), {.inside_program = parts.inside_program});
  };
  auto nested = hold(Nesting::Nested);
  const bool is_refused = !nested && nested.error().kind == ErrorKind::Input;
  auto sandbox = is_refused ? hold(Nesting::Plain) : std::move(nested);
  if (!sandbox) return std::unexpected(sandbox.error());
  auto confinement = sandbox->release();
  if (!confinement) return std::unexpected(confinement.error());
  auto outcomes = ask_attempts(sandbox->process(), ground.settings());
  const std::string words = outcomes.empty() ? rest_of(sandbox->process().errors()) : "";
  sandbox->wait();
  if (!words.empty()) {
    return fail(ErrorKind::System,
                "the attempts could not be made in the sandbox: " + words.substr(0, words.find('\n')));
  }
  add_witnessed(outcomes, ground);
  // Inside everything is tried; only we know what it was no use to try.
  for (auto& [id, outcome] : outcomes) {
    if (outcome == EscapeOutcome::NotTried) outcome = EscapeOutcome::Unknown;
  }
  if (is_refused) {
    for (const auto* id : kNeedNesting) outcomes[id] = EscapeOutcome::NotTried;
  }
  return Inside{std::move(outcomes), *std::move(confinement)};
}

EscapeOutcome outcome_in(const Outcomes& outcomes, std::string_view id) {
  const auto found = outcomes.find(id);
  return found == outcomes.end() ? EscapeOutcome::Unknown : found->second;
}

}  // namespace

EscapeVerdict EscapeFinding::verdict() const {
  if (inside == EscapeOutcome::Open) return EscapeVerdict::Open;
  if (inside == EscapeOutcome::NotTried) return EscapeVerdict::Impossible;
  // A control that says nothing proves nothing, so nothing can be said of what it was for.
  if (outside == EscapeOutcome::Unknown) return EscapeVerdict::Unanswered;
  const bool succeeds_outside = outside == EscapeOutcome::Open || outside == EscapeOutcome::NotTried;
  if (inside == EscapeOutcome::Held) return succeeds_outside ? EscapeVerdict::Held : EscapeVerdict::Impossible;
  if (inside == EscapeOutcome::Unsupported && !succeeds_outside) return EscapeVerdict::Impossible;
  return EscapeVerdict::Unanswered;
}

std::size_t Examination::count(EscapeVerdict verdict) const {
  return static_cast<std::size_t>(std::ranges::count(findings, verdict, &EscapeFinding::verdict));
}

bool Examination::holds() const {
  return count(EscapeVerdict::Held) != 0 && count(EscapeVerdict::Open) == 0 && count(EscapeVerdict::Unanswered) == 0;
}

Result<std::string> find_attempts_program() {
  auto path = find_inside_program();
  if (!path) return path;
  path->replace(path->rfind('/') + 1, std::string::npos, "yett-attempts");
  if (::access(path->c_str(), X_OK) == 0) return path;
  return fail(ErrorKind::NotFound, fmt::format("cannot try to get out of a sandbox: no {}", *path), {},
              "install Yett anew");
}

Result<Examination> examine(const IsolationBackend& backend, const DoctorParts& parts) {
  const FileDescriptor program(::open(parts.attempts_program.c_str(), O_RDONLY | O_CLOEXEC));
  if (!program.is_open()) return system_failure("cannot open " + parts.attempts_program, errno);
  std::optional<UserIdentity> user;
  if (::geteuid() == 0) user = UserIdentity{kNobody, kNobody};
  auto ground = DoctorGround::make(user, program);
  if (!ground) return std::unexpected(ground.error());
  const auto outside = try_outside(*ground, program, user);
  if (!outside) return std::unexpected(outside.error());
  auto inside = try_inside(backend, *ground, parts);
  if (!inside) return std::unexpected(inside.error());

  Examination examination{.confinement = std::move(inside->confinement)};
  for (const auto group : kEscapeGroups) {
    for (const auto& attempt : attempts(group)) {
      examination.findings.push_back({.attempt = attempt.id,
                                      .group = group,
                                      .outside = outcome_in(*outside, attempt.id),
                                      .inside = outcome_in(inside->outcomes, attempt.id)});
    }
  }
  return examination;
}

}  // namespace yett
