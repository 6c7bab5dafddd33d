#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "base/time.h"

namespace yett {

/// Where a secret comes from.
enum class SecretSource : std::uint8_t {
  Command,      // a program prints it
  File,         // a file holds it
  Environment,  // a variable of Yett's own environment holds it
};

/// What stands for the session's user and tenant in SecretSpec::from. Braces around anything else are refused at load,
/// so every brace there belongs to one of these.
inline constexpr std::string_view kUserTemplate = "{user}";
inline constexpr std::string_view kTenantTemplate = "{tenant}";

/// `[secrets.X]`: where a short-lived token comes from.
struct SecretSpec {
  std::string name;
  SecretSource source = SecretSource::Command;
  /// Command: an argument vector; the program by its absolute path, without templates; in an argument they stand
  /// anywhere. File: one absolute path, in which a component has one template at most. Environment: one name, without
  /// templates.
  std::vector<std::string> from;
  Duration max_ttl = std::chrono::hours(1);  // at most kLongestSecret
  SourcePosition where;
};

/// No token of a policy lives longer: one that is good for longer than a day is a password.
inline constexpr Duration kLongestSecret = std::chrono::hours(24);

/// How a server gets a secret.
enum class SecretForm : std::uint8_t {
  File,      // the variable names a file that holds it
  Variable,  // the variable holds it
};

/// `env = { VARIABLE = { secret = "NAME" } }` of a server.
struct ServerSecret {
  std::string variable;
  std::string secret;  // the name of a SecretSpec of the policy
  SecretForm as = SecretForm::File;

  bool operator==(const ServerSecret&) const = default;
};

}  // namespace yett
