#pragma once

#include <cstddef>
#include <optional>

#include "text/address.h"

namespace yett {

/// An address of that row of strict_address_ranges() that would be of another kind if the row were public: a public one
/// where there is one, for an address that embeds another is of the graver kind of both. nullopt for a row that is
/// public, and where none was found.
[[nodiscard]] std::optional<IpAddress> address_that_shows(std::size_t row);

}  // namespace yett
