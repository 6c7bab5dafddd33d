#include <fmt/format.h>

#include <set>

#include "compare/compare_lists.h"
#include "compare/comparison.h"

namespace yett {
namespace {

const std::vector<ListEntry> kNoEntries;

/// A general list of destinations, as both policies may have it.
struct GeneralList {
  KeyPath keys;        // {"egress", "hosts"}
  KeyPath tenant_key;  // below a tenant: {"hosts"}, {"destinations", "payees"}
};

const WrittenList* find_written(const Policy& policy, const KeyPath& keys) {
  const std::string key = key_text(keys);
  const auto found = std::ranges::find_if(policy.written_lists,
                                          [&](const WrittenList& list) { return list.key == key && !list.tenant; });
  return found == policy.written_lists.end() ? nullptr : &*found;
}

const WrittenList* find_own(const Policy& policy, const std::string& tenant, const GeneralList& list) {
  KeyPath keys{"tenants", tenant};
  keys.insert(keys.end(), list.tenant_key.begin(), list.tenant_key.end());
  const std::string key = key_text(keys);
  const auto found = std::ranges::find_if(
      policy.written_lists, [&](const WrittenList& written) { return written.tenant == tenant && written.key == key; });
  return found == policy.written_lists.end() ? nullptr : &*found;
}

const std::vector<ListEntry>& entries_of(const WrittenList* list) {
  return list == nullptr ? kNoEntries : list->entries;
}

std::vector<GeneralList> general_lists(const Comparison& comparison) {
  std::vector<GeneralList> lists;
  for (const std::string_view key : {"hosts", "email_domains", "emails"}) {
    lists.push_back({.keys = {"egress", std::string(key)}, .tenant_key = {std::string(key)}});
  }
  std::set<std::string> names;
  for (const Policy* policy : {&comparison.before(), &comparison.after()}) {
    for (const Allowlist& list : policy->named_lists()) {
      if (!names.insert(list.name).second) continue;
      lists.push_back({.keys = {"destinations", list.name, "allow"}, .tenant_key = {"destinations", list.name}});
    }
  }
  return lists;
}

/// What a tenant reaches by a list: its own, else the general one; nothing where the policy does not know it.
const std::vector<ListEntry>& entries_for(const Policy& policy, const std::string& tenant, const GeneralList& list) {
  if (!policy.knows_tenant(tenant)) return kNoEntries;
  const WrittenList* own = find_own(policy, tenant, list);
  return entries_of(own != nullptr ? own : find_written(policy, list.keys));
}

/// A tenant's list that takes the place of the general one on either side.
void compare_own_list(Comparison& comparison, const std::string& tenant, const GeneralList& list) {
  if (find_own(comparison.before(), tenant, list) == nullptr && find_own(comparison.after(), tenant, list) == nullptr) {
    return;
  }
  KeyPath keys{"tenants", tenant};
  keys.insert(keys.end(), list.tenant_key.begin(), list.tenant_key.end());
  compare_entries(comparison, keys, entries_for(comparison.before(), tenant, list),
                  entries_for(comparison.after(), tenant, list));
}

void compare_kinds(Comparison& comparison) {
  for (const Allowlist& one : comparison.before().named_lists()) {
    const auto index = comparison.after().find_list(one.name);
    if (!index) continue;
    const Allowlist& other = comparison.after().lists[*index];
    if (one.kind == other.kind) continue;
    comparison.add(Direction::Changes, Matter::ListKind, {"destinations", one.name, "kind"},
                   {std::string(to_string(one.kind)), std::string(to_string(other.kind))});
  }
}

}  // namespace

void compare_destinations(Comparison& comparison) {
  std::set<std::string> tenants;
  for (const Policy* policy : {&comparison.before(), &comparison.after()}) {
    for (const TenantTerms& tenant : policy->tenants.in_order()) tenants.insert(tenant.name);
  }
  for (const GeneralList& list : general_lists(comparison)) {
    compare_entries(comparison, list.keys, entries_of(find_written(comparison.before(), list.keys)),
                    entries_of(find_written(comparison.after(), list.keys)));
    for (const std::string& tenant : tenants) compare_own_list(comparison, tenant, list);
  }
  compare_kinds(comparison);
}

void compare_tenants(Comparison& comparison) {
  const TenantTable& one = comparison.before().tenants;
  const TenantTable& other = comparison.after().tenants;
  if (one.empty() != other.empty()) {
    std::vector<std::string> names;
    for (const TenantTerms& tenant : (one.empty() ? other : one).in_order()) names.push_back(tenant.name);
    comparison.add(one.empty() ? Direction::TakesAway : Direction::Grants, Matter::TenantsClosed, {"tenants"},
                   only(one.empty() ? Direction::Grants : Direction::TakesAway, list_text(names)));
    return;
  }
  each_name(
      one.in_order(), other.in_order(), &TenantTerms::name, [](const TenantTerms&, const TenantTerms&) {},
      [&](const TenantTerms& tenant, Direction direction) {
        comparison.add(direction, Matter::Tenant, {"tenants", tenant.name}, only(direction, tenant.name));
      });
}

}  // namespace yett
