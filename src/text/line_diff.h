#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace yett {

/// What makes `after` of `before`, line by line, for people: "- " in front of a line that is gone, "+ " in front of one
/// that is new, "  " in front of up to three lines around them, "..." for what is left out in between. Nothing when
/// both are equal. Lines as they are: a person's terminal needs them escaped.
/// The shortest way for texts of which up to 2,000 lines differ; beyond that all of the old, then all of the new.
[[nodiscard]] std::vector<std::string> line_diff(std::string_view before, std::string_view after);

}  // namespace yett
