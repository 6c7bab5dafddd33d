#pragma once

#include <utility>

#include "base/error.h"

namespace yett {

/// Owns one open file descriptor and closes it. Move-only; empty by default and after a move.
class FileDescriptor {
 public:
  FileDescriptor() = default;
  /// Takes over `number`; a negative one means "none".
  explicit FileDescriptor(int number) noexcept : number_(number) {}
  FileDescriptor(FileDescriptor&& other) noexcept : number_(other.release()) {}
  FileDescriptor& operator=(FileDescriptor&& other) noexcept {
    if (this != &other) {
      reset();
      number_ = other.release();
    }
    return *this;
  }
  ~FileDescriptor() { reset(); }

  [[nodiscard]] bool is_open() const noexcept { return number_ >= 0; }
  /// The number for system calls, still owned here; -1 when there is none.
  [[nodiscard]] int get() const noexcept { return number_; }
  /// Hands the number over to the caller, who closes it.
  [[nodiscard]] int release() noexcept { return std::exchange(number_, -1); }
  /// Closes now. What close() reports is dropped: nothing that must not be lost relies on it.
  void reset() noexcept;

 private:
  int number_ = -1;
};

/// Keeps a descriptor that somebody else owns non-blocking and restores its mode at the end of its life.
/// The mode belongs to the open file, not to the number: a terminal shares it with the shell that lent it to us.
/// Move-only; the descriptor must stay open for as long as this lives.
class NonBlockingMode {
 public:
  /// Fails with kind System when `descriptor` is not open.
  [[nodiscard]] static Result<NonBlockingMode> set(int descriptor);

  NonBlockingMode(NonBlockingMode&& other) noexcept
      : descriptor_(std::exchange(other.descriptor_, -1)), former_flags_(other.former_flags_) {}
  NonBlockingMode& operator=(NonBlockingMode&& other) noexcept {
    std::swap(descriptor_, other.descriptor_);
    std::swap(former_flags_, other.former_flags_);
    return *this;
  }
  ~NonBlockingMode();

 private:
  NonBlockingMode(int descriptor, int former_flags) : descriptor_(descriptor), former_flags_(former_flags) {}

  int descriptor_ = -1;
  int former_flags_ = 0;
};

}  // namespace yett
