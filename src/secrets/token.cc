#include "secrets/token.h"

#include <algorithm>
#include <string>
#include <utility>

#include "secrets/literal_search.h"
#include "text/json.h"

namespace yett {
namespace {

constexpr std::size_t kLongestToken = 8192;

/// In a header, a variable or a file of one line any other character would mean something.
bool is_token(std::string_view text) {
  return text.size() >= LiteralSearch::kShortest && text.size() <= kLongestToken &&
         std::ranges::all_of(text, [](char c) { return c > ' ' && c <= '~'; });
}

}  // namespace

Result<Token> read_token(std::string_view answer, Duration max_ttl, TimePoint now) {
  Result<Json> read = parse_json(answer, {.max_bytes = 1u << 20, .max_depth = 16, .numbers = JsonNumbers::Approximate});
  if (!read || read->as_object() == nullptr) {
    return fail(ErrorKind::Input, "the answer is no JSON object", {}, R"({"token": "…", "expires_at": "…"} is wanted)");
  }
  const Json* token = read->find("token");
  if (token == nullptr || token->as_string() == nullptr || !is_token(*token->as_string())) {
    return fail(ErrorKind::Input, "its token is no text of 8 to 8192 visible ASCII characters");
  }
  const Json* end = read->find("expires_at");
  if (end == nullptr || end->is_null()) {
    return fail(ErrorKind::Input, "its token has no expires_at", {}, "one without an end is not taken");
  }
  const Result<TimePoint> expires_at =
      end->as_string() == nullptr ? fail(ErrorKind::Input, "no text") : parse_time(*end->as_string());
  if (!expires_at) {
    return fail(ErrorKind::Input, "its expires_at is no time", {}, "such as 2026-12-01T10:00:00Z (RFC 3339)");
  }
  if (*expires_at <= now) return fail(ErrorKind::Input, "its token has expired already");
  if (*expires_at - now > max_ttl + kTokenClockSlack) {
    return fail(ErrorKind::Input, "its token lasts longer than max_ttl");
  }
  Result<LockedText> text = LockedText::copy(*token->as_string());
  if (!text) return std::unexpected(text.error());
  return Token{std::move(*text), *expires_at};
}

}  // namespace yett
