#include "text/numeric_host.h"

#include <cstdint>

#include "text/ascii.h"

namespace yett {
namespace {

constexpr std::uint64_t kLargest = 0xFFFFFFFF;

std::optional<std::uint64_t> read_number(std::string_view text) {
  if (text.empty()) return std::nullopt;
  unsigned base = 10;
  if (text.starts_with("0x")) {
    base = 16;
    text.remove_prefix(2);
  } else if (text.size() > 1 && text[0] == '0') {
    base = 8;
  }
  std::uint64_t number = 0;
  for (const char c : text) {
    const auto digit = hex_value(c);
    if (!digit || *digit >= base) return std::nullopt;
    number = number * base + *digit;
    if (number > kLargest) return std::nullopt;
  }
  return number;
}

}  // namespace

std::optional<IpAddress> read_inet_aton(std::string_view text) {
  std::uint64_t address = 0;
  for (unsigned position = 0; position < 4; ++position) {
    const std::size_t dot = text.find('.');
    const auto number = read_number(text.substr(0, dot));
    if (!number) return std::nullopt;
    if (dot == std::string_view::npos) {
      if (*number > kLargest >> (8 * position)) return std::nullopt;
      return IpAddress::v4(static_cast<std::uint32_t>(address | *number));
    }
    if (*number > 0xFF) return std::nullopt;
    address |= *number << (24 - 8 * position);
    text.remove_prefix(dot + 1);
  }
  return std::nullopt;
}

}  // namespace yett
