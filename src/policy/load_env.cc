#include "policy/load_env.h"

#include <fmt/format.h>

#include "policy/load_argv.h"
#include "policy/name_rules.h"

namespace yett {

WrittenEnvironment load_env(const Field& env, const ServerSecretLoader& secrets) {
  WrittenEnvironment written;
  const auto members = env.members();
  if (!members) return written;
  for (const NamedField& member : *members) {
    if (!is_variable_name(member.key)) {
      member.refuse_key(fmt::format("{} is no name of an environment variable", member.field.name()),
                        std::string(kVariableName));
    }
    if (member.field.value().as_table() != nullptr) {
      written.secrets.push_back(secrets.load(member));
    } else if (is_argument(member.field)) {
      written.values.emplace_back(std::string(member.key), *member.field.value().as_string());
    }
  }
  return written;
}

}  // namespace yett
