#pragma once

#include <span>
#include <string>

#include "cases/case.h"

namespace yett {

/// A case as a case file has it: what load_cases() reads back as the same case, but for where it stands. Values that
/// TOML has no form for (null) are left out.
[[nodiscard]] std::string write_case(const Case& written);

/// Several, with an empty line in between.
[[nodiscard]] std::string write_cases(std::span<const Case> written);

}  // namespace yett
