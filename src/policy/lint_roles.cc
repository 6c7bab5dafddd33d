#include <fmt/format.h>

#include <algorithm>

#include "policy/lint_parts.h"
#include "text/spelling.h"

namespace yett {
namespace {

/// Warns about one role after the other, each check a method.
class RoleLint {
 public:
  RoleLint(const Policy& policy, std::vector<LintWarning>& warnings) : policy_(policy), warnings_(warnings) {}

  void check(const PermissionSet& role) {
    check_offer(role);
    check_sources(role);
    if (!role.tools) return;
    for (const std::string& name : *role.tools) {
      if (const Tool* tool = policy_.tools.find(name)) check_tool(role, name, *tool);
    }
  }

 private:
  void warn(const PermissionSet& role, std::string message, std::string hint) {
    warnings_.push_back({role.where, std::move(message), std::move(hint)});
  }

  void check_offer(const PermissionSet& role) {
    const SessionTerms& session = policy_.session;
    const bool is_offered =
        session.permissions.name == role.name ||
        std::ranges::find(session.may_choose, role.name, &PermissionSet::name) != session.may_choose.end();
    if (is_offered) return;
    warn(role, fmt::format("no session can have the role {}", in_quotes(role.name)),
         "name it under [session] permissions or may_choose, or remove it");
  }

  void check_sources(const PermissionSet& role) {
    for (const Capability capability : kAllCapabilities) {
      if (!role.has(capability) || role.grant(capability).contains(SourceKind::User)) continue;
      warn(role,
           fmt::format("role {} grants {} to no call: every run has taken in text of its user", in_quotes(role.name),
                       to_string(capability)),
           "add \"user\" to its sources");
    }
  }

  /// A role that names a tool was meant to let it run.
  void check_tool(const PermissionSet& role, const std::string& name, const Tool& tool) {
    if (role.servers && std::ranges::find(*role.servers, tool.server) == role.servers->end()) {
      warn(role,
           fmt::format("role {} names the tool {} and not its server {}", in_quotes(role.name), in_quotes(name),
                       in_quotes(tool.server)),
           "add the server to its servers, or remove the tool");
    }
    check_capability(role, name, required_capability(tool.effect));
    if (tool.has_destination() && tool.effect != Effect::Send) {
      check_capability(role, name, Capability::ExternalAccess);
    }
  }

  void check_capability(const PermissionSet& role, const std::string& name, Capability capability) {
    if (role.has(capability)) return;
    warn(role,
         fmt::format("role {} names the tool {}, which needs {}, and does not grant it", in_quotes(role.name),
                     in_quotes(name), to_string(capability)),
         fmt::format("add {} to its grants, or remove the tool", to_string(capability)));
  }

  const Policy& policy_;
  std::vector<LintWarning>& warnings_;
};

}  // namespace

void lint_roles(const Policy& policy, std::vector<LintWarning>& warnings) {
  RoleLint lint(policy, warnings);
  for (const PermissionSet& role : policy.roles) lint.check(role);
}

}  // namespace yett
