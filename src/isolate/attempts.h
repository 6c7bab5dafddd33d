#pragma once

#include <sys/types.h>

#include <array>
#include <cstdint>
#include <span>

#include "model/escape.h"

// Ways out of a sandbox, each made to be tried: outside, where it shows that it can succeed at all, and inside, where
// it must not. They are what the program yett-attempts consists of. None leaves anything changed: what succeeds is
// undone, dies with its process, or is opened and left alone. No allocation of ours, no exceptions: the program is
// static and small, so that it runs in any sandbox.
namespace yett {

/// What the attempts stand on, prepared by whoever has them tried (isolate/doctor_ground.h). Texts end with NUL.
struct AttemptGround {
  static constexpr std::size_t kLongest = 512;  // of a path, with its NUL
  using Text = std::array<char, kLongest>;

  Text work{};             // a folder to change
  Text kept{};             // a folder to read
  Text home{};             // a folder that is not shown
  Text canary{};           // a secret, which nothing inside has been given
  Text abstract{};         // the name of an abstract socket that somebody outside listens on
  std::uint16_t port = 0;  // of 127.0.0.1, that somebody outside listens on
  pid_t bystander = 0;     // a process of the same user outside
  int segment = -1;        // shared memory of that process, with the canary
};

/// One way out.
struct Attempt {
  enum class Control : std::uint8_t {
    Tried,
    NotTried,  // not outside: there it could load a module into the kernel
  };
  enum class Witness : std::uint8_t {
    Itself,
    Outside,  // Unsupported when it could not be made, else whoever looks from outside says what came of it
  };

  const char* id;  // stable, kebab-case
  EscapeOutcome (*run)(const AttemptGround& ground);
  Control control = Control::Tried;
  Witness witness = Witness::Itself;
};

inline constexpr const char* kSignalAttempt = "signal-outside";
inline constexpr const char* kDaemonAttempt = "outliving-daemon";

/// All ways out of one group, in the order in which they are tried and shown; static.
[[nodiscard]] std::span<const Attempt> attempts(EscapeGroup group);

// The tables of the groups, each in the file of its name.
[[nodiscard]] std::span<const Attempt> file_attempts();
[[nodiscard]] std::span<const Attempt> process_attempts();
[[nodiscard]] std::span<const Attempt> network_attempts();
[[nodiscard]] std::span<const Attempt> kernel_attempts();
[[nodiscard]] std::span<const Attempt> terminal_attempts();
[[nodiscard]] std::span<const Attempt> limit_attempts();

/// "open" and so on, as the program says it.
[[nodiscard]] const char* outcome_name(EscapeOutcome outcome);

/// Tries one in a process of its own, for at most `seconds`. One that the filter of system calls has killed was held,
/// and so was one that the kernel killed for want of memory.
[[nodiscard]] EscapeOutcome try_attempt(const Attempt& attempt, const AttemptGround& ground, unsigned seconds);

/// Reads the ground from stdin, one NAME=VALUE a line, tries all and writes "ID OUTCOME\n" for each to stdout.
/// `control`: leaves out those that are not tried outside. Returns the exit code.
enum class AttemptPlace : std::uint8_t { Inside, Outside };
[[nodiscard]] int run_attempts(AttemptPlace place);

/// The process outside that the attempts are aimed at: keeps the canary, its first line on stdin, in memory of its own
/// and in shared memory, whose number it writes to stdout; then answers each line with how many SIGUSR1 have come,
/// until stdin ends. Returns the exit code.
[[nodiscard]] int run_bystander();

}  // namespace yett
