#include "os/environment.h"

#include <fmt/format.h>
#include <pwd.h>
#include <unistd.h>

#include "os/linux/system_error.h"
#include "os/linux/user_database.h"

namespace yett {

Environment Environment::of_this_process() {
  Values values;
  for (char** entry = environ; entry != nullptr && *entry != nullptr; ++entry) {
    const std::string_view text = *entry;
    const auto equals = text.find('=');
    if (equals == 0 || equals == std::string_view::npos) continue;
    values.emplace(text.substr(0, equals), text.substr(equals + 1));
  }
  return Environment(std::move(values));
}

std::optional<std::string> Environment::get(std::string_view name) const {
  const auto found = values_.find(name);
  if (found == values_.end()) return std::nullopt;
  return found->second;
}

Result<std::string> name_of_user(uid_t user) {
  std::string buffer(1024, '\0');
  for (;;) {
    passwd entry{};
    passwd* found = nullptr;
    const int error_number = getpwuid_r(user, &entry, buffer.data(), buffer.size(), &found);
    if (error_number == ERANGE) {
      buffer.resize(2 * buffer.size());
      continue;
    }
    if (error_number == EINTR) continue;
    if (found != nullptr && *entry.pw_name != '\0') return std::string(entry.pw_name);
    if (error_number == 0) return fail(ErrorKind::NotFound, fmt::format("the user with uid {} has no name", user));
    return system_failure(fmt::format("cannot find the name of the user with uid {}", user), error_number);
  }
}

Result<std::string> user_name() { return name_of_user(geteuid()); }

}  // namespace yett
