#pragma once

#include <string_view>

namespace yett {

/// True for a canonical name below which anybody can register names of his own: "com", "co.uk", "github.io"
/// (publicsuffix.org, the list that libpsl was built with). Unknown top-level names count as public.
[[nodiscard]] bool is_public_suffix(std::string_view name);

}  // namespace yett
