#pragma once

#include <sys/types.h>

#include <string>

#include "base/error.h"

namespace yett {

/// The login name of a user, from the system's user database. Fails with NotFound when there is none, else System.
/// Thread-safe; may ask a directory service.
[[nodiscard]] Result<std::string> name_of_user(uid_t user);

}  // namespace yett
