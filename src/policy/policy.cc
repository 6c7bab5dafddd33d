#include "policy/policy.h"

#include <algorithm>
#include <utility>

namespace yett {

bool ToolTable::insert(Tool tool) {
  const std::size_t index = tools_.size();
  if (!by_qualified_name_.try_emplace(tool.server + "." + tool.name, index).second) return false;
  const auto [place, is_new] = by_name_.try_emplace(tool.name, index);
  if (!is_new) place->second = kSeveral;
  tools_.push_back(std::move(tool));
  return true;
}

const Tool* ToolTable::find(std::string_view name) const {
  if (const auto found = by_name_.find(name); found != by_name_.end()) {
    return found->second == kSeveral ? nullptr : &tools_[found->second];
  }
  // A tool of no server in particular is under ".name", which nobody calls it.
  if (name.starts_with('.')) return nullptr;
  const auto found = by_qualified_name_.find(name);
  return found == by_qualified_name_.end() ? nullptr : &tools_[found->second];
}

const Tool* ToolTable::find_at(std::string_view server, std::string_view name) const {
  const auto found = by_name_.find(name);
  if (found == by_name_.end()) return nullptr;
  if (found->second != kSeveral) {
    const Tool& only = tools_[found->second];
    return only.server.empty() || only.server == server ? &only : nullptr;
  }
  const auto qualified = by_qualified_name_.find(std::string(server) + "." + std::string(name));
  return qualified == by_qualified_name_.end() ? nullptr : &tools_[qualified->second];
}

bool TenantTable::insert(TenantTerms tenant) {
  if (!by_name_.try_emplace(tenant.name, tenants_.size()).second) return false;
  tenants_.push_back(std::move(tenant));
  return true;
}

const TenantTerms* TenantTable::find(std::string_view name) const {
  const auto found = by_name_.find(name);
  return found == by_name_.end() ? nullptr : &tenants_[found->second];
}

bool ServerSpec::is_open(McpMethod method) const { return std::ranges::find(methods, method) != methods.end(); }

bool ServerSpec::may_ask(ClientRequest request) const {
  return std::ranges::find(client_requests, request) != client_requests.end();
}

const ServerSpec* Policy::find_server(std::string_view server) const {
  const auto found = std::ranges::find(servers, server, &ServerSpec::name);
  return found == servers.end() ? nullptr : &*found;
}

const SecretSpec* Policy::find_secret(std::string_view secret) const {
  const auto found = std::ranges::find(secrets, secret, &SecretSpec::name);
  return found == secrets.end() ? nullptr : &*found;
}

std::optional<ListIndex> Policy::find_list(std::string_view list) const {
  const auto found = list_index.find(list);
  return found == list_index.end() ? std::nullopt : std::optional(found->second);
}

std::span<const Allowlist> Policy::named_lists() const {
  return std::span(lists).subspan(kEgressEmails + 1, list_index.size());
}

bool Policy::knows_tenant(std::string_view tenant) const { return tenants.empty() || tenants.find(tenant) != nullptr; }

const Allowlist& Policy::list_for(ListIndex list, const std::optional<std::string>& tenant) const {
  const TenantTerms* terms = tenant ? tenants.find(*tenant) : nullptr;
  if (terms == nullptr) return lists[list];
  const auto own = terms->lists.find(list);
  return lists[own == terms->lists.end() ? list : own->second];
}

const PermissionSet* Policy::find_permission_set(std::string_view set) const {
  if (const PermissionSet* builtin = find_builtin_permission_set(set)) return builtin;
  const auto role = std::ranges::find(roles, set, &PermissionSet::name);
  return role == roles.end() ? nullptr : &*role;
}

}  // namespace yett
