#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "base/error.h"
#include "text/address.h"
#include "text/defect.h"
#include "text/flaw.h"
#include "text/host.h"

namespace yett {

/// What was found about "host" or "host:port".
struct AuthorityExamination {
  FlawSet flaws;
  std::optional<Host> host;           // as in HostExamination
  std::optional<std::uint16_t> port;  // 1 to 65535, present when one is written and can be read
  Defect defect{};                    // what makes it Malformed or Misreadable

  /// True when there is a host, and nothing against host and port.
  [[nodiscard]] bool is_sound() const { return flaws.empty() && host.has_value(); }
};

/// Examines the authority of a URL, the target of a CONNECT request or an entry of an allowlist (RFC 3986 section
/// 3.2). Adds to the flaws of the host: Userinfo for everything before an "@"; Malformed for a second "@", for text
/// behind a bracket and for a port that is empty, longer than five digits, no number or out of range; Misreadable for a
/// port with a leading zero. O(n).
[[nodiscard]] AuthorityExamination examine_authority(std::string_view text, std::span<const AddressRange> ranges);

/// A host, and the port where one is written.
struct Authority {
  Host host;
  std::optional<std::uint16_t> port;

  bool operator==(const Authority&) const = default;
};

/// Reads "host" or "host:port" for an allowlist. Fails for every flaw but that of a site name (Host::is_site_name).
[[nodiscard]] Result<Authority> parse_authority(std::string_view text, std::span<const AddressRange> ranges);

}  // namespace yett
