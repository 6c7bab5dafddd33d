#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace yett {

/// Whether a variable of an environment looks like one that holds a secret: by its name, by a form that keys have, or
/// because no person would write such a text. A mistake costs a line that a person changes; a secret that is taken for
/// none ends up in a policy, so doubt counts as a secret.
[[nodiscard]] bool looks_secret(std::string_view variable, std::string_view value);

/// The first argument of a command that looks like a secret: by its form, or by the option in front of it.
[[nodiscard]] std::optional<std::size_t> find_secret_argument(std::span<const std::string> command);

}  // namespace yett
