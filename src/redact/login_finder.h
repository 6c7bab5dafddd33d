#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace yett {

/// The longest user and password that are looked for in front of a host.
inline constexpr std::size_t kLongestLogin = 256;

/// Finds user and password of URLs: scheme://user:password@host, also with slashes that JSON escapes. Used for one
/// text, by one thread.
class LoginFinder {
 public:
  explicit LoginFinder(std::string_view text) : text_(text) {}

  /// Where the user begins whose password ends in front of the "@" at `at`; nullopt when nothing of the kind stands
  /// there. Passwords may hold "@". Asked for rising positions. O(bytes since the last).
  [[nodiscard]] std::optional<std::size_t> begin_of(std::size_t at);

 private:
  struct Login {
    std::size_t at = 0;
    std::optional<std::size_t> begin{};  // behind the slashes
    bool has_password = false;
  };
  [[nodiscard]] Login look_back(std::size_t at) const;
  [[nodiscard]] bool ends_scheme(std::size_t end) const;

  std::string_view text_;
  std::optional<Login> last_{};
};

}  // namespace yett
