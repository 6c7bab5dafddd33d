#include "redact/redaction_stream.h"

#include <algorithm>
#include <utility>

#include "redact/redacted_text.h"

namespace yett {

std::string RedactionStream::take(std::string_view piece) {
  text_ += piece;
  std::string out;
  done_ = append_redacted(search_, text_, done_, TextEnd::MayGoOn, rules_.words, out);
  // Not at each piece: what stays has to be moved.
  if (done_.from > SpanSearch::kReach) {
    const std::size_t unneeded = done_.from - SpanSearch::kContext;
    text_.erase(0, unneeded);
    done_.from -= unneeded;
    done_.taken_to -= unneeded;
    done_.behind.end -= std::min(done_.behind.end, unneeded);
  }
  if (rules_.added.empty()) return out;
  std::string lines;
  lines_.take(out, rules_.added, lines);
  return lines;
}

std::string RedactionStream::finish() {
  std::string out;
  done_ = append_redacted(search_, text_, done_, TextEnd::Final, rules_.words, out);
  text_.clear();
  done_ = {};
  if (rules_.added.empty()) return out;
  std::string lines;
  lines_.take(out, rules_.added, lines);
  lines_.finish(rules_.added, lines);
  return lines;
}

}  // namespace yett
