#pragma once

#include <string>
#include <vector>

#include "cli/format_option.h"
#include "metrics/frontier.h"
#include "text/json.h"
#include "words/language.h"

namespace yett {

/// The best points of frontiers as a table, each with what its set grants.
[[nodiscard]] std::string frontier_table(const Frontier& frontier, Language language, Format format);

/// One frontier as JSON: how it was searched, the best points, and the recommended one where there is one.
[[nodiscard]] Json frontier_json(const Frontier& frontier, const FrontierPoint* recommended);

/// What a set grants on one line: "read, external_access | user", and the tools that it is for where it names some.
[[nodiscard]] std::string grants_text(const PermissionSet& set);

}  // namespace yett
