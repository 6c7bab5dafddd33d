#include "secrets/locked_text.h"

#include <openssl/crypto.h>

#include <algorithm>
#include <cstring>
#include <string>
#include <utility>

namespace yett {
namespace {

/// What is locked is one heap for all, made once: as large as this process may lock, up to where the tokens of a
/// hundred servers have room in all the forms in which they are looked for. Pages that nobody uses take no memory.
constexpr std::size_t kLargestHeap = std::size_t{1} << 24;
constexpr std::size_t kSmallestHeap = std::size_t{1} << 14;
constexpr std::size_t kSmallest = 16;

/// 1: the heap is there and locked; 2: there, but not locked (CRYPTO_secure_malloc_init(3)).
bool make_heap() {
  for (std::size_t size = kLargestHeap; size >= kSmallestHeap; size /= 2) {
    const int made = CRYPTO_secure_malloc_init(size, kSmallest);
    if (made == 1) return true;
    if (made == 2) CRYPTO_secure_malloc_done();
  }
  return false;
}

}  // namespace

Result<LockedText> LockedText::of_size(std::size_t size) {
  static const bool has_heap = make_heap();
  const std::size_t capacity = std::max<std::size_t>(size, 1);
  LockedText text;
  // Without the heap OpenSSL takes ordinary memory.
  if (!has_heap) {
    return fail(ErrorKind::System, "no memory can be locked for secrets", {}, "raise its limit: ulimit -l");
  }
  text.bytes_ = static_cast<char*>(OPENSSL_secure_zalloc(capacity));
  if (text.bytes_ == nullptr) {
    return fail(ErrorKind::System, "the memory that is locked for secrets is used up", {},
                "shorter tokens, fewer servers with secrets, or a higher limit: ulimit -l");
  }
  text.size_ = size;
  text.capacity_ = capacity;
  return text;
}

Result<LockedText> LockedText::copy(std::string_view text) {
  Result<LockedText> copied = of_size(text.size());
  if (copied && !text.empty()) std::memcpy(copied->bytes_, text.data(), text.size());
  return copied;
}

std::size_t LockedText::in_use() { return CRYPTO_secure_used(); }

LockedText::LockedText(LockedText&& other) noexcept
    : bytes_(std::exchange(other.bytes_, nullptr)),
      size_(std::exchange(other.size_, 0)),
      capacity_(std::exchange(other.capacity_, 0)) {}

LockedText& LockedText::operator=(LockedText&& other) noexcept {
  std::swap(bytes_, other.bytes_);
  std::swap(size_, other.size_);
  std::swap(capacity_, other.capacity_);
  return *this;
}

LockedText::~LockedText() { OPENSSL_secure_clear_free(bytes_, capacity_); }

void LockedText::shorten(std::size_t size) { size_ = std::min(size, size_); }

void wipe(std::string& text) {
  OPENSSL_cleanse(text.data(), text.size());
  text.clear();
}

}  // namespace yett
