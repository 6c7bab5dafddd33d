#include "redact/redacted_text.h"

#include <algorithm>

namespace yett {

SearchPosition append_redacted(SpanSearch& search, std::string_view text, SearchPosition position, TextEnd end,
                               RedactionWords words, std::string& out) {
  while (position.from < text.size()) {
    const bool is_all = text.size() - position.from <= SpanSearch::kReach;
    const std::size_t known = is_all ? text.size() : position.from + SpanSearch::kReach;
    std::size_t done = position.from;
    position = search.search(text.substr(0, known), position, is_all ? end : TextEnd::MayGoOn);
    for (const RedactionSpan& span : search.spans()) {
      out.append(text.substr(done, span.begin - std::min(done, span.begin)));
      append_replacement(out, span, words);
      done = span.end;
    }
    out.append(text.substr(done, position.from - done));
    if (is_all) break;
  }
  return position;
}

}  // namespace yett
