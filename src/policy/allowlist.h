#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace yett {

/// Lets the hash containers below be asked with a string_view, without building a string.
struct TextHash {
  using is_transparent = void;  // NOLINT(readability-identifier-naming): the standard looks for this name
  [[nodiscard]] std::size_t operator()(std::string_view text) const { return std::hash<std::string_view>{}(text); }
};

using TextSet = std::unordered_set<std::string, TextHash, std::equal_to<>>;
template <typename Value>
using TextMap = std::unordered_map<std::string, Value, TextHash, std::equal_to<>>;

/// Where data may go. Every list is empty by default, and an empty list lets nothing through.
/// Hosts, domains and addresses are kept in their canonical text and matched exactly.
struct Egress {
  TextMap<std::vector<std::uint16_t>> hosts;  // canonical host -> listed ports, never empty
  TextSet email_domains;                      // canonical domains
  TextSet emails;                             // exact addresses: local part byte for byte, canonical domain
};

}  // namespace yett
