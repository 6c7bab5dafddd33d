#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <tuple>
#include <utility>

#include "policy/load.h"
#include "text/spelling.h"

namespace yett {
namespace {

/// A session that lives longer outlives the work it was made for.
constexpr Duration kLongSession = std::chrono::days(7);

bool has_role(const Tool& tool, ArgumentRole role) {
  return std::ranges::any_of(tool.arguments, [role](const BoundArgument& argument) { return argument.role == role; });
}

bool reaches_outside(const Tool& tool) {
  return tool.has_destination() || tool.effect == Effect::Send || tool.effect == Effect::Execute;
}

/// Collects the warnings of one policy, each check a method.
class Lint {
 public:
  explicit Lint(const Policy& policy) : policy_(policy) {}

  [[nodiscard]] std::vector<LintWarning> warnings() && {
    check_session();
    for (const Tool& tool : policy_.tools.in_order()) check_tool(tool);
    check_lists();
    check_paths();
    check_answers();
    check_flow();
    std::ranges::stable_sort(
        warnings_, {}, [](const LintWarning& warning) { return std::tie(warning.where.line, warning.where.column); });
    return std::move(warnings_);
  }

 private:
  void warn(SourcePosition where, std::string message, std::string hint) {
    warnings_.push_back({std::move(where), std::move(message), std::move(hint)});
  }

  [[nodiscard]] const Tool* first_tool(auto condition) const {
    const auto found = std::ranges::find_if(policy_.tools.in_order(), condition);
    return found == policy_.tools.in_order().end() ? nullptr : &*found;
  }

  [[nodiscard]] bool any_tool_has(ArgumentRole role) const {
    return first_tool([role](const Tool& tool) { return has_role(tool, role); }) != nullptr;
  }

  [[nodiscard]] bool any_set_has(Capability capability) const {
    const SessionTerms& session = policy_.session;
    return session.permissions.has(capability) ||
           std::ranges::any_of(session.may_choose, [&](const PermissionSet& set) { return set.has(capability); });
  }

  [[nodiscard]] bool any_root_is_writable() const {
    return std::ranges::any_of(policy_.paths,
                               [](const NamedRoot& root) { return root.root.access() == PathAccess::Write; });
  }

  void check_session() {
    const SessionTerms& session = policy_.session;
    const auto is_full = [](const PermissionSet& set) { return set.has(Capability::Execution); };
    if (is_full(session.permissions) || std::ranges::any_of(session.may_choose, is_full)) {
      warn(session.where, "sessions can have \"full access\": every tool, whatever text the run has taken in",
           "the narrowest set that still does the work is the safest");
    }
    if (session.expires > kLongSession) {
      warn(session.where, fmt::format("a session lives for {}", format_duration(session.expires)),
           "hours are enough for most work");
    }
  }

  void check_tool(const Tool& tool) {
    if (tool.returns == Returns::Trusted) {
      warn(tool.where, fmt::format("results of {} are trusted: the run listens to them as to its own user", tool.name),
           "only for text that no stranger can write");
    }
    if (tool.effect == Effect::Write && tool.reversibility == Reversibility::Irreversible &&
        !policy_.approval.irreversible_writes) {
      warn(tool.where, fmt::format("{} cannot be undone and asks nobody", tool.name),
           "[approval] irreversible_writes = true");
    }
    check_capability(tool, required_capability(tool.effect));
    if (tool.has_destination() && tool.effect != Effect::Send) check_capability(tool, Capability::ExternalAccess);
    if (policy_.paths.empty() && (has_role(tool, ArgumentRole::ReadPath) || has_role(tool, ArgumentRole::WritePath))) {
      warn(tool.where, fmt::format("{} takes a path and no root is listed, so every path is denied", tool.name),
           "[paths.NAME] root = \"/...\", access = \"read\"");
    } else if (has_role(tool, ArgumentRole::WritePath) && !any_root_is_writable()) {
      warn(tool.where,
           fmt::format("{} writes below a path and every root is read only, so every path is denied", tool.name),
           "[paths.NAME] access = \"read-write\"");
    }
    if (has_role(tool, ArgumentRole::Url) && policy_.egress.hosts.empty()) {
      warn(tool.where, fmt::format("{} takes a URL and no host is listed, so every URL is denied", tool.name),
           "[egress] hosts = [\"HOST\"]");
    }
    if (has_role(tool, ArgumentRole::Email) && policy_.egress.email_domains.empty() && policy_.egress.emails.empty()) {
      warn(tool.where,
           fmt::format("{} takes an e-mail address and none is listed, so every address is denied", tool.name),
           "[egress] email_domains = [\"DOMAIN\"] or emails = [\"ADDRESS\"]");
    }
  }

  void check_capability(const Tool& tool, Capability capability) {
    if (any_set_has(capability)) return;
    warn(tool.where,
         fmt::format("{} can never run: no permission set of [session] grants {}", tool.name, to_string(capability)),
         "[session] permissions or may_choose");
  }

  void check_lists() {
    for (const WrittenList& list : policy_.written_lists) {
      if (list.entries.empty()) {
        warn(list.where, fmt::format("egress.{} is empty: nothing is allowed", to_string(list.kind)),
             "list what may be reached");
        continue;
      }
      for (const ListEntry& entry : list.entries) {
        if (entry.spelt.empty()) continue;
        warn(entry.where, fmt::format("{} is kept as {}", in_quotes(entry.spelt), in_quotes(entry.text)),
             "write it as it is kept, so that a reviewer sees what is compared");
      }
      const ArgumentRole role = list.kind == ListKind::Hosts ? ArgumentRole::Url : ArgumentRole::Email;
      if (any_tool_has(role)) continue;
      warn(list.entries.front().where,
           fmt::format("egress.{} serves no tool: none binds destination.{}", to_string(list.kind), to_string(role)),
           "remove the list, or bind the tool's argument");
    }
  }

  void check_paths() {
    const bool reads = any_tool_has(ArgumentRole::ReadPath);
    const bool writes = any_tool_has(ArgumentRole::WritePath);
    for (const NamedRoot& root : policy_.paths) {
      if (!reads && !writes) {
        warn(root.where, fmt::format("paths.{} serves no tool: none binds path.read or path.write", root.name),
             "remove the root, or bind the tool's argument");
      }
    }
  }

  /// Answers with a key do not exist yet, so a policy that takes no others lets nothing run that asks.
  void check_answers() {
    if (policy_.approval.unsigned_because) return;
    const Tool* tool = first_tool([this](const Tool& one) { return asks(one); });
    if (tool == nullptr) return;
    warn(policy_.approval.where.line == 0 ? tool->where : policy_.approval.where,
         fmt::format("{} asks a person and no answer can count", tool->name),
         "[approval] unsigned = \"WHY\" takes answers without a key; this version has no others");
  }

  [[nodiscard]] bool asks(const Tool& tool) const {
    if (tool.tier() == RiskTier::Dangerous || tool.fixed_destination) return true;
    if (tool.effect == Effect::Write && tool.reversibility == Reversibility::Irreversible) {
      return policy_.approval.irreversible_writes;
    }
    return policy_.flow == FlowTerms::Confirm && reaches_outside(tool) && reads_private();
  }

  [[nodiscard]] bool reads_private() const {
    return first_tool([](const Tool& tool) { return tool.sensitivity == Sensitivity::Private; }) != nullptr;
  }

  void check_flow() {
    if (policy_.flow != FlowTerms::Allow) return;
    warn(policy_.flow_where, "private data may leave after untrusted text was read, and nobody is asked",
         "[flow] private_to_outside = \"confirm\"");
  }

  const Policy& policy_;
  std::vector<LintWarning> warnings_;
};

}  // namespace

std::vector<LintWarning> lint(const Policy& policy) { return Lint(policy).warnings(); }

}  // namespace yett
