#pragma once

#include <string_view>

#include "base/error.h"
#include "base/time.h"
#include "secrets/locked_text.h"

namespace yett {

/// A secret that ends by itself.
struct Token {
  LockedText text;
  TimePoint expires_at{};
};

/// How far the clock of whoever makes tokens may be ahead of ours.
inline constexpr Duration kTokenClockSlack = std::chrono::minutes(1);

/// Reads what a provider of secrets says: a JSON object with `token`, 8 to 8,192 visible ASCII characters, and
/// `expires_at`, a time (RFC 3339); what else it has is passed over. Refused with Input, and with a message that quotes
/// nothing of it: anything else, a token that has expired, one without an end, and one that lasts longer than `max_ttl`
/// from `now`. With System when no memory can be locked for it.
[[nodiscard]] Result<Token> read_token(std::string_view answer, Duration max_ttl, TimePoint now);

}  // namespace yett
