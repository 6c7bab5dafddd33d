#pragma once

#include "isolate/launch.h"
#include "text/json.h"

namespace yett {

/// What holds a program in, as records say it (docs/audit-format.md): `isolation`, the version of Landlock, whether
/// system calls are filtered, and what could not be enforced.
[[nodiscard]] Json confinement_detail(const Confinement& confinement);

/// The same of a program that nothing holds in.
[[nodiscard]] Json no_confinement_detail();

}  // namespace yett
