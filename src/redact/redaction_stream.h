#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "redact/added_patterns.h"
#include "redact/redactor.h"
#include "redact/span_search.h"

namespace yett {

/// Redacts a text that comes in pieces of any size: together they become what Redactor::redact makes of the whole text,
/// wherever it is cut. What cannot belong to a find is given back at once, as a rule at the end of each line; no more
/// than some 200 KB beside a piece are held. The redactor has to outlive the stream. Used by one thread.
class RedactionStream {
 public:
  explicit RedactionStream(const Redactor& redactor) : rules_(*redactor.parts_), search_(rules_.kinds) {}

  /// Takes the next piece; returns what is settled by now.
  [[nodiscard]] std::string take(std::string_view piece);
  /// Returns the rest; to be called once, at the end.
  [[nodiscard]] std::string finish();

 private:
  const Redactor::Parts& rules_;
  SpanSearch search_;
  std::string text_;     // what is not settled, and what has to be known of the text before it
  SearchPosition done_;  // in `text_`
  LineCutter lines_;
};

}  // namespace yett
