#pragma once

#include <cstdint>
#include <expected>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "base/time.h"
#include "policy/allowlist.h"
#include "route/refusal.h"
#include "text/address.h"
#include "text/url.h"

namespace yett {

/// What decides where one may go: a list, the classification of addresses, and the time at which it is asked.
struct RouteTerms {
  const Allowlist& list;
  std::span<const AddressRange> ranges;  // in production strict_address_ranges(); an empty one refuses every address
  TimePoint now = TimePoint::max();      // unless it is said, all that lapses has lapsed
};

/// Whether the entry that lists a target names the paths that may be asked for.
enum class PathLimit : std::uint8_t { Listed, None };

/// A place that a list names. Only the two judgements below make one, and nothing else can be looked up: the name in a
/// look-up carries data out just as a connection does. Good for the request that was judged; the next is judged again,
/// because lists change and entries lapse.
class ListedTarget {
 public:
  /// In canonical form, and what is to be sent. For the target of a CONNECT request its path is "/".
  [[nodiscard]] const Url& url() const { return url_; }
  [[nodiscard]] const Host& host() const { return url_.host(); }
  [[nodiscard]] std::uint16_t port() const { return url_.port(); }
  /// The private ranges that its entry lets it resolve into.
  [[nodiscard]] std::span<const AddressBlock> private_ranges() const { return private_ranges_; }
  [[nodiscard]] PathLimit path_limit() const { return path_limit_; }

 private:
  friend std::expected<ListedTarget, RouteRefusal> judge_url_target(std::string_view text, const RouteTerms& terms);

  ListedTarget(Url url, std::vector<AddressBlock> ranges, PathLimit limit)
      : url_(std::move(url)), private_ranges_(std::move(ranges)), path_limit_(limit) {}

  Url url_;
  std::vector<AddressBlock> private_ranges_;
  PathLimit path_limit_;
};

/// Judges the URL of a request: all that examine_url() holds against it, then the list. The gravest finding is the
/// refusal. Looks nothing up. O(n).
[[nodiscard]] std::expected<ListedTarget, RouteRefusal> judge_url_target(std::string_view text,
                                                                         const RouteTerms& terms);

/// Judges the target of a CONNECT request: "host:port", and the port must be written (RFC 9112 section 3.2.3). An entry
/// that names paths lets no tunnel through, because nobody can see the paths in it. Otherwise as judge_url_target().
[[nodiscard]] std::expected<ListedTarget, RouteRefusal> judge_connect_target(std::string_view text,
                                                                             const RouteTerms& terms);

}  // namespace yett
