#pragma once

#include <re2/re2.h>

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "redact/byte_class.h"
#include "redact/calling_code.h"
#include "redact/check_digits.h"
#include "redact/reference_secrets_fixture.h"
#include "redact/replacement.h"
#include "redact/span.h"

namespace yett::reference {

// What redaction finds, written down as regular expressions and tried at every byte: slow, simple, and nothing of it is
// shared with the engine but the check digits. The engine has to find the same in any text that has no run of more than
// a thousand bytes.

struct Address {
  std::size_t begin;
  std::size_t at;
  std::size_t end;
};

/// What stands behind a package's "@".
[[nodiscard]] inline bool is_version(std::string_view domain) {
  const re2::StringPiece text(domain.data(), domain.size());
  return RE2::FullMatch(text, compiled(R"(v\d+(?:\.\d+)+|\d+\.\d+(?:\.\d+)?)"));
}

/// Local part and domain. In front of an "@" in ASCII go on letters of scripts whose words stand apart, in front of
/// another one all of them; behind the domain's last dot stands a word in ASCII, or one of letters beyond it.
[[nodiscard]] inline const RE2& address_rule() {
  const std::string apart = R"([\xC3-\xDF][\x80-\xBF]|[\xE0\xE1][\x80-\xBF]{2})";
  const std::string letter =
      R"([\xC3-\xDF][\x80-\xBF]|\xE0[\xA0-\xBF][\x80-\xBF]|[\xE1\xE4-\xEC\xEE][\x80-\xBF]{2}|)"
      R"(\xE2[\x82-\xBF][\x80-\xBF]|\xE3[\x81-\xBF][\x80-\xBF]|\xED[\x80-\x9F][\x80-\xBF]|)"
      R"(\xEF[\x80-\xBB\xBE\xBF][\x80-\xBF]|\xF0[\x90-\xBF][\x80-\xBF]{2}|[\xF1-\xF3][\x80-\xBF]{3}|)"
      R"(\xF4[\x80-\x8F][\x80-\xBF]{2})";
  const std::string ascii = R"(\b[\w.+-]|(?:\b[\w.+-]|)" + apart + R"()(?:[\w.+-]|)" + apart + R"()*[\w.+-])";
  const std::string any = R"((?:\b[\w.+-]|[\x80-\xFF])(?:[\w.+-]|[\x80-\xFF])*[\x80-\xFF]|[\x80-\xFF])";
  const std::string domain = R"([\w.\x80-\xFF-]+\.)";
  return compiled("(" + ascii + "|" + any + ")@(" + domain + R"(\w+\b|)" + domain + "(?:" + letter + R"()(?:\w|)" +
                  letter + ")*)");
}

/// The seed's rule, in what the secrets leave.
[[nodiscard]] inline std::vector<Address> find_addresses(std::string_view text,
                                                         const std::vector<RedactionSpan>& secrets) {
  std::string left(text);
  for (const RedactionSpan& secret : secrets)
    std::fill_n(left.begin() + static_cast<std::ptrdiff_t>(secret.begin), secret.end - secret.begin, '\1');
  std::vector<Address> found;
  const RE2& rule = address_rule();
  std::size_t from = 0;
  re2::StringPiece groups[3];
  while (rule.Match(left, from, left.size(), RE2::UNANCHORED, groups, 3)) {
    const auto position = [&](const char* p) { return static_cast<std::size_t>(p - left.data()); };
    const std::string_view domain(groups[2].data(), groups[2].size());
    Address address{position(groups[1].begin()), position(groups[1].end()), position(groups[2].end())};
    if (is_version(domain)) {
      from = address.at + 1;
      continue;
    }
    from = address.end;
    // Not the letter of an escape.
    std::size_t skipped = address.begin;
    for (const std::size_t letters : {std::size_t{1}, std::size_t{5}}) {
      const std::size_t end = address.begin + letters;
      if (left[address.begin - (address.begin > 0 ? 1 : 0)] == '\\' && end <= address.at && begins_word(left, end) &&
          ends_with(left, end, letters == 1 ? R"((?:\A|[^\\])\\[nrtbf])" : R"((?:\A|[^\\])\\u[0-9A-Fa-f]{4})")) {
        skipped = end;
        break;
      }
    }
    if (skipped != address.begin) {
      while (skipped < address.at && !is_of(left[skipped], ByteClass::Word) && !is_non_ascii(left[skipped])) ++skipped;
      address.begin = skipped;
      if (address.begin == address.at) {
        from = address.at + 1;
        continue;
      }
    }
    if (ends_with(left, address.begin, "<") &&
        match_end(left, address.begin, "(?:mailbox|\\xE9\\x82\\xAE\\xE7\\xAE\\xB1)@") == address.at + 1) {
      from = address.at + 1;
      continue;
    }
    found.push_back(address);
  }
  return found;
}

/// What `separator` stands for where "S" stands.
[[nodiscard]] inline std::string grouped(std::string pattern, char separator) {
  std::string out;
  for (const char c : pattern) out += c == 'S' ? std::string(1, separator) : std::string(1, c);
  return out;
}

[[nodiscard]] inline std::string only(std::string_view text, bool (*wanted)(char)) {
  std::string out;
  std::ranges::copy_if(text, std::back_inserter(out), wanted);
  return out;
}

[[nodiscard]] inline std::optional<RedactionSpan> find_iban(std::string_view text, std::size_t at) {
  if (!begins_word(text, at) || !match_end(text, at, R"([A-Z]{2}\d\d)")) return std::nullopt;
  const std::size_t length = iban_length(text.substr(at, 2));
  if (length == 0) return std::nullopt;
  std::string in_groups = R"([A-Z]{2}\d\d)";
  for (std::size_t i = 4; i < length; ++i) in_groups += i % 4 == 0 ? " [A-Z0-9]" : "[A-Z0-9]";
  for (const std::string& shape : {R"([A-Z]{2}\d\d[A-Z0-9]{)" + std::to_string(length - 4) + "}", in_groups}) {
    const auto end = match_end(text, at, shape + R"(\b)");
    if (end && is_iban(only(text.substr(at, *end - at), [](char c) { return c != ' '; }))) {
      return RedactionSpan{at, *end, RedactionKind::Iban, KeptPart(text.substr(at, 2))};
    }
  }
  return std::nullopt;
}

[[nodiscard]] inline std::optional<RedactionSpan> find_card(std::string_view text, std::size_t at) {
  const auto card = [&](std::optional<std::size_t> end) -> std::optional<RedactionSpan> {
    if (!end) return std::nullopt;
    const std::string digits = only(text.substr(at, *end - at), is_digit);
    if (!is_card_number(digits)) return std::nullopt;
    return RedactionSpan{at, *end, RedactionKind::Card, KeptPart(std::string_view(digits).substr(digits.size() - 4))};
  };
  if (const auto plain = card(match_end(text, at, R"(\d{13,19}\b)"))) {
    if (!ends_with(text, at, R"(\d\.)")) return plain;
  }
  for (const char separator : {' ', '-'}) {
    for (const char* shape : {R"(\d{4}S\d{4}S\d{4}S\d{4}S\d{3}\b)", R"(\d{4}S\d{4}S\d{4}S\d{4}\b)",
                              R"(\d{4}S\d{6}S\d{5}\b)", R"(\d{4}S\d{6}S\d{4}\b)", R"(\d{6}S\d{13}\b)"}) {
      const auto found = card(match_end(text, at, grouped(shape, separator)));
      if (!found) continue;
      if (separator == '-' && (ends_with(text, at, R"(\d-)") || match_end(text, found->end, R"(-\d{1,3}(?:\D|\z))")))
        continue;
      return found;
    }
  }
  return std::nullopt;
}

[[nodiscard]] inline std::optional<RedactionSpan> find_international(std::string_view text, std::size_t at) {
  if (ends_with(text, at, R"(\+)") || !begins_word(text, at)) return std::nullopt;
  std::optional<RedactionSpan> longest;
  for (int groups = 0; groups < 15; ++groups) {
    const auto end = match_end(text, at, R"(\+[1-9]\d*(?:[ .()/-]{1,2}\d+){)" + std::to_string(groups) + "}");
    if (!end || !match_end(text, *end, R"(\b|[xX]\d)")) continue;
    const std::string digits = only(text.substr(at, *end - at), is_digit);
    const std::size_t first = match_end(text, at, R"(\+\d+)").value() - at - 1;
    const std::size_t code = calling_code_length(std::string_view(digits).substr(0, first));
    const bool fits = code == 1 ? digits.size() == 11 : digits.size() >= 8 && digits.size() <= 15;
    if (code != 0 && fits) longest = {at, *end, RedactionKind::InternationalPhone, KeptPart(text.substr(at, code + 1))};
  }
  return longest;
}

[[nodiscard]] inline std::optional<RedactionSpan> find_number(std::string_view text, std::size_t at,
                                                              RedactionKinds kinds) {
  using enum RedactionKind;
  if (kinds.contains(Iban)) {
    if (auto found = find_iban(text, at)) return found;
  }
  if (is_digit(text[at]) && begins_word(text, at)) {
    const auto id = match_end(text, at, R"(\d{17}[\dXx]\b)");
    if (kinds.contains(ChineseId) && id && is_chinese_id(text.substr(at, 18))) return RedactionSpan{at, *id, ChineseId};
    if (kinds.contains(Card)) {
      if (auto found = find_card(text, at)) return found;
    }
    const auto phone = match_end(text, at, R"(1[3-9]\d{9}\b)");
    if (kinds.contains(Phone) && phone) return RedactionSpan{at, *phone, Phone};
  }
  if (kinds.contains(InternationalPhone) && text[at] == '+') return find_international(text, at);
  return std::nullopt;
}

/// What redaction makes of a text.
[[nodiscard]] inline std::string redact(std::string_view text, RedactionKinds kinds) {
  const std::vector<RedactionSpan> secrets = find_secrets(text, kinds);
  const std::vector<Address> addresses =
      kinds.contains(RedactionKind::Email) ? find_addresses(text, secrets) : std::vector<Address>();
  std::string out;
  std::size_t at = 0;
  std::size_t last_end = 0;  // of a find
  auto secret = secrets.begin();
  auto address = addresses.begin();
  while (at < text.size()) {
    if (address != addresses.end() && at == address->end) {
      out += '>';
      ++address;
      last_end = at;
      continue;
    }
    if (secret != secrets.end() && at == secret->begin) {
      append_replacement(out, *secret, RedactionWords::English);
      last_end = at = secret++->end;
      continue;
    }
    if (address != addresses.end() && at == address->begin) {
      out += "<mailbox@";
      at = address->at + 1;
      continue;
    }
    std::size_t ceiling = text.size();
    if (secret != secrets.end()) ceiling = std::min(ceiling, secret->begin);
    if (address != addresses.end()) ceiling = std::min(ceiling, address->begin >= at ? address->begin : address->end);
    // What stands in front of a find's end is seen no more.
    if (const auto number = find_number(text.substr(last_end, ceiling - last_end), at - last_end, kinds)) {
      append_replacement(out, *number, RedactionWords::English);
      last_end = at = last_end + number->end;
      continue;
    }
    out += text[at++];
  }
  if (address != addresses.end()) out += '>';
  return out;
}

}  // namespace yett::reference
