#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace yett {

/// `text` in double quotes for a message: printable ASCII as it is, everything else as \u{XXXX} (bytes that are no
/// UTF-8 as \xNN), so that nothing in a file can steer a terminal or pass for another letter. At most 64 characters
/// are shown, then "...".
[[nodiscard]] std::string in_quotes(std::string_view text);

/// The known word that `word` probably means: equal but for the case of letters, else the nearest one at an edit
/// distance (insert, remove, replace, swap neighbours) of at most 2, at most 1 for words of up to 4 letters.
/// nullopt when none is near. The first of equally near words wins.
[[nodiscard]] std::optional<std::string_view> nearest_word(std::string_view word,
                                                           std::span<const std::string_view> known);

/// `did you mean "..."?` for the nearest word, or an empty text.
[[nodiscard]] std::string did_you_mean(std::string_view word, std::span<const std::string_view> known);

}  // namespace yett
