#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace yett {

/// How wide a text of well-formed UTF-8 is at most, in the unit of `size`, the height of its letters. An SVG does not
/// know its font: the widths are those of DejaVu Sans, the widest of the common ones, and of Chinese characters, which
/// are squares in every font. O(n).
[[nodiscard]] double text_width(std::string_view text, double size);

/// `size`, or the smaller one at which a text, be it bold, is no wider than `width`.
[[nodiscard]] double fitting_size(std::string_view text, double size, double width);

/// A text in lines no wider than `width`, broken behind spaces, hyphens, underscores and the like but not inside a
/// number, between Chinese characters, and inside a word where it does not fit alone. What is left over after `most`
/// lines becomes "…". At least one line, which may be empty. A line has at least one character, be it too wide or not.
/// O(n) for texts that fit.
[[nodiscard]] std::vector<std::string> text_lines(std::string_view text, double size, double width, std::size_t most);

}  // namespace yett
