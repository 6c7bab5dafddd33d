#pragma once

#include <cstddef>
#include <string_view>

namespace yett {

/// How many digits at the begin of an international number are its country's code (ITU-T E.164, Annex to the
/// Operational Bulletin No. 991); 0 when they are no code that was given out.
[[nodiscard]] constexpr std::size_t calling_code_length(std::string_view digits) {
  if (digits.empty()) return 0;
  if (digits[0] == '1' || digits[0] == '7') return 1;
  if (digits.size() < 2) return 0;
  // For each first digit the second digits of two-digit codes, and those that three-digit codes begin with.
  struct Zone {
    std::string_view two;
    std::string_view three;
  };
  constexpr Zone kZones[] = {{"", ""},           {"", ""},           {"07", "1234569"},  {"0123469", "578"},
                             {"013456789", "2"}, {"12345678", "09"}, {"0123456", "789"}, {"", ""},
                             {"1246", "0578"},   {"0123458", "679"}};
  const Zone& zone = kZones[digits[0] - '0'];
  if (zone.two.contains(digits[1])) return 2;
  return zone.three.contains(digits[1]) && digits.size() >= 3 ? 3 : 0;
}

}  // namespace yett
