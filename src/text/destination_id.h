#pragma once

#include <cstddef>
#include <string_view>

namespace yett {

/// The longest id in bytes: more than any channel, account or repository has.
inline constexpr std::size_t kLongestDestinationId = 256;

/// True for a text that can name a destination which is neither a host nor an address: a channel, an account number,
/// "owner/repo". 1 to 256 bytes of UTF-8 without control, invisible or white-space characters at any place, so that two
/// ids that look alike to a person are not told apart by what nobody sees. Ids are compared byte for byte. O(n).
[[nodiscard]] bool is_destination_id(std::string_view text);

}  // namespace yett
