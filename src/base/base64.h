#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace yett {

/// Base64 with the standard alphabet and padding (RFC 4648, section 4).
[[nodiscard]] std::string to_base64(std::span<const std::uint8_t> bytes);

/// Reads exactly what to_base64() writes; nullopt for everything else: white space, missing padding, and bits behind
/// the last byte that are not zero. So every value has one text.
[[nodiscard]] std::optional<std::vector<std::uint8_t>> from_base64(std::string_view text);

}  // namespace yett
