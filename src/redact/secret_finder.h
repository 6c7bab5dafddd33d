#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

#include "redact/find_rest.h"
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
  /// What goes on of it behind the end of the text.
  [[nodiscard]] FindRest rest() const { return rest_; }

 private:
  [[nodiscard]] bool wants(RedactionKind kind) const { return kinds_.contains(kind); }
  /// One that ends with a run that was cut off goes on to the run's end.
  void add(RedactionKind kind, std::size_t begin, std::size_t end);
  /// The end of the bytes of a class that go on from `begin`, or of the first kLongestToken of them.
  [[nodiscard]] std::size_t run_end(std::size_t begin, ByteClass kind);
  [[nodiscard]] std::size_t base64url_end(std::size_t begin) { return run_end(begin, ByteClass::Base64Url); }
  [[nodiscard]] std::size_t routable_end(std::size_t end);
  [[nodiscard]] std::optional<std::size_t> token_end(std::size_t begin, const TokenShape& shape);

  [[nodiscard]] bool begins_element(std::size_t position);

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
  FindRest rest_;
  struct Run {
    std::size_t begin = 0;
    std::size_t end = 0;
  };
  struct CutRun {
    std::size_t at = 0;  // where it was cut off
    ByteClass bytes{};
  };
  [[nodiscard]] Run& run_of(ByteClass kind) { return runs_[static_cast<std::size_t>(kind)]; }
  // What is known of the run of each class that was looked at last, so that no text makes the search look at it again
  // and again; of base64url what stands next in it, and up to where it is known whether a JWT begins.
  std::array<Run, kByteClasses> runs_{};
  CutRun cut_{};  // the last one of this look
  std::size_t next_digit_ = 0;
  std::size_t next_capital_ = 0;
  std::size_t next_separator_ = 0;
  std::size_t no_jwt_before_ = 0;
};

}  // namespace yett
