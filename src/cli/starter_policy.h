#pragma once

#include <string>

#include "cli/command.h"
#include "words/language.h"

namespace yett {

/// Plain `yett init`: writes a policy that loads and lets almost nothing through, and beside it attacks and tasks that
/// show what it holds. Says what it wrote. Nothing that is there is overwritten: a policy of that name is refused,
/// cases are kept.
[[nodiscard]] Exit write_starter(const std::string& file, Language language, const Console& console);

}  // namespace yett
