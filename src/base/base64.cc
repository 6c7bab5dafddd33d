#include "base/base64.h"

#include <array>

namespace yett {
namespace {

constexpr std::string_view kAlphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
constexpr std::uint8_t kNoLetter = 0xff;

constexpr auto kValues = [] {
  std::array<std::uint8_t, 256> values{};
  values.fill(kNoLetter);
  for (std::size_t i = 0; i < kAlphabet.size(); ++i) {
    values[static_cast<std::uint8_t>(kAlphabet[i])] = static_cast<std::uint8_t>(i);
  }
  return values;
}();

}  // namespace

std::string to_base64(std::span<const std::uint8_t> bytes) {
  std::string text;
  text.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t at = 0; at < bytes.size(); at += 3) {
    const std::size_t count = std::min<std::size_t>(3, bytes.size() - at);
    std::uint32_t group = 0;
    for (std::size_t i = 0; i < 3; ++i) group = group << 8 | (i < count ? bytes[at + i] : 0U);
    for (std::size_t i = 0; i < 4; ++i) text += i <= count ? kAlphabet[group >> (18 - 6 * i) & 63U] : '=';
  }
  return text;
}

std::optional<std::vector<std::uint8_t>> from_base64(std::string_view text) {
  if (text.size() % 4 != 0) return std::nullopt;
  std::vector<std::uint8_t> bytes;
  bytes.reserve(text.size() / 4 * 3);
  for (std::size_t at = 0; at < text.size(); at += 4) {
    std::string_view letters = text.substr(at, 4);
    const bool is_last = at + 4 == text.size();
    if (is_last && letters.ends_with("==")) {
      letters.remove_suffix(2);
    } else if (is_last && letters.ends_with('=')) {
      letters.remove_suffix(1);
    }
    std::uint32_t group = 0;
    for (std::size_t i = 0; i < 4; ++i) {
      const std::uint8_t value = i < letters.size() ? kValues[static_cast<std::uint8_t>(letters[i])] : 0;
      if (value == kNoLetter) return std::nullopt;
      group = group << 6 | value;
    }
    const std::size_t count = letters.size() - 1;
    for (std::size_t i = 0; i < count; ++i) bytes.push_back(static_cast<std::uint8_t>(group >> (16 - 8 * i)));
    if (count < 3 && (group & ((1U << (24 - 8 * count)) - 1)) != 0) return std::nullopt;
  }
  return bytes;
}

}  // namespace yett
