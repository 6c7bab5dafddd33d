#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <string_view>
#include <utility>

#include "route/listed_target.h"
#include "route/refusal.h"

namespace yett {

/// Whether credentials that were meant for the first target go along: Authorization, Cookie and their like.
enum class Credentials : std::uint8_t { Dropped, Kept };

/// Where a request stands after some redirects.
struct Hop {
  ListedTarget target;
  std::size_t followed = 0;  // redirects up to here
  Credentials credentials = Credentials::Dropped;
};

/// The request itself, before any redirect.
[[nodiscard]] inline Hop first_hop(ListedTarget target) {
  return {.target = std::move(target), .followed = 0, .credentials = Credentials::Kept};
}

/// At most this many redirects are followed: RFC 2068 section 10.3 named five, and RFC 9110 section 15.4 leaves the
/// number open.
inline constexpr std::size_t kMostRedirects = 5;

/// Judges a redirect: `location` is resolved against the target of `from` and judged from the start, as if it had been
/// asked for at first, so a scheme other than https is refused. The same for the URL of a Refresh header or of a meta
/// refresh. Credentials are dropped where the origin changes (RFC 6454: host and port, as the scheme is always https),
/// and stay dropped on the way back. The gravest finding is the refusal; the number of redirects is the slightest.
/// Pure: looks nothing up, follows nothing. O(n).
[[nodiscard]] std::expected<Hop, RouteRefusal> follow_redirect(const Hop& from, std::string_view location,
                                                               const RouteTerms& terms);

}  // namespace yett
