#pragma once

#include <span>
#include <string_view>

namespace yett {

/// The names of two labels or more that are no public suffix and stand above one ("amazonaws.com" above
/// "s3.amazonaws.com"), sorted by bytes, in U-labels. Made of the list of publicsuffix.org while configuring
/// (cmake/public_suffixes.cmake), for libpsl answers for one name and lists none.
[[nodiscard]] std::span<const std::string_view> names_above_public_suffixes();

}  // namespace yett
