#include "policy/load_egress.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <tuple>
#include <utility>

#include "text/address.h"
#include "text/authority.h"
#include "text/email.h"
#include "text/host.h"
#include "text/spelling.h"
#include "text/url.h"

namespace yett {
namespace {

constexpr std::string_view kEgressKeys[] = {"email_domains", "emails", "hosts"};
constexpr std::string_view kLaterEgressKeys[] = {"max_bytes_out"};

/// How the entries of a list are written as tables: the key that holds the text, and what later versions add.
struct EntryForm {
  std::string_view accepted[2];
  std::span<const std::string_view> later;
};

constexpr std::string_view kLaterHostKeys[] = {"addresses", "paths", "until", "subdomains_of"};
constexpr std::string_view kLaterDomainKeys[] = {"until", "subdomains_of"};
constexpr std::string_view kLaterEmailKeys[] = {"until"};

constexpr EntryForm form_of(ListKind kind) {
  switch (kind) {
    case ListKind::Hosts:
      return {{"host", "why"}, kLaterHostKeys};
    case ListKind::EmailDomains:
      return {{"domain", "why"}, kLaterDomainKeys};
    case ListKind::Emails:
      return {{"email", "why"}, kLaterEmailKeys};
  }
  return {};
}

/// An entry as it stands there, its text not yet judged.
struct RawEntry {
  Field text;
  std::string why;
};

std::optional<RawEntry> read_entry(const Field& item, ListKind kind) {
  if (item.value().as_table() == nullptr) return RawEntry{item, ""};
  const EntryForm form = form_of(kind);
  const TableReader table(item, {.accepted = form.accepted, .later = form.later});
  auto text = table.require(form.accepted[0], fmt::format("{{ {} = \"...\", why = \"...\" }}", form.accepted[0]));
  if (!text) return std::nullopt;
  RawEntry entry{*std::move(text), ""};
  if (const auto why = table.find("why")) entry.why = why->text().value_or("");
  return entry;
}

void refuse_entry(const Field& field, std::string_view text, const Error& error) {
  field.refuse(fmt::format("{}: {}", in_quotes(text), error.message), error.hint);
}

/// "host" or "host:port".
struct HostEntry {
  std::string host;
  std::uint16_t port = kHttpsPort;
};

std::optional<HostEntry> read_host(const Field& field) {
  const auto text = field.text();
  if (!text) return std::nullopt;
  const auto authority = parse_authority(*text, strict_address_ranges());
  if (!authority) {
    refuse_entry(field, *text, authority.error());
    return std::nullopt;
  }
  const std::string& host = authority->host.text();
  if (authority->host.is_site_name()) {
    field.refuse(fmt::format("{} is a name of one site and needs its addresses listed, which is not in this version",
                             in_quotes(*text)));
    return std::nullopt;
  }
  return HostEntry{host, authority->port.value_or(kHttpsPort)};
}

/// Where mail leads is the mailer's matter, but nobody means to write to a metadata service or to this machine.
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
  const std::string& canonical = address->canonical();
  if (!is_mail_domain(field, *text, address->domain().text())) return std::nullopt;
  return canonical;
}

/// Fills both forms of `[egress]`.
class Loader {
 public:
  void load(const Field& list, ListKind kind) {
    const auto items = list.items();
    if (!items) return;
    WrittenList written{.kind = kind, .where = list.where(), .entries = {}};
    written.entries.reserve(items->size());
    for (const Field& item : *items) {
      auto entry = read_entry(item, kind);
      if (!entry) continue;
      const auto text = insert(entry->text, kind);
      if (text) written.entries.push_back({*text, spelling(entry->text, *text), std::move(entry->why), item.where()});
    }
    loaded_.lists.push_back(std::move(written));
  }

  [[nodiscard]] LoadedEgress finish() && {
    std::ranges::stable_sort(loaded_.lists, {},
                             [](const WrittenList& list) { return std::tie(list.where.line, list.where.column); });
    return std::move(loaded_);
  }

 private:
  /// The canonical text of an entry that is now in the list; nullopt for one that was refused.
  std::optional<std::string> insert(const Field& field, ListKind kind) {
    switch (kind) {
      case ListKind::Hosts:
        return insert_host(field);
      case ListKind::EmailDomains:
        return insert_text(field, read_domain(field), loaded_.egress.email_domains);
      case ListKind::Emails:
        return insert_text(field, read_email(field), loaded_.egress.emails);
    }
    return std::nullopt;
  }

  std::optional<std::string> insert_host(const Field& field) {
    auto entry = read_host(field);
    if (!entry) return std::nullopt;
    std::string shown = fmt::format("{}:{}", entry->host, entry->port);
    auto& ports = loaded_.egress.hosts[std::move(entry->host)];
    if (std::ranges::find(ports, entry->port) != ports.end()) return refuse_repetition(field);
    ports.push_back(entry->port);
    return shown;
  }

  static std::optional<std::string> insert_text(const Field& field, std::optional<std::string> text, TextSet& set) {
    if (text && !set.insert(*text).second) return refuse_repetition(field);
    return text;
  }

  /// What was written, unless it is what is kept: a reviewer should see what the gate compares with.
  static std::string spelling(const Field& field, const std::string& kept) {
    const std::string& text = *field.value().as_string();
    const bool same = text == kept || fmt::format("{}:{}", text, kHttpsPort) == kept;
    return same ? std::string() : text;
  }

  static std::optional<std::string> refuse_repetition(const Field& field) {
    field.refuse(fmt::format("{} is listed already", in_quotes(*field.value().as_string())), "remove one of them");
    return std::nullopt;
  }

  LoadedEgress loaded_;
};

}  // namespace

LoadedEgress load_egress(const Field& section) {
  const TableReader table(section, {.accepted = kEgressKeys, .later = kLaterEgressKeys});
  Loader loader;
  for (const ListKind kind : {ListKind::Hosts, ListKind::EmailDomains, ListKind::Emails}) {
    if (const auto list = table.find(to_string(kind))) loader.load(*list, kind);
  }
  return std::move(loader).finish();
}

}  // namespace yett
