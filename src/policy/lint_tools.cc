#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>

#include "policy/known_program.h"
#include "policy/lapse.h"
#include "policy/lint_parts.h"
#include "text/spelling.h"

namespace yett {
namespace {

/// Whether a set grants the capability for this tool, whatever text the run has taken in.
bool may_ever_use(const PermissionSet& set, const Tool& tool, Capability capability) {
  const auto names = [](const std::optional<std::vector<std::string>>& list, std::string_view name) {
    return !list || std::ranges::find(*list, name) != list->end();
  };
  const bool names_tool = names(set.tools, tool.name) || names(set.tools, fmt::format("{}.{}", tool.server, tool.name));
  return names_tool && names(set.servers, tool.server) && set.has(capability);
}

/// Warns about one tool after the other, each check a method.
class ToolLint {
 public:
  ToolLint(const Policy& policy, TimePoint now, std::vector<LintWarning>& warnings)
      : policy_(policy), now_(now), warnings_(warnings) {
    for (const TenantTerms& tenant : policy.tenants.in_order()) {
      for (const auto& [general, own] : tenant.lists) replaced_lists_.insert(general);
    }
  }

  void check(const Tool& tool) {
    check_marks(tool);
    check_irreversible_write(tool);
    check_capability(tool, required_capability(tool.effect));
    if (tool.has_destination() && tool.effect != Effect::Send) check_capability(tool, Capability::ExternalAccess);
    check_destinations(tool);
    check_names(tool);
    if (tool.has_role(ArgumentRole::ReadPath)) check_paths(tool, tool.reads, PathAccess::Read);
    if (tool.has_role(ArgumentRole::WritePath)) check_paths(tool, tool.writes, PathAccess::Write);
    check_commands(tool);
    check_tenant(tool);
    check_sensitivity(tool);
    check_mail(tool);
  }

 private:
  void warn(const Tool& tool, std::string message, std::string hint) {
    warnings_.push_back({tool.where, std::move(message), std::move(hint)});
  }

  void check_marks(const Tool& tool) {
    if (tool.review == Review::Pending) {
      warn(tool, fmt::format("{} waits for a review: every call of it is denied", tool.name),
           "read the line, then remove review = true");
    }
    if (tool.lapses_at <= now_) {
      warn(tool, fmt::format("{} was listed until {} and is no longer", tool.name, last_day_of(tool.lapses_at)),
           "remove the line, or give it a later day");
    }
    if (tool.returns == Returns::Trusted) {
      warn(tool, fmt::format("results of {} are trusted: the run listens to them as to its own user", tool.name),
           "remove returns = \"trusted\", unless no stranger can write what it returns");
    }
  }

  void check_irreversible_write(const Tool& tool) {
    const bool is_final = tool.effect == Effect::Write && tool.reversibility == Reversibility::Irreversible;
    if (!is_final || policy_.approval.irreversible_writes) return;
    warn(tool, fmt::format("{} cannot be undone and asks nobody", tool.name), "[approval] irreversible_writes = true");
  }

  void check_capability(const Tool& tool, Capability capability) {
    const SessionTerms& session = policy_.session;
    const auto grants = [&](const PermissionSet& set) { return may_ever_use(set, tool, capability); };
    if (grants(session.permissions) || std::ranges::any_of(session.may_choose, grants)) return;
    warn(tool,
         fmt::format("{} can never run: no permission set of [session] grants it {}", tool.name, to_string(capability)),
         "name a set that does under [session] permissions or may_choose, or remove the line");
  }

  /// A destination that is judged against an empty list passes for no tenant.
  void check_destinations(const Tool& tool) {
    for (const BoundArgument& argument : tool.arguments) {
      if (!is_destination(argument.role) || !is_empty(policy_.lists[argument.list])) continue;
      if (replaced_lists_.contains(argument.list)) continue;
      warn(tool,
           fmt::format("{} takes a destination in {} and its list is empty, so every call is denied", tool.name,
                       in_quotes(argument.name)),
           entry_hint(argument.list));
      return;
    }
  }

  /// A name without a leading slash is one key, and no server has keys that read like a path through a value.
  void check_names(const Tool& tool) {
    for (const BoundArgument& argument : tool.arguments) {
      const std::string_view name = argument.name;
      const bool is_like_path =
          argument.place.is_key() && (name.contains('[') || name.starts_with("$.") || name.starts_with("#/"));
      if (!is_like_path) continue;
      warn(tool,
           fmt::format("{} binds {}, which is one key of that very name and no place further in", tool.name,
                       in_quotes(name)),
           "write a place as a JSON Pointer, such as \"/files/*/path\"");
    }
  }

  [[nodiscard]] std::string entry_hint(ListIndex list) const {
    if (list == kEgressHosts) return "[egress] hosts = [\"HOST\"]";
    if (list == kEgressEmails) return "[egress] email_domains = [\"DOMAIN\"] or emails = [\"ADDRESS\"]";
    return fmt::format("[destinations.{}] allow = [\"...\"]", policy_.lists[list].name);
  }

  /// The roots that the tool's paths may lie below.
  [[nodiscard]] std::vector<const NamedRoot*> roots_of(const PathTerms& terms) const {
    std::vector<const NamedRoot*> roots;
    for (const std::size_t root : terms.roots) roots.push_back(&policy_.paths[root]);
    if (!terms.roots.empty()) return roots;
    return roots;
  }

  void check_paths(const Tool& tool, const PathTerms& terms, PathAccess access) {
    const std::vector<const NamedRoot*> roots = roots_of(terms);
    const auto is_writable = [](const NamedRoot* root) { return root->root.access() == PathAccess::Write; };
    if (roots.empty()) {
      warn(tool, fmt::format("{} takes a path and no root is listed, so every path is denied", tool.name),
           access == PathAccess::Write ? "[paths.NAME] root = \"/...\", access = \"read-write\""
                                       : "[paths.NAME] root = \"/...\", access = \"read\"");
    } else if (access == PathAccess::Write && std::ranges::none_of(roots, is_writable)) {
      warn(tool, fmt::format("{} writes below a path and every root is read only, so every path is denied", tool.name),
           "[paths.NAME] access = \"read-write\"");
    } else if (access == PathAccess::Write && terms.base && !is_writable(&policy_.paths[*terms.base])) {
      warn(tool, fmt::format("{} writes relative paths below a root that is read only, so they are denied", tool.name),
           fmt::format("[paths.{}] access = \"read-write\", or another base", policy_.paths[*terms.base].name));
    }
  }

  /// What lies in a tenant's folder is that tenant's, and reading it has to count as private.
  void check_sensitivity(const Tool& tool) {
    if (tool.sensitivity == Sensitivity::Private || !tool.has_role(ArgumentRole::ReadPath)) return;
    const std::vector<const NamedRoot*> roots = roots_of(tool.reads);
    const auto of_tenant = std::ranges::find_if(roots, is_of_tenant);
    if (of_tenant == roots.end()) return;
    warn(tool,
         fmt::format("{} is internal and reads below paths.{}, whose files are a tenant's", tool.name,
                     (*of_tenant)->name),
         "sensitivity = \"private\", or path.read = { arguments = [...], roots = [...] } without that root");
  }

  /// Reading from a URL is normal; what names a mailbox writes to it.
  void check_mail(const Tool& tool) {
    if (tool.effect != Effect::Read || !tool.has_role(ArgumentRole::Email)) return;
    warn(tool, fmt::format("{} has the effect read and takes a mailbox as its destination", tool.name),
         "effect = \"send\"; an address that is only looked up is listed under unbound");
  }

  static bool is_of_tenant(const NamedRoot* root) { return root->root.text().find("{tenant}") != std::string::npos; }

  void check_commands(const Tool& tool) {
    for (const ListedCommand& command : tool.commands) {
      const bool reads = command.has(WordKind::ReadPath);
      const bool writes = command.has(WordKind::WritePath);
      if ((reads || writes) && policy_.paths.empty()) {
        warn(tool, fmt::format("{} takes paths and no root is listed, so every path is denied", command.program),
             "[paths.NAME] root = \"/...\", access = \"read\"");
      }
      const auto known = find_known_program(command.program);
      if (!known && unknown_programs_.insert(command.program).second) {
        warn(tool, fmt::format("nothing is known of {}: its list is believed as it stands", command.program),
             "read in its manual what its options, texts and files reach, start and obey");
      }
      if (known && known->runs_scripts() && has_writable_root(tool.reads)) {
        warn(tool,
             fmt::format("{} runs scripts below a root that agents may write to: such a script is any command",
                         command.program),
             "keep scripts below a root of their own with access = \"read\"");
      }
      if (command.effect == Effect::Read && writes) {
        warn(tool, fmt::format("{} has effect = \"read\" and takes a path to write", command.program),
             "effect = \"write\"");
      }
    }
  }

  [[nodiscard]] bool has_writable_root(const PathTerms& terms) const {
    return std::ranges::any_of(roots_of(terms),
                               [](const NamedRoot* root) { return root->root.access() == PathAccess::Write; });
  }

  /// True when the tool's paths all lie below roots that the session's tenant fills in.
  [[nodiscard]] bool is_kept_apart_by_roots(const Tool& tool) const {
    const auto are_of_tenants = [this](const PathTerms& terms) {
      return std::ranges::all_of(roots_of(terms), is_of_tenant);
    };
    const bool reads = tool.has_role(ArgumentRole::ReadPath);
    const bool writes = tool.has_role(ArgumentRole::WritePath);
    return (reads || writes) && (!reads || are_of_tenants(tool.reads)) && (!writes || are_of_tenants(tool.writes));
  }

  void check_tenant(const Tool& tool) {
    if (is_kept_apart_by_roots(tool)) return;
    if (tool.tenant != TenantSource::Single || policy_.session.tenant || policy_.tenants.in_order().size() < 2) return;
    warn(tool, fmt::format("{} holds one tenant's data and sessions of every tenant may use it", tool.name),
         "tenant = [\"ARGUMENT\"] or tenant = \"credential\", or a policy of that one tenant");
  }

  const Policy& policy_;
  TimePoint now_;
  std::vector<LintWarning>& warnings_;
  std::unordered_set<std::string_view> unknown_programs_;  // that were warned of
  std::unordered_set<ListIndex> replaced_lists_;           // those for which some tenant has a list of its own
};

}  // namespace

void lint_tools(const Policy& policy, TimePoint now, std::vector<LintWarning>& warnings) {
  ToolLint lint(policy, now, warnings);
  for (const Tool& tool : policy.tools.in_order()) lint.check(tool);
}

}  // namespace yett
