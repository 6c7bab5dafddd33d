#include "policy/load_lists.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "policy/format_keys.h"
#include "policy/format_words.h"
#include "policy/list_entry.h"
#include "policy/look_alike.h"
#include "policy/name_rules.h"
#include "policy/table_reader.h"
#include "text/spelling.h"

namespace yett {
namespace {

constexpr std::string_view kLaterEgressKeys[] = {"max_bytes_out"};

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

/// The e-mail lists of tenants that replace only one of email_domains and emails keep the other: each holds one copy of
/// the general entries for all those tenants.
struct KeptEmails {
  std::shared_ptr<const Allowlist> domains;
  std::shared_ptr<const Allowlist> emails;
};

KeptEmails kept_emails(const Allowlist& general) {
  Allowlist domains{.name = general.name, .kind = general.kind};
  domains.domains = general.domains;
  domains.domain_parents = general.domain_parents;
  Allowlist emails{.name = general.name, .kind = general.kind};
  emails.emails = general.emails;
  return {.domains = std::make_shared<const Allowlist>(std::move(domains)),
          .emails = std::make_shared<const Allowlist>(std::move(emails))};
}

/// Reads one tenant after the other.
class TenantLoader {
 public:
  explicit TenantLoader(Policy& policy) : policy_(policy), kept_(kept_emails(policy.lists[kEgressEmails])) {}

  void load(const NamedField& named) {
    const TableReader table(named.field, {.accepted = kTenantKeys});
    TenantTerms terms{.name = std::string(named.key), .lists = {}, .where = named.where};
    check_name(named);
    if (const auto hosts = table.find("hosts")) load_own(*hosts, EntryKind::Hosts, kEgressHosts, terms);
    load_emails(table.find("email_domains"), table.find("emails"), terms);
    if (const auto destinations = table.find("destinations")) load_destinations(*destinations, terms);
    (void)policy_.tenants.insert(std::move(terms));
  }

 private:
  void check_name(const NamedField& named) {
    if (!is_tenant(named.key)) {
      named.refuse_key(fmt::format("{} is no name for a tenant", in_quotes(named.key)), std::string(kTenant));
    }
    const auto [like, is_new] = by_reading_.try_emplace(careless_reading(named.key), named.key);
    if (is_new) return;
    named.refuse_key(fmt::format("tenant {} reads like {}", in_quotes(named.key), in_quotes(like->second)),
                     std::string(kDistinctNames));
  }

  void load_emails(const std::optional<Field>& domains, const std::optional<Field>& emails, TenantTerms& terms) {
    if (domains) load_own(*domains, EntryKind::Domains, kEgressEmails, terms);
    if (emails) load_own(*emails, EntryKind::Emails, kEgressEmails, terms);
    if (domains.has_value() == emails.has_value()) return;
    policy_.lists[own(kEgressEmails, terms)].kept = domains ? kept_.emails : kept_.domains;
  }

  void load_destinations(const Field& destinations, TenantTerms& terms) {
    const auto members = destinations.members();
    if (!members) return;
    for (const NamedField& member : *members) {
      if (const auto list = policy_.find_list(member.key)) {
        load_own(member.field, entries_of(policy_.lists[*list].kind), *list, terms);
      } else {
        member.refuse_key(fmt::format("{}: there is no such list", member.field.name()),
                          nearest_name(member, member.key, policy_.named_lists(), &Allowlist::name));
      }
    }
  }

  void load_own(const Field& field, EntryKind kind, ListIndex general, TenantTerms& terms) {
    load_entries(field, kind, general, own(general, terms), terms.name, policy_);
  }

  /// The tenant's own list in place of a general one, made when it is first asked for.
  ListIndex own(ListIndex general, TenantTerms& terms) {
    const auto [place, is_new] = terms.lists.try_emplace(general, policy_.lists.size());
    if (is_new) {
      Allowlist empty{.name = policy_.lists[general].name, .kind = policy_.lists[general].kind};
      policy_.lists.push_back(std::move(empty));
    }
    return place->second;
  }

  Policy& policy_;
  KeptEmails kept_;
  TextMap<std::string> by_reading_;  // the names of tenants, as a careless reader takes them
};

}  // namespace

void load_egress(const Field& section, Policy& policy) {
  const TableReader table(section, {.accepted = kEgressKeys, .later = kLaterEgressKeys});
  const auto load = [&](std::string_view key, EntryKind kind, ListIndex list) {
    if (const auto field = table.find(key)) load_entries(*field, kind, list, list, std::nullopt, policy);
  };
  load("hosts", EntryKind::Hosts, kEgressHosts);
  load("email_domains", EntryKind::Domains, kEgressEmails);
  load("emails", EntryKind::Emails, kEgressEmails);
}

void load_destinations(const Field& section, Policy& policy) {
  const auto members = section.members();
  if (!members) return;
  for (const NamedField& member : *members) {
    const TableReader table(member.field, {.accepted = kListKeys});
    if (!is_section_name(member.key) ||
        std::ranges::find(kOwnDestinationKeys, member.key) != std::end(kOwnDestinationKeys)) {
      member.refuse_key(fmt::format("{} is no name for a list", in_quotes(member.key)),
                        fmt::format("{}; not url, email or fixed", kSectionName));
    }
    const auto kind = table.require("kind", "kind = \"id\", \"email\" or \"url\"");
    const auto allow = table.require("allow", "allow = [\"...\"]; an empty list allows nothing");
    const auto known_kind = kind ? kind->choice(kListKinds) : std::nullopt;
    Allowlist list{.name = std::string(member.key), .kind = known_kind.value_or(DestinationKind::Id)};
    const ListIndex index = policy.lists.size();
    policy.list_index.emplace(list.name, index);
    policy.lists.push_back(std::move(list));
    if (allow && known_kind) load_entries(*allow, entries_of(*known_kind), index, index, std::nullopt, policy);
  }
}

void load_tenants(const Field& section, Policy& policy) {
  const auto members = section.members();
  if (!members) return;
  if (members->empty()) section.refuse("no tenant is listed", "[tenants.NAME], or remove the section");
  TenantLoader loader(policy);
  for (const NamedField& member : *members) loader.load(member);
}

}  // namespace yett
