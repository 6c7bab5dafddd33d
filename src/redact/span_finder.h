#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "redact/kind.h"

namespace yett {

/// A part of a text that is taken out, and what a reader is told of it: the part that may stay, as it is put into the
/// words for its kind. Where nothing is taken out, something is put in.
struct RedactionSpan {
  std::size_t begin = 0;
  std::size_t end = 0;
  RedactionKind kind = RedactionKind::Secret;
  std::string kept{};  // "1111" of a card, "DE" of an account; for most kinds nothing
};

/// Looks closely around the anchors of a text. Used for one text, by one thread.
class SpanFinder {
 public:
  SpanFinder(std::string_view text, RedactionKinds kinds) : text_(text), kinds_(kinds) {}

  /// What is found of the kinds around the anchor at `at` (see AnchorScan). Anchors come in order. O(length of a find).
  void look(std::size_t at);

  /// All finds, none within another, from left to right.
  [[nodiscard]] std::vector<RedactionSpan> take();

 private:
  [[nodiscard]] bool wants(RedactionKind kind) const { return kinds_.contains(kind); }
  [[nodiscard]] char at(std::size_t position) const { return position < text_.size() ? text_[position] : '\0'; }
  [[nodiscard]] bool is_word(std::size_t position) const;
  [[nodiscard]] bool begins_word(std::size_t position) const { return position == 0 || !is_word(position - 1); }
  [[nodiscard]] bool ends_word(std::size_t position) const { return position >= text_.size() || !is_word(position); }
  void add(RedactionKind kind, std::size_t begin, std::size_t end, std::string kept = {});

  void look_for_token(std::size_t anchor);
  void look_for_seed_secret(std::size_t separator);
  void look_for_model_key(std::size_t separator);
  void look_for_aws_secret(std::size_t anchor);
  void look_for_slack_hook(std::size_t anchor);
  void look_for_jwt(std::size_t begin);
  void look_for_private_key(std::size_t dashes);
  void look_around_at(std::size_t at_sign);
  void look_for_login(std::size_t at_sign);
  void look_at_digits(std::size_t begin);
  void look_for_iban(std::size_t digits);
  void look_for_international(std::size_t plus);

  std::string_view text_;
  RedactionKinds kinds_;
  std::vector<RedactionSpan> spans_;
  std::size_t looked_to_ = 0;  // digits up to here have been looked at
};

}  // namespace yett
