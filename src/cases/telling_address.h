#pragma once

#include <cstddef>
#include <optional>

#include "text/address.h"

namespace yett {

/// An address of that row of strict_address_ranges() which leads inside by its row alone: taken for public there it
/// would be public. nullopt for a row that is public, and where none was found: an address that embeds another is of the
/// graver kind of both.
[[nodiscard]] std::optional<IpAddress> address_that_shows(std::size_t row);

}  // namespace yett
