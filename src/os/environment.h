#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "base/error.h"

namespace yett {

/// Environment variables as a value, so that only main() reads the real ones and tests can bring their own.
class Environment {
 public:
  using Values = std::map<std::string, std::string, std::less<>>;

  /// No variables.
  Environment() = default;
  explicit Environment(Values values) : values_(std::move(values)) {}
  /// A snapshot of this process's variables. Of a repeated name the first counts, as for getenv(3).
  /// Not to be called while another thread changes the environment.
  [[nodiscard]] static Environment of_this_process();

  /// nullopt when the variable is unset; an empty value is a value.
  [[nodiscard]] std::optional<std::string> get(std::string_view name) const;
  [[nodiscard]] const Values& values() const { return values_; }

 private:
  Values values_;
};

/// The login name of the effective user, from the user database and never from $USER, which anybody can set.
/// Fails with NotFound when the user has none, else System.
[[nodiscard]] Result<std::string> user_name();

}  // namespace yett
