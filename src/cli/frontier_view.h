#pragma once

#include <string>
#include <vector>

#include "cli/format_option.h"
#include "metrics/frontier.h"
#include "words/language.h"

namespace yett {

/// The best points of frontiers as a table, each with what its set grants.
[[nodiscard]] std::string frontier_table(const Frontier& frontier, Language language, Format format);

/// What a set grants on one line: "read, external_access | user", and the tools that it is for where it names some.
[[nodiscard]] std::string grants_text(const PermissionSet& set);

/// A point on one line: the tools that it does without where some were taken away, else what its set grants.
[[nodiscard]] std::string point_text(const FrontierPoint& point, Language language);

}  // namespace yett
