#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace yett {

/// A number of bytes as people write it: a whole number with a unit, "32MiB", "512KiB", "1GiB", "100B"; neither zero
/// nor more than 2^32 - 1 units. nullopt for anything else.
[[nodiscard]] std::optional<std::uint64_t> parse_byte_count(std::string_view text);

}  // namespace yett
