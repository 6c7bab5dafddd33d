#include "text/byte_count.h"

#include <charconv>

namespace yett {
namespace {

struct ByteUnit {
  std::string_view name;
  unsigned shift;
};
constexpr ByteUnit kByteUnits[] = {{"KiB", 10}, {"MiB", 20}, {"GiB", 30}, {"B", 0}};

}  // namespace

std::optional<std::uint64_t> parse_byte_count(std::string_view text) {
  for (const ByteUnit& unit : kByteUnits) {
    if (!text.ends_with(unit.name)) continue;
    const std::string_view digits = text.substr(0, text.size() - unit.name.size());
    std::uint32_t count = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), count);
    const bool is_whole = error == std::errc() && end == digits.data() + digits.size() && digits.front() != '0';
    return is_whole ? std::optional(std::uint64_t{count} << unit.shift) : std::nullopt;
  }
  return std::nullopt;
}

}  // namespace yett
