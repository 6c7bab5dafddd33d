#pragma once

#include "compare/comparison.h"

namespace yett {

/// What is different about the sandbox of the program that `keys` lead to, between `before` and `after`.
void compare_sandbox(Comparison& comparison, const KeyPath& keys, const SandboxTerms& before,
                     const SandboxTerms& after);

/// The same of the variables that it is given. What a variable does to a program nobody knows but the program; one that
/// holds a secret lets more see it than a file does.
void compare_environment(Comparison& comparison, const KeyPath& keys,
                         const std::vector<std::pair<std::string, std::string>>& before,
                         const std::vector<std::pair<std::string, std::string>>& after);
void compare_given_secrets(Comparison& comparison, const KeyPath& keys, const std::vector<ServerSecret>& before,
                           const std::vector<ServerSecret>& after);

}  // namespace yett
