#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "base/error.h"

namespace yett {

/// A secret text in memory that never goes to swap or into a core dump, and that is wiped when it ends: OpenSSL's
/// secure heap. Move-only; used by one thread at a time.
class LockedText {
 public:
  LockedText() = default;
  /// Copies the text; the caller's own copy is the caller's to wipe. Fails with System when the machine lets this
  /// process lock no memory (RLIMIT_MEMLOCK), and when all that it lets it lock is in use.
  [[nodiscard]] static Result<LockedText> copy(std::string_view text);
  /// Room for `size` bytes, all zero.
  [[nodiscard]] static Result<LockedText> of_size(std::size_t size);

  /// How many bytes all of them take now.
  [[nodiscard]] static std::size_t in_use();

  LockedText(LockedText&& other) noexcept;
  LockedText& operator=(LockedText&& other) noexcept;
  LockedText(const LockedText&) = delete;
  LockedText& operator=(const LockedText&) = delete;
  ~LockedText();

  [[nodiscard]] std::string_view view() const { return {bytes_, size_}; }
  [[nodiscard]] char* data() { return bytes_; }
  /// Keeps only the first `size` bytes.
  void shorten(std::size_t size);

 private:
  char* bytes_ = nullptr;
  std::size_t size_ = 0;
  std::size_t capacity_ = 0;
};

/// Overwrites a text that held a secret, and empties it.
void wipe(std::string& text);

}  // namespace yett
