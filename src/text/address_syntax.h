#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "text/address.h"
#include "text/ascii.h"

namespace yett {

// The grammar of addresses as constant expressions, so that the address table can be written in plain text.

/// A decimal number of at most three digits without leading zeros.
[[nodiscard]] constexpr std::optional<std::uint32_t> read_short_decimal(std::string_view text) {
  if (text.empty() || text.size() > 3 || (text.size() > 1 && text[0] == '0')) return std::nullopt;
  std::uint32_t number = 0;
  for (const char c : text) {
    if (!is_digit(c)) return std::nullopt;
    number = number * 10 + static_cast<std::uint32_t>(c - '0');
  }
  return number;
}

[[nodiscard]] constexpr std::optional<IpAddress> read_ipv4(std::string_view text) {
  std::uint32_t number = 0;
  for (int position = 0; position < 4; ++position) {
    const std::size_t dot = position < 3 ? text.find('.') : text.size();
    if (dot == std::string_view::npos) return std::nullopt;
    const auto octet = read_short_decimal(text.substr(0, dot));
    if (!octet || *octet > 255) return std::nullopt;
    number = number << 8 | *octet;
    text.remove_prefix(position < 3 ? dot + 1 : dot);
  }
  return IpAddress::v4(number);
}

/// One to four hexadecimal digits.
[[nodiscard]] constexpr std::optional<std::uint16_t> read_ipv6_group(std::string_view text) {
  if (text.empty() || text.size() > 4) return std::nullopt;
  unsigned group = 0;
  for (const char c : text) {
    const auto digit = hex_value(c);
    if (!digit) return std::nullopt;
    group = group << 4 | *digit;
  }
  return static_cast<std::uint16_t>(group);
}

/// Groups between colons. Only the last may be a dotted quad, and then it counts as two.
struct Ipv6Groups {
  std::array<std::uint16_t, 8> value{};
  std::size_t count = 0;

  constexpr bool push(std::uint16_t group) {
    if (count == value.size()) return false;
    value[count++] = group;
    return true;
  }
};

enum class QuadAtEnd : std::uint8_t { Refused, Accepted };

/// Reads "a:b:c"; the empty text has no groups.
[[nodiscard]] constexpr std::optional<Ipv6Groups> read_ipv6_groups(std::string_view text, QuadAtEnd quad_at_end) {
  Ipv6Groups groups;
  if (text.empty()) return groups;
  while (true) {
    const std::size_t colon = text.find(':');
    const bool is_last = colon == std::string_view::npos;
    const std::string_view piece = text.substr(0, colon);
    if (is_last && quad_at_end == QuadAtEnd::Accepted && piece.find('.') != std::string_view::npos) {
      const auto quad = read_ipv4(piece);
      if (!quad || !groups.push(static_cast<std::uint16_t>(quad->low() >> 16)) ||
          !groups.push(static_cast<std::uint16_t>(quad->low() & 0xFFFF))) {
        return std::nullopt;
      }
      return groups;
    }
    const auto group = read_ipv6_group(piece);
    if (!group || !groups.push(*group)) return std::nullopt;
    if (is_last) return groups;
    text.remove_prefix(colon + 1);
  }
}

[[nodiscard]] constexpr std::optional<IpAddress> read_ipv6(std::string_view text) {
  const std::size_t gap = text.find("::");
  const bool has_gap = gap != std::string_view::npos;
  const auto front = read_ipv6_groups(text.substr(0, gap), has_gap ? QuadAtEnd::Refused : QuadAtEnd::Accepted);
  const auto back = read_ipv6_groups(has_gap ? text.substr(gap + 2) : std::string_view{}, QuadAtEnd::Accepted);
  if (!front || !back) return std::nullopt;
  const std::size_t written = front->count + back->count;
  if (has_gap ? written > 7 : written != 8) return std::nullopt;

  std::array<std::uint16_t, 8> groups{};
  for (std::size_t i = 0; i < front->count; ++i) groups[i] = front->value[i];
  for (std::size_t i = 0; i < back->count; ++i) groups[8 - back->count + i] = back->value[i];
  std::uint64_t high = 0;
  std::uint64_t low = 0;
  for (std::size_t i = 0; i < 4; ++i) high = high << 16 | groups[i];
  for (std::size_t i = 4; i < 8; ++i) low = low << 16 | groups[i];
  return IpAddress::v6(high, low);
}

/// The lowest `count` bits of a word set; `count` is 0 to 64.
[[nodiscard]] constexpr std::uint64_t low_bits(unsigned count) {
  return count >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << count) - 1;
}

[[nodiscard]] constexpr std::optional<AddressBlock> read_address_block(std::string_view text) {
  const std::size_t slash = text.find('/');
  if (slash == std::string_view::npos) return std::nullopt;
  const std::string_view address = text.substr(0, slash);
  const auto length = read_short_decimal(text.substr(slash + 1));
  const auto v4 = read_ipv4(address);
  const auto first = v4 ? v4 : read_ipv6(address);
  const std::uint32_t bits = v4 ? 32 : 128;
  if (!first || !length || *length > bits) return std::nullopt;

  const std::uint32_t free = bits - *length;
  const std::uint64_t high_mask = free > 64 ? low_bits(free - 64) : 0;
  const std::uint64_t low_mask = low_bits(free > 64 ? 64 : free);
  if ((first->high() & high_mask) != 0 || (first->low() & low_mask) != 0) return std::nullopt;
  if (v4) return AddressBlock{*first, IpAddress::v4(static_cast<std::uint32_t>(first->low() | low_mask))};
  return AddressBlock{*first, IpAddress::v6(first->high() | high_mask, first->low() | low_mask)};
}

}  // namespace yett
