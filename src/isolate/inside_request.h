#pragma once

#include <linux/filter.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "isolate/landlock.h"
#include "isolate/sandbox_plan.h"

// What the launcher asks of yett-inside, the small program that a backend starts in a sandbox. Both come from one build
// and share this file, so the form is that of memory: numbers as the machine has them, tables of offsets, then the
// texts. The reader trusts nothing all the same: a number that leads out of the bytes makes the whole request void.
namespace yett {

/// A path inside and what Landlock lets the program do there.
struct InsidePlace {
  std::string path;
  PlaceAccess access = PlaceAccess::List;
  FileIdentity identity{};  // what has to be there, where that is known
  bool operator==(const InsidePlace&) const = default;
};

enum class OwnTerminal : std::uint8_t { No, Yes };

/// Whether yett-inside makes one more user namespace, in which the program is kInsideUser: a runtime that has made it
/// root of its namespace is thereby left behind, with all that its root owns there.
enum class OrdinaryUser : std::uint8_t { No, Yes };

struct InsideRequest {
  std::vector<std::string> argv{};
  std::vector<std::string> env{};  // "NAME=value"
  std::string cwd{};
  std::vector<InsidePlace> places{};
  std::vector<sock_filter> filter{};  // empty: none
  Limits limits{};
  std::uint64_t handed_over = 0;           // how many descriptors from 3 on the program keeps
  OwnTerminal terminal = OwnTerminal::No;  // whether its stdin becomes the terminal of its session
  OrdinaryUser user = OrdinaryUser::No;
  TcpUse tcp = TcpUse::Unrestricted;  // a namespace of the network says what is reached
};

/// The request for a plan, checked before. Landlock grants what the mounts show, once more: read-only mounts to be read
/// and executed, the others to be written, /proc to be read, /dev to be used, and the names in all folders.
[[nodiscard]] InsideRequest inside_request(const SandboxPlan& plan, std::span<const sock_filter> filter);

[[nodiscard]] std::string encode(const InsideRequest& request);

/// The same as it is read, without allocating: everything points into the bytes, whose owner keeps them.
struct InsideRequestView {
  struct Place {
    const char* path;
    std::uint64_t access;
    FileIdentity identity;
  };

  char** argv = nullptr;  // ends with nullptr, as does env; never empty
  char** env = nullptr;
  const char* cwd = nullptr;
  std::span<const Place> places;
  std::span<sock_filter> filter;
  Limits limits;
  std::uint64_t handed_over = 0;
  OwnTerminal terminal = OwnTerminal::No;
  OrdinaryUser user = OrdinaryUser::No;
  TcpUse tcp = TcpUse::Unrestricted;
};

/// Reads what encode() wrote, and writes pointers over the offsets in it. `bytes` are aligned to 8. nullopt for
/// anything that encode() cannot have written.
[[nodiscard]] std::optional<InsideRequestView> read_request(std::span<char> bytes);

/// What yett-inside tells over the control socket, one message each; then its end is closed, by execve(2) or its own
/// end. That end is seen where nobody else has it; a runtime of containers does, so a keeper tells it in words.
struct InsideReport {
  enum class Kind : std::uint32_t {
    Held,      // set up, waits for one byte
    Confined,  // limits, Landlock and filter hold; now it executes the program
    Failed,    // at `step`; it ends
    Executed,  // the program has taken over, says who keeps the sandbox
  };
  enum class Step : std::uint32_t {
    None,
    Request,
    User,
    Descriptors,
    Limits,
    Terminal,
    Folder,
    Place,
    Landlock,
    Filter,
    Execute
  };

  Kind kind = Kind::Failed;
  Step step = Step::None;
  std::int32_t error_number = 0;
  std::int32_t landlock_abi = 0;
  std::uint32_t landlock_gaps = 0;
  std::uint32_t filtered = 0;  // 1: a system call filter holds
};

}  // namespace yett
