#include "redact/redacted_text.h"

namespace yett {

std::size_t append_redacted(SpanSearch& search, std::string_view text, std::size_t from, TextEnd end,
                            RedactionWords words, std::string& out) {
  std::size_t reach = SpanSearch::kReach;
  while (from < text.size()) {
    const bool is_all = text.size() - from <= reach;
    const std::size_t known = is_all ? text.size() : from + reach;
    const std::size_t settled = search.search(text.substr(0, known), from, is_all ? end : TextEnd::MayGoOn);
    std::size_t done = from;
    for (const RedactionSpan& span : search.spans()) {
      out.append(text, done, span.begin - done);
      append_replacement(out, span, words);
      done = span.end;
    }
    out.append(text, done, settled - done);
    if (is_all) return settled;
    if (settled == from) reach *= 2;
    from = settled;
  }
  return from;
}

}  // namespace yett
