#pragma once

#include <cmath>
#include <cstdint>

#include "text/json.h"

namespace yett {

/// The names that `type` knows, as bits: a whole number is both a number and an integer.
enum class TypeBit : std::uint8_t {
  Null = 1,
  Boolean = 2,
  Number = 4,
  Integer = 8,
  String = 16,
  Array = 32,
  Object = 64,
};

using TypeBits = std::uint8_t;

[[nodiscard]] constexpr TypeBits bit(TypeBit type) { return static_cast<TypeBits>(type); }

/// Draft 6 and later: 1.0 is an integer.
[[nodiscard]] inline bool is_whole(double number) { return std::isfinite(number) && std::trunc(number) == number; }

[[nodiscard]] inline TypeBits types_of(const Json& value) {
  if (value.as_string() != nullptr) return bit(TypeBit::String);
  if (const double* number = value.as_number()) {
    return static_cast<TypeBits>(bit(TypeBit::Number) | (is_whole(*number) ? bit(TypeBit::Integer) : 0));
  }
  if (value.as_object() != nullptr) return bit(TypeBit::Object);
  if (value.as_bool() != nullptr) return bit(TypeBit::Boolean);
  if (value.as_array() != nullptr) return bit(TypeBit::Array);
  return bit(TypeBit::Null);
}

}  // namespace yett
