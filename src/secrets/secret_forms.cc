#include "secrets/secret_forms.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <string>

#include "text/ascii.h"

namespace yett {
namespace {

constexpr std::string_view kStandard = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
constexpr std::string_view kUrlSafe = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
constexpr std::string_view kSmallDigits = "0123456789abcdef";
constexpr std::string_view kCapitalDigits = "0123456789ABCDEF";

unsigned byte_of(char c) { return static_cast<unsigned char>(c); }

/// The characters that are made of bits of the secret alone, when `before` bytes stand in front of it in its group of
/// three.
std::string base64_inside(std::string_view secret, std::size_t before, std::string_view alphabet) {
  std::string text;
  const std::size_t first_bit = before * 8;
  const std::size_t last_bit = first_bit + secret.size() * 8;
  for (std::size_t bit = (first_bit + 5) / 6 * 6; bit + 6 <= last_bit; bit += 6) {
    unsigned digit = 0;
    for (std::size_t i = bit - first_bit; i < bit - first_bit + 6; ++i) {
      digit = digit << 1 | (byte_of(secret[i / 8]) >> (7 - i % 8) & 1u);
    }
    text += alphabet[digit];
  }
  return text;
}

std::string hexadecimal(std::string_view secret, std::string_view digits) {
  std::string text;
  for (const char c : secret) {
    text += digits[byte_of(c) >> 4];
    text += digits[byte_of(c) & 15u];
  }
  return text;
}

std::string percent_encoded(std::string_view secret, std::string_view digits) {
  constexpr std::string_view kUnreserved = "-._~";
  std::string text;
  for (const char c : secret) {
    if (is_letter(c) || is_digit(c) || kUnreserved.contains(c)) {
      text += c;
    } else {
      text += '%';
      text += digits[byte_of(c) >> 4];
      text += digits[byte_of(c) & 15u];
    }
  }
  return text;
}

/// Inside of a JSON string; the characters of `also` are escaped too, a slash by a backslash, others by their number.
std::string json_escaped(std::string_view secret, std::string_view also) {
  std::string text;
  for (const char c : secret) {
    if (c == '"' || c == '\\' || (c == '/' && also.contains(c))) {
      text += '\\';
      text += c;
    } else if (also.contains(c)) {
      text += fmt::format("\\u{:04x}", byte_of(c));
    } else {
      text += c;
    }
  }
  return text;
}

}  // namespace

Result<std::vector<LockedText>> secret_forms(std::string_view secret) {
  std::vector<std::string> texts{std::string(secret),
                                 to_lower(secret),  // as host names are written, whatever letters they were given in
                                 hexadecimal(secret, kSmallDigits),
                                 hexadecimal(secret, kCapitalDigits),
                                 percent_encoded(secret, kSmallDigits),
                                 percent_encoded(secret, kCapitalDigits),
                                 json_escaped(secret, ""),
                                 json_escaped(secret, "/"),
                                 json_escaped(secret, "<>&"),
                                 json_escaped(secret, "<>&'"),
                                 json_escaped(secret, "<>&'=+")};
  for (std::size_t before = 0; before < 3; ++before) {
    texts.push_back(base64_inside(secret, before, kStandard));
    texts.push_back(base64_inside(secret, before, kUrlSafe));
  }
  std::ranges::sort(texts);
  Result<std::vector<LockedText>> forms;
  for (std::size_t i = 0; i < texts.size() && forms; ++i) {
    if (i != 0 && texts[i] == texts[i - 1]) continue;
    Result<LockedText> form = LockedText::copy(texts[i]);
    if (form) {
      forms->push_back(std::move(*form));
    } else {
      forms = std::unexpected(form.error());
    }
  }
  std::ranges::for_each(texts, wipe);
  return forms;
}

}  // namespace yett
