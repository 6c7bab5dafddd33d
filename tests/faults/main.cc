// The whole program with a store that dies at a named step, a disk that fails and a clock that can be set. Never
// installed.
#include "cli/main.h"

#include <fcntl.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#include <cerrno>

#include "failing_disk.h"
#include "fault_points.h"
#include "faulty_store.h"
#include "settable_clock.h"

/// Takes the place of the C library's, SQLite included: a step before the disk is asked to keep what was written, and
/// one when it has said that it does.
extern "C" int fdatasync(int descriptor) {
  yett::FaultPoints& points = yett::FaultPoints::of_this_process();
  if (points.is_lie("sync")) return 0;
  if (yett::disk_state() == yett::DiskState::Failing) {
    errno = EIO;
    return -1;
  }
  points.pass("sync");
  const auto result = static_cast<int>(::syscall(SYS_fdatasync, descriptor));
  points.pass("synced");
  return result;
}

/// The same for what is written to the store, which is all that anything here writes at a place of a file.
extern "C" ssize_t pwrite64(int descriptor, const void* bytes, std::size_t size, off64_t offset) {
  if (yett::disk_state() != yett::DiskState::ReadOnly) {
    return static_cast<ssize_t>(::syscall(SYS_pwrite64, descriptor, bytes, size, offset));
  }
  errno = EROFS;
  return -1;
}
extern "C" ssize_t pwrite(int descriptor, const void* bytes, std::size_t size, off_t offset) {
  return pwrite64(descriptor, bytes, size, offset);
}

/// Also a step before and after each message that goes to a server, and each that goes to the client.
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
