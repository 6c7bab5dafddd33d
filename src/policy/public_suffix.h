#pragma once

#include <string_view>

namespace yett {

/// True for a canonical name below which anybody can register names of his own: "com", "co.uk", "github.io"
/// (publicsuffix.org, the list that libpsl was built with). Unknown top-level names count as public.
[[nodiscard]] bool is_public_suffix(std::string_view name);

/// True for a canonical name that is no public suffix and has names of many owners below it all the same: it stands
/// above a public suffix ("amazonaws.com" above "s3.amazonaws.com"), or its owner is known to let customers pick names
/// below it ("windows.net"). O(log n) in the names above public suffixes.
[[nodiscard]] bool is_shared_by_owners(std::string_view name);

}  // namespace yett
