#include "isolate/landlock.h"

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>

namespace yett {
namespace {

// Linux, include/uapi/linux/landlock.h. Debian 12's header ends before ABI 3, so all are spelled here.
constexpr std::uint64_t kExecute = 1ULL << 0;
constexpr std::uint64_t kWriteFile = 1ULL << 1;
constexpr std::uint64_t kReadFile = 1ULL << 2;
constexpr std::uint64_t kReadFolder = 1ULL << 3;
constexpr std::uint64_t kRemoveFolder = 1ULL << 4;
constexpr std::uint64_t kRemoveFile = 1ULL << 5;
constexpr std::uint64_t kMakeCharDevice = 1ULL << 6;
constexpr std::uint64_t kMakeFolder = 1ULL << 7;
constexpr std::uint64_t kMakeFile = 1ULL << 8;
constexpr std::uint64_t kMakeSocket = 1ULL << 9;
constexpr std::uint64_t kMakeFifo = 1ULL << 10;
constexpr std::uint64_t kMakeBlockDevice = 1ULL << 11;
constexpr std::uint64_t kMakeLink = 1ULL << 12;
constexpr std::uint64_t kRefer = 1ULL << 13;        // ABI 2
constexpr std::uint64_t kTruncate = 1ULL << 14;     // ABI 3
constexpr std::uint64_t kIoctlDevice = 1ULL << 15;  // ABI 5
constexpr std::uint64_t kResolveUnix = 1ULL << 16;  // ABI 9

constexpr std::uint64_t kBindTcp = 1ULL << 0;     // ABI 4
constexpr std::uint64_t kConnectTcp = 1ULL << 1;  // ABI 4

constexpr std::uint64_t kScopeAbstractSockets = 1ULL << 0;  // ABI 6
constexpr std::uint64_t kScopeSignals = 1ULL << 1;          // ABI 6

constexpr std::uint64_t kFirstRights = (1ULL << 13) - 1;
/// The rights that mean something for a place that is not a folder; others make the kernel refuse the rule.
constexpr std::uint64_t kOfFiles = kExecute | kWriteFile | kReadFile | kTruncate | kIoctlDevice | kResolveUnix;

constexpr unsigned kVersionFlag = 1;  // LANDLOCK_CREATE_RULESET_VERSION
constexpr int kPathBeneath = 1;       // LANDLOCK_RULE_PATH_BENEATH

struct RulesetAttributes {
  std::uint64_t files;
  std::uint64_t ports;
  std::uint64_t scopes;
};

struct [[gnu::packed]] PathBeneath {
  std::uint64_t access;
  std::int32_t place;
};

// The same numbers on every architecture (since Linux 5.13).
constexpr long kCreateRuleset = 444;
constexpr long kAddRule = 445;
constexpr long kRestrictSelf = 446;

std::uint64_t rights_of(PlaceAccess access) {
  constexpr std::uint64_t kRead = kReadFile | kReadFolder;
  switch (access) {
    case PlaceAccess::List:
      return kReadFolder;
    case PlaceAccess::Read:
      return kRead;
    case PlaceAccess::Execute:
      return kRead | kExecute;
    case PlaceAccess::Write:
      // A socket that a program has made itself is its own; connecting to others' is not part of writing.
      return (kFirstRights & ~(kMakeCharDevice | kMakeBlockDevice)) | kRefer | kTruncate;
    case PlaceAccess::Device:
      return kRead | kWriteFile | kTruncate | kIoctlDevice;
  }
  return 0;
}

static_assert((kRemoveFolder | kRemoveFile | kMakeFolder | kMakeFile | kMakeSocket | kMakeFifo | kMakeLink) <
              kFirstRights);

LandlockOutcome failed_at(LandlockOutcome outcome, LandlockOutcome::Step step) {
  outcome.failed = step;
  outcome.error_number = errno;
  return outcome;
}

bool is_folder(int place) {
  struct stat status{};
  return ::fstat(place, &status) == 0 && S_ISDIR(status.st_mode);
}

}  // namespace

int landlock_abi() {
  const long version = ::syscall(kCreateRuleset, nullptr, 0UL, kVersionFlag);
  return version > 0 ? static_cast<int>(version) : 0;
}

LandlockRights landlock_rights(int abi) {
  LandlockRights rights{.abi = abi};
  if (abi >= 1) rights.files = kFirstRights;
  if (abi >= 2) rights.files |= kRefer;
  if (abi >= 3) rights.files |= kTruncate;
  if (abi >= 4) rights.ports = kBindTcp | kConnectTcp;
  if (abi >= 5) rights.files |= kIoctlDevice;
  if (abi >= 6) rights.scopes = kScopeAbstractSockets | kScopeSignals;
  if (abi >= 9) rights.files |= kResolveUnix;
  return rights;
}

std::uint32_t landlock_gaps(int abi, TcpUse tcp) {
  if (abi < 1) return kGapEverything;
  std::uint32_t gaps = 0;
  if (abi < 2) gaps |= kGapRefer;
  if (abi < 3) gaps |= kGapTruncate;
  if (abi < 4 && tcp == TcpUse::Refused) gaps |= kGapPorts;
  if (abi < 5) gaps |= kGapDevices;
  if (abi < 6) gaps |= kGapScopes;
  if (abi < 9) gaps |= kGapNamedSockets;
  return gaps;
}

const char* landlock_gap_text(LandlockGap gap) {
  switch (gap) {
    case kGapEverything:
      return "all of Landlock";
    case kGapRefer:
      return "moving files between folders (Landlock ABI 2)";
    case kGapTruncate:
      return "emptying files (Landlock ABI 3)";
    case kGapPorts:
      return "TCP ports (Landlock ABI 4)";
    case kGapDevices:
      return "commands to devices (Landlock ABI 5)";
    case kGapScopes:
      return "signals and abstract unix sockets (Landlock ABI 6)";
    case kGapNamedSockets:
      return "unix sockets with a path (Landlock ABI 9)";
  }
  return "";
}

LandlockOutcome apply_landlock(std::span<const PathGrant> grants, TcpUse tcp) {
  using enum LandlockOutcome::Step;
  const auto rights = landlock_rights(landlock_abi());
  LandlockOutcome outcome{.abi = rights.abi, .gaps = landlock_gaps(rights.abi, tcp)};
  if (::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return failed_at(outcome, NoNewPrivileges);
  if (rights.abi == 0) return outcome;

  const RulesetAttributes attributes{
      .files = rights.files, .ports = tcp == TcpUse::Refused ? rights.ports : 0, .scopes = rights.scopes};
  // An older kernel takes a longer structure as long as what it does not know is zero.
  const auto ruleset = static_cast<int>(::syscall(kCreateRuleset, &attributes, sizeof attributes, 0U));
  if (ruleset < 0) return failed_at(outcome, MakeRuleset);
  for (std::size_t index = 0; index < grants.size(); ++index) {
    const auto& grant = grants[index];
    auto access = rights_of(grant.access) & rights.files;
    if (!is_folder(grant.place)) access &= kOfFiles;
    if (access == 0) continue;
    const PathBeneath rule{.access = access, .place = grant.place};
    if (::syscall(kAddRule, ruleset, kPathBeneath, &rule, 0U) != 0) {
      outcome.rule = index;
      outcome = failed_at(outcome, AddRule);
      ::close(ruleset);
      return outcome;
    }
  }
  if (::syscall(kRestrictSelf, ruleset, 0U) != 0) outcome = failed_at(outcome, RestrictSelf);
  ::close(ruleset);
  return outcome;
}

}  // namespace yett
