#pragma once

#include <string>
#include <vector>

#include "policy/field.h"
#include "text/address.h"

namespace yett {

/// Reads the `paths` of a host entry: prefixes by whole segments, each beginning with "/" and spelt as a canonical URL
/// has it. Refused: an empty list, a query, dot segments and whatever fit_path() refuses to compare.
[[nodiscard]] std::vector<std::string> load_path_prefixes(const Field& list);

/// Reads the `addresses` of a host entry: ranges such as "10.20.0.0/16" that the name may resolve into. Refused: an
/// empty list, bits behind the prefix, and every range that touches metadata, loopback or link-local addresses, which
/// no entry can open.
[[nodiscard]] std::vector<AddressBlock> load_private_ranges(const Field& list);

}  // namespace yett
