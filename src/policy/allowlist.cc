#include "policy/allowlist.h"

#include <algorithm>

namespace yett {
namespace {

bool is_in_force(const TimePoint* lapses_at, TimePoint now) { return lapses_at != nullptr && now < *lapses_at; }

template <typename Value>
const Value* find_in(const TextMap<Value>& map, std::string_view text) {
  if (map.empty()) return nullptr;  // most lists lack most kinds, and looking up hashes the text
  const auto found = map.find(text);
  return found == map.end() ? nullptr : &found->second;
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

bool lists_domain(const Allowlist& list, const Host& domain, TimePoint now) {
  if (is_in_force(find_in(list.domains, domain.text()), now)) return true;
  bool listed = false;
  if (!list.domain_parents.empty()) {
    each_parent(domain.text(), [&](std::string_view parent) {
      listed = listed || is_in_force(find_in(list.domain_parents, parent), now);
    });
  }
  return listed || (list.kept != nullptr && lists_domain(*list.kept, domain, now));
}

bool lists_address(const Allowlist& list, const EmailAddress& address, TimePoint now) {
  return is_in_force(find_in(list.addresses, address.canonical()), now) || lists_domain(list, address.domain(), now) ||
         (list.kept != nullptr && lists_address(*list.kept, address, now));
}

bool lists_id(const Allowlist& list, std::string_view id, TimePoint now) {
  return is_in_force(find_in(list.ids, id), now);
}

bool is_empty(const Allowlist& list) {
  return list.hosts.empty() && list.host_parents.empty() && list.domains.empty() && list.domain_parents.empty() &&
         list.addresses.empty() && list.ids.empty() && (list.kept == nullptr || is_empty(*list.kept));
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
