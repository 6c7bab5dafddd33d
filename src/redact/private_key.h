#pragma once

#include <cstddef>
#include <optional>

#include "redact/watched_text.h"

namespace yett {

/// The longest block that is looked for: a key of 16,384 bits has 13 KB.
inline constexpr std::size_t kLongestPrivateKey = 16'384;

/// Where the block of a private key ends whose first hyphen stands at `begin`: "-----BEGIN RSA PRIVATE KEY-----" and
/// its like (RFC 7468; RFC 4716 with four hyphens and a space; OpenPGP's "PRIVATE KEY BLOCK"). With its END line
/// everything in between belongs to it, however it is indented, quoted or escaped; without one, as when the text was
/// cut off, all lines of base64 that follow. nullopt when there is none.
[[nodiscard]] std::optional<std::size_t> private_key_end(WatchedText& text, std::size_t begin);

}  // namespace yett
