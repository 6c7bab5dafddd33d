#pragma once

#include <string>
#include <vector>

#include "policy/allowlist.h"

namespace yett {

/// An entry for a host that never lapses, unlike a HostEntry that nobody filled in: as `hosts` of a policy has it.
struct OpenEntry {
  std::uint16_t port = kHttpsPort;
  std::vector<std::string> paths{};
  std::vector<AddressBlock> private_ranges{};
  TimePoint lapses_at = TimePoint::max();

  operator HostEntry() const {
    return {.port = port, .paths = paths, .private_ranges = private_ranges, .lapses_at = lapses_at};
  }
};

/// A map of hosts as an Allowlist has it.
inline TextMap<std::vector<HostEntry>> open_hosts(const TextMap<std::vector<OpenEntry>>& entries) {
  TextMap<std::vector<HostEntry>> hosts;
  for (const auto& [host, open] : entries) hosts.emplace(host, std::vector<HostEntry>(open.begin(), open.end()));
  return hosts;
}

}  // namespace yett
