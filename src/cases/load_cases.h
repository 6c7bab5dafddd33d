#pragma once

#include <expected>
#include <string>
#include <string_view>
#include <vector>

#include "cases/case.h"
#include "policy/policy_errors.h"

namespace yett {

struct Policy;

/// Reads a case file (docs/prove.md): a list of [[case]] tables, all or nothing. `file` only names it in messages.
/// Refused with file, line and column: unknown and repeated keys, wrong types, a file without a case, a case without a
/// name or a call, two cases of one name, an attack by which nothing could come to harm, a task that would, an unknown
/// rule, server or, of a task, tool of `policy`, values that no JSON text has.
/// The texts of a case may be hostile: they are data, and nothing of them is ever executed.
[[nodiscard]] std::expected<std::vector<Case>, PolicyErrors> load_cases(std::string_view text, std::string file,
                                                                        const Policy& policy);

}  // namespace yett
