#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "base/time.h"
#include "text/address.h"
#include "text/email.h"
#include "text/url.h"

namespace yett {

/// Lets the hash containers below be asked with a string_view, without building a string.
struct TextHash {
  using is_transparent = void;  // NOLINT(readability-identifier-naming): the standard looks for this name
  [[nodiscard]] std::size_t operator()(std::string_view text) const { return std::hash<std::string_view>{}(text); }
};

using TextSet = std::unordered_set<std::string, TextHash, std::equal_to<>>;
template <typename Value>
using TextMap = std::unordered_map<std::string, Value, TextHash, std::equal_to<>>;

/// What kind of destination a list names.
enum class DestinationKind : std::uint8_t { Id, Email, Url };

/// Where an entry stands in the policy's file. Small, because a list may have many.
struct EntryPlace {
  std::uint32_t line = 0;  // 0: it was not read from a file
  std::uint32_t column = 0;
};

/// One entry that is matched by its text alone: a domain, an e-mail address, an id.
struct TextEntry {
  /// Also from its end alone: an entry that stands in no file.
  TextEntry(TimePoint end = {}, EntryPlace where = {}) : lapses_at(end), place(where) {}

  TimePoint lapses_at;  // from then on it is not listed
  EntryPlace place;
};

/// One entry for a host: where exactly it lets a URL go.
struct HostEntry {
  std::uint16_t port = kHttpsPort;
  std::vector<std::string> paths{};            // prefixes by whole segments, any of them; none: every path
  std::vector<AddressBlock> private_ranges{};  // that the name may resolve into: `addresses` of the policy
  TimePoint lapses_at{};                       // from then on it is not listed; one that nobody filled in is not
  EntryPlace place{};
};

/// Where data may go: one list of a policy. Empty by default, and an empty list lets nothing through. Hosts, domains,
/// addresses and ids are kept in their canonical text and matched exactly; the only wide entries are `*_parents`: they
/// stand for every name below theirs, not for the name itself. Each entry lapses at its time.
struct Allowlist {
  std::string name;  // "hosts", "emails" for those of [egress]; else the NAME of [destinations.NAME]
  DestinationKind kind = DestinationKind::Id;

  TextMap<std::vector<HostEntry>> hosts{};         // Url: canonical host -> entries, never empty
  TextMap<std::vector<HostEntry>> host_parents{};  // Url: subdomains_of
  TextMap<TextEntry> domains{};                    // Email: canonical domain
  TextMap<TextEntry> domain_parents{};             // Email: subdomains_of
  TextMap<TextEntry> emails{};                     // Email: exact addresses: local part byte for byte, canonical domain
  TextMap<TextEntry> ids{};                        // Id: exact texts
  /// Email: what a tenant's list keeps of the general one beside its own entries. Shared by all tenants that keep it,
  /// and keeps nothing itself.
  std::shared_ptr<const Allowlist> kept{};
};

/// How a URL stands to a list. Ordered: of several entries for one host the best fit counts.
enum class HostListing : std::uint8_t { Unlisted, OtherPort, OtherPath, Listed };

struct HostFit {
  HostListing listing = HostListing::Unlisted;
  const HostEntry* entry = nullptr;  // the one that fits best, in the list: null when no entry is for the host
};

/// Looks the canonical host up by exact equality, else its parents label by label, then compares port and path.
/// O(labels).
[[nodiscard]] HostFit fit_host(const Allowlist& list, const Url& url, TimePoint now);

/// Whether the `addresses` of an entry can open addresses of that kind, all of them in `block`. Of private and special
/// ones those that some host may have: of IPv4 neither "this network" (RFC 791), which Linux takes for this very
/// machine, nor multicast and what is reserved behind it (RFC 5771, RFC 1112); of IPv6 unique local addresses alone
/// (RFC 4193), since many others embed an IPv4 address, which an entry would have to name as such. Metadata services,
/// loopback and link-local addresses are opened by none, and public ones need no entry.
[[nodiscard]] bool can_be_opened(const AddressBlock& block, AddressKind kind);

/// The flaws of a URL of that host with what `fit` has against it: Unlisted, Port or Path. A name of one site is a
/// SpecialAddress because nobody knows where it leads; an entry that lists it with private ranges says so, and takes
/// that flaw away.
[[nodiscard]] FlawSet with_listing(FlawSet flaws, const HostFit& fit, const Host& host);

/// An entry for the host, whatever port and path it names: of a URL that has none which could be compared. nullptr when
/// there is none at `now`.
[[nodiscard]] const HostEntry* find_host(const Allowlist& list, const Host& host, TimePoint now);

// Each returns the entry, in the list, that lists the destination at `now`, or nullptr.

/// An entry for the address itself, else for its domain; one of the list's own before one that is kept.
[[nodiscard]] const TextEntry* find_email(const Allowlist& list, const EmailAddress& address, TimePoint now);
/// An entry for the domain of an address that has no canonical form of its own.
[[nodiscard]] const TextEntry* find_domain(const Allowlist& list, const Host& domain, TimePoint now);
[[nodiscard]] const TextEntry* find_id(const Allowlist& list, std::string_view id, TimePoint now);

/// True when nothing stands in the list, whatever the time.
[[nodiscard]] bool is_empty(const Allowlist& list);

/// "id", "email", "url".
[[nodiscard]] std::string_view to_string(DestinationKind kind);

}  // namespace yett
