#pragma once

#include "base/error.h"
#include "folder.h"

namespace deskmate {

/// Puts the example tickets and customers into a folder, over those of an earlier time. Mail and the webhook log
/// stay as they are. Errors as from Folder and Database.
[[nodiscard]] yett::Result<void> seed(const Folder& folder);

}  // namespace deskmate
