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

/// What is said of a list that no tool is judged against.
std::string role_key(const WrittenList& list, const Policy& policy) {
  switch (policy.lists[list.list].kind) {
    case DestinationKind::Url:
      return list.list == kEgressHosts ? "url" : policy.lists[list.list].name;
    case DestinationKind::Email:
      return list.list == kEgressEmails ? "email" : policy.lists[list.list].name;
    case DestinationKind::Id:
      break;
  }
  return policy.lists[list.list].name;
}

std::string day_of(TimePoint lapses_at) { return format_time(lapses_at - std::chrono::days(1)).substr(0, 10); }

/// Collects the warnings of one policy, each check a method.
class Lint {
 public:
  Lint(const Policy& policy, TimePoint now) : policy_(policy), now_(now) {}

  [[nodiscard]] std::vector<LintWarning> warnings() && {
    check_session();
    check_roles();
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
    return first_tool([role](const Tool& tool) { return tool.has_role(role); }) != nullptr;
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

  [[nodiscard]] bool any_session_has(const PermissionSet& role) const {
    return policy_.session.permissions.name == role.name ||
           std::ranges::find(policy_.session.may_choose, role.name, &PermissionSet::name) !=
               policy_.session.may_choose.end();
  }

  void check_roles() {
    for (const PermissionSet& role : policy_.roles) {
      if (!any_session_has(role)) {
        warn(policy_.session.where, fmt::format("no session can have the role {}", in_quotes(role.name)),
             "name it under [session] permissions or may_choose");
      }
      for (const Capability capability : kAllCapabilities) {
        if (!role.has(capability) || role.grant(capability).contains(SourceKind::User)) continue;
        warn(policy_.session.where,
             fmt::format("role {} grants {} to no call: every run has taken in text of its user", in_quotes(role.name),
                         to_string(capability)),
             "add \"user\" to its sources");
      }
    }
  }

  void check_tool(const Tool& tool) {
    if (tool.review == Review::Pending) {
      warn(tool.where, fmt::format("{} waits for a review: every call of it is denied", tool.name),
           "read the line, then remove review = true");
    }
    if (tool.lapses_at <= now_) {
      warn(tool.where, fmt::format("{} was listed until {} and is no longer", tool.name, day_of(tool.lapses_at)),
           "remove the line, or give it a later day");
    }
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
    if (policy_.paths.empty() && (tool.has_role(ArgumentRole::ReadPath) || tool.has_role(ArgumentRole::WritePath))) {
      warn(tool.where, fmt::format("{} takes a path and no root is listed, so every path is denied", tool.name),
           "[paths.NAME] root = \"/...\", access = \"read\"");
    } else if (tool.has_role(ArgumentRole::WritePath) && !any_root_is_writable()) {
      warn(tool.where,
           fmt::format("{} writes below a path and every root is read only, so every path is denied", tool.name),
           "[paths.NAME] access = \"read-write\"");
    }
    check_destinations(tool);
  }

  /// A tool whose destinations are judged against an empty list can never send.
  void check_destinations(const Tool& tool) {
    for (const BoundArgument& argument : tool.arguments) {
      if (!is_destination(argument.role) || !is_empty(policy_.lists[argument.list])) continue;
      const bool is_own = std::ranges::any_of(
          policy_.tenants.in_order(), [&](const TenantTerms& tenant) { return tenant.lists.contains(argument.list); });
      if (is_own) continue;
      warn(tool.where,
           fmt::format("{} takes a destination in {} and its list is empty, so every call is denied", tool.name,
                       in_quotes(argument.name)),
           argument.list == kEgressHosts ? "[egress] hosts = [\"HOST\"]"
           : argument.list == kEgressEmails
               ? "[egress] email_domains = [\"DOMAIN\"] or emails = [\"ADDRESS\"]"
               : fmt::format("[destinations.{}] allow = [\"...\"]", policy_.lists[argument.list].name));
      return;
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
        warn(list.where, fmt::format("{} is empty: nothing is allowed", list.key), "list what may be reached");
        continue;
      }
      for (const ListEntry& entry : list.entries) check_entry(entry);
      const bool is_used = std::ranges::any_of(policy_.tools.in_order(), [&](const Tool& tool) {
        return std::ranges::any_of(tool.arguments, [&](const BoundArgument& argument) {
          return is_destination(argument.role) && argument.list == list.list;
        });
      });
      if (is_used) continue;
      warn(list.entries.front().where,
           fmt::format("{} serves no tool: none binds destination.{}", list.key, role_key(list, policy_)),
           "remove the list, or bind the tool's argument");
    }
  }

  void check_entry(const ListEntry& entry) {
    if (!entry.spelt.empty()) {
      warn(entry.where, fmt::format("{} is kept as {}", in_quotes(entry.spelt), in_quotes(entry.text)),
           "write it as it is kept, so that a reviewer sees what is compared");
    }
    if (entry.form == EntryForm::Subdomains) {
      warn(entry.where, fmt::format("every name below {} is listed, also those that do not exist yet", entry.text),
           "list the names that are needed");
    }
    if (entry.lapses_at <= now_) {
      warn(entry.where, fmt::format("{} was listed until {} and is no longer", entry.text, day_of(entry.lapses_at)),
           "remove the entry, or give it a later day");
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
    return policy_.flow == FlowTerms::Confirm && tool.goes_outside() && reads_private();
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
  TimePoint now_;
  std::vector<LintWarning> warnings_;
};

}  // namespace

std::vector<LintWarning> lint(const Policy& policy, TimePoint now) { return Lint(policy, now).warnings(); }

}  // namespace yett
