#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

#include "text/address.h"
#include "text/defect.h"
#include "text/flaw.h"
#include "text/host.h"

namespace yett {

struct UrlExamination;

/// An https URL in its canonical form. Only examine_url makes one. What is matched, dialled, sent and recorded is
/// read from here, never from the text that was judged.
class Url {
 public:
  [[nodiscard]] const Host& host() const& { return host_; }
  [[nodiscard]] Host host() && { return std::move(host_); }
  /// 443 when the text names none.
  [[nodiscard]] std::uint16_t port() const { return port_; }
  /// Begins with "/"; percent-encoded, dot segments kept. Valid as long as this Url.
  [[nodiscard]] std::string_view path() const {
    return std::string_view(canonical_).substr(path_begin_, path_end_ - path_begin_);
  }
  /// Path and query, as a request line carries them. Valid as long as this Url.
  [[nodiscard]] std::string_view target() const { return std::string_view(canonical_).substr(path_begin_); }
  /// The whole: no userinfo, no default port, "/" for an empty path, no fragment.
  [[nodiscard]] const std::string& canonical() const& { return canonical_; }
  [[nodiscard]] std::string canonical() && { return std::move(canonical_); }

 private:
  friend UrlExamination examine_url(std::string_view text, std::span<const AddressRange> ranges);

  Url(Host host, std::uint16_t port, std::string canonical, std::size_t path_begin, std::size_t path_end)
      : host_(std::move(host)),
        port_(port),
        canonical_(std::move(canonical)),
        path_begin_(path_begin),
        path_end_(path_end) {}

  Host host_;
  std::uint16_t port_;
  std::string canonical_;
  std::size_t path_begin_;
  std::size_t path_end_;
};

/// What was found about one text that should be a URL.
struct UrlExamination {
  FlawSet flaws;
  std::string scheme;  // lower case, without the colon; empty when the text has none
  /// How far it could be read: not at all, to a host that the audit names, or whole. A text without a Url has no
  /// canonical form, so no entry of an allowlist can match it.
  std::variant<std::monostate, Host, Url> reading;
  Defect defect{};  // what makes it Malformed or Misreadable

  /// The host, or nullptr when none could be read. Present beside every Url.
  [[nodiscard]] const Host* host() const;
  /// The URL, or nullptr. May be present beside flaws: the flaws decide, not its presence.
  [[nodiscard]] const Url* url() const { return std::get_if<Url>(&reading); }
};

/// The longest URL in bytes; a common limit of servers and older browsers.
inline constexpr std::size_t kLongestUrl = 2048;
inline constexpr std::uint16_t kHttpsPort = 443;

/// Judges a URL by everything but an allowlist; all flaws are kept. The text is split strictly by RFC 3986, and what
/// good parsers read differently is Malformed: control characters, spaces, line separators and invalid UTF-8
/// anywhere; \ " < > ^ ` { | } before the query; raw brackets and bad percent escapes behind the authority; anything
/// but two slashes behind the scheme; a length over 2,048 bytes, as written or in canonical form. Misreadable are white
/// space around the whole, a leading zero in the port, and a "#" directly behind the authority. A scheme other than
/// https is Scheme, and no byte, shape or port is held against the text then. Where a lenient program would be led is
/// classified by `ranges` in every case, so that a metadata service is reported as one. O(n), two allocations for an
/// ordinary URL.
[[nodiscard]] UrlExamination examine_url(std::string_view text, std::span<const AddressRange> ranges);

enum class PathFit : std::uint8_t { Outside, Within };

/// Compares the path of a canonical URL with the path of an allowlist entry by whole segments, undecoded: "/a" and
/// "/a/" cover "/a" and all below it. A path that a server might resolve to another one is Outside: dot segments,
/// empty segments, ";" and encoded dots, slashes and backslashes, however often they are encoded. So is every path
/// when `prefix` does not begin with "/". O(n).
[[nodiscard]] PathFit fit_path(std::string_view path, std::string_view prefix);

}  // namespace yett
