#include "policy/look_alike.h"

#include <algorithm>
#include <iterator>

#include "text/name_fold.h"
#include "text/unicode.h"

namespace yett {
namespace {

struct LookAlike {
  char32_t letter;
  char latin;
};

/// Sorted by letter.
constexpr LookAlike kLookAlikes[] = {
    {0x131, 'i'},  // dotless i
    // Greek capitals, then small letters
    {0x391, 'a'},
    {0x392, 'b'},
    {0x395, 'e'},
    {0x396, 'z'},
    {0x397, 'h'},
    {0x399, 'i'},
    {0x39A, 'k'},
    {0x39C, 'm'},
    {0x39D, 'n'},
    {0x39F, 'o'},
    {0x3A1, 'p'},
    {0x3A4, 't'},
    {0x3A5, 'y'},
    {0x3A7, 'x'},
    {0x3B1, 'a'},
    {0x3B3, 'y'},
    {0x3B9, 'i'},
    {0x3BD, 'v'},
    {0x3BF, 'o'},
    {0x3C1, 'p'},
    {0x3C3, 'o'},
    {0x3C5, 'u'},
    {0x3F2, 'c'},
    {0x3F3, 'j'},
    // Cyrillic capitals, then small letters, then those of other languages than Russian
    {0x405, 's'},
    {0x406, 'i'},
    {0x408, 'j'},
    {0x410, 'a'},
    {0x412, 'b'},
    {0x415, 'e'},
    {0x41A, 'k'},
    {0x41C, 'm'},
    {0x41D, 'h'},
    {0x41E, 'o'},
    {0x420, 'p'},
    {0x421, 'c'},
    {0x422, 't'},
    {0x423, 'y'},
    {0x425, 'x'},
    {0x430, 'a'},
    {0x435, 'e'},
    {0x43E, 'o'},
    {0x440, 'p'},
    {0x441, 'c'},
    {0x443, 'y'},
    {0x445, 'x'},
    {0x455, 's'},
    {0x456, 'i'},
    {0x458, 'j'},
    {0x475, 'v'},
    {0x4AE, 'y'},
    {0x4AF, 'y'},
    {0x4BB, 'h'},
    {0x4C0, 'l'},
    {0x4CF, 'l'},
    {0x501, 'd'},
    {0x51A, 'q'},
    {0x51B, 'q'},
    {0x51C, 'w'},
    {0x51D, 'w'},
};
static_assert(std::ranges::is_sorted(kLookAlikes, {}, &LookAlike::letter));

}  // namespace

std::string careless_reading(std::string_view name) {
  std::string in_latin;
  in_latin.reserve(name.size());
  for (std::size_t at = 0; at < name.size();) {
    const Utf8Character point = decode_utf8(name.substr(at));
    if (point.length == 0) return fold_name(name);
    const auto* like = std::ranges::lower_bound(kLookAlikes, point.code_point, {}, &LookAlike::letter);
    if (like != std::end(kLookAlikes) && like->letter == point.code_point) {
      in_latin += like->latin;
    } else {
      in_latin += name.substr(at, point.length);
    }
    at += point.length;
  }
  return fold_name(in_latin);
}

}  // namespace yett
