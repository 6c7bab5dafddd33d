#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

#include "redact/kind.h"
#include "redact/login_finder.h"
#include "redact/private_key.h"
#include "redact/span.h"
#include "redact/token_shape.h"
#include "redact/watched_text.h"

namespace yett {

/// Looks for secrets around the anchors of a text (AnchorScan). Used for one text, by one thread.
class SecretFinder {
 public:
  SecretFinder(std::string_view text, RedactionKinds kinds) : text_(text), kinds_(kinds), logins_(text) {}

  /// Looks around the anchor at `anchor`; anchors come in order. O(length of what is looked at), which all anchors of a
  /// text together look at a few times at most. False when what stands behind the text may change what is found.
  [[nodiscard]] bool look(std::size_t anchor);

  /// What the last look found. All of it overlaps or stands behind its anchor.
  [[nodiscard]] const std::vector<RedactionSpan>& found() const { return found_; }

 private:
  [[nodiscard]] bool wants(RedactionKind kind) const { return kinds_.contains(kind); }
  void add(RedactionKind kind, std::size_t begin, std::size_t end) { found_.push_back({begin, end, kind}); }
  /// The end of the base64url that goes on from `begin`.
  [[nodiscard]] std::size_t base64url_end(std::size_t begin);
  [[nodiscard]] std::size_t run_end(std::size_t begin, ByteClass kind);
  [[nodiscard]] std::size_t routable_end(std::size_t end);
  [[nodiscard]] std::optional<std::size_t> token_end(std::size_t begin, const TokenShape& shape);

  void look_for_login(std::size_t at_sign);
  void look_for_private_key(std::size_t hyphen);
  void look_for_tokens(std::size_t anchor);
  void look_for_seed_secret(std::size_t separator);
  void look_for_model_key(std::size_t separator);
  void look_for_aws_secret(std::size_t key);
  void look_for_slack_hook(std::size_t team);
  void look_for_jwt(std::size_t begin);

  WatchedText text_;
  RedactionKinds kinds_;
  LoginFinder logins_;
  PrivateKeyFinder private_keys_;
  std::vector<RedactionSpan> found_;
  // What is known of the run of base64url that was looked at last, so that no text makes the search look at it again
  // and again: where it begins and ends, what stands next in it, and up to where it is known whether a JWT begins.
  std::size_t run_begin_ = 0;
  std::size_t run_end_ = 0;
  std::size_t next_digit_ = 0;
  std::size_t next_capital_ = 0;
  std::size_t next_separator_ = 0;
  std::size_t no_jwt_before_ = 0;
};

}  // namespace yett
