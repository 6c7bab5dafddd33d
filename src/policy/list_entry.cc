#include "policy/list_entry.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <utility>
#include <vector>

#include "policy/format_keys.h"
#include "policy/host_terms.h"
#include "policy/public_suffix.h"
#include "policy/table_reader.h"
#include "text/authority.h"
#include "text/destination_id.h"
#include "text/email.h"
#include "text/host.h"
#include "text/spelling.h"

namespace yett {
namespace {

void refuse_entry(const Field& field, std::string_view text, const Error& error) {
  field.refuse(fmt::format("{}: {}", in_quotes(text), error.message), error.hint);
}

/// Mail goes where the mailer sends it, but nobody means to write to a metadata service or to this machine.
bool is_mail_domain(const Field& field, std::string_view text, const std::string& domain) {
  const FlawSet reach = examine_host(domain, strict_address_ranges()).flaws;
  if (!reach.contains_any_of({Flaw::Metadata, Flaw::Loopback})) return true;
  refuse_entry(field, text, parse_host(domain, strict_address_ranges()).error());
  return false;
}

std::optional<std::string> read_domain(const Field& field, EntryKind kind) {
  const auto text = field.text();
  if (!text) return std::nullopt;
  auto domain = parse_domain(*text);
  if (!domain) {
    std::string hint = std::move(domain.error().hint);
    // What is said of a colon elsewhere is about ports, and mail has none.
    if (text->find(':') != std::string::npos) hint = "write the domain alone";
    if (kind == EntryKind::Domains && parse_email(*text)) hint = "list an address under emails";
    field.refuse(fmt::format("{}: expected a domain of two labels or more", in_quotes(*text)), std::move(hint));
    return std::nullopt;
  }
  if (!is_mail_domain(field, *text, domain->text())) return std::nullopt;
  return domain->text();
}

std::optional<std::string> read_email(const Field& field) {
  const auto text = field.text();
  if (!text) return std::nullopt;
  // A mailbox may be called "*", but in a list it was meant as a pattern.
  if (text->find('*') != std::string::npos) {
    field.refuse(fmt::format("{}: patterns are not read", in_quotes(*text)),
                 "list each address in full, or its domain under email_domains");
    return std::nullopt;
  }
  const auto address = parse_email(*text);
  if (!address) {
    refuse_entry(field, *text, address.error());
    return std::nullopt;
  }
  if (!is_mail_domain(field, *text, address->domain().text())) return std::nullopt;
  return address->canonical();
}

std::optional<std::string> read_id(const Field& field) {
  auto text = field.text();
  if (!text || text->find('*') == std::string::npos) {
    if (!text || is_destination_id(*text)) return text;
    field.refuse(fmt::format("{} is no id", in_quotes(*text)),
                 fmt::format("1 to {} bytes without spaces, control and invisible characters", kLongestDestinationId));
    return std::nullopt;
  }
  field.refuse(fmt::format("{}: patterns are not read", in_quotes(*text)), "list each id in full");
  return std::nullopt;
}

/// A name whose subdomains are all listed.
std::optional<std::string> read_parent(const Field& field) {
  const auto text = field.text();
  if (!text) return std::nullopt;
  const auto host = parse_host(*text, strict_address_ranges());
  if (!host) {
    refuse_entry(field, *text, host.error());
    return std::nullopt;
  }
  if (host->address() != nullptr || host->is_site_name()) {
    field.refuse(fmt::format("{} has no subdomains to list", in_quotes(*text)), "list each host in full");
    return std::nullopt;
  }
  if (is_public_suffix(host->text())) {
    field.refuse(fmt::format("{} is a public suffix: anybody can have a name below it", in_quotes(*text)),
                 "name the domain of one owner");
    return std::nullopt;
  }
  if (is_shared_by_owners(host->text())) {
    field.refuse(fmt::format("{} has names of many owners below it", in_quotes(*text)),
                 "name the subdomains of one owner, or list each host in full");
    return std::nullopt;
  }
  return host->text();
}

std::string_view key_of(EntryForm form) {
  switch (form) {
    case EntryForm::Host:
      return "host";
    case EntryForm::Domain:
      return "domain";
    case EntryForm::Email:
      return "email";
    case EntryForm::Id:
      return "id";
    case EntryForm::Subdomains:
      break;
  }
  return "subdomains_of";
}

/// Reads one entry.
class EntryLoader {
 public:
  EntryLoader(const Field& item, EntryKind kind, Allowlist& list) : item_(item), kind_(kind), list_(list) {}

  std::optional<ListEntry> load() && {
    if (const std::string* text = item_.value().as_string()) return insert(item_, form_of_text(*text));
    if (item_.value().as_table() == nullptr) {
      item_.refuse_expected("a string or a table");
      return std::nullopt;
    }
    const EntryForm form = form_of_table();
    table_.emplace(item_, TableKeys{.accepted = keys_of(form)});
    const auto text = table_->require(key_of(form), fmt::format("{{ {} = \"...\", why = \"...\" }}", key_of(form)));
    return text ? insert(*text, form) : std::nullopt;
  }

 private:
  [[nodiscard]] EntryForm form_of_text(std::string_view text) const {
    switch (kind_) {
      case EntryKind::Hosts:
        return EntryForm::Host;
      case EntryKind::Domains:
        return EntryForm::Domain;
      case EntryKind::Emails:
        return EntryForm::Email;
      case EntryKind::Recipients:
        return text.find('@') == std::string_view::npos ? EntryForm::Domain : EntryForm::Email;
      case EntryKind::Ids:
        break;
    }
    return EntryForm::Id;
  }

  /// Where several forms may stand, the key tells which it is.
  [[nodiscard]] EntryForm form_of_table() const {
    const bool may_be_wide = kind_ != EntryKind::Emails && kind_ != EntryKind::Ids;
    if (may_be_wide && item_.find("subdomains_of")) return EntryForm::Subdomains;
    if (kind_ == EntryKind::Recipients && item_.find("email")) return EntryForm::Email;
    return form_of_text({});
  }

  [[nodiscard]] std::span<const std::string_view> keys_of(EntryForm form) const {
    switch (form) {
      case EntryForm::Host:
        return kHostKeys;
      case EntryForm::Domain:
        return kDomainKeys;
      case EntryForm::Email:
        return kEmailKeys;
      case EntryForm::Id:
        return kIdKeys;
      case EntryForm::Subdomains:
        break;
    }
    if (kind_ == EntryKind::Hosts) return kParentHostKeys;
    return kParentDomainKeys;
  }

  [[nodiscard]] std::optional<Field> find(std::string_view key) const {
    return table_ ? table_->find(key) : std::nullopt;
  }

  std::optional<ListEntry> insert(const Field& field, EntryForm form) {
    const auto until = find("until");
    const TimePoint lapses_at = until ? until->lapse_point().value_or(TimePoint{}) : TimePoint::max();
    const auto why = find("why");
    ListEntry entry{.form = form,
                    .text = {},
                    .spelt = {},
                    .why = why ? why->text().value_or("") : "",
                    .lapses_at = lapses_at,
                    .where = item_.where(),
                    .paths = load_paths()};
    const bool is_inserted = form == EntryForm::Host         ? insert_host(field, entry)
                             : form == EntryForm::Subdomains ? insert_parent(field, entry)
                                                             : insert_text(field, entry);
    return is_inserted ? std::optional(std::move(entry)) : std::nullopt;
  }

  bool insert_text(const Field& field, ListEntry& entry) {
    auto text = entry.form == EntryForm::Domain  ? read_domain(field, kind_)
                : entry.form == EntryForm::Email ? read_email(field)
                                                 : read_id(field);
    if (!text) return false;
    auto& texts = entry.form == EntryForm::Domain  ? list_.domains
                  : entry.form == EntryForm::Email ? list_.emails
                                                   : list_.ids;
    keep(field, *std::move(text), entry);
    return texts.try_emplace(entry.text, entry.lapses_at, place_of(entry)).second || refuse_repetition(field);
  }

  bool insert_host(const Field& field, ListEntry& entry) {
    const auto text = field.text();
    if (!text) return false;
    const auto authority = parse_authority(*text, strict_address_ranges());
    if (!authority) {
      refuse_entry(field, *text, authority.error());
      return false;
    }
    const Host& host = authority->host;
    const auto addresses = find("addresses");
    if (host.is_site_name() && !addresses) {
      field.refuse(fmt::format("{} is a name of one site: nobody outside knows where it leads", in_quotes(*text)),
                   fmt::format("{{ host = {}, addresses = [\"10.0.0.0/24\"] }}", in_quotes(*text)));
      return false;
    }
    if (host.address() != nullptr && addresses) {
      addresses->refuse("an address resolves into nothing", "remove addresses");
      return false;
    }
    HostEntry terms = terms_of(entry);
    terms.port = authority->port.value_or(kHttpsPort);
    if (addresses) terms.private_ranges = load_private_ranges(*addresses);
    entry.addresses = terms.private_ranges;
    keep(field, fmt::format("{}:{}", host.text(), terms.port), entry);
    if (*text == host.text()) entry.spelt.clear();  // the port that everybody expects
    std::vector<HostEntry>& entries = list_.hosts[host.text()];
    if (resolves_elsewhere(entries, terms)) {
      (addresses ? *addresses : field)
          .refuse(fmt::format("another entry of {} says other addresses", entry.text),
                  "a name resolves into the same addresses for every path: say the same in each entry");
      return false;
    }
    return insert_terms(field, entries, std::move(terms));
  }

  /// Of two entries that fit one URL only one says where its host may lead, so they have to agree.
  static bool resolves_elsewhere(const std::vector<HostEntry>& entries, const HostEntry& terms) {
    return std::ranges::any_of(entries, [&](const HostEntry& known) {
      return known.port == terms.port && !std::ranges::is_permutation(known.private_ranges, terms.private_ranges);
    });
  }

  /// The one wide form, so it says why.
  bool insert_parent(const Field& field, ListEntry& entry) {
    (void)table_->require("why", "the entry is wide: why = \"...\" says what for");
    auto name = read_parent(field);
    if (!name) return false;
    keep(field, *std::move(name), entry);
    if (kind_ == EntryKind::Hosts) return insert_terms(field, list_.host_parents[entry.text], terms_of(entry));
    return list_.domain_parents.try_emplace(entry.text, entry.lapses_at, place_of(entry)).second ||
           refuse_repetition(field);
  }

  [[nodiscard]] std::vector<std::string> load_paths() const {
    const auto paths = find("paths");
    return paths ? load_path_prefixes(*paths) : std::vector<std::string>();
  }

  static EntryPlace place_of(const ListEntry& entry) { return {entry.where.line, entry.where.column}; }

  static HostEntry terms_of(const ListEntry& entry) {
    return {.paths = entry.paths, .lapses_at = entry.lapses_at, .place = place_of(entry)};
  }

  static void keep(const Field& field, std::string text, ListEntry& entry) {
    const std::string& written = *field.value().as_string();
    entry.text = std::move(text);
    if (written != entry.text) entry.spelt = written;
  }

  static bool insert_terms(const Field& field, std::vector<HostEntry>& entries, HostEntry terms) {
    const bool is_known = std::ranges::any_of(
        entries, [&](const HostEntry& known) { return known.port == terms.port && known.paths == terms.paths; });
    if (is_known) return refuse_repetition(field);
    entries.push_back(std::move(terms));
    return true;
  }

  /// False: nothing was inserted.
  static bool refuse_repetition(const Field& field) {
    field.refuse_repeated();
    return false;
  }

  const Field& item_;
  EntryKind kind_;
  Allowlist& list_;
  std::optional<TableReader> table_;  // of an entry that is more than a text
};

}  // namespace

std::optional<ListEntry> load_list_entry(const Field& item, EntryKind kind, Allowlist& list) {
  return EntryLoader(item, kind, list).load();
}

}  // namespace yett
