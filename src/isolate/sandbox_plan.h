#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "base/error.h"

namespace yett {

/// Which file or folder of this machine something is, whatever its name leads to later (stat(2): st_dev, st_ino).
struct FileIdentity {
  std::uint64_t device = 0;
  std::uint64_t inode = 0;  // 0: none in particular
  bool operator==(const FileIdentity&) const = default;
};

/// Something that stands in the file system of a sandbox. All else is absent there: a sandbox begins with nothing.
struct Mount {
  enum class Kind : std::uint8_t {
    ReadOnly,   // `from` outside, with all below it, to be read and executed
    ReadWrite,  // the same, to be changed too
    Scratch,    // an empty folder in memory of at most `bytes`, gone with the sandbox
    Text,       // a file with `text`, read-only; it is in memory and nowhere outside
    Link,       // a symbolic link to `from`
    // What stands at `to` in a folder that is shown, and is not to be seen: opening the file fails, the folder is empty
    // and cannot be changed, and neither can be moved or replaced.
    HiddenFile,
    HiddenFolder,
  };

  Kind kind = Kind::ReadOnly;
  std::string from{};
  std::string to{};  // absolute, as the program sees it
  std::string text{};
  std::uint64_t bytes = 0;
  /// Of what is shown, ReadOnly or ReadWrite: what has to stand there inside. Between the look at a path and its mount
  /// a program that may change a folder above can put something else there; then nothing is started. gVisor has numbers
  /// of its own, and does not tell.
  FileIdentity identity{};

  bool operator==(const Mount&) const = default;
};

/// What a program may use up. Where a limit holds for one process only, a program with many processes gets it for each.
struct Limits {
  std::uint64_t memory_bytes = std::uint64_t{2} << 30;  // private memory of each process (RLIMIT_DATA)
  /// Processes and threads of the whole sandbox, and one of bwrap's (RLIMIT_NPROC). The kernel counts them for each
  /// user of each user namespace since Linux 5.14, and a sandbox has a namespace of its own; an older one counts all
  /// that the user runs on the machine.
  std::uint64_t processes = 256;
  std::uint64_t cpu_seconds = 3600;                      // of each process (RLIMIT_CPU)
  std::uint64_t file_bytes = std::uint64_t{4} << 30;     // of each file that is written (RLIMIT_FSIZE)
  std::uint64_t open_files = 1024;                       // of each process (RLIMIT_NOFILE)
  std::uint64_t core_bytes = 0;                          // RLIMIT_CORE
  std::uint64_t locked_bytes = std::uint64_t{64} << 10;  // of each process (RLIMIT_MEMLOCK)
  std::uint64_t queue_bytes = std::uint64_t{256} << 10;  // of all POSIX message queues (RLIMIT_MSGQUEUE)
  /// Signals that wait and timers, of the whole sandbox (RLIMIT_SIGPENDING); counted as processes are.
  std::uint64_t pending_signals = 1024;
  /// From its release to its end, for the whole sandbox; 0 ends it at once.
  std::uint64_t wall_seconds = 600;

  bool operator==(const Limits&) const = default;
};

/// Where the program reads and writes. It never gets a terminal of ours: what it pushes into one, a shell would read.
enum class Stdio : std::uint8_t {
  Pipes,      // three pipes, our ends of them are handed out
  Inherited,  // our own descriptors 0, 1 and 2; refused when one of them is a terminal
};

/// What the program reaches of the network.
enum class Network : std::uint8_t {
  None,  // a loopback device of its own, and nothing else
};

/// All that a sandbox is made of, as a value.
struct SandboxPlan {
  /// argv[0] is the program: a path inside, or a name that is looked up in PATH of `env`.
  std::vector<std::string> argv{};
  /// Exactly this; nothing of ours is added.
  std::map<std::string, std::string> env{};
  /// The folder inside where the program starts.
  std::string cwd = "/";
  /// In this order: a later one covers what it stands on.
  std::vector<Mount> mounts{};
  Limits limits{};
  Stdio stdio = Stdio::Pipes;
  Network network = Network::None;
  std::string host_name = "yett";
};

/// Whether a sandbox can be made of this. Fails with Input, naming what is wrong, for: no program, a NUL in a text, a
/// name that no environment variable can have, a path inside that is not absolute and plain ("." and ".." and doubled
/// slashes are not), a scratch folder without size, a mount on "/" or in "/proc", "/dev" or "/sys", which the sandbox
/// makes or leaves out (but not below its empty "/dev/shm"), a text or link in a folder that is shown from outside,
/// where it would be made for real, and for something to hide that is in no such folder.
[[nodiscard]] Result<void> check_plan(const SandboxPlan& plan);

/// The mounts in their order, and among them the folders between one that may be changed and what stands in it, each as
/// a mount of itself: what is mounted cannot be renamed. Moved away with what is mounted in them, they would leave
/// their paths to whatever is put there instead. Each comes once and never over a mount that is there.
[[nodiscard]] std::vector<Mount> with_pinned_folders(std::span<const Mount> mounts);

}  // namespace yett
