#pragma once

#include <cstddef>
#include <optional>

#include "redact/watched_text.h"

namespace yett {

/// In so many bytes a block's END line is looked for: a key of 16,384 bits has 13 KB.
inline constexpr std::size_t kLongestPrivateKey = 16'384;

/// Finds the blocks of private keys: "-----BEGIN RSA PRIVATE KEY-----" and its like (RFC 7468; RFC 4716 with four
/// hyphens and a space; OpenPGP's "PRIVATE KEY BLOCK"). With its END line everything in between belongs to a block,
/// however it is indented, quoted or escaped; without one, as when the text was cut off, all lines of base64 that
/// follow. Used for one text, by one thread.
class PrivateKeyFinder {
 public:
  /// The end of the block whose first hyphen stands at `begin`; nullopt when there is none. Asked for rising positions.
  /// `text` is touched when what follows it may change that.
  [[nodiscard]] std::optional<std::size_t> end_of(WatchedText& text, std::size_t begin);
  /// Whether the last one was cut off at kLongestPrivateKey, so that its lines may go on.
  [[nodiscard]] bool goes_on() const { return goes_on_; }

 private:
  [[nodiscard]] std::optional<std::size_t> footing_end(WatchedText& text, std::size_t from, std::size_t longest);

  std::size_t no_footing_from_ = 0;  // where the text is known to have no END line
  std::size_t no_footing_to_ = 0;
  bool goes_on_ = false;
};

}  // namespace yett
