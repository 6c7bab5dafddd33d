#pragma once

#include <string_view>

#include "text/json.h"

namespace yett {

/// How a refused method stands in a record: by name when MCP defines it, else by its length, because any other name is
/// text of the sender's choosing.
[[nodiscard]] Json describe_method(std::string_view method);

}  // namespace yett
