#pragma once

#include <string>
#include <utility>

#include "base/error.h"
#include "base/time.h"
#include "os/file_descriptor.h"

namespace yett {

/// The waiting side of a bell. Arm it (Bell::listen), *then* read the store, then poll: what changes after the read
/// makes the descriptor readable. Wait at most a second all the same, because a bell is a hint and never the truth.
/// Used by one thread; move-only.
class BellListener {
 public:
  /// Readable since somebody rang (this process counts as well). Stays owned here.
  [[nodiscard]] int descriptor() const { return watch_.get(); }
  /// Takes in all rings so far; never blocks. Read the store after it, not before.
  void drain();
  /// Waits until somebody rings, at most that long and never longer than a minute. Returns early after a signal.
  void wait(Duration longest) const;

 private:
  friend class Bell;
  explicit BellListener(FileDescriptor watch) : watch_(std::move(watch)) {}

  FileDescriptor watch_;
};

/// Wakes whoever waits for the store to change, across processes: a file named `bell` in the state folder, into which
/// a byte is written after a commit. Not the store's own files: the events of a write-ahead log come before what they
/// announce can be read. Thread-safe; move-only.
class Bell {
 public:
  /// Opens FOLDER/bell, making it (mode 0600) where it is absent. Fails with kind System.
  [[nodiscard]] static Result<Bell> open(const std::string& folder);

  /// Wakes all listeners of all processes. Fails with kind System; they then find out within their second.
  [[nodiscard]] Result<void> ring();
  /// Armed from the moment it returns. Fails with kind System, for instance when the user's inotify limit is reached.
  [[nodiscard]] Result<BellListener> listen() const;

 private:
  Bell(FileDescriptor file, std::string path) : file_(std::move(file)), path_(std::move(path)) {}

  FileDescriptor file_;
  std::string path_;
};

}  // namespace yett
