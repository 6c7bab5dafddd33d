#pragma once

#include <chrono>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "policy/open_entry_fixture.h"
#include "route/listed_target.h"

namespace yett::route_test {

inline constexpr TimePoint kNow = std::chrono::sys_days{std::chrono::year{2026} / 12 / 1};

/// A list of hosts, each with one entry.
inline Allowlist list_of(const std::vector<std::pair<std::string, OpenEntry>>& hosts) {
  Allowlist list{.name = "hosts", .kind = DestinationKind::Url};
  for (const auto& [host, entry] : hosts) list.hosts[host].push_back(entry);
  return list;
}

inline RouteTerms strict_terms(const Allowlist& list, TimePoint now = kNow) {
  return {.list = list, .ranges = strict_address_ranges(), .now = now};
}

/// The target of a CONNECT request to a host that is listed with `entry`, on the port of the entry.
inline ListedTarget listed(const std::string& host, const OpenEntry& entry = {}) {
  const Allowlist list = list_of({{host, entry}});
  return judge_connect_target(host + ":" + std::to_string(entry.port), strict_terms(list)).value();
}

/// An address of either family.
inline IpAddress ip(std::string_view text) {
  const auto v4 = parse_ipv4(text);
  return v4 ? *v4 : parse_ipv6(text).value();
}

inline AddressBlock block(std::string_view text) { return parse_address_block(text).value(); }

}  // namespace yett::route_test
