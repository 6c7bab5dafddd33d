#pragma once

#include <span>
#include <string>
#include <string_view>

namespace yett {

/// A made-up text of one kind that is redacted, and of no other: it shows when its own kind is switched off.
struct MadeUpText {
  std::string_view kind;  // built-in, by its name (redact/kind.h)
  std::string_view text;
};

/// One of each built-in kind, in their order. Case files name them as `{sample:KIND}`, so that no file of a suite holds
/// anything that a scanner of repositories would take for a key.
[[nodiscard]] std::span<const MadeUpText> made_up_texts();

/// "{sample:KIND}".
[[nodiscard]] std::string sample_mark(std::string_view kind);

}  // namespace yett
