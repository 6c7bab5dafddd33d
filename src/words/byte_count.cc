#include "words/byte_count.h"

#include <fmt/format.h>

#include <array>
#include <string_view>

namespace yett {

std::string byte_count(std::uint64_t bytes) {
  constexpr std::array<std::string_view, 7> kUnits = {"B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
  constexpr unsigned kBitsPerUnit = 10;
  unsigned unit = 0;
  while (unit + 1 < kUnits.size() && (bytes >> ((unit + 1) * kBitsPerUnit)) != 0) ++unit;
  const std::uint64_t whole = bytes >> (unit * kBitsPerUnit);
  const std::uint64_t rest = unit == 0 ? 0 : (bytes >> ((unit - 1) * kBitsPerUnit)) % 1024;
  const std::uint64_t tenths = rest * 10 / 1024;
  return tenths == 0 ? fmt::format("{} {}", whole, kUnits[unit]) : fmt::format("{}.{} {}", whole, tenths, kUnits[unit]);
}

}  // namespace yett
