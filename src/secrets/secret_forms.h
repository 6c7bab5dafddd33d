#pragma once

#include <string_view>
#include <vector>

#include "base/error.h"
#include "secrets/locked_text.h"

namespace yett {

/// The texts by which a secret is known again in what a server says, each once, in locked memory: itself, also in small
/// letters; base64 and base64url (RFC 4648), wherever in a longer encoded text it stands; hexadecimal digits, small or
/// capital; and itself without the layers that it seems to be written in, as `a%2Fb` is. Which of its characters are
/// percent-encoded or escaped is no matter of forms: Scrubber undoes these layers (secrets/opened_text.h). Anything
/// else is not found (docs/secrets.md): compressed or encrypted, cut into parts. Move-only.
class SecretForms {
 public:
  /// Fails when no memory can be locked for them.
  [[nodiscard]] static Result<SecretForms> of(std::string_view secret);

  [[nodiscard]] std::string_view secret() const { return secret_; }
  /// All of them, the secret too.
  [[nodiscard]] const std::vector<std::string_view>& texts() const { return texts_; }

 private:
  LockedText memory_;  // of all
  std::string_view secret_;
  std::vector<std::string_view> texts_;
};

}  // namespace yett
