#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace yett {

/// Gives each number of a JSON text, as it is written there (RFC 8259 section 6), to `replace`, and puts the string
/// that this returns, if any, in its place. A number that a double does not hold is seen with all its digits. Of a text
/// that is no JSON something becomes a text that is none. O(n), and nothing is copied where nothing is replaced.
void replace_numbers(std::string& json, const std::function<std::optional<std::string>(std::string_view)>& replace);

}  // namespace yett
