#pragma once

#include <span>
#include <string_view>

#include "base/error.h"
#include "cli/command.h"

namespace yett {

/// An action of a command, and the options and words that not every action of it takes.
struct ActionOptions {
  std::string_view action;
  std::span<const std::string_view> options;  // by first name; a positional by its name
};

/// An option that an action would ignore may be what somebody relies on. Fails with Input when the command line has one
/// that another of the actions takes and `action` does not; what stands with no action is for all of them.
[[nodiscard]] Result<void> require_own_options(const Invocation& invocation, std::string_view command,
                                               std::string_view action, std::span<const ActionOptions> all);

}  // namespace yett
