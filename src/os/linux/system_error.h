#pragma once

#include <sys/types.h>

#include <cerrno>
#include <expected>
#include <string>
#include <string_view>

#include "base/error.h"

// How the Linux implementations speak of what went wrong.
namespace yett {

/// A failure with the system's own words for `error_number`: "cannot read FILE: Permission denied".
/// ENOENT and ESRCH are NotFound, everything else System.
[[nodiscard]] std::unexpected<Error> system_failure(std::string what, int error_number);

/// "ana (uid 1000)", or "uid 1000" for a user without a name.
[[nodiscard]] std::string user_text(uid_t user);

/// A text as one word of a shell command, for hints that people paste.
[[nodiscard]] std::string shell_word(std::string_view text);

/// Repeats a system call for as long as a signal interrupts it.
template <typename Call>
auto uninterrupted(Call call) {
  auto result = call();
  while (result == -1 && errno == EINTR) result = call();
  return result;
}

}  // namespace yett
