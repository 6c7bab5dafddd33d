#pragma once

#include <cstdint>
#include <expected>
#include <string>
#include <string_view>

#include "text/json.h"

namespace yett {

/// Why a number of a JSON text is not taken.
enum class JsonNumberRefusal : std::uint8_t {
  Malformed,     // not the grammar of RFC 8259, section 6
  NegativeZero,  // -0 in any notation: written again it would lose its sign
  TooPrecise,    // a whole number beyond 2^53: doubles no longer hold each of them
  OutOfRange,    // too large or too small for a double
};

/// Reads one JSON number and nothing around it. Never depends on a locale. O(n).
///
/// Exact refuses by value, not by notation, because 1e20 and 100000000000000000000 are written alike again. 2^53
/// itself is taken only as its sixteen digits: its neighbours beyond round to it.
/// Approximate takes the nearest finite double: what is too large becomes the largest, what is too small becomes zero.
[[nodiscard]] std::expected<double, JsonNumberRefusal> parse_json_number(std::string_view text, JsonNumbers numbers);

/// Appends a number as ECMAScript's Number::toString writes it (ECMA-262, 6.1.6.1.20; RFC 8785, section 3.2.2.3):
/// the shortest digits that read back as the same double, -0 as "0". What is not finite has no JSON form and is
/// written as "null", as JSON.stringify does.
void append_json_number(std::string& out, double value);

}  // namespace yett
