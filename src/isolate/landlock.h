#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

// Landlock (landlock(7)): a process gives up, for itself and all that it starts, every right to files that it does not
// name. This is the second wall behind the mounts of a sandbox, and the only one where there are no namespaces.
// No allocation, no exceptions: the small program inside of a sandbox uses it.
namespace yett {

/// What may be done at and below a place.
enum class PlaceAccess : std::uint8_t {
  List,     // see the names in folders
  Read,     // list, and read files
  Execute,  // read, and execute
  Write,    // execute, and create, change, rename and remove everything, but no device files
  Device,   // read and write files and talk to the devices among them (ioctl)
};

/// One place that stays open, by a descriptor: what its path leads to later does not matter.
struct PathGrant {
  int place = -1;  // opened with O_PATH, still owned by the caller
  PlaceAccess access = PlaceAccess::List;
};

/// TCP ports to listen on and to connect to (Landlock ABI 4).
enum class TcpUse : std::uint8_t {
  Refused,
  Unrestricted,  // where a network namespace of its own says what is reached
};

/// What the running kernel can refuse, each known since the ABI named.
struct LandlockRights {
  int abi = 0;               // 0: no Landlock
  std::uint64_t files = 0;   // ABI 1; REFER 2, TRUNCATE 3, IOCTL_DEV 5, RESOLVE_UNIX 9
  std::uint64_t ports = 0;   // ABI 4: bind and connect of TCP
  std::uint64_t scopes = 0;  // ABI 6: abstract unix sockets and signals of processes outside
};

/// The version of Landlock that the running kernel speaks, 0 for none.
[[nodiscard]] int landlock_abi();

/// All rights that this ABI knows and this file too.
[[nodiscard]] LandlockRights landlock_rights(int abi);

/// What could not be refused, since the kernel is too old for it. One bit each.
enum LandlockGap : std::uint32_t {
  kGapEverything = 1U << 0,
  kGapRefer = 1U << 1,     // before ABI 2 nothing can be moved between folders at all: stricter, not weaker
  kGapTruncate = 1U << 2,  // files can be emptied
  kGapPorts = 1U << 3,
  kGapDevices = 1U << 4,
  kGapScopes = 1U << 5,
  kGapNamedSockets = 1U << 6,  // unix sockets with a path can be connected to
};

/// The gaps of an ABI, for a process that wanted all.
[[nodiscard]] std::uint32_t landlock_gaps(int abi, TcpUse tcp);
/// "emptying files (Landlock ABI 3)", for one bit of LandlockGap; static.
[[nodiscard]] const char* landlock_gap_text(LandlockGap gap);

struct LandlockOutcome {
  enum class Step : std::uint8_t { Done, NoNewPrivileges, MakeRuleset, AddRule, RestrictSelf };
  Step failed = Step::Done;  // Done: nothing failed
  int error_number = 0;
  std::size_t rule = 0;  // which grant, for AddRule
  int abi = 0;
  std::uint32_t gaps = 0;  // LandlockGap bits
};

/// Confines the calling thread, and so a single-threaded process, to `grants`; no_new_privs is set first, as the kernel
/// demands. Without Landlock nothing is done and the gap is kGapEverything. A failure means that nothing is confined.
[[nodiscard]] LandlockOutcome apply_landlock(std::span<const PathGrant> grants, TcpUse tcp);

}  // namespace yett
