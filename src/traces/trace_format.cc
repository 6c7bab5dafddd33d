#include "traces/trace_format.h"

#include <algorithm>
#include <cstddef>

namespace yett {

std::string_view to_string(TraceFormat format) { return kTraceFormatWords[static_cast<std::size_t>(format)]; }

std::optional<TraceFormat> parse_trace_format(std::string_view text) {
  const auto* const found = std::ranges::find(kTraceFormatWords, text);
  if (found == kTraceFormatWords.end()) return std::nullopt;
  return static_cast<TraceFormat>(found - kTraceFormatWords.begin());
}

}  // namespace yett
