#include "secrets/literal_search.h"

#include <algorithm>
#include <utility>

namespace yett {

std::size_t LiteralSearch::hash(const char* block) {
  const auto byte = [block](std::size_t i) { return static_cast<std::size_t>(static_cast<unsigned char>(block[i])); };
  return (byte(0) | byte(1) << 5 | byte(2) << 10) % kHashes;
}

LiteralSearch::LiteralSearch(std::vector<std::string_view> literals) : literals_(std::move(literals)) {
  std::erase_if(literals_, [](std::string_view literal) { return literal.size() < kShortest; });
  if (literals_.empty()) return;
  window_ = kWindow;
  for (const std::string_view literal : literals_) {
    window_ = std::min(window_, literal.size());
    longest_ = std::max(longest_, literal.size());
  }
  const auto last_hash = [this](std::string_view literal) { return hash(literal.data() + window_ - kBlock); };
  std::ranges::sort(literals_, [&](std::string_view a, std::string_view b) {
    return std::pair(last_hash(a), b.size()) < std::pair(last_hash(b), a.size());
  });
  skips_.assign(kHashes, static_cast<std::uint8_t>(window_ - kBlock + 1));
  for (const std::string_view literal : literals_) {
    hashes_.push_back(last_hash(literal));
    for (std::size_t end = kBlock; end <= window_; ++end) {
      std::uint8_t& skip = skips_[hash(literal.data() + end - kBlock)];
      skip = std::min(skip, static_cast<std::uint8_t>(window_ - end));
    }
  }
}

std::size_t LiteralSearch::size_of_match(std::string_view rest, std::size_t block_hash) const {
  const auto [first, last] = std::ranges::equal_range(hashes_, block_hash);
  for (auto place = first; place != last; ++place) {
    const std::string_view literal = literals_[static_cast<std::size_t>(place - hashes_.begin())];
    if (rest.starts_with(literal)) return literal.size();
  }
  return 0;
}

std::optional<LiteralSearch::Match> LiteralSearch::find(std::string_view text, std::size_t from) const {
  if (window_ == 0) return std::nullopt;
  for (std::size_t end = from + window_; end <= text.size();) {
    const std::size_t block_hash = hash(text.data() + end - kBlock);
    if (const std::size_t skip = skips_[block_hash]; skip != 0) {
      end += skip;
      continue;
    }
    const std::size_t at = end - window_;
    if (const std::size_t size = size_of_match(text.substr(at), block_hash); size != 0) return Match{at, size};
    ++end;
  }
  return std::nullopt;
}

}  // namespace yett
