#pragma once

#include <optional>
#include <string_view>

#include "text/address.h"

namespace yett {

/// Reads every spelling of IPv4 that resolvers take (inet_aton of 4.4BSD, WHATWG URL "IPv4 parser"): one to four
/// parts, each decimal, octal with a leading 0 or hexadecimal with a leading 0x, the last filling all bytes that are
/// left. `text` is in lower case. nullopt when a part is no number or out of its range.
[[nodiscard]] std::optional<IpAddress> read_inet_aton(std::string_view text);

}  // namespace yett
