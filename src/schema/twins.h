#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>

#include "schema/place_tree.h"
#include "text/json.h"

namespace yett {

/// A member that is not named and folds like one that is.
struct Twin {
  std::size_t key_bytes = 0;
  const std::string* top_key = nullptr;  // of the member of the root that holds it, or its own; a view of the value
};

/// The first twin of `value` at any place that has names, whichever branches apply to it. Linear in the value;
/// allocates only for members that are not named.
[[nodiscard]] std::optional<Twin> find_twin(std::span<const Place> places, const Json& value);

}  // namespace yett
