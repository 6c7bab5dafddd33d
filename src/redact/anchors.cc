#include "redact/anchors.h"

#include "text/ascii.h"

namespace yett {
namespace {

/// What stands in front of a separator in the begins of keys: "sk", "rk", "ap-i", "toke-n", "gh-p", "np-m", "gl-pat",
/// "xox-b", "xap-p", "whse-c", "GOCSP-X", "acces-s"; by the last two letters before it.
bool ends_a_begin(char c, char last) {
  const char first = to_lower(c);
  switch (to_lower(last)) {
    case 'k':
      return first == 's' || first == 'r';
    case 'i':
      return first == 'p';
    case 'n':
      return first == 'e';
    case 'm':
      return first == 'p';
    case 't':
      return std::string_view("abdfmnrt").contains(first);
    case 'p':
      return first == 'h' || first == 'p' || first == 'x';
    case 'o':
    case 'u':
      return first == 'h' || first == 'x';
    case 's':
      return first == 'h' || first == 'x' || first == 's';
    case 'r':
      return first == 'h' || first == 'x';
    case 'a':
    case 'b':
    case 'e':
      return first == 'x';
    case 'c':
      return first == 'e';
    case 'x':
      return first == 'p';
    default:
      return false;
  }
}

}  // namespace

bool AnchorScan::is_anchor(std::size_t at) const {
  const char c = text_[at];
  switch (c) {
    case '@':
      return true;
    case '+':
      return is_digit(byte(at + 1));
    case '-':
      if (byte(at + 1) == '-' && byte(at + 2) == 'B') return true;
      return ends_a_begin(before(at, 2), before(at, 1));
    case '_':
      return ends_a_begin(before(at, 2), before(at, 1));
    case 'e':
      return byte(at + 1) == 'y' && byte(at + 2) == 'J';
    case 'A':
      return to_lower(byte(at + 3)) == 'a' && is_letter(byte(at + 1)) && is_letter(byte(at + 2));
    case 's':
      return byte(at + 1) == 'K' && byte(at + 2) == 'e';
    case '/':
      return byte(at + 1) == 'T' && byte(at + 2) == '0';
    case 'y':
      return byte(at + 1) == 'a' && byte(at + 2) == '2';
    default:
      return is_digit(c) && is_digit(byte(at + 1)) && is_digit(byte(at + 2)) && is_digit(byte(at + 3)) &&
             !is_digit(before(at, 1));
  }
}

bool AnchorScan::block_has_anchor(std::size_t at) const {
  const Bytes here = load(at);
  const Bytes next = load(at + 1);
  const Mask digits = are_digits(here);
  Mask found = are(here, '@') || (are(here, '+') && are_digits(next));
  if (any_of(digits)) found = found || (digits && are_digits(next) && are_digits(load(at + 2)) && are_digits(load(at + 3)));
  const Mask dashes = are(here, '-');
  if (any_of(dashes || are(here, '_'))) {
    found = found || (dashes && are(next, '-'));
    if (separators_matter(here, at)) return true;
  }
  const Bytes third = load(at + 2);
  found = found || (are(here, 'e') && are(next, 'y') && are(third, 'J'));
  found = found || (are(here, 's') && are(next, 'K') && are(third, 'e'));
  found = found || (are(here, '/') && are(next, 'T') && are(third, '0'));
  found = found || (are(here, 'y') && are(next, 'a') && are(third, '2'));
  const Bytes fourth = load(at + 3) | std::uint8_t{0x20};
  found = found || (are(here, 'A') && are(fourth, 'a'));
  return any_of(found);
}

bool AnchorScan::separators_matter(const Bytes& here, std::size_t at) const {
  const Mask separators = are(here, '-') || are(here, '_');
  const Bytes last = load(at - 1) | std::uint8_t{0x20};
  const Bytes first = load(at - 2) | std::uint8_t{0x20};
  const Mask ending = (are(last, 'k') && (are(first, 's') || are(first, 'r'))) || (are(last, 'i') && are(first, 'p')) ||
                      (are(last, 'n') && are(first, 'e')) || (are(last, 'm') && are(first, 'p')) ||
                      are(last, 't') ||
                      (are(last, 'p') && are(first, 'p')) || (are(last, 'c') && are(first, 'e')) ||
                      (are(last, 'x') && are(first, 'p')) || (are(last, 's') && are(first, 's')) || are(first, 'h') ||
                      are(first, 'x');
  return any_of(separators && ending);
}

}  // namespace yett
