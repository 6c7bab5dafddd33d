#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "text/flaw.h"

namespace yett {

enum class AddressFamily : std::uint8_t { V4, V6 };

/// An IPv4 or IPv6 address: a number, without port or zone. Ordered by family, then by number.
class IpAddress {
 public:
  /// From the number in host byte order: 127.0.0.1 is v4(0x7F000001).
  [[nodiscard]] static constexpr IpAddress v4(std::uint32_t number) { return {AddressFamily::V4, 0, number}; }
  /// From the first and the last 64 bits in host byte order: ::1 is v6(0, 1).
  [[nodiscard]] static constexpr IpAddress v6(std::uint64_t high, std::uint64_t low) {
    return {AddressFamily::V6, high, low};
  }

  [[nodiscard]] constexpr AddressFamily family() const { return family_; }
  /// The number's upper 64 bits; 0 for IPv4.
  [[nodiscard]] constexpr std::uint64_t high() const { return high_; }
  /// The number's lower 64 bits; all of it for IPv4.
  [[nodiscard]] constexpr std::uint64_t low() const { return low_; }

  /// The canonical text: a dotted quad, or RFC 5952 section 4 without brackets. Embedded IPv4 addresses stay
  /// hexadecimal, so that one address has one text.
  [[nodiscard]] std::string text() const;

  auto operator<=>(const IpAddress&) const = default;

 private:
  constexpr IpAddress(AddressFamily family, std::uint64_t high, std::uint64_t low)
      : family_(family), high_(high), low_(low) {}

  AddressFamily family_;
  std::uint64_t high_;
  std::uint64_t low_;
};

/// Reads four decimal numbers of 0 to 255 without leading zeros (RFC 3986 IPv4address); nothing else is IPv4.
[[nodiscard]] std::optional<IpAddress> parse_ipv4(std::string_view text);

/// Reads the text forms of RFC 4291 section 2.2, without brackets and without a zone. "::" stands for at least one
/// group. A dotted quad may stand in place of the last two groups.
[[nodiscard]] std::optional<IpAddress> parse_ipv6(std::string_view text);

/// Neighbouring addresses of one family, both ends included.
struct AddressBlock {
  IpAddress first = IpAddress::v4(0);
  IpAddress last = IpAddress::v4(0);

  [[nodiscard]] constexpr bool contains(const IpAddress& address) const { return first <= address && address <= last; }
  bool operator==(const AddressBlock&) const = default;
};

/// Reads "address/length" (RFC 4632, RFC 4291 section 2.3). Refused: bits set behind the prefix, a length with a
/// leading zero or beyond the family's, an address without a length.
[[nodiscard]] std::optional<AddressBlock> parse_address_block(std::string_view text);

/// Where an address leads, gravest first behind Public.
enum class AddressKind : std::uint8_t { Public, Metadata, Loopback, LinkLocal, Private, Special };

/// One row of a classification: a block and its kind.
struct AddressRange {
  AddressBlock block;
  AddressKind kind = AddressKind::Special;

  bool operator==(const AddressRange&) const = default;
};

/// The classification that the gate uses: every address of both families has a row, IPv4 first, sorted, without
/// overlaps. Made at compile time; lives for ever.
[[nodiscard]] std::span<const AddressRange> strict_address_ranges();

/// The kind of an address by `ranges`, which must be sorted and free of overlaps; what no range names is Special.
/// An address that embeds IPv4 (mapped, compatible, NAT64, 6to4, Teredo) is of the gravest kind among itself and
/// what it embeds. O(log n).
[[nodiscard]] AddressKind classify(const IpAddress& address, std::span<const AddressRange> ranges);

/// The flaw that an address of this kind is; nullopt for Public.
[[nodiscard]] std::optional<Flaw> flaw_of(AddressKind kind);

}  // namespace yett
