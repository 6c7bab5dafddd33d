#include "redact/anchors.h"

#include "redact/token_shape.h"

namespace yett {
namespace {

/// The two bytes in front of a separator, by their lowest five bits: letters of both cases are the same there.
constexpr std::size_t pair_index(char first, char second) {
  constexpr unsigned kFive = 0x1F;
  return (static_cast<unsigned char>(first) & kFive) << 5U | (static_cast<unsigned char>(second) & kFive);
}

/// For each two bytes whether a find may go on with a separator behind them.
constexpr std::array<bool, 1024> kBeforeSeparator = [] {
  std::array<bool, 1024> pairs{};
  const auto add = [&pairs](std::string_view begin) {
    pairs[pair_index(begin[begin.size() - 2], begin[begin.size() - 1])] = true;
  };
  for (const std::string_view begin : kSeedSecretWords) add(begin);
  add("access");  // secret_access_key
  for (const TokenShape& shape : kTokenShapes) {
    const char separator = shape.begin[shape.anchor];
    if (separator == '-' || separator == '_') add(shape.begin.substr(0, shape.anchor));
  }
  return pairs;
}();

}  // namespace

ByteMasks AnchorScan::masks_at(std::size_t at) const {
  if (text_.size() - at >= ByteMasks::kBytes) return read_masks(text_.data() + at);
  std::array<char, ByteMasks::kBytes> rest{};
  std::copy(text_.begin() + static_cast<std::ptrdiff_t>(at), text_.end(), rest.begin());
  return read_masks(rest.data());
}

/// The last bytes of a block that ends in front of `at`.
ByteMasks AnchorScan::masks_before(std::size_t at) const {
  std::array<char, ByteMasks::kBytes> block{};
  const std::size_t known = std::min(at, kNumberBytes);
  std::copy_n(text_.begin() + static_cast<std::ptrdiff_t>(at - known), known, block.end() - known);
  return read_masks(block.data());
}

bool AnchorScan::is_secret_anchor(std::size_t at) const {
  switch (text_[at]) {
    case '-':
      if (byte(at + 1) == '-' && byte_before(at, 1) != '-') return true;
      [[fallthrough]];
    case '_':
      return kBeforeSeparator[pair_index(byte_before(at, 2), byte_before(at, 1))];
    case 'A':
      return byte(at + 1) >= 'A' && byte(at + 1) <= 'Z' && is_letter(byte(at + 2)) &&
             (byte(at + 3) == 'A' || byte(at + 3) == 'a');
    case 'J':
      return byte_before(at, 1) == 'y' && byte_before(at, 2) == 'e';
    case 'K':
      return byte_before(at, 1) == 's' && byte_before(at, 2) == 's';
    case 'T':
      return byte_before(at, 1) == '/' && (byte_before(at, 2) == 's' || byte_before(at, 2) == '\\');
    case '9':
      return byte_before(at, 1) == '2' && byte_before(at, 2) == 'a';
    default:
      return false;
  }
}

}  // namespace yett
