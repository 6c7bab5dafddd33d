#pragma once

#include <expected>
#include <string>
#include <vector>

#include "policy/policy.h"
#include "policy/policy_errors.h"
#include "text/toml.h"

namespace yett {

/// A policy with the document that it came of: its own file, put over those that it extends.
struct LoadedPolicy {
  PolicyRef policy;
  Toml document;
};

/// A file of a policy, parsed.
struct PolicyFile {
  std::string file;
  Toml document;
};

/// Loads a policy that stands on others: `files` are the policy and the files that it extends, nearest first, at least
/// one. From the lowest up each whole is loaded by check_document() and compared with the one below. Fails with what
/// that fails with, and for each difference that grants, or of which nobody can tell that it does not: at its place,
/// with the place of what it differs from. The policy's `file` is the first, its digest that of the whole.
[[nodiscard]] std::expected<LoadedPolicy, PolicyErrors> load_extended(std::vector<PolicyFile> files);

}  // namespace yett
