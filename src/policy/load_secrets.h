#pragma once

#include <span>
#include <vector>

#include "policy/field.h"
#include "policy/secret_terms.h"

namespace yett {

/// Reads `[secrets]` (docs/policy.md): where each secret comes from. One that was refused is among them and means
/// nothing.
[[nodiscard]] std::vector<SecretSpec> load_secrets(const Field& section);

/// Reads the value of a variable of a server that is a table: { secret = "NAME", as = "file" }. The secret has to be
/// one of `secrets`.
[[nodiscard]] ServerSecret load_server_secret(const NamedField& variable, std::span<const SecretSpec> secrets);

}  // namespace yett
