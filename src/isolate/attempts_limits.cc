#include <fcntl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

#include "isolate/attempt_parts.h"

namespace yett {
namespace {

/// As far as the hard limit lets us.
void raise_limit(__rlimit_resource_t resource) {
  rlimit limit{};
  if (::getrlimit(resource, &limit) != 0) return;
  limit.rlim_cur = limit.rlim_max;
  ::setrlimit(resource, &limit);
}

/// More than the sandbox of the doctor is given (isolate/doctor.cc). All end when we close the pipe they wait for, and
/// before we do: where processes are counted for a user of the whole machine, they would count for the next round.
EscapeOutcome many_processes(const AttemptGround& /*ground*/) {
  constexpr int kMany = 200;
  raise_limit(RLIMIT_NPROC);
  int gate[2];
  if (::pipe2(gate, O_CLOEXEC) != 0) return EscapeOutcome::Unsupported;
  int count = 0;
  for (; count < kMany; ++count) {
    const pid_t child = ::fork();
    if (child == -1) break;
    if (child != 0) continue;
    ::close(gate[1]);
    char byte = 0;
    ::_exit(::read(gate[0], &byte, 1) == 0 ? 0 : 1);
  }
  ::close(gate[1]);
  while (::waitpid(-1, nullptr, 0) > 0) {
  }
  if (count == 0) return EscapeOutcome::Unsupported;
  return count == kMany ? EscapeOutcome::Open : EscapeOutcome::Held;
}

/// Addresses alone; no page of them is touched.
EscapeOutcome much_memory(const AttemptGround& /*ground*/) {
  constexpr std::size_t kMuch = std::size_t{10} << 30;
  raise_limit(RLIMIT_DATA);
  void* memory = ::mmap(nullptr, kMuch, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  return memory == MAP_FAILED ? EscapeOutcome::Held : EscapeOutcome::Open;
}

EscapeOutcome locked_memory(const AttemptGround& /*ground*/) {
  constexpr std::size_t kMuch = std::size_t{1} << 20;
  raise_limit(RLIMIT_MEMLOCK);
  void* memory = ::mmap(nullptr, kMuch, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return memory == MAP_FAILED ? EscapeOutcome::Unsupported : outcome_of(::mlock(memory, kMuch));
}

/// One large hole; it takes no room on the disk.
EscapeOutcome large_file(const AttemptGround& ground) {
  const auto path = path_in(ground.work, "large");
  raise_limit(RLIMIT_FSIZE);
  const int file = ::open(path.data(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  if (file == -1) return EscapeOutcome::Unsupported;
  ::unlink(path.data());
  return outcome_of(::ftruncate(file, off_t{1} << 40));
}

EscapeOutcome many_descriptors(const AttemptGround& /*ground*/) {
  constexpr int kMany = 3000;
  raise_limit(RLIMIT_NOFILE);
  for (int count = 0; count < kMany; ++count) {
    if (::dup(STDIN_FILENO) == -1) return EscapeOutcome::Held;
  }
  return EscapeOutcome::Open;
}

/// Three times what the sandbox of the doctor is given.
EscapeOutcome full_scratch(const AttemptGround& /*ground*/) {
  static std::array<char, 65536> zeros;
  constexpr std::size_t kMuch = std::size_t{24} << 20;
  // Where there are no mounts, a sandbox has its scratch folder elsewhere and says so to its programs.
  const char* folder = ::getenv("TMPDIR");
  AttemptGround::Text path{};
  std::snprintf(path.data(), path.size(), "%.400s/yett-attempt-%d", folder == nullptr ? "/tmp" : folder,
                static_cast<int>(::getpid()));
  const int file = ::open(path.data(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  if (file == -1) return EscapeOutcome::Held;
  ::unlink(path.data());
  for (std::size_t written = 0; written < kMuch; written += zeros.size()) {
    if (::write(file, zeros.data(), zeros.size()) != static_cast<ssize_t>(zeros.size())) return EscapeOutcome::Held;
  }
  return EscapeOutcome::Open;
}

EscapeOutcome raised_limit(const AttemptGround& /*ground*/) {
  rlimit limit{};
  if (::getrlimit(RLIMIT_CORE, &limit) != 0) return EscapeOutcome::Unsupported;
  const rlimit more{.rlim_cur = limit.rlim_cur, .rlim_max = RLIM_INFINITY};
  return outcome_of(::setrlimit(RLIMIT_CORE, &more));
}

constexpr Attempt kAttempts[] = {
    {.id = "many-processes", .run = many_processes},     {.id = "much-memory", .run = much_memory},
    {.id = "locked-memory", .run = locked_memory},       {.id = "large-file", .run = large_file},
    {.id = "many-descriptors", .run = many_descriptors}, {.id = "full-scratch", .run = full_scratch},
    {.id = "limit-raised", .run = raised_limit},
};

}  // namespace

std::span<const Attempt> limit_attempts() { return kAttempts; }

}  // namespace yett
