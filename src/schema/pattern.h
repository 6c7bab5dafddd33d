#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace re2 {
class RE2;
}

namespace yett {

/// A regular expression in RE2's syntax: UTF-8, case-sensitive, not anchored. Immutable; safe to use from several
/// threads.
class Pattern {
 public:
  Pattern(Pattern&&) noexcept;
  Pattern& operator=(Pattern&&) noexcept;
  ~Pattern();

  /// True when some part of `text` matches. Linear in the text.
  [[nodiscard]] bool finds(std::string_view text) const;

  /// Some text that it finds, at most 256 bytes: for whoever makes up values. nullopt where RE2 cannot tell one, as for
  /// most patterns that are not anchored.
  [[nodiscard]] std::optional<std::string> example() const;

 private:
  friend class PatternBudget;
  explicit Pattern(std::unique_ptr<const re2::RE2> expression);

  std::unique_ptr<const re2::RE2> expression_;
};

/// Why a pattern is not taken.
struct PatternRefusal {
  enum class Kind : std::uint8_t {
    Unreadable,  // not RE2's syntax: it has no look-around and no back-references
    TooLarge,    // by itself
    TooMany,     // with those before it
  };
  Kind kind = Kind::Unreadable;
  std::string reason;  // what RE2 has against an unreadable one
};

/// Compiles patterns as long as they stay within what one schema may cost: about half a second, about 100 patterns.
class PatternBudget {
 public:
  static constexpr std::size_t kMaxBytes = 2048;  // of one pattern

  [[nodiscard]] std::expected<Pattern, PatternRefusal> compile(std::string_view text);

 private:
  std::size_t effort_left_ = 20'000;
};

}  // namespace yett
