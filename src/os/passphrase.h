#pragma once

#include <string>
#include <string_view>

#include "base/error.h"

namespace yett {

/// Asks for a line at the controlling terminal, whatever standard input is, and shows nothing of it while it is typed.
/// The terminal is as before when this returns, also after a signal that ends the program's wait. Fails with System
/// when there is no terminal, with Input for an empty line and when nothing more can be typed.
[[nodiscard]] Result<std::string> ask_passphrase(std::string_view prompt);

}  // namespace yett
