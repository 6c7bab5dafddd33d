#pragma once

#include <string>
#include <string_view>

#include "model/command.h"
#include "model/tool.h"
#include "policy/policy.h"

namespace yett {

// How a policy would say it, for a side of a difference.
[[nodiscard]] std::string_view word_of(WordKind kind);
[[nodiscard]] std::string option_text(const ListedOption& option);
[[nodiscard]] std::string command_text(const ListedCommand& command);
[[nodiscard]] std::string tool_text(const Tool& tool);
[[nodiscard]] std::string ask_text(const AskTerms& ask);
/// "owner/repo (repos)".
[[nodiscard]] std::string join_text(const JoinedDestination& join, const Tool& tool, const Policy& policy);
/// The names of roots, in their order.
[[nodiscard]] std::vector<std::string> root_names(const PathTerms& terms, const Policy& policy);

}  // namespace yett
