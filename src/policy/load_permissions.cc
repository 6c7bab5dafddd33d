#include "policy/load_permissions.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "policy/spelling.h"
#include "text/name_fold.h"
#include "text/spelling.h"

namespace yett {
namespace {

constexpr std::string_view kRoleKeys[] = {"tools", "servers", "grants", "capabilities", "sources"};
constexpr std::string_view kCapabilityKeys[] = {"read", "external_access", "write", "execution"};

constexpr Choice<Capability> kCapabilities[] = {{"read", Capability::Read},
                                                {"external_access", Capability::ExternalAccess},
                                                {"write", Capability::Write},
                                                {"execution", Capability::Execution}};
constexpr Choice<SourceKind> kSources[] = {{"user", SourceKind::User},
                                           {"retrieved_document", SourceKind::RetrievedDocument},
                                           {"tool_output", SourceKind::ToolOutput}};

SourceSet load_sources(const Field& list) {
  SourceSet sources;
  for (const Field& item : list.items().value_or(std::vector<Field>{})) {
    if (const auto kind = item.choice(kSources)) sources.insert(*kind);
  }
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
  for (const Field& item : capabilities->items().value_or(std::vector<Field>{})) {
    if (const auto capability = item.choice(kCapabilities)) role.grants[static_cast<std::size_t>(*capability)] = kinds;
  }
}

/// The names of a list, each of which `is_known`.
template <typename IsKnown>
std::vector<std::string> load_names(const Field& list, std::string_view what, std::span<const std::string_view> known,
                                    IsKnown is_known) {
  std::vector<std::string> names;
  for (const Field& item : list.items().value_or(std::vector<Field>{})) {
    auto name = item.text();
    if (!name) continue;
    if (is_known(*name)) {
      names.push_back(*std::move(name));
    } else {
      item.refuse(fmt::format("there is no {} {}", what, in_quotes(*name)), did_you_mean(*name, known));
    }
  }
  return names;
}

PermissionSet load_role(const NamedField& named, const Policy& policy) {
  const TableReader table(named.field, {.accepted = kRoleKeys});
  PermissionSet role;
  role.name = named.key;
  role.where = named.where;
  if (!is_readable_name(named.key)) {
    named.field.refusals().add(named.where, fmt::format("{} is no name for a permission set", in_quotes(named.key)),
                               std::string(kReadableName));
  }
  if (find_builtin_permission_set(named.key) != nullptr) {
    named.field.refusals().add(named.where,
                               fmt::format("{} is one of the five sets that always exist", named.field.name()),
                               "give the role a name of its own");
  }
  const auto grants = table.find("grants");
  const auto capabilities = table.find("capabilities");
  if (grants && capabilities) {
    capabilities->refuse("stands beside grants", "grants say it for each capability, capabilities and sources for all");
  } else if (grants) {
    load_grants(*grants, role);
  } else if (capabilities || table.find("sources")) {
    load_pair(table, role);
  } else {
    (void)table.require("grants", "grants = { read = [\"user\"] }");
  }
  if (const auto tools = table.find("tools")) {
    std::vector<std::string_view> known;
    for (const Tool& tool : policy.tools.in_order()) known.emplace_back(tool.name);
    role.tools =
        load_names(*tools, "tool", known, [&](std::string_view name) { return policy.tools.find(name) != nullptr; });
  }
  if (const auto servers = table.find("servers")) {
    std::vector<std::string_view> known;
    for (const ServerSpec& server : policy.servers) known.emplace_back(server.name);
    role.servers = load_names(*servers, "server", known,
                              [&](std::string_view name) { return policy.find_server(name) != nullptr; });
  }
  return role;
}

}  // namespace

std::vector<PermissionSet> load_roles(const Field& section, const Policy& policy) {
  std::vector<PermissionSet> roles;
  const auto members = section.members();
  if (!members) return roles;
  for (const NamedField& member : *members) {
    PermissionSet role = load_role(member, policy);
    const auto like = std::ranges::find(roles, fold_name(role.name),
                                        [](const PermissionSet& other) { return fold_name(other.name); });
    if (like != roles.end()) {
      section.refusals().add(member.where, fmt::format("{} reads like {}", member.field.name(), in_quotes(like->name)),
                             "names must differ by more than case, - and _");
    }
    roles.push_back(std::move(role));
  }
  return roles;
}

}  // namespace yett
