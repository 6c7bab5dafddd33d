#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace yett {

// Internationalised names by UTS 46, non-transitional, through libidn2. Pure and thread-safe.
// STD3 rules are never asked of libidn2: it deletes the characters that they forbid, and what is left may be a
// name that somebody listed.

/// A name in A-labels: UTS 46 ToASCII of well-formed UTF-8. nullopt when the name cannot be mapped.
[[nodiscard]] std::optional<std::string> to_a_labels(std::string_view name);

/// A name in U-labels: UTS 46 ToUnicode. nullopt when the name cannot be mapped.
[[nodiscard]] std::optional<std::string> to_u_labels(std::string_view name);

}  // namespace yett
