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

/// True when escape_for_display() would hide nothing of `text`: no controls, no invisible and no bidirectional
/// characters, all of it UTF-8.
[[nodiscard]] bool is_fully_visible(std::string_view text);

/// True for a name that a person can read whole: not empty, at most 128 bytes, fully visible, no space at
/// either end.
[[nodiscard]] bool is_readable_name(std::string_view text);

/// What is_readable_name accepts, in words for a hint.
inline constexpr std::string_view kReadableName = "1 to 128 bytes, no control or invisible characters";

/// True for what TOML 1.0 lets stand as a key without quotes: ASCII letters, digits, `_` and `-`, at least one.
[[nodiscard]] bool is_bare_key(std::string_view text);

/// True for the name of a section that authors name themselves ([servers.X], [paths.X]): a bare key of at most 64
/// characters.
[[nodiscard]] bool is_section_name(std::string_view text);

/// What is_section_name accepts, in words for a hint.
inline constexpr std::string_view kSectionName = "1 to 64 letters, digits, _ and -";

}  // namespace yett
