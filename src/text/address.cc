#include "text/address.h"

#include <array>
#include <cstddef>

#include "text/address_syntax.h"

namespace yett {
namespace {

void append_hex(std::string& out, std::uint16_t group) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  bool started = false;
  for (int shift = 12; shift >= 0; shift -= 4) {
    const unsigned digit = (unsigned{group} >> shift) & 0xFu;
    started = started || digit != 0 || shift == 0;
    if (started) out += kDigits[digit];
  }
}

struct Run {
  std::size_t begin = 0;
  std::size_t size = 0;
};

/// RFC 5952 section 4.2: the longest run of zero groups is shortened, the first of equals, never a single one.
Run longest_zero_run(const std::array<std::uint16_t, 8>& groups) {
  Run longest;
  Run current;
  for (std::size_t i = 0; i < groups.size(); ++i) {
    if (groups[i] != 0) {
      current = {i + 1, 0};
      continue;
    }
    ++current.size;
    if (current.size > longest.size) longest = current;
  }
  return longest.size >= 2 ? longest : Run{groups.size(), 0};
}

std::string ipv6_text(std::uint64_t high, std::uint64_t low) {
  std::array<std::uint16_t, 8> groups{};
  for (std::size_t i = 0; i < 8; ++i) {
    groups[i] = static_cast<std::uint16_t>((i < 4 ? high : low) >> (48 - 16 * (i % 4)));
  }
  const Run gap = longest_zero_run(groups);
  std::string text;
  for (std::size_t i = 0; i < groups.size(); ++i) {
    if (i == gap.begin) {
      text += "::";
      i += gap.size - 1;
      continue;
    }
    if (!text.empty() && text.back() != ':') text += ':';
    append_hex(text, groups[i]);
  }
  return text;
}

}  // namespace

std::string IpAddress::text() const {
  if (family_ == AddressFamily::V6) return ipv6_text(high_, low_);
  std::string text;
  for (int shift = 24; shift >= 0; shift -= 8) {
    text += std::to_string((low_ >> shift) & 0xFF);
    if (shift != 0) text += '.';
  }
  return text;
}

std::optional<IpAddress> parse_ipv4(std::string_view text) { return read_ipv4(text); }

std::optional<IpAddress> parse_ipv6(std::string_view text) { return read_ipv6(text); }

std::optional<AddressBlock> parse_address_block(std::string_view text) { return read_address_block(text); }

std::optional<Flaw> flaw_of(AddressKind kind) {
  switch (kind) {
    case AddressKind::Public:
      return std::nullopt;
    case AddressKind::Metadata:
      return Flaw::Metadata;
    case AddressKind::Loopback:
      return Flaw::Loopback;
    case AddressKind::LinkLocal:
      return Flaw::LinkLocal;
    case AddressKind::Private:
      return Flaw::PrivateAddress;
    case AddressKind::Special:
      return Flaw::SpecialAddress;
  }
  return Flaw::SpecialAddress;
}

}  // namespace yett
