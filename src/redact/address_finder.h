#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "redact/watched_text.h"

namespace yett {

/// An e-mail address in a text: from `begin` up to `at` stands its local part, which goes, behind the "@" up to `end`
/// its domain, which stays.
struct FoundAddress {
  std::size_t begin = 0;
  std::size_t at = 0;
  std::size_t end = 0;

  bool operator==(const FoundAddress&) const = default;
};

/// Longer local parts and domains are none; of longer runs these many bytes next to the "@" count (RFC 5321 allows 64
/// and 255).
inline constexpr std::size_t kLongestAddressPart = 1024;

/// What an address cannot reach into, because it was found to be something else or another address.
struct AddressFloor {
  enum class Kind : std::uint8_t { Text, Find, Address };
  std::size_t end = 0;  // where it ends
  Kind kind = Kind::Text;

  bool operator==(const AddressFloor&) const = default;
};

/// The address around the "@" at `at`: \b[\w.+-]+@([\w.-]+\.\w+)\b, the seed's rule, between `floor` and `ceiling`.
/// Beyond it, local parts and domains may have letters that are not of ASCII (RFC 6531). Two things are none that the
/// seed takes for one: "<mailbox@" and "<邮箱@", which is what an address becomes, and a package with its version,
/// "left-pad@1.3.0". `text` is touched when what follows it may change that.
[[nodiscard]] std::optional<FoundAddress> find_address(WatchedText& text, std::size_t at, AddressFloor floor,
                                                       std::size_t ceiling);

}  // namespace yett
