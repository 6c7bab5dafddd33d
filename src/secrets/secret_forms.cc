#include "secrets/secret_forms.h"

#include <algorithm>
#include <string>
#include <utility>

#include "secrets/opened_text.h"
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
  text.reserve(secret.size() * 4 / 3 + 1);  // it is not moved: what it held before would not be wiped
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
  text.reserve(secret.size() * 2);
  for (const char c : secret) {
    text += digits[byte_of(c) >> 4];
    text += digits[byte_of(c) & 15u];
  }
  return text;
}

}  // namespace

Result<SecretForms> SecretForms::of(std::string_view secret) {
  std::vector<std::string> texts{std::string(secret),
                                 to_lower(secret),  // as host names are written, whatever letters they were given in
                                 hexadecimal(secret, kSmallDigits), hexadecimal(secret, kCapitalDigits)};
  for (std::size_t before = 0; before < 3; ++before) {
    texts.push_back(base64_inside(secret, before, kStandard));
    texts.push_back(base64_inside(secret, before, kUrlSafe));
  }
  std::string inner(secret);
  for (std::string below = without_layer(inner); below != inner; below = without_layer(inner)) {
    inner = below;
    texts.push_back(std::move(below));
  }
  wipe(inner);
  std::ranges::sort(texts);
  const auto twice = std::ranges::unique(texts);
  std::for_each(twice.begin(), twice.end(), wipe);
  texts.erase(twice.begin(), twice.end());
  std::size_t size = 0;
  for (const std::string& text : texts) size += text.size();

  SecretForms forms;
  Result<LockedText> memory = LockedText::of_size(size);
  if (memory) {
    char* to = memory->data();
    for (const std::string& text : texts) {
      std::ranges::copy(text, to);
      forms.texts_.emplace_back(to, text.size());
      if (text == secret) forms.secret_ = forms.texts_.back();
      to += text.size();
    }
    forms.memory_ = std::move(*memory);
  }
  std::ranges::for_each(texts, wipe);
  if (!memory) return std::unexpected(memory.error());
  return forms;
}

}  // namespace yett
