#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace yett {

/// A part of a text.
struct TextSpan {
  std::size_t begin = 0;
  std::size_t end = 0;
  bool operator==(const TextSpan&) const = default;
};

/// Appends a span, or makes the last one longer where the two overlap. Spans come by their begins.
void add_span(std::vector<TextSpan>& spans, TextSpan span);

// A layer of writing is what an encoder puts around a text: `%2F` (RFC 3986 section 2.1, for any byte), what JSON
// escapes inside of a string (RFC 8259 section 7, of which `\u` only below U+0080: a secret is ASCII), and the line
// breaks that MIME puts into base64 (RFC 2045 section 6.8; and those of any other long run of its characters: a break
// counts behind 40 of them). Whoever looks for a text below a layer finds it whichever characters an encoder chose to
// write in which way.

/// What undoing a layer may look at behind and in front of a place.
inline constexpr std::size_t kLayerContext = 64;
/// One character of a text is written with so many at most.
inline constexpr std::size_t kLongestEscape = 6;

/// The parts of a text of which a layer could be undone, each with `margin` bytes more on both sides, or kLayerContext
/// if that is more: where nothing of a layer is written nothing has to be looked at twice. In order, apart. O(n).
[[nodiscard]] std::vector<TextSpan> layered_parts(std::string_view text, std::size_t margin);

/// The text with one layer undone. O(n).
[[nodiscard]] std::string without_layer(std::string_view text);

/// Where in a text the parts stand that `spans` are of it without its layer. Both their begins and their ends come in
/// order. O(n + spans).
[[nodiscard]] std::vector<TextSpan> with_layer(std::string_view text, std::span<const TextSpan> spans);

/// The last place up to `at` that no escape of any of so many layers crosses. O(n).
[[nodiscard]] std::size_t border_before(std::string_view text, std::size_t at, unsigned layers);

}  // namespace yett
