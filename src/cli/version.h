#pragma once

#include <string_view>

namespace yett {

/// The version of this build; CMakeLists.txt holds the same.
inline constexpr std::string_view kVersion = YETT_VERSION;

}  // namespace yett
