#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"

namespace re2 {
class RE2;
}

namespace yett {

/// A kind that a policy adds ([redact] add).
struct AddedRedaction {
  std::string name;
  std::string pattern;  // RE2, over bytes
  std::string with;     // what stands in its place, as it is

  bool operator==(const AddedRedaction&) const = default;
};

/// What a policy adds to what is redacted. Each pattern sees one line at a time, without its end, after all built-in
/// kinds and the patterns before it; "^" and "$" are the ends of the line. Of longer lines it sees kLongestLine bytes
/// at a time. A match of nothing is none. Immutable; safe to share between threads.
class AddedPatterns {
 public:
  static constexpr std::size_t kLongestLine = 65'536;
  static constexpr std::size_t kMost = 100;

  /// Fails when a pattern is none that RE2 takes, needs too much memory, or matches where nothing stands.
  [[nodiscard]] static Result<void> check(const std::string& pattern);

  AddedPatterns();
  /// Fails when there are too many, when a name is empty or given twice, and with what check() fails with. The error's
  /// message names the kind.
  [[nodiscard]] static Result<AddedPatterns> make(const std::vector<AddedRedaction>& added);
  ~AddedPatterns();
  AddedPatterns(AddedPatterns&&) noexcept;
  AddedPatterns& operator=(AddedPatterns&&) noexcept;

  [[nodiscard]] bool empty() const { return patterns_.empty(); }

  /// Appends to `out` the line without what the patterns find. At most kLongestLine bytes without a line's end.
  void append_line(std::string_view line, std::string& out) const;

 private:
  struct Pattern {
    std::unique_ptr<const re2::RE2> expression;
    std::string with;
  };
  std::vector<Pattern> patterns_;
};

/// Cuts what comes in pieces into lines for AddedPatterns; the same for any pieces.
class LineCutter {
 public:
  /// Takes more text; what is settled is appended to `out`.
  void take(std::string_view piece, const AddedPatterns& patterns, std::string& out);
  /// The rest.
  void finish(const AddedPatterns& patterns, std::string& out);

 private:
  std::string open_;  // a line whose end has not come
};

}  // namespace yett
