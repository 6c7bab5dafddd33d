#pragma once

#include <string>
#include <string_view>

namespace yett {

/// The name as a careless reader takes it, for names that may hold any letters: fold_name() (text/name_fold.h), with
/// Cyrillic and Greek letters that are drawn like a Latin one as that letter (Unicode TR 39, confusables.txt). Two
/// names with the same reading are taken for one by somebody. O(n).
[[nodiscard]] std::string careless_reading(std::string_view name);

}  // namespace yett
