#pragma once

#include <cstddef>
#include <optional>

#include "redact/kind.h"
#include "redact/span.h"
#include "redact/watched_text.h"

namespace yett {

/// The number that begins at the anchor `begin` (AnchorScan), or behind an escape of which the anchor is a part: an
/// account, an identity card, a payment card or a telephone, the first of the wanted kinds that it is. `text` is
/// touched when what follows it may change that.
[[nodiscard]] std::optional<RedactionSpan> find_number(WatchedText& text, std::size_t begin, RedactionKinds wanted);

}  // namespace yett
