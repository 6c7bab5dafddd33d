#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace yett {

struct TomlFlaw {
  std::string_view message;
  std::size_t offset = 0;  // in bytes
};

/// The first thing in a TOML text that TOML 1.0 or this reader does not allow and toml++ 3.3 would let pass:
///   - outside of strings and comments a character other than printable ASCII, tab and line end; toml++ takes blanks
///     of other scripts and the byte order mark for white space;
///   - behind a line-ending backslash one of those blanks, which toml++ would swallow as if it were white space;
///   - brackets and braces nested deeper than `max_depth`, or a dotted key of more parts: each part is a table within a
///     table, so one long line of dots would exhaust the stack.
/// `text` is valid UTF-8. Behind a syntax error the answer means nothing, but there toml++ no longer reads either.
/// O(n).
[[nodiscard]] std::optional<TomlFlaw> find_toml_flaw(std::string_view text, std::size_t max_depth);

}  // namespace yett
