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
  /// Begins anew. Nothing is found in front of `from`; up to `taken_to` stands the rest of what was found there.
  void start(std::size_t from, std::size_t taken_to) {
    spans_.clear();
    from_ = from;
    if (taken_to > from) spans_.push_back({.begin = from, .end = taken_to, .part = SpanPart::Rest});
  }

  void add(RedactionSpan span) {
    if (span.end <= from_) return;
    span.begin = std::max(span.begin, from_);
    while (!spans_.empty() && spans_.back().end > span.begin && spans_.back().begin >= span.begin) {
      const RedactionSpan& within = spans_.back();
      if (within.begin == span.begin) {
        span.kind = std::min(span.kind, within.kind);
        span.part = std::max(span.part, within.part);
      }
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

 private:
  std::vector<RedactionSpan> spans_;
  std::size_t from_ = 0;
};

}  // namespace yett
