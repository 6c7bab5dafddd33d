#include "isolate/sandbox.h"

#include <fmt/format.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <climits>
#include <csignal>
#include <cstring>

#include "isolate/inside.h"
#include "os/files.h"
#include "os/linux/system_error.h"

namespace yett {
namespace {

constexpr std::size_t kStatusBytes = 16384;  // of /proc/PID/status
/// For setting up a sandbox, which takes milliseconds; a machine that needs longer is stuck.
constexpr std::chrono::seconds kSetUpPatience{30};
/// For the end of one that has failed.
constexpr std::chrono::seconds kEndPatience{2};

const char* words_for(InsideReport::Step step) {
  using enum InsideReport::Step;
  switch (step) {
    case None:
    case Request:
      return "the request of a sandbox could not be read inside";
    case User:
      return "the program could not become an ordinary user in a sandbox";
    case Descriptors:
      return "descriptors could not be closed in a sandbox";
    case Limits:
      return "limits could not be set in a sandbox";
    case Terminal:
      return "a sandbox could not take its terminal";
    case Folder:
      return "the folder of the program cannot be entered in the sandbox";
    case Place:
      return "a mount cannot be opened in the sandbox";
    case Landlock:
      return "Landlock could not confine the program";
    case Filter:
      return "the program's system calls could not be filtered";
    case Execute:
      return "the program cannot be executed in the sandbox";
  }
  return "a sandbox failed";
}

Confinement with_reported(Confinement confinement, const InsideReport& report) {
  confinement.landlock_abi = report.landlock_abi;
  confinement.filtered = report.filtered != 0;
  for (unsigned bit = 0; bit < 32; ++bit) {
    const auto gap = static_cast<LandlockGap>(report.landlock_gaps & (1U << bit));
    if (gap != 0) confinement.gaps.push_back(fmt::format("not refused by this kernel: {}", landlock_gap_text(gap)));
  }
  if (!confinement.filtered) confinement.gaps.emplace_back("no filter of system calls");
  confinement.gaps.emplace_back(
      "limits by rlimit only: memory and CPU time hold for each process, shared memory for none");
  return confinement;
}

/// Whether a process has children, dead or alive; doubt counts as yes. All of a sandbox descends from its process 1.
bool has_children(pid_t process) {
  const auto children = read_file(fmt::format("/proc/{0}/task/{0}/children", process), kStatusBytes);
  return !children || !children->empty();
}

/// A message of yett-inside and the number that its process has here; the kernel vouches for that. 0: it is unknown.
struct Message {
  InsideReport report;
  pid_t sender = 0;
};

std::optional<Message> receive(int socket) {
  Message message;
  iovec bytes{.iov_base = &message.report, .iov_len = sizeof message.report};
  alignas(cmsghdr) std::array<char, CMSG_SPACE(sizeof(ucred))> control{};
  msghdr header{};
  header.msg_iov = &bytes;
  header.msg_iovlen = 1;
  header.msg_control = control.data();
  header.msg_controllen = control.size();
  const auto count = uninterrupted([&] { return ::recvmsg(socket, &header, MSG_CMSG_CLOEXEC); });
  if (count == -1 && errno == ENOTSOCK) {
    // A pipe: it takes and gives such short messages whole, and nobody vouches for who has sent them.
    const auto read = uninterrupted([&] { return ::read(socket, &message.report, sizeof message.report); });
    return read == static_cast<ssize_t>(sizeof message.report) ? std::optional(message) : std::nullopt;
  }
  if (count != static_cast<ssize_t>(sizeof message.report)) return std::nullopt;
  for (auto* part = CMSG_FIRSTHDR(&header); part != nullptr; part = CMSG_NXTHDR(&header, part)) {
    if (part->cmsg_level != SOL_SOCKET || part->cmsg_type != SCM_CREDENTIALS) continue;
    ucred credentials{};
    std::memcpy(&credentials, CMSG_DATA(part), sizeof credentials);
    message.sender = credentials.pid;
  }
  return message;
}

}  // namespace

int SandboxEnd::exit_code() const {
  constexpr int kTimedOut = 124;
  constexpr int kSignalled = 128;
  if (reason == Reason::TimedOut) return kTimedOut;
  if (status.kind == ExitStatus::Kind::Exited) return status.value;
  return status.kind == ExitStatus::Kind::Killed ? kSignalled + status.value : kInsideFailed;
}

Sandbox::Sandbox(StartedSandbox started)
    : folder_(std::move(started.folder)),
      process_(std::move(started.process)),
      reports_(std::move(started.reports)),
      go_(std::move(started.go)),
      life_(std::move(started.life)),
      ended_by_(started.ended_by),
      confinement_(std::move(started.confinement)),
      wall_seconds_(started.wall_seconds) {}

Result<InsideReport> Sandbox::next_report() {
  // Of a pipe that nobody has opened yet, only the process tells that nobody will.
  std::array<pollfd, 2> waits{pollfd{.fd = reports_.get(), .events = POLLIN, .revents = 0},
                              pollfd{.fd = process_.descriptor(), .events = POLLIN, .revents = 0}};
  const auto patience = std::chrono::milliseconds(kSetUpPatience).count();
  const int ready = uninterrupted([&] { return ::poll(waits.data(), waits.size(), static_cast<int>(patience)); });
  if (ready == 0) return fail(ErrorKind::System, "a sandbox was not set up in time");
  const auto message = receive(reports_.get());
  if (!message) return fail(ErrorKind::System, "a sandbox could not be set up");
  if (message->report.kind == InsideReport::Kind::Held && !go_.is_open()) {
    get_to_know(message->sender);
    if (!first_.is_open() || !program_.is_open()) return fail(ErrorKind::System, "a sandbox has no process 1");
  }
  return message->report;
}

void Sandbox::get_to_know(pid_t program) {
  const auto open_process = [](pid_t number) {
    return FileDescriptor(static_cast<int>(::syscall(SYS_pidfd_open, number, 0)));
  };
  // It waits for us and its parent for it, so both numbers are still their own.
  program_ = open_process(program);
  const auto status = read_file(fmt::format("/proc/{}/status", program), kStatusBytes);
  if (!status) return;
  constexpr std::string_view kParent = "\nPPid:\t";
  const auto at = status->find(kParent);
  pid_t first = 0;
  if (at == std::string::npos) return;
  std::from_chars(status->data() + at + kParent.size(), status->data() + status->size(), first);
  if (first <= 1) return;
  first_ = open_process(first);
  first_number_ = first;
}

std::string Sandbox::last_words() {
  std::string words;
  std::array<char, 1024> bytes;
  // It ends by itself, with an exit code that says why; killed in that moment, it would not.
  while (!process_.try_wait()) {
    pollfd wait{.fd = process_.descriptor(), .events = POLLIN, .revents = 0};
    const auto patience = std::chrono::milliseconds(kEndPatience).count();
    if (::poll(&wait, 1, static_cast<int>(patience)) == 0) kill();
  }
  while (process_.errors().is_open() && words.size() < bytes.size()) {
    const auto count = uninterrupted([&] { return ::read(process_.errors().get(), bytes.data(), bytes.size()); });
    if (count <= 0) break;
    words.append(bytes.data(), static_cast<std::size_t>(count));
  }
  while (!words.empty() && words.back() == '\n') words.pop_back();
  return words;
}

Result<Confinement> Sandbox::release() {
  const auto not_started = [&](Error error) {
    if (auto words = last_words(); !words.empty()) error.message += ": " + words;
    return std::unexpected(std::move(error));
  };
  auto held = next_report();
  if (!held) return not_started(held.error());
  deadline_ = std::chrono::steady_clock::now() + std::chrono::seconds(wall_seconds_);
  constexpr char kGo = 1;
  const auto sent = go_.is_open() ? ::write(go_.get(), &kGo, 1) : ::send(reports_.get(), &kGo, 1, MSG_NOSIGNAL);
  if (sent != 1) return not_started(system_failure("a sandbox is gone", errno).error());

  auto report = next_report();
  if (!report) return not_started(report.error());
  if (report->kind == InsideReport::Kind::Confined) {
    auto confinement = with_reported(confinement_, *report);
    // The end of the socket means that the program has taken over, too.
    auto after = next_report();
    if (!after || after->kind == InsideReport::Kind::Executed) return confinement;
    report = after;
  }
  return not_started(system_failure(words_for(report->step), report->error_number).error());
}

void Sandbox::signal(int number) {
  if (program_.is_open()) ::syscall(SYS_pidfd_send_signal, program_.get(), number, nullptr, 0);
}

void Sandbox::kill() {
  reason_ = SandboxEnd::Reason::Killed;
  end_now();
}

void Sandbox::end_now() {
  life_.reset();
  if (ended_by_ == StartedSandbox::EndedBy::Life) return;
  if (confinement_.backend != Backend::Bwrap && first_.is_open()) {
    // A runtime that is killed does not take its container with it; bwrap does.
    ::syscall(SYS_pidfd_send_signal, first_.get(), SIGKILL, nullptr, 0);
  }
  process_.kill();
}

std::optional<SandboxEnd> Sandbox::try_wait() {
  if (const auto status = process_.try_wait()) {
    // bwrap ends with the program, and what that has left behind is killed by the kernel a moment later. Killed here
    // it is gone when we say so, even if bwrap was killed before it had asked the kernel for that.
    if (first_.is_open() && has_children(first_number_)) {
      ::syscall(SYS_pidfd_send_signal, first_.get(), SIGKILL, nullptr, 0);
      pollfd ended{.fd = first_.get(), .events = POLLIN, .revents = 0};
      if (::poll(&ended, 1, 0) <= 0) return std::nullopt;
    }
    first_.reset();
    const bool killed = reason_ == SandboxEnd::Reason::Ended && status->kind != ExitStatus::Kind::Exited;
    return SandboxEnd{killed ? SandboxEnd::Reason::Killed : reason_, *status};
  }
  if (deadline_ && reason_ == SandboxEnd::Reason::Ended && std::chrono::steady_clock::now() >= *deadline_) {
    reason_ = SandboxEnd::Reason::TimedOut;
    end_now();
  }
  return std::nullopt;
}

Sandbox::~Sandbox() {
  if (process_.descriptor() == -1) return;  // moved from
  if (try_wait()) return;
  kill();
  wait();
}

SandboxEnd Sandbox::stop() {
  process_.close_input();
  if (!process_.wait_for(ChildProcess::kPatience)) {
    signal(SIGTERM);
    if (!process_.wait_for(ChildProcess::kPatience)) kill();
  }
  return wait();
}

int Sandbox::descriptor() const {
  pollfd ended{.fd = process_.descriptor(), .events = POLLIN, .revents = 0};
  return first_.is_open() && ::poll(&ended, 1, 0) == 1 ? first_.get() : process_.descriptor();
}

SandboxEnd Sandbox::wait() {
  for (;;) {
    if (const auto end = try_wait()) return *end;
    int patience = -1;
    if (deadline_ && reason_ == SandboxEnd::Reason::Ended) {
      const auto left = std::chrono::ceil<std::chrono::milliseconds>(*deadline_ - std::chrono::steady_clock::now());
      patience = static_cast<int>(std::clamp<std::int64_t>(left.count(), 0, INT_MAX));
    }
    pollfd wait{.fd = descriptor(), .events = POLLIN, .revents = 0};
    ::poll(&wait, 1, patience);
  }
}

}  // namespace yett
