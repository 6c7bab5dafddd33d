#pragma once

// The program that a backend starts inside of a sandbox, before the one that was asked for: it sets what has to be set
// from within, in this order: user, descriptors, session and terminal, folder, Landlock, limits, and the system call
// filter last.
namespace yett {

/// Its exit codes where it does not get as far as the program, as env(1) and timeout(1) have them.
inline constexpr int kInsideFailed = 125;
inline constexpr int kCannotExecute = 126;
inline constexpr int kNoSuchProgram = 127;

/// How yett-inside and the launcher speak, by descriptors.
struct InsideChannels {
  int reports = -1;  // it writes its InsideReports here
  int go = -1;       // and waits here for one byte; the same where both are one socket
  int request = -1;  // a file
};

/// Waits for one byte, then does what the request says and becomes the program. When the launcher is gone before it has
/// sent the byte, nothing is executed. One line on stderr and an InsideReport tell of a failure. Single-threaded;
/// everything it allocates is the kernel's.
[[noreturn]] void run_inside(const InsideChannels& channels);

}  // namespace yett
