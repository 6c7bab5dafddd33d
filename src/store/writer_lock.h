#pragma once

#include <string>

#include "base/error.h"
#include "os/file_descriptor.h"

namespace yett {

/// Holds the writer lock and gives it back at the end of its life. Move-only; must not outlive its WriterLock.
class HeldWriterLock {
 public:
  HeldWriterLock(HeldWriterLock&& other) noexcept : descriptor_(other.descriptor_) { other.descriptor_ = -1; }
  HeldWriterLock& operator=(HeldWriterLock&&) = delete;
  ~HeldWriterLock() { release(); }

  /// Gives it back now; does nothing the second time.
  void release() noexcept;

 private:
  friend class WriterLock;
  explicit HeldWriterLock(int descriptor) : descriptor_(descriptor) {}

  int descriptor_ = -1;
};

/// The queue in which the writers of a store wait: flock(2) on a file of its own. SQLite's own lock makes writers poll
/// and one of them may starve; this one wakes the next at once. It orders writers and is not what keeps the store
/// sound: that is SQLite's lock, taken behind it. The kernel gives it back when its holder dies.
class WriterLock {
 public:
  /// Opens the file, making it (mode 0600) where it is absent. Fails with Store when that cannot be done.
  [[nodiscard]] static Result<WriterLock> open(const std::string& path);

  /// Waits as long as another WriterLock on the same file, of this process or another, is held.
  /// Must not be called while a lock from this object is held. Fails with Store when the system refuses.
  [[nodiscard]] Result<HeldWriterLock> acquire();

 private:
  WriterLock(FileDescriptor file, std::string path) : file_(std::move(file)), path_(std::move(path)) {}

  FileDescriptor file_;
  std::string path_;
};

}  // namespace yett
