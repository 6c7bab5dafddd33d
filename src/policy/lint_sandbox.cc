#include <fmt/format.h>

#include <string>

#include "policy/lint_parts.h"
#include "policy/wide_folder.h"

namespace yett {
namespace {

void lint_terms(const std::string& name, const SandboxTerms& terms, std::vector<LintWarning>& warnings) {
  if (terms.none_because) {
    warnings.push_back({terms.where,
                        fmt::format("nothing holds {} in: it reads and writes what Yett's user can, and reaches the "
                                    "network",
                                    name),
                        "isolation = \"auto\""});
    return;
  }
  if (terms.backend == Backend::Landlock) {
    warnings.push_back({terms.where,
                        fmt::format("{} shares the processes and the network devices of this machine: Landlock alone "
                                    "holds it in",
                                    name),
                        "isolation = \"auto\", where user namespaces can be made"});
  }
  for (const std::string& mount : terms.mounts) {
    if (!is_wide_folder(mount)) continue;
    warnings.push_back({terms.where, fmt::format("{} is shown the whole of {}", name, mount),
                        "name the folders in it that the program needs"});
  }
}

}  // namespace

void lint_sandboxes(const Policy& policy, std::vector<LintWarning>& warnings) {
  for (const ServerSpec& server : policy.servers) lint_terms("servers." + server.name, server.sandbox, warnings);
  lint_terms("run", policy.run.sandbox, warnings);
}

}  // namespace yett
