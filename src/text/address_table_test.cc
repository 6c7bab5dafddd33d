#include <gtest/gtest.h>

#include <ostream>
#include <random>
#include <string>
#include <vector>

#include "text/address.h"

namespace yett {
namespace {

using enum AddressKind;

IpAddress address(std::string_view text) {
  const auto v4 = parse_ipv4(text);
  return v4 ? *v4 : parse_ipv6(text).value();
}

AddressKind strict_kind(const IpAddress& value) { return classify(value, strict_address_ranges()); }
AddressKind strict_kind(std::string_view text) { return strict_kind(address(text)); }

struct Edge {
  std::string_view before;  // empty: the family begins here
  std::string_view first;
  std::string_view last;
  std::string_view after;  // empty: the family ends here
  AddressKind inside;
  AddressKind kind_before;
  AddressKind kind_after;

  friend void PrintTo(const Edge& edge, std::ostream* out) { *out << edge.first << " to " << edge.last; }
};

class RangeEdges : public testing::TestWithParam<Edge> {};

TEST_P(RangeEdges, AreWhereTheRegistriesPutThem) {
  const Edge& edge = GetParam();
  EXPECT_EQ(strict_kind(edge.first), edge.inside) << edge.first;
  EXPECT_EQ(strict_kind(edge.last), edge.inside) << edge.last;
  if (!edge.before.empty()) {
    EXPECT_EQ(strict_kind(edge.before), edge.kind_before) << edge.before;
  }
  if (!edge.after.empty()) {
    EXPECT_EQ(strict_kind(edge.after), edge.kind_after) << edge.after;
  }
}

INSTANTIATE_TEST_SUITE_P(
    Ipv4, RangeEdges,
    testing::Values(Edge{"", "0.0.0.0", "0.255.255.255", "1.0.0.0", Special, Public, Public},
                    Edge{"9.255.255.255", "10.0.0.0", "10.255.255.255", "11.0.0.0", Private, Public, Public},
                    Edge{"100.63.255.255", "100.64.0.0", "100.127.255.255", "100.128.0.0", Special, Public, Public},
                    Edge{"126.255.255.255", "127.0.0.0", "127.255.255.255", "128.0.0.0", Loopback, Public, Public},
                    Edge{"169.253.255.255", "169.254.0.0", "169.254.255.255", "169.255.0.0", LinkLocal, Public, Public},
                    Edge{"172.15.255.255", "172.16.0.0", "172.31.255.255", "172.32.0.0", Private, Public, Public},
                    Edge{"191.255.255.255", "192.0.0.0", "192.0.0.255", "192.0.1.0", Special, Public, Public},
                    Edge{"192.0.1.255", "192.0.2.0", "192.0.2.255", "192.0.3.0", Special, Public, Public},
                    Edge{"192.31.195.255", "192.31.196.0", "192.31.196.255", "192.31.197.0", Special, Public, Public},
                    Edge{"192.52.192.255", "192.52.193.0", "192.52.193.255", "192.52.194.0", Special, Public, Public},
                    Edge{"192.88.98.255", "192.88.99.0", "192.88.99.255", "192.88.100.0", Special, Public, Public},
                    Edge{"192.167.255.255", "192.168.0.0", "192.168.255.255", "192.169.0.0", Private, Public, Public},
                    Edge{"192.175.47.255", "192.175.48.0", "192.175.48.255", "192.175.49.0", Special, Public, Public},
                    Edge{"198.17.255.255", "198.18.0.0", "198.19.255.255", "198.20.0.0", Special, Public, Public},
                    Edge{"198.51.99.255", "198.51.100.0", "198.51.100.255", "198.51.101.0", Special, Public, Public},
                    Edge{"203.0.112.255", "203.0.113.0", "203.0.113.255", "203.0.114.0", Special, Public, Public},
                    Edge{"223.255.255.255", "224.0.0.0", "239.255.255.255", "240.0.0.0", Special, Public, Special},
                    Edge{"239.255.255.255", "240.0.0.0", "255.255.255.255", "", Special, Special, Public}));

INSTANTIATE_TEST_SUITE_P(
    Ipv6, RangeEdges,
    testing::Values(Edge{"", "::", "::", "::1", Special, Public, Loopback},
                    Edge{"::", "::1", "::1", "::2", Loopback, Special, Special},
                    Edge{"::1", "::2", "::0.255.255.255", "::1:0:0:0", Special, Loopback, Special},
                    Edge{"::fffe:ffff:ffff", "::ffff:0.0.0.0", "::ffff:0.255.255.255", "::1:0:0:0", Special, Special,
                         Special},
                    Edge{"::1:0:0:0", "::ffff:0:0:0", "::ffff:0:ffff:ffff", "::ffff:1:0:0", Special, Special, Special},
                    Edge{"64:ff9a:ffff:ffff:ffff:ffff:ffff:ffff", "64:ff9b::", "64:ff9b::255.255.255.255",
                         "64:ff9b::1:0:0", Special, Special, Special},
                    Edge{"64:ff9b:0:ffff:ffff:ffff:ffff:ffff", "64:ff9b:1::", "64:ff9b:1:ffff:ffff:ffff:ffff:ffff",
                         "64:ff9b:2::", Special, Special, Special},
                    Edge{"ff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "100::", "100::ffff:ffff:ffff:ffff",
                         "100:0:0:1::", Special, Special, Special},
                    Edge{"1fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "2000::", "2000:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
                         "2001::", Public, Special, Special},
                    Edge{"2000:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
                         "2001:1::", "2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff", "2001:200::", Special, Public, Public},
                    Edge{"2001:db7:ffff:ffff:ffff:ffff:ffff:ffff",
                         "2001:db8::", "2001:db8:ffff:ffff:ffff:ffff:ffff:ffff", "2001:db9::", Special, Public, Public},
                    Edge{"2001:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "2002::", "2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
                         "2003::", Special, Public, Public},
                    Edge{"2620:4f:7fff:ffff:ffff:ffff:ffff:ffff", "2620:4f:8000::",
                         "2620:4f:8000:ffff:ffff:ffff:ffff:ffff", "2620:4f:8001::", Special, Public, Public},
                    Edge{"3ffe:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "3fff::", "3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff",
                         "3fff:1000::", Special, Public, Public},
                    Edge{"3fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "4000::", "5eff:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
                         "5f00::", Special, Public, Special},
                    Edge{"fbff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "fc00::", "fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
                         "fe00::", Private, Special, Special},
                    Edge{"fe7f:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "fe80::", "febf:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
                         "fec0::", LinkLocal, Special, Special},
                    Edge{"febf:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "fec0::", "feff:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
                         "ff00::", Special, LinkLocal, Special},
                    Edge{"feff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "ff00::", "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
                         "", Special, Special, Public}));

INSTANTIATE_TEST_SUITE_P(
    Metadata, RangeEdges,
    testing::Values(
        Edge{"100.100.100.199", "100.100.100.200", "100.100.100.200", "100.100.100.201", Metadata, Special, Special},
        Edge{"168.63.129.15", "168.63.129.16", "168.63.129.16", "168.63.129.17", Metadata, Public, Public},
        Edge{"169.254.169.122", "169.254.169.123", "169.254.169.123", "169.254.169.124", Metadata, LinkLocal,
             LinkLocal},
        Edge{"169.254.169.252", "169.254.169.253", "169.254.169.254", "169.254.169.255", Metadata, LinkLocal,
             LinkLocal},
        Edge{"169.254.170.1", "169.254.170.2", "169.254.170.2", "169.254.170.3", Metadata, LinkLocal, LinkLocal},
        Edge{"169.254.170.22", "169.254.170.23", "169.254.170.23", "169.254.170.24", Metadata, LinkLocal, LinkLocal},
        Edge{"192.0.0.191", "192.0.0.192", "192.0.0.192", "192.0.0.193", Metadata, Special, Special},
        Edge{"fd00:ec2::22", "fd00:ec2::23", "fd00:ec2::23", "fd00:ec2::24", Metadata, Private, Private},
        Edge{"fd00:ec2::253", "fd00:ec2::254", "fd00:ec2::254", "fd00:ec2::255", Metadata, Private, Private},
        Edge{"fd20:ce::253", "fd20:ce::254", "fd20:ce::254", "fd20:ce::255", Metadata, Private, Private},
        Edge{"fe80::a9fe:a9fd", "fe80::a9fe:a9fe", "fe80::a9fe:a9fe", "fe80::a9fe:a9ff", Metadata, LinkLocal,
             LinkLocal}));

TEST(Classify, UnwrapsEmbeddedIpv4) {
  EXPECT_EQ(strict_kind("::ffff:169.254.169.254"), Metadata);
  EXPECT_EQ(strict_kind("::169.254.169.254"), Metadata);
  EXPECT_EQ(strict_kind("64:ff9b::169.254.169.254"), Metadata);
  EXPECT_EQ(strict_kind("2002:a9fe:a9fe::1"), Metadata);
  EXPECT_EQ(strict_kind("2001:0:a9fe:a9fe::1"), Metadata) << "Teredo server";
  EXPECT_EQ(strict_kind("2001:0:808:808::80ff:fffe"), Loopback) << "Teredo client 127.0.0.1, stored inverted";
  EXPECT_EQ(strict_kind("::ffff:127.0.0.1"), Loopback);
  EXPECT_EQ(strict_kind("::ffff:10.0.0.1"), Private);
  EXPECT_EQ(strict_kind("2002:c0a8:1::"), Private);
}

TEST(Classify, RefusesTheWrapperOfAPublicAddress) {
  for (const std::string_view text : {"::ffff:8.8.8.8", "::8.8.8.8", "64:ff9b::8.8.8.8", "2002:808:808::1"}) {
    EXPECT_EQ(strict_kind(text), Special) << text;
  }
}

TEST(Classify, UnwrapsNothingElse) {
  EXPECT_EQ(strict_kind("::ffff:0:169.254.169.254"), Special) << "IPv4-translated";
  EXPECT_EQ(strict_kind("64:ff9b:1::169.254.169.254"), Special) << "NAT64 for local use";
  EXPECT_EQ(strict_kind("2606:4700::a9fe:a9fe"), Public);
}

TEST(Classify, WhatNoRangeNamesIsSpecial) {
  EXPECT_EQ(classify(address("8.8.8.8"), {}), Special);
  const std::vector<AddressRange> ranges = {{parse_address_block("8.8.8.0/24").value(), Public}};
  EXPECT_EQ(classify(address("8.8.8.8"), ranges), Public);
  EXPECT_EQ(classify(address("8.8.9.0"), ranges), Special);
  EXPECT_EQ(classify(address("8.8.7.255"), ranges), Special);
}

/// A range as people write it down: the kind of all addresses from `first` to `last`.
struct Written {
  std::string_view first;
  std::string_view last;
  AddressKind kind;
};

/// The ranges once more, by their ends instead of by prefixes and without the order of the table. Of two that hold an
/// address, the later one speaks; what none holds is public in IPv4, and special in IPv6.
constexpr Written kWritten[] = {
    {"2000::", "3fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", Public},
    {"0.0.0.0", "0.255.255.255", Special},
    {"10.0.0.0", "10.255.255.255", Private},
    {"172.16.0.0", "172.31.255.255", Private},
    {"192.168.0.0", "192.168.255.255", Private},
    {"100.64.0.0", "100.127.255.255", Special},
    {"127.0.0.0", "127.255.255.255", Loopback},
    {"169.254.0.0", "169.254.255.255", LinkLocal},
    {"192.0.0.0", "192.0.0.255", Special},
    {"192.0.2.0", "192.0.2.255", Special},
    {"198.51.100.0", "198.51.100.255", Special},
    {"203.0.113.0", "203.0.113.255", Special},
    {"192.31.196.0", "192.31.196.255", Special},
    {"192.175.48.0", "192.175.48.255", Special},
    {"192.52.193.0", "192.52.193.255", Special},
    {"192.88.99.0", "192.88.99.255", Special},
    {"198.18.0.0", "198.19.255.255", Special},
    {"224.0.0.0", "255.255.255.255", Special},
    {"2001::", "2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff", Special},
    {"2001:db8::", "2001:db8:ffff:ffff:ffff:ffff:ffff:ffff", Special},
    {"2002::", "2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff", Special},
    {"2620:4f:8000::", "2620:4f:8000:ffff:ffff:ffff:ffff:ffff", Special},
    {"3fff::", "3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff", Special},
    {"::1", "::1", Loopback},
    {"fc00::", "fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", Private},
    {"fe80::", "febf:ffff:ffff:ffff:ffff:ffff:ffff:ffff", LinkLocal},
    {"169.254.169.254", "169.254.169.254", Metadata},
    {"169.254.170.2", "169.254.170.2", Metadata},
    {"169.254.170.23", "169.254.170.23", Metadata},
    {"169.254.169.123", "169.254.169.123", Metadata},
    {"169.254.169.253", "169.254.169.253", Metadata},
    {"100.100.100.200", "100.100.100.200", Metadata},
    {"168.63.129.16", "168.63.129.16", Metadata},
    {"192.0.0.192", "192.0.0.192", Metadata},
    {"fd00:ec2::254", "fd00:ec2::254", Metadata},
    {"fd00:ec2::23", "fd00:ec2::23", Metadata},
    {"fd20:ce::254", "fd20:ce::254", Metadata},
    {"fe80::a9fe:a9fe", "fe80::a9fe:a9fe", Metadata},
};

struct Range {
  IpAddress first;
  IpAddress last;
  AddressKind kind;
};

/// The slow twin of classify(): one range after the other, and the rules for embedded IPv4 as they are told.
class SlowClassification {
 public:
  SlowClassification() {
    for (const Written& row : kWritten) ranges_.push_back({address(row.first), address(row.last), row.kind});
  }

  [[nodiscard]] AddressKind kind(const IpAddress& value) const {
    AddressKind gravest = kind_of_itself(value);
    for (const IpAddress& embedded : embedded_in(value)) {
      const AddressKind inner = kind_of_itself(embedded);
      if (inner != Public && (gravest == Public || inner < gravest)) gravest = inner;
    }
    return gravest;
  }

  [[nodiscard]] const std::vector<Range>& ranges() const { return ranges_; }

 private:
  [[nodiscard]] AddressKind kind_of_itself(const IpAddress& value) const {
    AddressKind kind = value.family() == AddressFamily::V4 ? Public : Special;
    for (const Range& range : ranges_) {
      if (range.first.family() == value.family() && range.first <= value && value <= range.last) kind = range.kind;
    }
    return kind;
  }

  static std::vector<IpAddress> embedded_in(const IpAddress& value) {
    const auto v4 = [](std::uint64_t number) { return IpAddress::v4(static_cast<std::uint32_t>(number)); };
    if (value.family() == AddressFamily::V4) return {};
    const std::uint64_t upper_half_of_low = value.low() >> 32;
    const bool is_compatible_or_mapped = value.high() == 0 && (upper_half_of_low == 0 || upper_half_of_low == 0xFFFF);
    const bool is_nat64 = value.high() == 0x0064FF9B00000000 && upper_half_of_low == 0;
    if (is_compatible_or_mapped || is_nat64) return {v4(value.low())};
    if (value.high() >> 48 == 0x2002) return {v4(value.high() >> 16)};
    if (value.high() >> 32 == 0x20010000) return {v4(value.high()), v4(~value.low())};
    return {};
  }

  std::vector<Range> ranges_;
};

IpAddress moved(const IpAddress& value, std::int64_t by) {
  const auto step = static_cast<std::uint64_t>(by);
  if (value.family() == AddressFamily::V4) return IpAddress::v4(static_cast<std::uint32_t>(value.low() + step));
  const std::uint64_t low = value.low() + step;
  const bool carries = by > 0 && low < value.low();
  const bool borrows = by < 0 && low > value.low();
  return IpAddress::v6(value.high() + (carries ? 1 : 0) - (borrows ? 1 : 0), low);
}

TEST(Classify, AgreesWithItsSlowTwinAtAndAroundBothEndsOfEachRange) {
  const SlowClassification slow;
  for (const Range& range : slow.ranges()) {
    for (const IpAddress& end : {range.first, range.last}) {
      for (const std::int64_t by : {-1, 0, 1}) {
        const IpAddress value = moved(end, by);
        EXPECT_EQ(strict_kind(value), slow.kind(value)) << value.text();
      }
    }
  }
}

TEST(Classify, AgreesWithItsSlowTwinForRandomAddresses) {
  const SlowClassification slow;
  std::mt19937_64 random(1);  // NOLINT(cert-msc32-c,cert-msc51-cpp): every run is to try the same
  // Most of all addresses are public or in no range, so half of those that are tried lie near an end of a range, and
  // some embed one that does.
  const auto near_some_end = [&] {
    const Range& range = slow.ranges()[random() % slow.ranges().size()];
    return moved(random() % 2 == 0 ? range.first : range.last, static_cast<std::int64_t>(random() % 4096) - 2048);
  };
  const auto anything = [&] {
    return random() % 2 == 0 ? IpAddress::v4(static_cast<std::uint32_t>(random())) : IpAddress::v6(random(), random());
  };
  constexpr std::uint64_t kWrappers[] = {0, 0x0064FF9B00000000};
  for (int round = 0; round < 100'000; ++round) {
    IpAddress value = random() % 2 == 0 ? near_some_end() : anything();
    if (value.family() == AddressFamily::V4 && random() % 2 == 0) {
      const std::uint64_t inner = value.low();
      const IpAddress wrapped[] = {
          IpAddress::v6(kWrappers[random() % 2], inner),
          IpAddress::v6(0, 0xFFFF00000000 | inner),
          IpAddress::v6(0x2002000000000000 | inner << 16, random()),
          IpAddress::v6(0x2001000000000000 | inner, random()),
          IpAddress::v6(0x2001000008080808, ~inner),
          IpAddress::v6(0x0064FF9B00010000, inner),
      };
      value = wrapped[random() % std::size(wrapped)];
    }
    ASSERT_EQ(strict_kind(value), slow.kind(value)) << value.text();
  }
}

TEST(StrictRanges, CoverBothFamiliesWithoutGapsAndOverlaps) {
  const auto ranges = strict_address_ranges();
  ASSERT_FALSE(ranges.empty());
  EXPECT_EQ(ranges.front().block.first, IpAddress::v4(0));
  EXPECT_EQ(ranges.back().block.last, IpAddress::v6(~0ull, ~0ull));
  for (std::size_t i = 1; i < ranges.size(); ++i) {
    const IpAddress last = ranges[i - 1].block.last;
    const IpAddress first = ranges[i].block.first;
    if (last.family() != first.family()) {
      EXPECT_EQ(last, IpAddress::v4(0xFFFFFFFF));
      EXPECT_EQ(first, IpAddress::v6(0, 0));
      continue;
    }
    EXPECT_EQ(first.low(), last.low() + 1) << first.text();
    if (first.family() == AddressFamily::V6) {
      EXPECT_EQ(first.high(), last.high() + (first.low() == 0 ? 1 : 0));
    }
    EXPECT_NE(ranges[i - 1].kind, ranges[i].kind) << "neighbours of one kind are one range: " << first.text();
  }
}

TEST(FlawOfKind, OnlyPublicIsNone) {
  EXPECT_EQ(flaw_of(Public), std::nullopt);
  EXPECT_EQ(flaw_of(Metadata), Flaw::Metadata);
  EXPECT_EQ(flaw_of(Loopback), Flaw::Loopback);
  EXPECT_EQ(flaw_of(LinkLocal), Flaw::LinkLocal);
  EXPECT_EQ(flaw_of(Private), Flaw::PrivateAddress);
  EXPECT_EQ(flaw_of(Special), Flaw::SpecialAddress);
}

}  // namespace
}  // namespace yett
