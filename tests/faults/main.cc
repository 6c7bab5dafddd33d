// The whole program with a store that dies at a named step and a clock that can be set. Never installed.
#include "cli/main.h"

#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#include "fault_points.h"
#include "faulty_store.h"
#include "settable_clock.h"

/// Takes the place of the C library's, SQLite included: a step before the disk is asked to keep what was written, and
/// one when it has said that it does.
extern "C" int fdatasync(int descriptor) {
  yett::FaultPoints& points = yett::FaultPoints::of_this_process();
  if (points.is_lie("sync")) return 0;
  points.pass("sync");
  const auto result = static_cast<int>(::syscall(SYS_fdatasync, descriptor));
  points.pass("synced");
  return result;
}

/// The same for messages: a step before and after each that goes to a server, and each that goes to the client.
extern "C" ssize_t writev(int descriptor, const iovec* parts, int count) {
  yett::FaultPoints& points = yett::FaultPoints::of_this_process();
  const bool is_for_client = descriptor == STDOUT_FILENO;
  points.pass(is_for_client ? "answer" : "call");
  const auto result = static_cast<ssize_t>(::syscall(SYS_writev, descriptor, parts, count));
  points.pass(is_for_client ? "answered" : "called");
  return result;
}

int main(int argc, char** argv) {
  const yett::SettableClock clock;
  return yett::run_yett(argc, argv, {.clock = clock, .open_store = yett::open_faulty_store});
}
