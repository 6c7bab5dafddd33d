#pragma once

#include <sys/types.h>

#include <array>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "os/environment.h"
#include "os/file_descriptor.h"

namespace yett {

/// Who a process runs as.
struct UserIdentity {
  uid_t user = 0;
  gid_t group = 0;
  bool operator==(const UserIdentity&) const = default;
};

/// A program to start and all that it gets from us.
struct SpawnRequest {
  /// argv[0] is the program: a path, or a name that is looked up in the absolute folders of PATH in `env`.
  std::vector<std::string> argv{};
  /// Exactly this, nothing of our own.
  Environment env{};
  /// Where it starts; empty: in our own folder.
  std::string cwd{};
  /// Descriptors of ours that become its stdin, stdout and stderr; unset: pipes, our ends of which are handed out.
  std::optional<std::array<int, 3>> stdio{};
  /// Descriptors of ours that it gets as 3, 4 and so on, in this order. Ours stay open.
  std::vector<int> handed_over{};
  /// Who it runs as, with no further groups; unset: who we are. Only root can choose.
  std::optional<UserIdentity> user{};
};

/// How a process ended.
struct ExitStatus {
  enum class Kind : std::uint8_t {
    Unknown,  // somebody else reaped it
    Exited,   // `value` is its exit code
    Killed,   // `value` is the number of the signal
  };
  Kind kind = Kind::Unknown;
  int value = 0;

  /// "exited with code 3", "was killed by signal 9 (Killed)", "ended in an unknown way".
  [[nodiscard]] std::string to_string() const;
  bool operator==(const ExitStatus&) const = default;
};

/// A running program and our ends of its three pipes, all non-blocking; without pipes they are empty. It leads a
/// session and process group of its own, so that whatever it started ends with it; what moved to a session of its own
/// escapes that (containing it is the isolation's business). Used by one thread; move-only. Never leaves a zombie.
class ChildProcess {
 public:
  ChildProcess(ChildProcess&& other) noexcept;
  ChildProcess& operator=(ChildProcess&& other) noexcept;
  ChildProcess(const ChildProcess&) = delete;
  /// stop()
  ~ChildProcess();

  /// Stays the number of this child until try_wait() or stop() has told its status.
  [[nodiscard]] pid_t pid() const { return pid_; }
  /// A pidfd, readable once the program has ended. Stays owned here, as do the three below.
  [[nodiscard]] int descriptor() const { return process_.get(); }
  [[nodiscard]] const FileDescriptor& input() const { return input_; }    // its stdin, for writing
  [[nodiscard]] const FileDescriptor& output() const { return output_; }  // its stdout, for reading
  [[nodiscard]] const FileDescriptor& errors() const { return errors_; }  // its stderr, for reading

  /// Ends its stdin, by which a server is asked to finish (MCP 2025-06-18, "Shutdown").
  void close_input() { input_.reset(); }
  /// Sends SIGTERM to the whole group; nothing once it has ended.
  void terminate();
  /// Sends SIGKILL to the whole group; nothing once it has ended.
  void kill();
  /// Its status once it has ended; nullopt while it runs. Never blocks. What is left of its group is killed then.
  /// Its output may still hold bytes.
  [[nodiscard]] std::optional<ExitStatus> try_wait();
  /// Ends it for good: closes stdin, waits kPatience while throwing away its output, sends SIGTERM, waits again, sends
  /// SIGKILL to the group. Returns at once when it has ended already.
  ExitStatus stop();

  /// Its status once it has ended or nullopt once the time is up; throws away its output meanwhile.
  std::optional<ExitStatus> wait_for(std::chrono::milliseconds time);

  static constexpr std::chrono::milliseconds kPatience{1000};

 private:
  friend Result<ChildProcess> spawn(const SpawnRequest& request);
  ChildProcess() = default;

  void signal_group(int number) const;

  pid_t pid_ = 0;
  FileDescriptor process_;
  FileDescriptor input_;
  FileDescriptor output_;
  FileDescriptor errors_;
  std::optional<ExitStatus> status_;
};

/// Starts a program with three pipes, no descriptor of ours that is not named, default signals and an empty signal
/// mask. The kernel kills it when the *thread* that started it ends: call it from one that lives as long as the child
/// may. Returns when the program runs or could not be executed; in the latter case there is no child. Fails with
/// NotFound when there is no such program, with Input for an empty argv or a NUL inside of a text, else System.
[[nodiscard]] Result<ChildProcess> spawn(const SpawnRequest& request);

}  // namespace yett
