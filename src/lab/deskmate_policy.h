#pragma once

#include <string_view>

namespace yett {

/// The text of examples/deskmate/yett.toml, embedded at build time so that the demo needs no file.
[[nodiscard]] std::string_view deskmate_policy_text();

}  // namespace yett
