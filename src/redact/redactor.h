#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace yett {

/// What redacted text is written in; English and Chinese.
enum class RedactionWords : std::uint8_t { English, Chinese };

/// Takes secrets and contact details out of text and leaves what a post-mortem needs (docs/audit-format.md):
///   sk-… rk-… api-… token-… and `_` forms (8 or more letters or digits)  ->  <secret redacted>
///   an e-mail address                                                   ->  <mailbox@DOMAIN>: the domain stays
///   a mobile number, 1[3-9] and nine digits                              ->  <phone redacted>
/// The kinds are applied in this order, each from left to right, with ASCII word boundaries.
/// Immutable after construction; safe to share between threads.
class Redactor {
 public:
  explicit Redactor(RedactionWords words = RedactionWords::English);
  ~Redactor();
  Redactor(Redactor&&) noexcept;
  Redactor& operator=(Redactor&&) noexcept;

  /// The text without secrets and contact details. O(n). Any bytes are accepted.
  [[nodiscard]] std::string redact(std::string_view text) const;

 private:
  struct Kinds;
  std::unique_ptr<const Kinds> kinds_;
};

/// Redacts a stream in pieces of any size: what comes out is the same as for the whole text at once. Memory is bounded
/// by the longest run of characters that could belong to one match.
class RedactionStream {
 public:
  explicit RedactionStream(const Redactor& redactor) : redactor_(redactor) {}

  /// Takes the next piece; returns what is settled by now.
  [[nodiscard]] std::string take(std::string_view piece);
  /// Returns the rest; to be called once, at the end.
  [[nodiscard]] std::string finish();

 private:
  const Redactor& redactor_;
  std::string open_;
};

}  // namespace yett
