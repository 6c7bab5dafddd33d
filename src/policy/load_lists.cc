#include "policy/load_lists.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "policy/list_entry.h"
#include "policy/spelling.h"
#include "text/spelling.h"

namespace yett {
namespace {

constexpr std::string_view kEgressKeys[] = {"email_domains", "emails", "hosts"};
constexpr std::string_view kLaterEgressKeys[] = {"max_bytes_out"};
constexpr std::string_view kListKeys[] = {"kind", "allow"};
constexpr std::string_view kTenantKeys[] = {"email_domains", "emails", "hosts", "destinations"};
/// What a tool writes under `destination` besides the names of lists.
constexpr std::string_view kReservedNames[] = {"url", "email", "fixed"};

constexpr Choice<DestinationKind> kKinds[] = {
    {"id", DestinationKind::Id}, {"email", DestinationKind::Email}, {"url", DestinationKind::Url}};

EntryKind entries_of(DestinationKind kind) {
  switch (kind) {
    case DestinationKind::Url:
      return EntryKind::Hosts;
    case DestinationKind::Email:
      return EntryKind::Recipients;
    case DestinationKind::Id:
      break;
  }
  return EntryKind::Ids;
}

/// Reads the entries of one list into `policy.lists[into]`; `general` is the list that they are, or replace.
void load_entries(const Field& field, EntryKind kind, ListIndex general, ListIndex into,
                  const std::optional<std::string>& tenant, Policy& policy) {
  const auto items = field.items();
  if (!items) return;
  WrittenList written{.list = general, .key = field.name(), .tenant = tenant, .where = field.where(), .entries = {}};
  written.entries.reserve(items->size());
  for (const Field& item : *items) {
    if (auto entry = load_list_entry(item, kind, policy.lists[into])) written.entries.push_back(*std::move(entry));
  }
  policy.written_lists.push_back(std::move(written));
}

/// The lists of one tenant, each made when its first entry needs it.
class TenantLists {
 public:
  TenantLists(TenantTerms& terms, Policy& policy) : terms_(terms), policy_(policy) {}

  void load(const Field& field, EntryKind kind, ListIndex general) {
    load_entries(field, kind, general, own(general), terms_.name, policy_);
  }

  /// E-mail is one list in two keys: the one that a tenant does not have stays the general one.
  void load_emails(const std::optional<Field>& domains, const std::optional<Field>& addresses) {
    if (!domains && !addresses) return;
    const ListIndex mine = own(kEgressEmails);
    const Allowlist& general = policy_.lists[kEgressEmails];
    Allowlist& list = policy_.lists[mine];
    if (!domains) {
      list.domains = general.domains;
      list.domain_parents = general.domain_parents;
    }
    if (!addresses) list.addresses = general.addresses;
    if (domains) load(*domains, EntryKind::Domains, kEgressEmails);
    if (addresses) load(*addresses, EntryKind::Addresses, kEgressEmails);
  }

 private:
  ListIndex own(ListIndex general) {
    const auto known = std::ranges::find(terms_.lists, general, &std::pair<ListIndex, ListIndex>::first);
    if (known != terms_.lists.end()) return known->second;
    const ListIndex mine = policy_.lists.size();
    Allowlist empty{.name = policy_.lists[general].name, .kind = policy_.lists[general].kind};
    policy_.lists.push_back(std::move(empty));
    terms_.lists.emplace_back(general, mine);
    return mine;
  }

  TenantTerms& terms_;
  Policy& policy_;
};

void load_tenant(const NamedField& named, Policy& policy) {
  const TableReader table(named.field, {.accepted = kTenantKeys});
  TenantTerms terms{.name = named.key, .lists = {}, .where = named.where};
  if (!is_readable_name(named.key)) {
    named.field.refusals().add(named.where, fmt::format("{} is no name for a tenant", in_quotes(named.key)),
                               std::string(kReadableName));
  }
  TenantLists lists(terms, policy);
  if (const auto hosts = table.find("hosts")) lists.load(*hosts, EntryKind::Hosts, kEgressHosts);
  lists.load_emails(table.find("email_domains"), table.find("emails"));
  if (const auto destinations = table.find("destinations")) {
    const auto members = destinations->members();
    for (const NamedField& member : members.value_or(std::vector<NamedField>{})) {
      if (const auto list = find_list(policy, member.key)) {
        lists.load(member.field, entries_of(policy.lists[*list].kind), *list);
      } else {
        destinations->refusals().add(member.where, fmt::format("{}: there is no such list", member.field.name()),
                                     did_you_mean(member.key, list_names(policy)));
      }
    }
  }
  policy.tenants.push_back(std::move(terms));
}

}  // namespace

void load_egress(const Field& section, Policy& policy) {
  const TableReader table(section, {.accepted = kEgressKeys, .later = kLaterEgressKeys});
  const auto load = [&](std::string_view key, EntryKind kind, ListIndex list) {
    if (const auto field = table.find(key)) load_entries(*field, kind, list, list, std::nullopt, policy);
  };
  load("hosts", EntryKind::Hosts, kEgressHosts);
  load("email_domains", EntryKind::Domains, kEgressEmails);
  load("emails", EntryKind::Addresses, kEgressEmails);
}

void load_destinations(const Field& section, Policy& policy) {
  const auto members = section.members();
  if (!members) return;
  for (const NamedField& member : *members) {
    const TableReader table(member.field, {.accepted = kListKeys});
    if (!is_section_name(member.key) || std::ranges::find(kReservedNames, member.key) != std::end(kReservedNames)) {
      section.refusals().add(member.where, fmt::format("{} is no name for a list", in_quotes(member.key)),
                             fmt::format("{}; not url, email or fixed", kSectionName));
    }
    const auto kind = table.require("kind", "kind = \"id\", \"email\" or \"url\"");
    const auto allow = table.require("allow", "allow = [\"...\"]; an empty list allows nothing");
    Allowlist list{.name = member.key};
    if (kind) list.kind = kind->choice(kKinds).value_or(DestinationKind::Id);
    const ListIndex index = policy.lists.size();
    policy.lists.push_back(std::move(list));
    if (allow && kind) {
      load_entries(*allow, entries_of(policy.lists[index].kind), index, index, std::nullopt, policy);
    }
  }
}

void load_tenants(const Field& section, Policy& policy) {
  const auto members = section.members();
  if (!members) return;
  if (members->empty()) section.refuse("no tenant is listed", "[tenants.NAME], or remove the section");
  for (const NamedField& member : *members) load_tenant(member, policy);
}

std::optional<ListIndex> find_list(const Policy& policy, std::string_view name) {
  for (ListIndex i = kEgressEmails + 1; i < policy.lists.size(); ++i) {
    if (policy.lists[i].name == name) return i;
  }
  return std::nullopt;
}

std::vector<std::string_view> list_names(const Policy& policy) {
  std::vector<std::string_view> names;
  for (ListIndex i = kEgressEmails + 1; i < policy.lists.size(); ++i) names.emplace_back(policy.lists[i].name);
  return names;
}

}  // namespace yett
