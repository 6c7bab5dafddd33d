#include "redact/span_finder.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "redact/check_digits.h"
#include "redact/token_shape.h"
#include "text/ascii.h"

namespace yett {
namespace {

constexpr auto kNpos = std::string_view::npos;

bool is_word_byte(char c) { return is_letter(c) || is_digit(c) || c == '_'; }

/// What an address has in front of its "@", and behind it.
bool is_mailbox_byte(char c) { return is_word_byte(c) || c == '.' || c == '+' || c == '-'; }
bool is_domain_byte(char c) { return is_word_byte(c) || c == '.' || c == '-'; }

/// The longest text that a number with separators, or a login of a URL, is looked for in.
constexpr std::size_t kLongestNumber = 48;
constexpr std::size_t kLongestLogin = 256;
/// The longest block of a key: RSA of 16,384 bits has 13 KB.
constexpr std::size_t kLongestPem = 16'384;

/// What is only put in overlaps what it stands within, and itself.
bool overlap(const RedactionSpan& before, const RedactionSpan& behind) {
  if (behind.begin == behind.end) return before.end > behind.begin || (before.begin == before.end && before.end == behind.begin);
  return before.end > behind.begin;
}

bool is_pem_byte(char c) {
  return is_letter(c) || is_digit(c) || std::string_view("+/=\r\n\t \\:,-").contains(c);
}

}  // namespace

bool SpanFinder::is_word(std::size_t position) const { return is_word_byte(at(position)); }

void SpanFinder::add(RedactionKind kind, std::size_t begin, std::size_t end, std::string kept) {
  if (wants(kind)) spans_.push_back({begin, end, kind, std::move(kept)});
}

void SpanFinder::look(std::size_t anchor) {
  const char c = text_[anchor];
  if (c == '@') return look_around_at(anchor);
  if (c == '+') return look_for_international(anchor);
  if (is_digit(c)) return look_at_digits(anchor);
  if (c == '-' && at(anchor + 1) == '-') return look_for_private_key(anchor);
  if (c == '-' || c == '_') {
    look_for_seed_secret(anchor);
    look_for_model_key(anchor);
    look_for_aws_secret(anchor);
  }
  if (c == 's') return look_for_aws_secret(anchor);
  if (c == '/') return look_for_slack_hook(anchor);
  if (c == 'e') return look_for_jwt(anchor);
  look_for_token(anchor);
}

// --- Tokens --------------------------------------------------------------------------------------------------------

void SpanFinder::look_for_token(std::size_t anchor) {
  for (const TokenShape& shape : token_shapes()) {
    if (!wants(shape.kind) || anchor < shape.anchor || shape.begin[shape.anchor] != text_[anchor]) continue;
    const std::size_t begin = anchor - shape.anchor;
    if (!begins_word(begin)) continue;
    if (const auto end = token_end(text_, begin, shape)) return add(shape.kind, begin, *end);
  }
}

/// \b(sk|rk|api|token)[-_][A-Za-z0-9]{8,}\b in any case: the seed's rule.
void SpanFinder::look_for_seed_secret(std::size_t separator) {
  for (const std::string_view word : {"sk", "rk", "api", "token"}) {
    if (separator < word.size() || !starts_with_ignoring_case(text_.substr(separator - word.size()), word)) continue;
    const std::size_t begin = separator - word.size();
    if (!begins_word(begin)) continue;
    std::size_t end = separator + 1;
    while (is_letter(at(end)) || is_digit(at(end))) ++end;
    constexpr std::size_t kShortest = 8;
    if (end - separator > kShortest && ends_word(end)) add(RedactionKind::Secret, begin, end);
  }
}

/// "sk-proj-...", "sk-ant-api03-...": a word or two, and a long rest that holds a digit and a capital.
void SpanFinder::look_for_model_key(std::size_t separator) {
  constexpr std::size_t kShortest = 24;
  if (separator < 2 || at(separator) != '-' || text_.substr(separator - 2, 2) != "sk" || !begins_word(separator - 2)) return;
  std::size_t end = separator + 1;
  while (is_of(at(end), TokenBytes::Base64Url)) ++end;
  const std::string_view rest = text_.substr(separator + 1, end - separator - 1);
  const bool has_parts = rest.find('-') != kNpos || rest.find('_') != kNpos;
  const bool is_random = std::ranges::any_of(rest, is_digit) &&
                         std::ranges::any_of(rest, [](char c) { return c >= 'A' && c <= 'Z'; });
  if (rest.size() >= kShortest && has_parts && is_random) add(RedactionKind::ModelKey, separator - 2, end);
}

/// Forty characters behind "aws_secret_access_key = " or "SecretAccessKey": the value says nothing of itself.
void SpanFinder::look_for_aws_secret(std::size_t anchor) {
  constexpr std::size_t kLength = 40;
  std::size_t begin = anchor + (text_[anchor] == 's' ? 1 : 1);
  if (!starts_with_ignoring_case(text_.substr(begin), "key")) return;
  constexpr std::string_view kAccess = "access";
  const std::size_t access_end = text_[anchor] == 's' ? anchor + 1 : anchor;
  if (access_end < kAccess.size() || !starts_with_ignoring_case(text_.substr(access_end - kAccess.size()), kAccess)) return;
  begin += 3;
  const auto is_between = [](char c) { return c == '"' || c == '\'' || c == ' ' || c == ':' || c == '=' || c == '\\' || c == '>'; };
  const std::size_t limit = begin + 8;
  while (begin < limit && is_between(at(begin))) ++begin;
  std::size_t end = begin;
  while (is_of(at(end), TokenBytes::Base64)) ++end;
  if (end - begin == kLength) add(RedactionKind::Aws, begin, end);
}

/// hooks.slack.com/services/T000/B000/...: whoever has the address may post.
void SpanFinder::look_for_slack_hook(std::size_t anchor) {
  constexpr std::string_view kBefore = "hooks.slack.com/services";
  if (anchor < kBefore.size() || text_.substr(anchor - kBefore.size(), kBefore.size()) != kBefore) return;
  std::size_t end = anchor;
  while (is_letter(at(end)) || is_digit(at(end)) || at(end) == '/') ++end;
  if (std::ranges::count(text_.substr(anchor, end - anchor), '/') >= 3) add(RedactionKind::Slack, anchor + 1, end);
}

/// Three parts (RFC 7519), or the five of an encrypted one.
void SpanFinder::look_for_jwt(std::size_t begin) {
  if (!begins_word(begin)) return;
  constexpr std::size_t kShortestPart = 8;
  std::size_t parts = 0;
  std::size_t end = begin;
  while (true) {
    const std::size_t part = end;
    while (is_of(at(end), TokenBytes::Base64Url)) ++end;
    // The middle of an encrypted one may be empty.
    if (end - part < kShortestPart && !(parts == 1 && end == part)) break;
    ++parts;
    if (at(end) != '.' || parts == 5) break;
    ++end;
  }
  while (end > begin && at(end - 1) == '.') --end;
  if (parts >= 3 || parts == 2) {
    if (parts >= 3) add(RedactionKind::Jwt, begin, end);
  }
}

/// From -----BEGIN to the end of the block; of one that is cut off, as far as it goes.
void SpanFinder::look_for_private_key(std::size_t dashes) {
  std::size_t begin = dashes + 2;
  while (begin > 0 && text_[begin - 1] == '-') --begin;
  if (begin + 5 > text_.size() || text_.substr(begin, 11) != "-----BEGIN ") return;
  const std::string_view line = text_.substr(begin, 64);
  const std::size_t label_end = line.find("-----", 11);
  if (label_end == kNpos || !line.substr(11, label_end - 11).ends_with("PRIVATE KEY")) return;
  if (!spans_.empty() && spans_.back().kind == RedactionKind::PrivateKey && spans_.back().end > begin) return;
  std::size_t end = begin + label_end + 5;
  const std::size_t limit = std::min(text_.size(), begin + kLongestPem);
  const std::size_t closing = text_.substr(0, limit).find("-----END ", end);
  if (closing != kNpos && std::ranges::all_of(text_.substr(end, closing - end), is_pem_byte)) {
    const std::size_t last = text_.find("-----", closing + 9);
    end = last != kNpos && last - closing < 64 ? last + 5 : closing;
  } else {
    while (end < limit && is_pem_byte(text_[end])) ++end;
  }
  add(RedactionKind::PrivateKey, begin, end);
}

// --- Around an "@" -------------------------------------------------------------------------------------------------

void SpanFinder::look_around_at(std::size_t at_sign) {
  look_for_login(at_sign);
  if (!wants(RedactionKind::Email)) return;
  // \b[\w.+-]+@([\w.-]+\.\w+)\b: the seed's rule.
  std::size_t begin = at_sign;
  while (begin > 0 && is_mailbox_byte(text_[begin - 1])) --begin;
  while (begin < at_sign && !is_word(begin)) ++begin;
  if (begin == at_sign) return;
  std::size_t run = at_sign + 1;
  while (is_domain_byte(at(run))) ++run;
  std::size_t end = 0;
  for (std::size_t dot = text_.substr(0, run).rfind('.'); dot != kNpos && dot > at_sign + 1;
       dot = text_.substr(0, dot).rfind('.')) {
    if (!is_word(dot + 1) || dot + 1 >= run) continue;
    end = dot + 1;
    while (end < run && is_word(end)) ++end;
    break;
  }
  if (end == 0) return;
  add(RedactionKind::Email, begin, at_sign + 1);
  spans_.push_back({end, end, RedactionKind::Email, {}});
}

/// scheme://user:password@host. Of a login without a password the address rule takes what it can.
void SpanFinder::look_for_login(std::size_t at_sign) {
  if (!wants(RedactionKind::UrlPassword)) return;
  const std::size_t from = at_sign > kLongestLogin ? at_sign - kLongestLogin : 0;
  const std::string_view before = text_.substr(from, at_sign - from);
  const std::size_t scheme = before.rfind("://");
  if (scheme == kNpos) return;
  const std::string_view login = before.substr(scheme + 3);
  const bool is_broken = login.find_first_of("/?#\"'<> \t\r\n") != kNpos;
  if (login.empty() || is_broken || login.find(':') == kNpos) return;
  add(RedactionKind::UrlPassword, from + scheme + 3, at_sign);
}

// --- Numbers -------------------------------------------------------------------------------------------------------

namespace {

/// Digits with at most one space or hyphen between two of them.
struct DigitRun {
  std::string digits;
  std::size_t end = 0;
  bool has_separators = false;
};

}  // namespace

void SpanFinder::look_at_digits(std::size_t begin) {
  look_for_iban(begin);
  if (begin < looked_to_ || !begins_word(begin)) return;
  DigitRun run;
  std::size_t end = begin;
  while (end < text_.size() && end - begin < kLongestNumber) {
    if (is_digit(text_[end])) {
      run.digits += text_[end++];
    } else if ((text_[end] == ' ' || text_[end] == '-') && is_digit(at(end + 1)) && end > begin) {
      run.has_separators = true;
      ++end;
    } else {
      break;
    }
  }
  // An identity number may end in an X.
  const bool has_x = (at(end) == 'X' || at(end) == 'x') && run.digits.size() == 17 && ends_word(end + 1);
  if (has_x && !run.has_separators && is_chinese_id(run.digits + at(end))) {
    return add(RedactionKind::ChineseId, begin, end + 1);
  }
  const std::size_t plain_end = begin + std::min(text_.size() - begin, text_.substr(begin).find_first_not_of("0123456789"));
  const std::string_view plain = text_.substr(begin, plain_end - begin);
  if (ends_word(plain_end)) {
    if (is_chinese_id(plain)) return add(RedactionKind::ChineseId, begin, plain_end);
    if (plain.size() == 11 && plain[0] == '1' && plain[1] >= '3') add(RedactionKind::Phone, begin, plain_end);
  }
  if (!ends_word(end) || at(end) == '.') {
    if (!ends_word(end) || is_digit(at(end + 1))) return;
  }
  if (begin > 0 && (text_[begin - 1] == '.' || text_[begin - 1] == '-') && begin > 1 && is_digit(text_[begin - 2])) return;
  if (is_card_number(run.digits)) {
    add(RedactionKind::Card, begin, end, run.digits.substr(run.digits.size() - 4));
    looked_to_ = end;
  }
}

/// Two capitals, two check digits, and groups of four: the digits of an anchor may stand anywhere in it.
void SpanFinder::look_for_iban(std::size_t digits) {
  if (!wants(RedactionKind::Iban)) return;
  const auto is_part = [](char c) { return is_digit(c) || (c >= 'A' && c <= 'Z'); };
  std::size_t first = digits;
  while (first > 0 && digits - first < kLongestNumber) {
    const bool joins = text_[first - 1] == ' ' && first > 1 && is_part(text_[first - 2]);
    if (!is_part(text_[first - 1]) && !joins) break;
    --first;
  }
  for (std::size_t begin = first; begin <= digits; ++begin) {
    const bool is_begin = begins_word(begin) && is_letter(at(begin)) && is_letter(at(begin + 1)) && is_digit(at(begin + 2)) &&
                          is_digit(at(begin + 3));
    if (!is_begin) continue;
    std::string compact;
    for (std::size_t end = begin; end < text_.size() && compact.size() < 34; ++end) {
      if (text_[end] == ' ' && compact.size() % 4 == 0 && !compact.empty()) continue;
      if (!is_part(text_[end])) break;
      compact += text_[end];
      if (!ends_word(end + 1) || !is_iban(compact)) continue;
      if (!spans_.empty() && spans_.back().kind == RedactionKind::Iban && spans_.back().begin == begin) return;
      return add(RedactionKind::Iban, begin, end + 1, compact.substr(0, 2));
    }
  }
}

/// E.164 with separators as people write them: "+49 30 1234567", "+1 (415) 555-0100".
void SpanFinder::look_for_international(std::size_t plus) {
  if (plus > 0 && (is_word(plus - 1) || text_[plus - 1] == '+')) return;
  if (at(plus + 1) == '0') return;
  std::size_t count = 0;
  std::size_t end = plus + 1;
  std::size_t last_digit = end;
  while (end < text_.size() && end - plus < kLongestNumber) {
    const char c = text_[end];
    if (is_digit(c)) {
      ++count;
      last_digit = ++end;
    } else if (std::string_view(" -.()/").contains(c) && end - last_digit < 2) {
      ++end;
    } else {
      break;
    }
  }
  if (count < 8 || count > 15 || !ends_word(last_digit)) return;
  add(RedactionKind::InternationalPhone, plus, last_digit);
}

std::vector<RedactionSpan> SpanFinder::take() {
  std::ranges::stable_sort(spans_, [](const RedactionSpan& a, const RedactionSpan& b) {
    return a.begin != b.begin ? a.begin < b.begin : a.end > b.end;
  });
  std::vector<RedactionSpan> kept;
  kept.reserve(spans_.size());
  for (RedactionSpan& span : spans_) {
    // Of finds that overlap the kind that is named first wins; of one kind the one that begins first.
    while (!kept.empty() && overlap(kept.back(), span) && span.kind < kept.back().kind) kept.pop_back();
    if (kept.empty() || !overlap(kept.back(), span)) kept.push_back(std::move(span));
  }
  return kept;
}

}  // namespace yett
