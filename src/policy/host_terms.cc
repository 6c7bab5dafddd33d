#include "policy/host_terms.h"

#include <fmt/format.h>

#include <algorithm>

#include "policy/allowlist.h"
#include "text/spelling.h"
#include "text/url.h"

namespace yett {
namespace {

bool is_path_prefix(const std::string& text) {
  if (!text.starts_with('/')) return false;
  const UrlExamination whole = examine_url("https://host.example" + text, strict_address_ranges());
  const Url* url = whole.url();
  return whole.flaws.empty() && url != nullptr && url->path() == text && fit_path(text, text) == PathFit::Within;
}

/// "/3/*", "/v*/": a `*` is a character like any other in a path, and at an end of a segment it was meant as a pattern.
bool is_like_pattern(std::string_view text) {
  if (!text.starts_with('/')) return false;
  for (std::size_t at = text.find('*'); at != std::string_view::npos; at = text.find('*', at + 1)) {
    if (text[at - 1] == '/' || at + 1 == text.size() || text[at + 1] == '/') return true;
  }
  return false;
}

bool touches(const AddressBlock& block, const AddressRange& range) {
  return block.first <= range.block.last && range.block.first <= block.last;
}

}  // namespace

std::vector<std::string> load_path_prefixes(const Field& list) {
  std::vector<std::string> prefixes;
  const auto items = list.items();
  if (!items) return prefixes;
  if (items->empty())
    list.refuse("an empty list allows no path", "list a prefix such as \"/hooks/\", or remove the key");
  TextSet listed;
  for (const Field& item : *items) {
    const auto text = item.text();
    if (!text) continue;
    if (is_like_pattern(*text)) {
      item.refuse(fmt::format("{}: patterns are not read", in_quotes(*text)),
                  "write the folder, such as \"/hooks/\": everything below it is listed");
    } else if (!is_path_prefix(*text)) {
      item.refuse_expected("a path such as \"/services/T0/\"",
                           "it begins with /, is percent-encoded, and has no query, dot or empty segment");
    } else if (!listed.insert(*text).second) {
      item.refuse_repeated();
    }
    prefixes.push_back(*text);
  }
  return prefixes;
}

std::vector<AddressBlock> load_private_ranges(const Field& list) {
  std::vector<AddressBlock> blocks;
  const auto items = list.items();
  if (!items) return blocks;
  if (items->empty()) list.refuse("an empty list names no address", "list a range such as \"10.20.0.0/16\"");
  for (const Field& item : *items) {
    const auto text = item.text();
    if (!text) continue;
    const auto block = parse_address_block(*text);
    if (!block) {
      item.refuse_expected("a range of addresses such as \"10.20.0.0/16\"", "no bits are set behind the prefix");
      continue;
    }
    const bool is_open = std::ranges::none_of(strict_address_ranges(), [&](const AddressRange& range) {
      // Public addresses need no entry to be reached, so a range that holds some says more than was meant.
      return touches(*block, range) && !can_be_opened(range.block, range.kind);
    });
    if (!is_open) {
      item.refuse(fmt::format("{} holds addresses that no entry can open", in_quotes(*text)),
                  "name the private subnet of the service alone: public, metadata, loopback and link-local addresses "
                  "stay closed");
      continue;
    }
    blocks.push_back(*block);
  }
  return blocks;
}

}  // namespace yett
