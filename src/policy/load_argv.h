#pragma once

#include <string>
#include <vector>

#include "policy/field.h"

namespace yett {

/// Whether a value is something that a process can be given: any string, perhaps empty, but without NUL, at which the
/// kernel would end it. Refuses everything else.
[[nodiscard]] bool is_argument(const Field& field);

/// A program by its absolute path and its arguments, as they are: no shell reads them. Refuses everything else, an
/// empty list too.
[[nodiscard]] std::vector<std::string> load_argv(const Field& command);

}  // namespace yett
