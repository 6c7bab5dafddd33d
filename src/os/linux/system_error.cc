#include "os/linux/system_error.h"

#include <fmt/format.h>

#include <cstring>

#include "os/linux/user_database.h"

namespace yett {

std::unexpected<Error> system_failure(std::string what, int error_number) {
  // Unlike strerror() it is safe in threads, and the same in every locale.
  const char* words = strerrordesc_np(error_number);
  what += ": ";
  what += words != nullptr ? words : fmt::format("error {}", error_number);
  const bool absent = error_number == ENOENT || error_number == ESRCH;
  return fail(absent ? ErrorKind::NotFound : ErrorKind::System, std::move(what));
}

std::string user_text(uid_t user) {
  const auto name = name_of_user(user);
  return name ? fmt::format("{} (uid {})", *name, user) : fmt::format("uid {}", user);
}

std::string shell_word(std::string_view text) {
  constexpr std::string_view kPlain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789/._-+,:@%";
  if (!text.empty() && text.front() != '-' && text.find_first_not_of(kPlain) == std::string_view::npos) {
    return std::string(text);
  }
  // A path that begins with a dash is an option even in quotes.
  std::string word = !text.empty() && text.front() == '-' ? "'./" : "'";
  for (const char c : text) word += c == '\'' ? std::string_view("'\\''") : std::string_view(&c, 1);
  return word + "'";
}

}  // namespace yett
