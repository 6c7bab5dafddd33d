#pragma once

#include <span>
#include <vector>

#include "policy/allowlist.h"
#include "policy/field.h"
#include "policy/secret_terms.h"

namespace yett {

/// Reads `[secrets]` (docs/policy.md): where each secret comes from. One that was refused is among them and means
/// nothing.
[[nodiscard]] std::vector<SecretSpec> load_secrets(const Field& section);

/// Reads values of variables of servers that are tables: { secret = "NAME", as = "file" }. The secrets must outlive it.
class ServerSecretLoader {
 public:
  explicit ServerSecretLoader(std::span<const SecretSpec> secrets);

  /// Refuses a secret that is none of those. O(1) in their number, unless it is one to report.
  [[nodiscard]] ServerSecret load(const NamedField& variable) const;

 private:
  std::span<const SecretSpec> secrets_;
  TextSet names_;
};

}  // namespace yett
