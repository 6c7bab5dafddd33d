#include "redact/number_finder.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "redact/calling_code.h"
#include "redact/check_digits.h"

namespace yett {
namespace {

using enum RedactionKind;

/// Digits or capitals without what stands between them.
class Compact {
 public:
  void add(char c) { bytes_[size_++] = c; }
  [[nodiscard]] bool is_full() const { return size_ == bytes_.size(); }
  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] std::string_view text() const { return {bytes_.data(), size_}; }

 private:
  std::array<char, 36> bytes_{};
  std::size_t size_ = 0;
};

/// In one piece, or in groups of four with a space between two (ISO 13616-1, the paper format).
std::optional<RedactionSpan> find_iban(WatchedText& text, std::size_t begin) {
  if (!text.begins_word(begin)) return std::nullopt;
  const std::size_t length = iban_length(text.some(begin, 2));
  if (length == 0) return std::nullopt;
  constexpr std::size_t kGroup = 4;
  const bool is_grouped = text.at(begin + kGroup) == ' ';
  Compact account;
  std::size_t end = begin;
  while (account.size() < length) {
    if (is_grouped && !account.text().empty() && account.size() % kGroup == 0 && text.at(end++) != ' ') {
      return std::nullopt;
    }
    if (!is_of(text.at(end), ByteClass::Capitals)) return std::nullopt;
    account.add(text.at(end++));
  }
  if (!text.ends_word(end) || !is_iban(account.text())) return std::nullopt;
  return RedactionSpan{begin, end, Iban, KeptPart(account.text().substr(0, 2))};
}

/// How many digits the groups of printed card numbers have, from the first on.
struct CardGroups {
  std::array<std::size_t, 5> digits;
};
constexpr CardGroups kCardGroups[] = {
    {{4, 4, 4, 4, 3}}, {{4, 4, 4, 4, 0}}, {{4, 6, 5, 0, 0}}, {{4, 6, 4, 0, 0}}, {{6, 13, 0, 0, 0}},
};

std::size_t digits_end(WatchedText& text, std::size_t begin, std::size_t most) {
  std::size_t end = begin;
  while (end - begin < most && is_digit(text.at(end))) ++end;
  return end;
}

/// A card number as it is printed, with one kind of separator. One with more digits in front of its first hyphen, or a
/// few behind one more, is a part of something else.
std::optional<RedactionSpan> find_grouped_card(WatchedText& text, std::size_t begin, const CardGroups& groups) {
  constexpr std::size_t kLongestGroup = 20;
  Compact card;
  std::size_t end = begin;
  char separator = '\0';
  for (const std::size_t count : groups.digits) {
    if (count == 0) break;
    if (end != begin) {
      if (separator == '\0') separator = text.at(end);
      if ((separator != ' ' && separator != '-') || text.at(end) != separator) return std::nullopt;
      ++end;
    }
    const std::size_t group = end;
    end = digits_end(text, group, kLongestGroup);
    if (end - group != count) return std::nullopt;
    for (std::size_t i = group; i < end; ++i) card.add(text.at(i));
  }
  if (!text.ends_word(end) || !is_card_number(card.text())) return std::nullopt;
  // More digits behind it may be a number of their own.
  constexpr std::size_t kShortestNumber = 4;
  const std::size_t more =
      separator == '-' && text.at(end) == '-' ? digits_end(text, end + 1, kShortestNumber) - end - 1 : 0;
  const bool goes_on = more > 0 && more < kShortestNumber;
  const bool came_before =
      separator == '-' && begin > 1 && text.before(begin) == '-' && is_digit(text.before(begin - 1));
  if (goes_on || came_before) return std::nullopt;
  return RedactionSpan{begin, end, Card, KeptPart(card.text().substr(card.size() - 4))};
}

/// Thirteen to nineteen digits in one piece that are no fraction.
std::optional<RedactionSpan> find_plain_card(WatchedText& text, std::size_t begin, std::size_t end) {
  if (!text.ends_word(end)) return std::nullopt;
  const std::string_view digits = text.text().substr(begin, end - begin);
  if (!is_card_number(digits)) return std::nullopt;
  if (begin > 1 && text.before(begin) == '.' && is_digit(text.before(begin - 1))) return std::nullopt;
  return RedactionSpan{begin, end, Card, KeptPart(digits.substr(digits.size() - 4))};
}

/// E.164 with separators as people write them: "+49 30 1234567", "+44 (0)20 7946 0000". The longest that ends with a
/// group of digits and has no more than fifteen. An extension, "x567", may stand behind it.
std::optional<RedactionSpan> find_international(WatchedText& text, std::size_t plus) {
  if (text.before(plus) == '+' || !text.begins_word(plus)) return std::nullopt;
  constexpr std::size_t kFewest = 8;
  constexpr std::size_t kMost = 15;
  constexpr std::size_t kOfOneDigitCodes = 11;  // North America's and Russia's numbers are all of one length
  const std::size_t first_end = digits_end(text, plus + 1, kMost + 1);
  const std::string_view first = text.text().substr(plus + 1, first_end - plus - 1);
  const std::size_t code = calling_code_length(first);
  if (code == 0) return std::nullopt;
  std::size_t count = first.size();
  std::size_t end = first_end;
  std::optional<std::size_t> longest;
  while (count <= kMost) {
    const bool is_long_enough = code == 1 ? count == kOfOneDigitCodes : count >= kFewest;
    const bool has_extension = (text.at(end) == 'x' || text.at(end) == 'X') && is_digit(text.at(end + 1));
    if (is_long_enough && (has_extension || text.ends_word(end))) longest = end;
    const auto is_separator = [](char c) { return std::string_view(" -.()/").contains(c); };
    std::size_t next = end;
    while (next - end < 2 && is_separator(text.at(next))) ++next;
    if (next == end || !is_digit(text.at(next))) break;
    end = digits_end(text, next, kMost + 1);
    count += end - next;
  }
  if (!longest) return std::nullopt;
  return RedactionSpan{plus, *longest, InternationalPhone, KeptPart(text.text().substr(plus, code + 1))};
}

bool is_mobile(std::string_view digits) {
  constexpr std::size_t kLength = 11;
  return digits.size() == kLength && digits[0] == '1' && digits[1] >= '3';
}

/// Where the number begins whose digits begin at `begin`: the first of them may belong to an escape, "\u000a".
std::optional<std::size_t> number_begin(WatchedText& text, std::size_t begin) {
  if (text.begins_word(begin)) return begin;
  constexpr std::size_t kEscapeDigits = 4;
  const std::size_t known = text.some(begin, kEscapeDigits).size();
  for (std::size_t length = 1; length <= known; ++length) {
    if (text.ends_escape(begin + length)) return begin + length;
  }
  return std::nullopt;
}

std::optional<RedactionSpan> find_digits(WatchedText& text, std::size_t anchor, RedactionKinds wanted) {
  const auto found_begin = number_begin(text, anchor);
  if (!found_begin) return std::nullopt;
  const std::size_t begin = *found_begin;
  constexpr std::size_t kLongestCard = 19;
  constexpr std::size_t kIdLength = 18;
  const std::size_t end = digits_end(text, begin, kLongestCard + 1);
  const std::size_t count = end - begin;
  if (wanted.contains(ChineseId) && (count == kIdLength || count == kIdLength - 1)) {
    // The check character may be an X.
    const std::size_t id_end = begin + kIdLength;
    if (text.ends_word(id_end) && is_chinese_id(text.some(begin, kIdLength))) {
      return RedactionSpan{begin, id_end, ChineseId};
    }
  }
  if (wanted.contains(Card)) {
    if (count >= 13 && count <= kLongestCard) {
      if (auto card = find_plain_card(text, begin, end)) return card;
    }
    if (count == 4 || count == 6) {
      for (const CardGroups& groups : kCardGroups) {
        if (groups.digits[0] != count) continue;
        if (auto card = find_grouped_card(text, begin, groups)) return card;
      }
    }
  }
  if (wanted.contains(Phone) && is_mobile(text.text().substr(begin, count)) && text.ends_word(end)) {
    return RedactionSpan{begin, end, Phone};
  }
  return std::nullopt;
}

}  // namespace

std::optional<RedactionSpan> find_number(WatchedText& text, std::size_t begin, RedactionKinds wanted) {
  const char c = text.at(begin);
  if (is_digit(c)) return find_digits(text, begin, wanted);
  if (c == '+') return wanted.contains(InternationalPhone) ? find_international(text, begin) : std::nullopt;
  return wanted.contains(Iban) ? find_iban(text, begin) : std::nullopt;
}

}  // namespace yett
