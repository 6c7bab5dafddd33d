#pragma once

#include <linux/filter.h>

#include <chrono>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/error.h"
#include "isolate/inside_request.h"
#include "isolate/sandbox_plan.h"
#include "isolate/syscall_filter.h"
#include "model/isolation.h"
#include "os/file_descriptor.h"
#include "os/process.h"

namespace yett {

/// What a sandbox is started with beyond its plan: things of this process, which a value cannot hold.
struct SandboxParts {
  /// The program yett-inside; find_inside_program().
  std::string inside_program{};
  /// The system calls that the program may use; empty: no filter, which the confinement then says.
  std::span<const sock_filter> filter = syscall_filter();
  /// Descriptors of ours that the program gets as 3, 4 and so on; ours stay open.
  std::vector<int> handed_over{};
  /// Who the sandbox is outside; unset: who we are, or sandbox_user() for root. Root itself is refused: what root of
  /// this machine opens in /proc/sys is open to it in any namespace.
  std::optional<UserIdentity> user{};
  /// The program's side of a pseudo terminal, which becomes the terminal of its session: its stdin, stdout and stderr
  /// instead of pipes, and of those that are inherited it takes the place of each that is a terminal. Ours stays open.
  /// It must not be a terminal that anybody else reads.
  std::optional<int> terminal{};
};

/// What holds in a sandbox, for its record.
struct Confinement {
  Backend backend = Backend::Bwrap;
  int landlock_abi = 0;
  bool filtered = false;
  /// What could not be enforced, one line each; never empty where limits hold for single processes only.
  std::vector<std::string> gaps{};
};

/// How a sandbox ended. `status` is what bwrap says: a program that a signal N killed has exited with 128 + N.
struct SandboxEnd {
  enum class Reason : std::uint8_t {
    Ended,     // the program ended
    TimedOut,  // its wall time was over; all was killed
    Killed,    // kill() or stop(), or somebody killed bwrap
  };
  Reason reason = Reason::Killed;
  ExitStatus status;

  /// For a shell: the program's own code, 128 + N after signal N, 124 when the time was over as timeout(1) has it.
  [[nodiscard]] int exit_code() const;
};

/// A program in a sandbox of bubblewrap, and all that it starts there. All of it ends when bwrap ends, and bwrap ends
/// with this object, with kill(), or with the thread that started it. Used by one thread; move-only.
class Sandbox {
 public:
  /// Starts bwrap and returns at once, while the sandbox is being set up; the program is held until release(). It is
  /// not held by bwrap (--block-fd), which would go on when we die, but by yett-inside, which then does not.
  /// Root's folders that the plan shows and the sandbox's user would not reach are mapped to that user, so that root's
  /// files are the sandbox's own and new ones are root's. What a program marks setuid there is so for this machine, as
  /// in any folder that a sandbox may change: only a filter of chmod's modes would keep it from that. Fails with Input
  /// for a plan that check_plan() refuses or that hands over a terminal, NotFound when bwrap or yett-inside is absent,
  /// else System.
  [[nodiscard]] static Result<Sandbox> hold(const SandboxPlan& plan, const SandboxParts& parts);

  /// Lets the program go and returns when it is executed. Its wall time begins. Called once.
  /// Fails with NotFound when there is no such program inside, else System, with the words of bwrap or yett-inside
  /// where there are pipes to read them from; then all of the sandbox has ended.
  [[nodiscard]] Result<Confinement> release();

  Sandbox(Sandbox&&) noexcept = default;
  Sandbox& operator=(Sandbox&&) = delete;
  /// Kills what still runs, and returns when it is gone.
  ~Sandbox();

  /// Our ends of the pipes, and bwrap's own process, which may end a moment before what is inside.
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
  Sandbox(ChildProcess process, FileDescriptor control, std::uint64_t wall_seconds)
      : process_(std::move(process)), control_(std::move(control)), wall_seconds_(wall_seconds) {}

  Result<InsideReport> next_report();
  /// Learns who is inside, from the number of the program that waits there for us.
  void get_to_know(pid_t program);
  /// Why nothing was executed, in words. Ends the sandbox.
  std::string last_words();

  ChildProcess process_;
  FileDescriptor control_;
  FileDescriptor first_;  // a pidfd of process 1 inside; when it has ended, so has everything there
  pid_t first_number_ = 0;
  FileDescriptor program_;  // a pidfd
  std::uint64_t wall_seconds_ = 0;
  std::optional<std::chrono::steady_clock::time_point> deadline_;
  SandboxEnd::Reason reason_ = SandboxEnd::Reason::Ended;
};

/// Where yett-inside is: beside the running program, as in a build folder, or in ../libexec/yett from there.
/// Fails with NotFound.
[[nodiscard]] Result<std::string> find_inside_program();

/// Who a sandbox is outside when root starts it: whoever owns the first folder that it may change, so that it can, and
/// nobody (65534) where that is root or there is none.
[[nodiscard]] UserIdentity sandbox_user(const SandboxPlan& plan);

}  // namespace yett
