#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "redact/span.h"

namespace yett {

/// Secrets that were found, from left to right. Of those that overlap one is made, under the name of the one that
/// begins first: nothing that any kind finds is left.
class SecretSpans {
 public:
  void add(RedactionSpan span) {
    while (!spans_.empty() && spans_.back().end > span.begin && spans_.back().begin >= span.begin) {
      const RedactionSpan& within = spans_.back();
      if (within.begin == span.begin) span.kind = std::min(span.kind, within.kind);
      span.end = std::max(span.end, within.end);
      spans_.pop_back();
    }
    if (!spans_.empty() && spans_.back().end > span.begin) {
      spans_.back().end = std::max(spans_.back().end, span.end);
    } else {
      spans_.push_back(span);
    }
  }

  [[nodiscard]] const std::vector<RedactionSpan>& all() const { return spans_; }
  /// Where the last of that kind ends; 0 without one.
  [[nodiscard]] std::size_t last_end() const { return spans_.empty() ? 0 : spans_.back().end; }
  void clear() { spans_.clear(); }

 private:
  std::vector<RedactionSpan> spans_;
};

}  // namespace yett
