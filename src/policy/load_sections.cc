#include "policy/load_sections.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "policy/format_keys.h"
#include "policy/format_words.h"
#include "policy/load_argv.h"
#include "policy/name_rules.h"
#include "policy/table_reader.h"
#include "text/spelling.h"

namespace yett {
namespace {

/// The names of the five sets and of the policy's roles, in quotes.
std::string set_names(const Policy& policy) {
  std::string names;
  const auto add = [&names](const PermissionSet& set) {
    if (!names.empty()) names += ", ";
    names += in_quotes(set.name);
  };
  for (const PermissionSet& set : builtin_permission_sets()) add(set);
  for (const PermissionSet& role : policy.roles) add(role);
  return names;
}

/// The nearest name, else all.
std::string set_hint(std::string_view wanted, const Policy& policy) {
  std::vector<std::string_view> names;
  for (const PermissionSet& set : builtin_permission_sets()) names.emplace_back(set.name);
  for (const PermissionSet& role : policy.roles) names.emplace_back(role.name);
  std::string nearest = did_you_mean(wanted, names);
  return nearest.empty() ? "the sets are " + set_names(policy) : nearest;
}

std::optional<PermissionSet> load_permission_set(const Field& field, const Policy& policy) {
  const auto name = field.text();
  if (!name) return std::nullopt;
  if (const PermissionSet* set = policy.find_permission_set(*name)) return *set;
  field.refuse(fmt::format("{} is no permission set", in_quotes(*name)), set_hint(*name, policy));
  return std::nullopt;
}

std::vector<PermissionSet> load_choices(const Field& list, const Policy& policy) {
  std::vector<PermissionSet> sets;
  const auto items = list.items();
  if (!items) return sets;
  for (const Field& item : *items) {
    auto set = load_permission_set(item, policy);
    if (!set) continue;
    if (std::ranges::find(sets, set->name, &PermissionSet::name) != sets.end()) {
      item.refuse_repeated();
      continue;
    }
    sets.push_back(std::move(*set));
  }
  return sets;
}

}  // namespace

std::string load_policy_name(const Field& section) {
  const TableReader table(section, {.accepted = kPolicyKeys});
  // Whoever reads files puts a policy together with its base, and takes the key away.
  if (const auto base = table.find("extends")) {
    base->refuse("the base was not read", "a policy that stands on another is no whole one");
  }
  if (const auto version = table.require("version", "version = 1")) (void)version->integer(1, 1);
  const auto name = table.require("name", "name = \"NAME\"");
  return name ? name->readable_name().value_or("") : "";
}

SessionTerms load_session(const Field& section, const Policy& policy) {
  const TableReader table(section, {.accepted = kSessionKeys});
  SessionTerms terms;
  terms.where = section.where();
  if (const auto set = table.require("permissions", "one of " + set_names(policy))) {
    terms.permissions = load_permission_set(*set, policy).value_or(PermissionSet{});
  }
  if (const auto choices = table.find("may_choose")) terms.may_choose = load_choices(*choices, policy);
  if (const auto tenant = table.find("tenant")) {
    terms.tenant = tenant->readable_name();
    if (terms.tenant && !is_tenant(*terms.tenant)) {
      tenant->refuse(fmt::format("{} is no name for a tenant", in_quotes(*terms.tenant)), std::string(kTenant));
    } else if (terms.tenant && !policy.knows_tenant(*terms.tenant)) {
      tenant->refuse(fmt::format("{} is not among [tenants]", in_quotes(*terms.tenant)),
                     "with [tenants] only those named there exist");
    }
  }
  if (const auto expires = table.find("expires")) {
    terms.expires = expires->duration().value_or(terms.expires);
  }
  return terms;
}

FlowTerms load_flow(const Field& section) {
  const TableReader table(section, {.accepted = kFlowKeys});
  const auto flow = table.find("private_to_outside");
  return flow ? flow->choice(kFlows).value_or(FlowTerms::Deny) : FlowTerms::Confirm;
}

RunLimits load_limits(const Field& section) {
  const TableReader table(section, {.accepted = kLimitKeys});
  RunLimits limits;
  const auto count = [&table](std::string_view key, std::int64_t low, auto& limit) {
    const auto field = table.find(key);
    const auto number = field ? field->integer(low, std::numeric_limits<std::uint32_t>::max()) : std::nullopt;
    if (number) limit = static_cast<std::uint32_t>(*number);
  };
  count("denials", 1, limits.denials);
  count("calls_per_minute", 1, limits.calls_per_minute);
  count("sends_per_run", 0, limits.sends_per_run);
  if (const auto bytes = table.find("result_bytes")) limits.result_bytes = bytes->byte_count().value_or(0);
  return limits;
}

StateTerms load_state(const Field& section) {
  const TableReader table(section, {.accepted = kStateKeys});
  StateTerms terms;
  if (const auto dir = table.find("dir")) terms.dir = dir->absolute_path();
  if (const auto sync = table.find("sync")) terms.sync = sync->choice(kSyncs).value_or(StateSync::Full);
  return terms;
}

AuditTerms load_audit(const Field& section) {
  const TableReader table(section, {.accepted = kAuditKeys});
  AuditTerms terms;
  if (const auto keep = table.find("keep")) terms.keep = keep->duration();
  if (const auto program = table.find("checkpoint_to")) terms.checkpoint_to = load_argv(*program);
  return terms;
}

}  // namespace yett
