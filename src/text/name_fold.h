#pragma once

#include <string>
#include <string_view>

namespace yett {

/// The name as a careless reader takes it: letters without case, fullwidth letters and the two look-alikes that
/// Unicode folds into ASCII (long s, Kelvin sign) as plain ones, without separators and invisible characters.
/// Two names with the same fold are taken for the same name by somebody (CVE-2026-27896). O(n).
[[nodiscard]] std::string fold_name(std::string_view name);

}  // namespace yett
