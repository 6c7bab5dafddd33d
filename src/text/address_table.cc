// The table by which addresses are classified. It is kept here because standard libraries disagree with the IANA
// special-purpose registries and with each other: some call 192.0.0.192, fec0::1 or NAT64 addresses global.

#include <algorithm>
#include <array>
#include <cstddef>
#include <vector>

#include "text/address.h"
#include "text/address_syntax.h"

namespace yett {
namespace {

struct Row {
  std::string_view block;
  AddressKind kind;
};

using enum AddressKind;

/// Of all rows that hold an address, the narrowest gives its kind; the order of the rows means nothing.
constexpr Row kRows[] = {
    {"0.0.0.0/0", Public},          // whatever has no row of its own
    {"0.0.0.0/8", Special},         // "this network", RFC 791
    {"10.0.0.0/8", Private},        // RFC 1918
    {"100.64.0.0/10", Special},     // shared between carriers and customers, RFC 6598
    {"127.0.0.0/8", Loopback},      // RFC 1122
    {"169.254.0.0/16", LinkLocal},  // RFC 3927
    {"172.16.0.0/12", Private},     // RFC 1918
    {"192.0.0.0/24", Special},      // IETF protocol assignments, RFC 6890
    {"192.0.2.0/24", Special},      // documentation, RFC 5737
    {"192.31.196.0/24", Special},   // AS112, RFC 7535
    {"192.52.193.0/24", Special},   // AMT, RFC 7450
    {"192.88.99.0/24", Special},    // 6to4 relays, deprecated by RFC 7526
    {"192.168.0.0/16", Private},    // RFC 1918
    {"192.175.48.0/24", Special},   // AS112, RFC 7534
    {"198.18.0.0/15", Special},     // benchmarks, RFC 2544
    {"198.51.100.0/24", Special},   // documentation, RFC 5737
    {"203.0.113.0/24", Special},    // documentation, RFC 5737
    {"224.0.0.0/4", Special},       // multicast, RFC 5771
    {"240.0.0.0/4", Special},       // reserved, RFC 1112, and limited broadcast, RFC 8190

    {"::/0", Special},               // whatever has no row of its own
    {"2000::/3", Public},            // the only block that IANA hands out as global unicast
    {"::/96", Special},              // IPv4-compatible, RFC 4291, with the unspecified address
    {"::1/128", Loopback},           // RFC 4291
    {"::ffff:0:0/96", Special},      // IPv4-mapped, RFC 4291
    {"::ffff:0:0:0/96", Special},    // IPv4-translated, RFC 2765
    {"64:ff9b::/96", Special},       // NAT64, RFC 6052
    {"64:ff9b:1::/48", Special},     // NAT64 for local use, RFC 8215
    {"100::/64", Special},           // discard-only, RFC 6666
    {"100:0:0:1::/64", Special},     // dummy prefix, RFC 9780
    {"2001::/23", Special},          // IETF protocol assignments: Teredo, ORCHID, benchmarks, RFC 2928
    {"2001:db8::/32", Special},      // documentation, RFC 3849
    {"2002::/16", Special},          // 6to4, RFC 3056
    {"2620:4f:8000::/48", Special},  // AS112, RFC 7534
    {"3fff::/20", Special},          // documentation, RFC 9637
    {"5f00::/16", Special},          // segment routing identifiers, RFC 9602
    {"fc00::/7", Private},           // unique local, RFC 4193
    {"fe80::/10", LinkLocal},        // RFC 4291
    {"fec0::/10", Special},          // site-local, deprecated by RFC 3879
    {"ff00::/8", Special},           // multicast, RFC 4291

    // Where clouds hand out credentials, by the documentation of each.
    {"100.100.100.200/32", Metadata},   // Alibaba Cloud
    {"168.63.129.16/32", Metadata},     // Azure's wire server, on an address that looks public
    {"169.254.169.123/32", Metadata},   // AWS time service
    {"169.254.169.253/32", Metadata},   // AWS resolver
    {"169.254.169.254/32", Metadata},   // AWS, Azure, Google Cloud, Oracle Cloud, OpenStack and others
    {"169.254.170.2/32", Metadata},     // AWS, credentials of ECS tasks
    {"169.254.170.23/32", Metadata},    // AWS, credentials of EKS pods
    {"192.0.0.192/32", Metadata},       // Oracle Cloud, older instances
    {"fd00:ec2::23/128", Metadata},     // AWS, credentials of EKS pods
    {"fd00:ec2::254/128", Metadata},    // AWS
    {"fd20:ce::254/128", Metadata},     // Google Cloud
    {"fe80::a9fe:a9fe/128", Metadata},  // OpenStack
};

constexpr std::size_t kRowCount = std::size(kRows);

consteval std::array<AddressRange, kRowCount> read_rows() {
  std::array<AddressRange, kRowCount> ranges{};
  for (std::size_t i = 0; i < kRowCount; ++i) {
    ranges[i] = {read_address_block(kRows[i].block).value(), kRows[i].kind};
  }
  return ranges;
}

constexpr auto kParsedRows = read_rows();

constexpr AddressKind narrowest_kind(const IpAddress& address) {
  const AddressRange* narrowest = nullptr;
  for (const AddressRange& row : kParsedRows) {
    if (!row.block.contains(address)) continue;
    if (narrowest == nullptr ||
        (narrowest->block.contains(row.block.first) && narrowest->block.contains(row.block.last))) {
      narrowest = &row;
    }
  }
  return narrowest == nullptr ? Special : narrowest->kind;
}

constexpr IpAddress last_of(AddressFamily family) {
  return family == AddressFamily::V4 ? IpAddress::v4(~std::uint32_t{0})
                                     : IpAddress::v6(~std::uint64_t{0}, ~std::uint64_t{0});
}

constexpr IpAddress before(const IpAddress& address) {
  if (address.family() == AddressFamily::V4) return IpAddress::v4(static_cast<std::uint32_t>(address.low() - 1));
  return IpAddress::v6(address.high() - (address.low() == 0 ? 1 : 0), address.low() - 1);
}

constexpr IpAddress after(const IpAddress& address) {
  if (address.family() == AddressFamily::V4) return IpAddress::v4(static_cast<std::uint32_t>(address.low() + 1));
  const std::uint64_t low = address.low() + 1;
  return IpAddress::v6(address.high() + (low == 0 ? 1 : 0), low);
}

/// Every address at which the kind may change, sorted.
constexpr std::vector<IpAddress> boundaries() {
  std::vector<IpAddress> starts;
  for (const AddressRange& row : kParsedRows) {
    starts.push_back(row.block.first);
    if (row.block.last != last_of(row.block.last.family())) starts.push_back(after(row.block.last));
  }
  std::ranges::sort(starts);
  starts.erase(std::ranges::unique(starts).begin(), starts.end());
  return starts;
}

/// The rows without overlaps; neighbours of one kind are one range.
constexpr std::vector<AddressRange> flatten() {
  const std::vector<IpAddress> starts = boundaries();
  std::vector<AddressRange> ranges;
  for (std::size_t i = 0; i < starts.size(); ++i) {
    const AddressFamily family = starts[i].family();
    const bool ends_family = i + 1 == starts.size() || starts[i + 1].family() != family;
    const IpAddress last = ends_family ? last_of(family) : before(starts[i + 1]);
    const AddressKind kind = narrowest_kind(starts[i]);
    if (!ranges.empty() && ranges.back().kind == kind && ranges.back().block.first.family() == family) {
      ranges.back().block.last = last;
    } else {
      ranges.push_back({{starts[i], last}, kind});
    }
  }
  return ranges;
}

constexpr auto kStrictRanges = [] {
  std::array<AddressRange, flatten().size()> ranges{};
  std::ranges::copy(flatten(), ranges.begin());
  return ranges;
}();

AddressKind kind_of(const IpAddress& address, std::span<const AddressRange> ranges) {
  const auto behind =
      std::ranges::upper_bound(ranges, address, {}, [](const AddressRange& range) { return range.block.first; });
  if (behind == ranges.begin()) return Special;
  const AddressRange& candidate = *std::prev(behind);
  return candidate.block.contains(address) ? candidate.kind : Special;
}

/// The gravest kind has the smallest value, but for Public, which is none.
AddressKind graver(AddressKind a, AddressKind b) {
  if (a == Public) return b;
  if (b == Public) return a;
  return std::min(a, b);
}

constexpr AddressBlock block(std::string_view text) { return read_address_block(text).value(); }

constexpr AddressBlock kLowWordIsIpv4[] = {block("::/96"), block("::ffff:0:0/96"), block("64:ff9b::/96")};
constexpr AddressBlock kSixToFour = block("2002::/16");
constexpr AddressBlock kTeredo = block("2001::/32");

/// The IPv4 addresses that a router or a kernel may make of an IPv6 address.
struct EmbeddedIpv4 {
  std::array<IpAddress, 2> addresses{IpAddress::v4(0), IpAddress::v4(0)};
  std::size_t count = 0;

  void add(std::uint64_t number) { addresses[count++] = IpAddress::v4(static_cast<std::uint32_t>(number)); }
};

EmbeddedIpv4 embedded_ipv4(const IpAddress& address) {
  EmbeddedIpv4 embedded;
  if (address.family() == AddressFamily::V4) return embedded;
  if (std::ranges::any_of(kLowWordIsIpv4, [&](const AddressBlock& prefix) { return prefix.contains(address); })) {
    embedded.add(address.low());
  } else if (kSixToFour.contains(address)) {
    embedded.add(address.high() >> 16);
  } else if (kTeredo.contains(address)) {
    embedded.add(address.high());  // the server
    embedded.add(~address.low());  // the client, stored inverted (RFC 4380 section 4)
  }
  return embedded;
}

}  // namespace

std::span<const AddressRange> strict_address_ranges() { return kStrictRanges; }

AddressKind classify(const IpAddress& address, std::span<const AddressRange> ranges) {
  AddressKind kind = kind_of(address, ranges);
  const EmbeddedIpv4 embedded = embedded_ipv4(address);
  for (std::size_t i = 0; i < embedded.count; ++i) kind = graver(kind, kind_of(embedded.addresses[i], ranges));
  return kind;
}

}  // namespace yett
