#pragma once

#include "decide/facts.h"
#include "text/json.h"

namespace yett {

/// The arguments that the tool receives when the call is allowed: each judged destination and path in its canonical
/// text, and the bound tenant written from the session where it is absent. `facts` are those of this very query. What
/// is denied has no canonical text and stays as it came.
[[nodiscard]] Json executable_arguments(const Query& query, const Facts& facts);

}  // namespace yett
