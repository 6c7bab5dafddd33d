#include "policy/load_approvers.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>

#include "policy/format_keys.h"
#include "policy/format_words.h"
#include "policy/load_names.h"
#include "policy/name_rules.h"
#include "policy/table_reader.h"
#include "text/name_fold.h"
#include "text/spelling.h"

namespace yett {
namespace {

constexpr std::string_view kKeyHint = "`yett approvals enroll NAME` makes a key and prints the line";

/// Reads one approver after the other.
class ApproverLoader {
 public:
  explicit ApproverLoader(const Policy& policy) : policy_(policy) {}

  Approver load(const NamedField& named) {
    const TableReader table(named.field, {.accepted = kApproverKeys});
    Approver approver;
    approver.name = named.key;
    approver.where = named.where;
    check_name(named);
    if (const auto key = table.require("key", kKeyHint)) approver.key = load_key(*key);
    if (const auto tenants = table.find("tenants")) approver.tenants = load_tenants(*tenants);
    if (const auto tools = table.find("tools")) approver.tools = load_tool_names(*tools, policy_);
    if (const auto may = table.find("may")) {
      approver.may = load_words(*may, kEntitlements);
    } else {
      for (const Choice<Entitlement>& all : kEntitlements) approver.may.push_back(all.value);
    }
    return approver;
  }

 private:
  void check_name(const NamedField& named) {
    if (!is_readable_name(named.key)) {
      named.refuse_key(fmt::format("{} is no name for an approver", in_quotes(named.key)), std::string(kReadableName));
    }
    const auto [like, is_new] = by_fold_.try_emplace(fold_name(named.key), named.key);
    if (is_new) return;
    named.refuse_key(fmt::format("{} reads like {}", named.field.name(), in_quotes(like->second)),
                     std::string(kDistinctNames));
  }

  PublicKey load_key(const Field& field) {
    const auto text = field.text();
    if (!text) return {};
    const auto key = PublicKey::parse(*text);
    if (!key) {
      field.refuse_expected("a public key, \"ed25519:\" and 44 characters of base64", std::string(kKeyHint));
      return {};
    }
    const auto [other, is_new] = by_key_.try_emplace(*text, field.name());
    if (!is_new) field.refuse(fmt::format("this is the key of {} too", other->second), "one key is one person's");
    return *key;
  }

  [[nodiscard]] std::vector<std::string> load_tenants(const Field& list) const {
    return load_names(list, [this](const Field& item, const std::string& name) {
      if (!is_tenant(name)) {
        item.refuse(fmt::format("{} is no name for a tenant", in_quotes(name)), std::string(kTenant));
      } else if (!policy_.knows_tenant(name)) {
        item.refuse(fmt::format("{} is not among [tenants]", in_quotes(name)),
                    nearest_name(item, name, policy_.tenants.in_order(), &TenantTerms::name));
      }
    });
  }

  const Policy& policy_;
  TextMap<std::string> by_fold_;
  TextMap<std::string> by_key_;  // the fields that have a key, by the key's text
};

}  // namespace

std::vector<Approver> load_approvers(const Field& section, const Policy& policy) {
  std::vector<Approver> approvers;
  const auto members = section.members();
  if (!members) return approvers;
  ApproverLoader loader(policy);
  for (const NamedField& member : *members) approvers.push_back(loader.load(member));
  return approvers;
}

}  // namespace yett
