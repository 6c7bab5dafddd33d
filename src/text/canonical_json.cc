#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "text/json.h"

namespace yett {
namespace {

constexpr std::size_t kFewMembers = 16;

/// The place of a UTF-8 byte in the order of UTF-16 code units. Both orders agree but for one thing: characters from
/// U+10000 on (lead bytes F0 to F4) are written with surrogates, which come before U+E000 to U+FFFF (EE and EF).
std::uint8_t utf16_rank(char c) {
  const auto byte = static_cast<std::uint8_t>(c);
  return byte == 0xee || byte == 0xef ? static_cast<std::uint8_t>(byte + 0x10) : byte;
}

/// RFC 8785, section 3.2.3: property names are ordered by their UTF-16 code units.
bool comes_before(const Json::Member* left, const Json::Member* right) {
  const auto [at_left, at_right] = std::ranges::mismatch(left->key, right->key);
  if (at_right == right->key.end()) return false;
  if (at_left == left->key.end()) return true;
  return utf16_rank(*at_left) < utf16_rank(*at_right);
}

/// Writes members through pointers in `order`, which is room for all of them.
void append_sorted(std::string& out, const Json::Object& members, std::span<const Json::Member*> order) {
  std::ranges::transform(members, order.begin(), [](const Json::Member& member) { return &member; });
  std::ranges::sort(order, comes_before);
  out += '{';
  for (const Json::Member* member : order) {
    if (member != order.front()) out += ',';
    append_json_string(out, member->key);
    out += ':';
    append_canonical_json(out, member->value);
  }
  out += '}';
}

}  // namespace

void append_canonical_json(std::string& out, const Json& value) {
  if (const auto* elements = value.as_array()) {
    out += '[';
    for (const Json& element : *elements) {
      if (&element != &elements->front()) out += ',';
      append_canonical_json(out, element);
    }
    out += ']';
  } else if (const auto* members = value.as_object()) {
    if (members->size() <= kFewMembers) {
      std::array<const Json::Member*, kFewMembers> order;
      append_sorted(out, *members, std::span(order).first(members->size()));
    } else {
      std::vector<const Json::Member*> order(members->size());
      append_sorted(out, *members, order);
    }
  } else {
    append_json(out, value);  // strings, numbers and literals already have one form
  }
}

std::string canonical_json(const Json& value) {
  std::string out;
  append_canonical_json(out, value);
  return out;
}

}  // namespace yett
