#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace yett {

/// Whether a record or a call would do harm.
enum class Truth : std::uint8_t { Harmful, Clean };

/// "harmful", "clean".
[[nodiscard]] constexpr std::string_view to_string(Truth truth) { return truth == Truth::Clean ? "clean" : "harmful"; }
[[nodiscard]] constexpr std::optional<Truth> parse_truth(std::string_view text) {
  for (const Truth truth : {Truth::Harmful, Truth::Clean}) {
    if (text == to_string(truth)) return truth;
  }
  return std::nullopt;
}

}  // namespace yett
