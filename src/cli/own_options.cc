#include "cli/own_options.h"

#include <fmt/format.h>

#include <algorithm>

namespace yett {

Result<void> require_own_options(const Invocation& invocation, std::string_view command, std::string_view action,
                                 std::span<const ActionOptions> all) {
  const auto own = std::ranges::find(all, action, &ActionOptions::action);
  const std::span<const std::string_view> options =
      own == all.end() ? std::span<const std::string_view>() : own->options;
  for (const ActionOptions& other : all) {
    for (const std::string_view option : other.options) {
      if (!invocation.has(option) || std::ranges::find(options, option) != options.end()) continue;
      return fail(ErrorKind::Input, fmt::format("{} {} takes no {}", command, action, option), {},
                  fmt::format("it is for {} {}", command, other.action));
    }
  }
  return {};
}

}  // namespace yett
