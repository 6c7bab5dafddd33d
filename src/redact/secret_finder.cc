#include "redact/secret_finder.h"

#include <algorithm>
#include <optional>

#include "redact/token_shape.h"

namespace yett {
namespace {

bool is_capital(char c) { return c >= 'A' && c <= 'Z'; }

}  // namespace

bool SecretFinder::look(std::size_t anchor) {
  text_.forget_touch();
  found_.clear();
  cut_ = {};
  switch (text_.at(anchor)) {
    case '@':
      look_for_login(anchor);
      break;
    case '-':
      if (text_.at(anchor + 1) == '-' && text_.before(anchor) != '-') look_for_private_key(anchor);
      [[fallthrough]];
    case '_':
      look_for_seed_secret(anchor);
      look_for_model_key(anchor);
      look_for_aws_secret(anchor + 1);
      look_for_tokens(anchor);
      break;
    case 'K':
      look_for_aws_secret(anchor);
      break;
    case 'T':
      look_for_slack_hook(anchor);
      break;
    case 'J':
      look_for_jwt(anchor - 2);
      break;
    default:
      look_for_tokens(anchor);
  }
  return !text_.is_touched();
}

void SecretFinder::add(RedactionKind kind, std::size_t begin, std::size_t end) {
  if (end == cut_.at) {
    end = run_of(cut_.bytes).end;
    if (end == text_.size()) rest_.add(FindRest::of(cut_.bytes));
  }
  found_.push_back({begin, end, kind});
}

std::size_t SecretFinder::run_end(std::size_t begin, ByteClass kind) {
  Run& run = run_of(kind);
  if (begin < run.begin || begin >= run.end) {
    run = {begin, begin};
    while (run.end < text_.size() && is_of(text_.text()[run.end], kind)) ++run.end;
    if (kind == ByteClass::Base64Url) next_digit_ = next_capital_ = next_separator_ = begin;
  }
  if (run.end - begin >= kLongestToken) {
    cut_ = {begin + kLongestToken, kind};
    return cut_.at;
  }
  if (run.end == text_.size()) (void)text_.at(run.end);  // it may go on
  return run.end;
}

/// The end of a GitLab token with what stands behind the payload of a routable one: two characters for how long that
/// is, and a version with a checksum.
std::size_t SecretFinder::routable_end(std::size_t end) {
  constexpr std::size_t kLength = 2;
  constexpr std::size_t kChecksum = 7;
  constexpr std::size_t kMost = 16;
  if (text_.at(end) != '.' || text_.run_end(end + 1, ByteClass::Alnum, kLength) != end + 1 + kLength) return end;
  const std::size_t second = end + 1 + kLength;
  if (text_.at(second) != '.') return end;
  const std::size_t last = text_.run_end(second + 1, ByteClass::Alnum, kMost);
  return last - second - 1 >= kChecksum ? last : end;
}

/// The end of a token of that shape whose begin stands at `begin`; nullopt when there is none. Behind a token of a
/// fixed length stands nothing that could belong to it.
std::optional<std::size_t> SecretFinder::token_end(std::size_t begin, const TokenShape& shape) {
  if (text_.some(begin, shape.begin.size()) != shape.begin) return std::nullopt;
  const std::size_t rest = begin + shape.begin.size();
  const std::size_t end = run_end(rest, shape.bytes);
  if (end - rest < shape.shortest) return std::nullopt;
  if (shape.longest != 0 && (end - rest > shape.longest || !text_.ends_word(end))) return std::nullopt;
  return shape.kind == RedactionKind::GitLab ? routable_end(end) : end;
}

void SecretFinder::look_for_login(std::size_t at_sign) {
  if (!wants(RedactionKind::UrlPassword)) return;
  if (const auto begin = logins_.begin_of(at_sign)) add(RedactionKind::UrlPassword, *begin, at_sign);
}

void SecretFinder::look_for_private_key(std::size_t hyphen) {
  if (!wants(RedactionKind::PrivateKey)) return;
  auto end = private_keys_.end_of(text_, hyphen);
  if (!end) return;
  if (private_keys_.goes_on()) {
    FindRest lines = FindRest::of_key_lines();
    end = lines.take(text_.text(), *end);
    rest_.add(lines);
  }
  add(RedactionKind::PrivateKey, hyphen, *end);
}

void SecretFinder::look_for_tokens(std::size_t anchor) {
  const char c = text_.at(anchor);
  for (const TokenShape& shape : kTokenShapes) {
    if (shape.begin[shape.anchor] != c || anchor < shape.anchor || !wants(shape.kind)) continue;
    if (shape.anchor > 0 && shape.begin[shape.anchor - 1] != text_.before(anchor)) continue;
    const std::size_t begin = anchor - shape.anchor;
    // People put names of their own in front: "key_ghp_...".
    if (text_.before(begin) != '_' && !text_.begins_word(begin)) continue;
    if (const auto end = token_end(begin, shape)) add(shape.kind, begin, *end);
  }
}

/// \b(sk|rk|api|token)[-_][A-Za-z0-9]{8,}\b in any case: the seed's rule.
void SecretFinder::look_for_seed_secret(std::size_t separator) {
  if (!wants(RedactionKind::Secret)) return;
  constexpr std::size_t kShortest = 8;
  for (const std::string_view word : kSeedSecretWords) {
    if (separator < word.size()) continue;
    const std::size_t begin = separator - word.size();
    if (!starts_with_ignoring_case(text_.some(begin, word.size()), word) || !text_.begins_word(begin)) continue;
    const std::size_t end = run_end(separator + 1, ByteClass::Alnum);
    const std::size_t length = end - separator - 1;
    const bool is_whole = length == kLongestToken || text_.ends_word(end);
    if (length >= kShortest && is_whole) add(RedactionKind::Secret, begin, end);
  }
}

/// "sk-proj-...", "sk-ant-api03-...": a word or two, and a long rest that looks random.
void SecretFinder::look_for_model_key(std::size_t separator) {
  if (!wants(RedactionKind::ModelKey) || separator < 2) return;
  const std::size_t begin = separator - 2;
  if (text_.some(begin, 3) != "sk-" || !text_.begins_word(begin)) return;
  const std::size_t end = base64url_end(separator + 1);
  const std::string_view rest = text_.text().substr(separator + 1, end - separator - 1);
  constexpr std::size_t kShortest = 24;
  constexpr std::string_view kMakers[] = {"proj-", "ant-", "or-", "svcacct-", "admin-", "None-", "lf-"};
  const bool names_maker = std::ranges::any_of(kMakers, [rest](auto maker) { return rest.starts_with(maker); });
  // Begins come in order, so that what stands next behind one does so behind later ones, up to there.
  const auto has = [&](std::size_t& next, auto is_wanted) {
    next = std::max(next, separator + 1);
    while (next < run_of(ByteClass::Base64Url).end && !is_wanted(text_.text()[next])) ++next;
    return next < end;
  };
  const bool has_parts = has(next_separator_, [](char c) { return c == '-' || c == '_'; });
  const bool has_digit = has(next_digit_, is_digit);
  const bool is_random = names_maker || has(next_capital_, is_capital);
  if (rest.size() >= kShortest && has_parts && has_digit && is_random) add(RedactionKind::ModelKey, begin, end);
}

/// Whether the name of an XML element goes on at `position`: a ">" behind other words may be the end of an address that
/// was redacted.
bool SecretFinder::begins_element(std::size_t position) {
  constexpr std::size_t kLongestBegin = 16;  // of a name: "aws_secret_"
  std::size_t begin = position;
  const auto is_name = [](char c) { return is_of(c, ByteClass::Base64Url); };
  while (position - begin < kLongestBegin && is_name(text_.before(begin))) --begin;
  return text_.before(begin) == '<';
}

/// Forty characters or more behind "aws_secret_access_key = " or "SecretAccessKey": the value says nothing of itself.
void SecretFinder::look_for_aws_secret(std::size_t key) {
  if (!wants(RedactionKind::Aws)) return;
  constexpr std::string_view kAccess = "access";
  const std::size_t access_end = text_.before(key) == '_' || text_.before(key) == '-' ? key - 1 : key;
  if (access_end < kAccess.size()) return;
  if (!starts_with_ignoring_case(text_.some(access_end - kAccess.size(), kAccess.size()), kAccess)) return;
  constexpr std::string_view kKey = "key";
  if (!starts_with_ignoring_case(text_.some(key, kKey.size()), kKey)) return;
  constexpr std::size_t kMostBetween = 8;
  std::size_t begin = key + kKey.size();
  const std::size_t last_begin = begin + kMostBetween;
  while (begin < last_begin && std::string_view("\"' :=\\>").contains(text_.at(begin))) ++begin;
  if (begin == key + kKey.size()) return;
  if (text_.at(key + kKey.size()) == '>' && !begins_element(access_end - kAccess.size())) return;
  constexpr std::size_t kLength = 40;
  const std::size_t end = run_end(begin, ByteClass::Base64);
  if (end - begin >= kLength) add(RedactionKind::Aws, begin, end);
}

/// hooks.slack.com/services/T000/B000/...: whoever has the address may post. JSON may write each slash as "\\/".
void SecretFinder::look_for_slack_hook(std::size_t team) {
  if (!wants(RedactionKind::Slack)) return;
  const auto stands_before = [&](std::string_view name) {
    return team >= name.size() && text_.some(team - name.size(), name.size()) == name;
  };
  const bool is_escaped = stands_before("hooks.slack.com\\/services\\/");
  if (!is_escaped && !stands_before("hooks.slack.com/services/")) return;
  std::size_t end = team;
  constexpr std::size_t kParts = 3;
  for (std::size_t part = 1; part <= kParts; ++part) {
    const std::size_t begin = end;
    end = run_end(begin, ByteClass::Alnum);
    if (end == begin) return;
    if (part == kParts) return add(RedactionKind::Slack, team, end);
    if (is_escaped && text_.at(end++) != '\\') return;
    if (text_.at(end) != '/') return;
    ++end;
  }
}

/// header.payload.signature, or the five parts of an encrypted one, of which the second may be empty (RFC 7519); of one
/// that is cut off the header and the payload.
void SecretFinder::look_for_jwt(std::size_t begin) {
  if (!wants(RedactionKind::Jwt) || begin < no_jwt_before_ || !text_.begins_word(begin)) return;
  constexpr std::size_t kShortestHeader = 10;
  constexpr std::size_t kShortestPart = 8;
  constexpr std::size_t kPartsAtMost = 5;
  const std::size_t header_end = base64url_end(begin);
  const bool is_whole = header_end == run_of(ByteClass::Base64Url).end;
  const auto part_end = [this](std::size_t dot) { return base64url_end(dot + 1); };
  std::size_t end = 0;
  if (header_end - begin >= kShortestHeader && text_.at(header_end) == '.') {
    const std::size_t payload_end = part_end(header_end);
    const std::size_t signature_end = text_.at(payload_end) == '.' ? part_end(payload_end) : payload_end;
    const std::size_t payload = payload_end - header_end - 1;
    const bool has_payload = payload >= kShortestPart && text_.some(header_end + 1, 3) == "eyJ";
    if (signature_end > payload_end + kShortestPart) {
      end = signature_end;
      for (std::size_t parts = 3; parts < kPartsAtMost && text_.at(end) == '.'; ++parts) {
        const std::size_t next = part_end(end);
        if (next == end + 1) break;
        end = next;
      }
    } else if (has_payload) {
      end = signature_end > payload_end + 1 ? signature_end : payload_end;
    }
  }
  if (is_whole) no_jwt_before_ = header_end;
  if (end != 0) add(RedactionKind::Jwt, begin, end);
}

}  // namespace yett
