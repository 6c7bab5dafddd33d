#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "redact/replacement.h"
#include "redact/span_search.h"

namespace yett {

/// Appends to `out` what `text` becomes from `position` on, as far as it is settled, and returns how far that is; see
/// SpanSearch::search. The text is searched some tens of kilobytes at a time, so that memory does not grow with it.
[[nodiscard]] SearchPosition append_redacted(SpanSearch& search, std::string_view text, SearchPosition position,
                                             TextEnd end, RedactionWords words, std::string& out);

}  // namespace yett
