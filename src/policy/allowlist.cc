#include "policy/allowlist.h"

#include <algorithm>

namespace yett {
namespace {

constexpr AddressBlock kThisNetwork = {IpAddress::v4(0), IpAddress::v4(0x00FFFFFF)};
constexpr IpAddress kFirstMulticast = IpAddress::v4(0xE0000000);
constexpr AddressBlock kUniqueLocal = {IpAddress::v6(0xFC00000000000000, 0),
                                       IpAddress::v6(0xFDFFFFFFFFFFFFFF, 0xFFFFFFFFFFFFFFFF)};

template <typename Value>
const Value* find_in(const TextMap<Value>& map, std::string_view text) {
  if (map.empty()) return nullptr;  // most lists lack most kinds, and looking up hashes the text
  const auto found = map.find(text);
  return found == map.end() ? nullptr : &found->second;
}

const TextEntry* find_in_force(const TextMap<TextEntry>& map, std::string_view text, TimePoint now) {
  const TextEntry* entry = find_in(map, text);
  return entry != nullptr && now < entry->lapses_at ? entry : nullptr;
}

/// Calls `visit` with each name above `name`, the nearest first: "b.example", "example" for "a.b.example".
template <typename Visit>
void each_parent(std::string_view name, Visit visit) {
  for (std::size_t dot = name.find('.'); dot != std::string_view::npos; dot = name.find('.')) {
    name.remove_prefix(dot + 1);
    visit(name);
  }
}

HostListing fit_entry(const HostEntry& entry, const Url& url, TimePoint now) {
  if (now >= entry.lapses_at) return HostListing::Unlisted;
  if (entry.port != url.port()) return HostListing::OtherPort;
  const bool fits = entry.paths.empty() || std::ranges::any_of(entry.paths, [&](const std::string& prefix) {
                      return fit_path(url.path(), prefix) == PathFit::Within;
                    });
  return fits ? HostListing::Listed : HostListing::OtherPath;
}

/// Of this list alone, not of those that it keeps.
const TextEntry* find_own_domain(const Allowlist& list, const Host& domain, TimePoint now) {
  const TextEntry* entry = find_in_force(list.domains, domain.text(), now);
  if (entry == nullptr && !list.domain_parents.empty()) {
    each_parent(domain.text(), [&](std::string_view parent) {
      if (entry == nullptr) entry = find_in_force(list.domain_parents, parent, now);
    });
  }
  return entry;
}

void take_best(HostFit& best, const std::vector<HostEntry>* entries, const Url& url, TimePoint now) {
  if (entries == nullptr) return;
  for (const HostEntry& entry : *entries) {
    const HostListing listing = fit_entry(entry, url, now);
    if (listing > best.listing) best = {.listing = listing, .entry = &entry};
  }
}

}  // namespace

HostFit fit_host(const Allowlist& list, const Url& url, TimePoint now) {
  HostFit best;
  take_best(best, find_in(list.hosts, url.host().text()), url, now);
  if (list.host_parents.empty() || url.host().address() != nullptr) return best;
  each_parent(url.host().text(),
              [&](std::string_view parent) { take_best(best, find_in(list.host_parents, parent), url, now); });
  return best;
}

bool can_be_opened(const AddressBlock& block, AddressKind kind) {
  if (kind != AddressKind::Private && kind != AddressKind::Special) return false;
  if (block.first.family() == AddressFamily::V6)
    return kUniqueLocal.contains(block.first) && kUniqueLocal.contains(block.last);
  return block.first > kThisNetwork.last && block.last < kFirstMulticast;
}

FlawSet with_listing(FlawSet flaws, const HostFit& fit, const Host& host) {
  switch (fit.listing) {
    case HostListing::Unlisted:
      flaws.insert(Flaw::Unlisted);
      break;
    case HostListing::OtherPort:
      flaws.insert(Flaw::Port);
      break;
    case HostListing::OtherPath:
      flaws.insert(Flaw::Path);
      break;
    case HostListing::Listed:
      if (host.is_site_name() && !fit.entry->private_ranges.empty()) flaws.erase(Flaw::SpecialAddress);
      break;
  }
  return flaws;
}

const HostEntry* find_host(const Allowlist& list, const Host& host, TimePoint now) {
  const auto first_of = [now](const std::vector<HostEntry>* entries) -> const HostEntry* {
    if (entries == nullptr) return nullptr;
    const auto found = std::ranges::find_if(*entries, [now](const HostEntry& entry) { return now < entry.lapses_at; });
    return found == entries->end() ? nullptr : &*found;
  };
  const HostEntry* entry = first_of(find_in(list.hosts, host.text()));
  if (entry != nullptr || list.host_parents.empty() || host.address() != nullptr) return entry;
  each_parent(host.text(), [&](std::string_view parent) {
    if (entry == nullptr) entry = first_of(find_in(list.host_parents, parent));
  });
  return entry;
}

const TextEntry* find_domain(const Allowlist& list, const Host& domain, TimePoint now) {
  const TextEntry* entry = find_own_domain(list, domain, now);
  if (entry != nullptr || list.kept == nullptr) return entry;
  return find_domain(*list.kept, domain, now);
}

const TextEntry* find_email(const Allowlist& list, const EmailAddress& address, TimePoint now) {
  const TextEntry* entry = find_in_force(list.emails, address.canonical(), now);
  if (entry == nullptr) entry = find_own_domain(list, address.domain(), now);
  if (entry != nullptr || list.kept == nullptr) return entry;
  return find_email(*list.kept, address, now);
}

const TextEntry* find_id(const Allowlist& list, std::string_view id, TimePoint now) {
  return find_in_force(list.ids, id, now);
}

bool is_empty(const Allowlist& list) {
  return list.hosts.empty() && list.host_parents.empty() && list.domains.empty() && list.domain_parents.empty() &&
         list.emails.empty() && list.ids.empty() && (list.kept == nullptr || is_empty(*list.kept));
}

std::string_view to_string(DestinationKind kind) {
  switch (kind) {
    case DestinationKind::Id:
      return "id";
    case DestinationKind::Email:
      return "email";
    case DestinationKind::Url:
      return "url";
  }
  return "id";
}

}  // namespace yett
