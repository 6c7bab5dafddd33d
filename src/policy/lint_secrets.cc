#include <fmt/format.h>

#include "policy/lint_parts.h"

namespace yett {

void lint_secrets(const Policy& policy, std::vector<LintWarning>& warnings) {
  TextSet used;
  for (const ServerSecret& secret : policy.run.secrets) used.insert(secret.secret);
  for (const ServerSpec& server : policy.servers) {
    for (const ServerSecret& secret : server.secrets) {
      used.insert(secret.secret);
      if (secret.as == SecretForm::File) continue;
      warnings.push_back({server.where,
                          fmt::format("servers.{} gets {} as a variable: other processes of the user can read it, and "
                                      "the server is started again before it expires",
                                      server.name, secret.variable),
                          "as = \"file\", where the server can read its token from a file"});
    }
  }
  for (const SecretSpec& secret : policy.secrets) {
    if (!used.contains(secret.name)) {
      warnings.push_back(
          {secret.where, fmt::format("no server is given secrets.{}", secret.name),
           fmt::format("env = {{ VARIABLE = {{ secret = \"{}\" }} }} of a server, or remove it", secret.name)});
    }
    if (secret.source != SecretSource::Environment) continue;
    warnings.push_back({secret.where,
                        fmt::format("secrets.{} stands in Yett's own environment: other processes of the user can read "
                                    "it, and Yett is started again before it expires",
                                    secret.name),
                        "from = [\"/PROGRAM\", \"{user}\"] or { file = \"/PATH\" }"});
  }
}

}  // namespace yett
