#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "isolate/inside_request.h"
#include "isolate/private_folder.h"
#include "model/isolation.h"
#include "os/file_descriptor.h"
#include "os/process.h"

namespace yett {

/// What holds in a sandbox, for its record.
struct Confinement {
  Backend backend = Backend::Bwrap;
  int landlock_abi = 0;
  bool filtered = false;
  /// What could not be enforced, one line each; never empty where limits hold for single processes only.
  std::vector<std::string> gaps{};
};

/// How a sandbox ended. `status` is what the backend says: a program that a signal N killed has exited with 128 + N.
struct SandboxEnd {
  enum class Reason : std::uint8_t {
    Ended,     // the program ended
    TimedOut,  // its wall time was over; all was killed
    Killed,    // kill() or stop(), or somebody killed the backend's process
  };
  Reason reason = Reason::Killed;
  ExitStatus status;

  /// For a shell: the program's own code, 128 + N after signal N, 124 when the time was over as timeout(1) has it.
  [[nodiscard]] int exit_code() const;
};

/// What a backend has started: a process that sets a sandbox up, and how we speak with yett-inside in it.
struct StartedSandbox {
  /// How all of it is ended.
  enum class EndedBy : std::uint8_t {
    Process,  // killing `process` and process 1 inside
    Life,     // closing `life`: whoever keeps the sandbox has to live until it has killed the others
  };

  ChildProcess process;
  /// A socket whose messages name their sender, or a pipe; and where the byte goes that releases the program, unless it
  /// is the same socket.
  FileDescriptor reports;
  FileDescriptor go{};
  /// The end of a pipe whose other end a keeper (isolate/keeper.h) watches.
  FileDescriptor life{};
  EndedBy ended_by = EndedBy::Process;
  /// What the backend needs meanwhile; removed at the end.
  std::optional<PrivateFolder> folder{};
  std::uint64_t wall_seconds = 0;
  /// The backend and what it leaves open, before yett-inside has told what else does not hold.
  Confinement confinement{};
};

/// A program in a sandbox, and all that it starts there. All of it ends with this object, with kill(), or with the
/// thread that had it started. Used by one thread; move-only.
class Sandbox {
 public:
  explicit Sandbox(StartedSandbox started);

  /// Lets the program go and returns when it is executed. Its wall time begins. Called once.
  /// Fails with NotFound when there is no such program inside, else System, with the words of the backend or
  /// yett-inside where there are pipes to read them from; then all of the sandbox has ended.
  [[nodiscard]] Result<Confinement> release();

  Sandbox(Sandbox&&) noexcept = default;
  Sandbox& operator=(Sandbox&&) = delete;
  /// Kills what still runs, and returns when it is gone.
  ~Sandbox();

  /// Our ends of the pipes, and the process of the backend, which may end a moment before what is inside.
  [[nodiscard]] ChildProcess& process() { return process_; }
  [[nodiscard]] const ChildProcess& process() const { return process_; }
  /// Readable when try_wait() has something to do; another one after each call of it. Stays owned here.
  [[nodiscard]] int descriptor() const;

  /// Sends a signal to the program itself, not to what it has started. Nothing before release().
  void signal(int number);
  /// Kills all at once.
  void kill();
  /// Ends it for good, as ChildProcess::stop() does, but SIGTERM goes to the program: closes stdin, waits while
  /// throwing away its output, sends SIGTERM, waits again, kills all.
  SandboxEnd stop();
  /// When it will be killed; nullopt before release().
  [[nodiscard]] std::optional<std::chrono::steady_clock::time_point> deadline() const { return deadline_; }
  /// The end, once all has ended; kills it when its wall time is over. Never blocks.
  [[nodiscard]] std::optional<SandboxEnd> try_wait();
  /// Until all has ended or its wall time is over. Reads nothing: who holds pipes reads them meanwhile.
  SandboxEnd wait();

 private:
  Result<InsideReport> next_report();
  /// Learns who is inside, from the number of the program that waits there for us.
  void get_to_know(pid_t program);
  /// Why nothing was executed, in words. Ends the sandbox.
  std::string last_words();
  void end_now();

  // Removed last of all, after everything that stands in it has ended.
  std::optional<PrivateFolder> folder_;
  ChildProcess process_;
  FileDescriptor reports_;
  FileDescriptor go_;
  FileDescriptor life_;
  StartedSandbox::EndedBy ended_by_;
  Confinement confinement_;
  FileDescriptor first_;  // a pidfd of process 1 inside, or of who is in its place; at its end everything there ends
  pid_t first_number_ = 0;
  FileDescriptor program_;  // a pidfd
  std::uint64_t wall_seconds_ = 0;
  std::optional<std::chrono::steady_clock::time_point> deadline_;
  SandboxEnd::Reason reason_ = SandboxEnd::Reason::Ended;
};

}  // namespace yett
