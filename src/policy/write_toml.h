#pragma once

#include <string>
#include <string_view>

#include "text/json.h"

namespace yett {

/// A TOML basic string, quotes included, that reads back as the same text; bytes that are no UTF-8 become U+FFFD.
[[nodiscard]] std::string toml_text(std::string_view text);

/// A key as it stands in a table: bare where TOML lets it, else quoted.
[[nodiscard]] std::string toml_key(std::string_view key);

/// The value on one line. Whole numbers are integers. A null has no form in TOML: members that are null are left out,
/// and so are items of lists.
[[nodiscard]] std::string toml_inline(const Json& value);

}  // namespace yett
