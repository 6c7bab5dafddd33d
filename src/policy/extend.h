#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "base/error.h"
#include "text/toml.h"

namespace yett {

/// At most so many policies stand on one another, the lowest included.
inline constexpr std::size_t kMaxPolicyFiles = 8;

/// The file that a policy extends, as it says it; nullopt for a policy that stands alone. Fails with Input when that is
/// no text, and when the file does not say of which format it is: nobody may read it as another one.
[[nodiscard]] Result<std::optional<std::string>> extended_file(const Toml& document);

/// The base with what `changes` says in its place: tables key by key at any depth, everything else whole. Positions
/// stay those of the file in which a value stands. `extends` is in neither.
[[nodiscard]] Toml extended(const Toml& base, const Toml& changes);

}  // namespace yett
