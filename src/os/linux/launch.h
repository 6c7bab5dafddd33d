#pragma once

#include <sys/types.h>

#include <cstdint>
#include <span>

#include "base/error.h"
#include "os/file_descriptor.h"
#include "os/process.h"

// The way from our program to another one.
namespace yett {

/// All that a child needs between its birth and execve(2), ready made: it runs in our memory, must not allocate, and
/// leaves here what it failed at.
struct Launch {
  /// In the order in which the child does them.
  enum class Step : std::uint8_t {
    LeaveSession,
    BecomeUser,
    DieWithParent,
    EnterFolder,
    ConnectPipes,
    HandOver,
    CloseRest,
    ResetSignals,
    Execute
  };

  const char* program = nullptr;
  char* const* arguments = nullptr;
  char* const* environment = nullptr;
  const char* folder = nullptr;  // nullptr: stay
  int input = -1;                // these three become 0, 1 and 2 and are above 2 themselves
  int output = -1;
  int errors = -1;
  std::span<int> handed_over;  // become 3, 4, ...; the child writes over the numbers
  /// nullptr: stay who we are. The memory that we share stays closed to tracing and core dumps then (prctl(2),
  /// PR_SET_DUMPABLE), ours too: else that user could look into it before execve(2).
  const UserIdentity* become = nullptr;
  pid_t parent = 0;

  Step step = Step::LeaveSession;
  int error_number = 0;  // not 0: `step` failed and the program was not executed
};

/// A process that was born, executing its program or dead.
struct Launched {
  pid_t pid = 0;
  FileDescriptor process;  // a pidfd
};

/// Starts the child and returns when it executes its program or has failed: see `launch` then; it is reaped.
/// Fails with kind System when there could be no child at all.
[[nodiscard]] Result<Launched> start_child(Launch& launch);

}  // namespace yett
