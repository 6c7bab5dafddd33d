#include "policy/load_permissions.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "policy/format_keys.h"
#include "policy/format_words.h"
#include "policy/load_names.h"
#include "policy/look_alike.h"
#include "policy/name_rules.h"
#include "policy/table_reader.h"
#include "text/spelling.h"

namespace yett {
namespace {

SourceSet load_sources(const Field& list) {
  SourceSet sources;
  for (const SourceKind kind : load_words(list, kSources)) sources.insert(kind);
  return sources;
}

void load_grants(const Field& field, PermissionSet& role) {
  const TableReader table(field, {.accepted = kCapabilityKeys});
  for (const Choice<Capability>& capability : kCapabilities) {
    const auto sources = table.find(capability.spelling);
    if (sources) role.grants[static_cast<std::size_t>(capability.value)] = load_sources(*sources);
  }
}

void load_pair(const TableReader& table, PermissionSet& role) {
  const auto capabilities = table.require("capabilities", "capabilities = [\"read\"]");
  const auto sources = table.require("sources", "sources = [\"user\"]");
  if (!capabilities || !sources) return;
  const SourceSet kinds = load_sources(*sources);
  for (const Capability capability : load_words(*capabilities, kCapabilities)) {
    role.grants[static_cast<std::size_t>(capability)] = kinds;
  }
}

/// Reads one role after the other.
class RoleLoader {
 public:
  explicit RoleLoader(const Policy& policy) : policy_(policy) {
    for (const ServerSpec& server : policy.servers) servers_.insert(server.name);
    for (const PermissionSet& set : builtin_permission_sets())
      by_reading_.emplace(careless_reading(set.name), set.name);
  }

  PermissionSet load(const NamedField& named) {
    const TableReader table(named.field, {.accepted = kRoleKeys});
    PermissionSet role;
    role.name = named.key;
    role.where = named.where;
    check_name(named);
    load_rights(table, role);
    if (const auto tools = table.find("tools")) role.tools = load_tool_names(*tools, policy_);
    if (const auto servers = table.find("servers")) role.servers = load_servers(*servers);
    return role;
  }

 private:
  void check_name(const NamedField& named) {
    if (!is_readable_name(named.key)) {
      named.refuse_key(fmt::format("{} is no name for a permission set", in_quotes(named.key)),
                       std::string(kReadableName));
    }
    const auto [like, is_new] = by_reading_.try_emplace(careless_reading(named.key), named.key);
    if (is_new) return;
    if (find_builtin_permission_set(named.key) != nullptr) {
      named.refuse_key(fmt::format("{} is one of the five sets that always exist", named.field.name()),
                       "give the role a name of its own");
    } else {
      named.refuse_key(fmt::format("{} reads like {}", named.field.name(), in_quotes(like->second)),
                       std::string(kDistinctNames));
    }
  }

  static void load_rights(const TableReader& table, PermissionSet& role) {
    const auto grants = table.find("grants");
    const bool has_pair = table.find("capabilities") || table.find("sources");
    if (grants && has_pair) {
      grants->refuse("stands beside capabilities and sources",
                     "grants say it for each capability, capabilities and sources for all");
    } else if (grants) {
      load_grants(*grants, role);
    } else if (has_pair) {
      load_pair(table, role);
    } else {
      (void)table.require("grants", "grants = { read = [\"user\"] }");
    }
  }

  /// Absent where the list names the only server: then there is no other to keep out.
  [[nodiscard]] std::optional<std::vector<std::string>> load_servers(const Field& list) const {
    auto names = load_names(list, [this](const Field& item, const std::string& name) {
      if (servers_.contains(name)) return;
      item.refuse(fmt::format("there is no server {}", in_quotes(name)),
                  nearest_name(item, name, policy_.servers, &ServerSpec::name));
    });
    if (policy_.servers.size() == 1 && !names.empty()) return std::nullopt;
    return names;
  }

  const Policy& policy_;
  TextSet servers_;
  TextMap<std::string> by_reading_;  // the names of sets, as a careless reader takes them
};

}  // namespace

std::vector<PermissionSet> load_roles(const Field& section, const Policy& policy) {
  std::vector<PermissionSet> roles;
  const auto members = section.members();
  if (!members) return roles;
  RoleLoader loader(policy);
  for (const NamedField& member : *members) roles.push_back(loader.load(member));
  return roles;
}

}  // namespace yett
