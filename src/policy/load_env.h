#pragma once

#include <string>
#include <utility>
#include <vector>

#include "policy/load_secrets.h"

namespace yett {

/// The environment of a program, as a policy writes it: what it says itself, and the secrets that it names.
struct WrittenEnvironment {
  std::vector<std::pair<std::string, std::string>> values;
  std::vector<ServerSecret> secrets;
};

/// Reads `env`. Refuses names that no variable can have and values that no process can be given.
[[nodiscard]] WrittenEnvironment load_env(const Field& env, const ServerSecretLoader& secrets);

}  // namespace yett
