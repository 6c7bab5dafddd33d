#include "policy/list_entry.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "policy/host_terms.h"
#include "policy/public_suffix.h"
#include "text/authority.h"
#include "text/destination_id.h"
#include "text/email.h"
#include "text/host.h"
#include "text/spelling.h"

namespace yett {
namespace {

constexpr std::string_view kHostKeys[] = {"host", "paths", "addresses", "until", "why"};
constexpr std::string_view kParentHostKeys[] = {"subdomains_of", "paths", "until", "why"};
constexpr std::string_view kDomainKeys[] = {"domain", "until", "why"};
constexpr std::string_view kParentDomainKeys[] = {"subdomains_of", "until", "why"};
constexpr std::string_view kEmailKeys[] = {"email", "until", "why"};
constexpr std::string_view kIdKeys[] = {"id", "until", "why"};

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

std::optional<std::string> read_domain(const Field& field) {
  const auto text = field.text();
  if (!text) return std::nullopt;
  auto domain = parse_domain(*text);
  if (!domain) {
    // What is said of a colon elsewhere is about ports, and mail has none.
    if (text->find(':') != std::string::npos) domain.error().hint = "write the domain alone";
    refuse_entry(field, *text, domain.error());
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

/// A name whose subdomains are all listed: the one wide form, so it says why.
std::optional<std::string> read_parent(const Field& field, const TableReader& table) {
  (void)table.require("why", "the entry is wide: why = \"...\" says what for");
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
  return host->text();
}

/// Reads one entry. What each kind of entry has in common is read first.
class EntryLoader {
 public:
  EntryLoader(const Field& item, EntryKind kind, Allowlist& list) : item_(item), kind_(kind), list_(list) {}

  std::optional<ListEntry> load() {
    if (item_.value().as_table() == nullptr) return load_text();
    const bool has_address = item_.value().find("email") != nullptr;
    if (item_.value().find("subdomains_of") != nullptr && kind_ != EntryKind::Addresses && kind_ != EntryKind::Ids) {
      return load_parent();
    }
    switch (kind_) {
      case EntryKind::Hosts:
        return load_table("host", kHostKeys);
      case EntryKind::Domains:
        return load_table("domain", kDomainKeys);
      case EntryKind::Addresses:
        return load_table("email", kEmailKeys);
      case EntryKind::Recipients:
        return has_address ? load_table("email", kEmailKeys) : load_table("domain", kDomainKeys);
      case EntryKind::Ids:
        return load_table("id", kIdKeys);
    }
    return std::nullopt;
  }

 private:
  std::optional<ListEntry> load_text() {
    const std::string* text = item_.value().as_string();
    if (text == nullptr) {
      item_.refuse_expected("a string or a table");
      return std::nullopt;
    }
    const bool is_address =
        kind_ == EntryKind::Addresses || (kind_ == EntryKind::Recipients && text->find('@') != std::string::npos);
    return insert(item_, nullptr, is_address ? EntryForm::Address : form_of_kind());
  }

  [[nodiscard]] EntryForm form_of_kind() const {
    switch (kind_) {
      case EntryKind::Hosts:
        return EntryForm::Host;
      case EntryKind::Domains:
      case EntryKind::Recipients:
        return EntryForm::Domain;
      case EntryKind::Addresses:
        return EntryForm::Address;
      case EntryKind::Ids:
        break;
    }
    return EntryForm::Id;
  }

  std::optional<ListEntry> load_table(std::string_view key, std::span<const std::string_view> keys) {
    const TableReader table(item_, {.accepted = keys});
    const auto text = table.require(key, fmt::format("{{ {} = \"...\", why = \"...\" }}", key));
    if (!text) return std::nullopt;
    return insert(*text, &table, key == "email" ? EntryForm::Address : form_of_kind());
  }

  std::optional<ListEntry> load_parent() {
    const bool hosts = kind_ == EntryKind::Hosts;
    const TableReader table(item_, {.accepted = hosts ? std::span<const std::string_view>(kParentHostKeys)
                                                      : std::span<const std::string_view>(kParentDomainKeys)});
    const auto field = table.find("subdomains_of");
    const auto name = read_parent(*field, table);
    const TimePoint lapses_at = load_lapse(&table);
    if (!name) return std::nullopt;
    if (hosts) {
      HostEntry entry{.lapses_at = lapses_at};
      if (const auto paths = table.find("paths")) entry.paths = load_path_prefixes(*paths);
      if (!insert_host(*field, list_.host_parents[*name], std::move(entry))) return std::nullopt;
    } else if (!list_.domain_parents.try_emplace(*name, lapses_at).second) {
      return refuse_repetition(*field);
    }
    return written(*field, &table, EntryForm::Subdomains, *name, lapses_at);
  }

  std::optional<ListEntry> insert(const Field& field, const TableReader* table, EntryForm form) {
    const TimePoint lapses_at = load_lapse(table);
    if (form == EntryForm::Host) return insert_host_entry(field, table, lapses_at);
    const auto text = form == EntryForm::Domain    ? read_domain(field)
                      : form == EntryForm::Address ? read_email(field)
                                                   : read_id(field);
    if (!text) return std::nullopt;
    auto& entries = form == EntryForm::Domain    ? list_.domains
                    : form == EntryForm::Address ? list_.addresses
                                                 : list_.ids;
    if (!entries.try_emplace(*text, lapses_at).second) return refuse_repetition(field);
    return written(field, table, form, *text, lapses_at);
  }

  std::optional<ListEntry> insert_host_entry(const Field& field, const TableReader* table, TimePoint lapses_at) {
    const auto text = field.text();
    if (!text) return std::nullopt;
    const auto authority = parse_authority(*text, strict_address_ranges());
    if (!authority) {
      refuse_entry(field, *text, authority.error());
      return std::nullopt;
    }
    HostEntry entry{.port = authority->port.value_or(kHttpsPort), .lapses_at = lapses_at};
    if (table != nullptr) {
      if (const auto paths = table->find("paths")) entry.paths = load_path_prefixes(*paths);
      if (const auto blocks = table->find("addresses")) entry.addresses = load_private_ranges(*blocks);
    }
    const Host& host = authority->host;
    if (host.is_site_name() && entry.addresses.empty()) {
      field.refuse(fmt::format("{} is a name of one site: nobody outside knows where it leads", in_quotes(*text)),
                   fmt::format("{{ host = {}, addresses = [\"10.0.0.0/24\"] }}", in_quotes(*text)));
      return std::nullopt;
    }
    if (host.address() != nullptr && !entry.addresses.empty()) {
      field.refuse("an address resolves into nothing", "remove addresses");
      return std::nullopt;
    }
    const std::string kept = fmt::format("{}:{}", host.text(), entry.port);
    if (!insert_host(field, list_.hosts[host.text()], std::move(entry))) return std::nullopt;
    return written(field, table, EntryForm::Host, kept, lapses_at);
  }

  /// False, and refused, when an entry for the same port and paths is there already.
  static bool insert_host(const Field& field, std::vector<HostEntry>& entries, HostEntry entry) {
    const bool is_known = std::ranges::any_of(
        entries, [&](const HostEntry& known) { return known.port == entry.port && known.paths == entry.paths; });
    if (is_known) {
      (void)refuse_repetition(field);
      return false;
    }
    entries.push_back(std::move(entry));
    return true;
  }

  static TimePoint load_lapse(const TableReader* table) {
    const auto until = table == nullptr ? std::nullopt : table->find("until");
    return until ? until->last_day().value_or(TimePoint{}) : TimePoint::max();
  }

  [[nodiscard]] ListEntry written(const Field& field, const TableReader* table, EntryForm form, const std::string& kept,
                                  TimePoint lapses_at) const {
    const std::string& text = *field.value().as_string();
    const bool same = text == kept || fmt::format("{}:{}", text, kHttpsPort) == kept;
    ListEntry entry{.form = form,
                    .text = kept,
                    .spelt = same ? std::string() : text,
                    .why = {},
                    .lapses_at = lapses_at,
                    .where = item_.where()};
    const auto why = table == nullptr ? std::nullopt : table->find("why");
    if (why) entry.why = why->text().value_or("");
    return entry;
  }

  static std::nullopt_t refuse_repetition(const Field& field) {
    field.refuse(fmt::format("{} is listed already", in_quotes(*field.value().as_string())), "remove one of them");
    return std::nullopt;
  }

  const Field& item_;
  EntryKind kind_;
  Allowlist& list_;
};

}  // namespace

std::optional<ListEntry> load_list_entry(const Field& item, EntryKind kind, Allowlist& list) {
  return EntryLoader(item, kind, list).load();
}

}  // namespace yett
