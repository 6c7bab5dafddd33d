#pragma once

#include <string>
#include <string_view>

#include "text/json.h"

namespace yett {

/// The text as escape_for_display() shows it, on one line; blanks of any kind that repeat more than eight
/// times are told by their number, so that nothing can be pushed out of sight. Two texts never read alike.
[[nodiscard]] std::string visible_text(std::string_view text);

/// A JSON value as a person reads it before they let it run: each text, at any depth, in quotes and otherwise as
/// visible_text() shows it, so that the text "5" does not look like the number 5, nor "[1, 2]" like a list. O(n).
[[nodiscard]] std::string visible_value(const Json& value);

/// The name of an argument: as it is where it is made of ASCII letters, digits and "_-./", else as a text in quotes.
[[nodiscard]] std::string visible_name(std::string_view name);

}  // namespace yett
