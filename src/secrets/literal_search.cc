#include "secrets/literal_search.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace yett {

std::size_t LiteralSearch::hash(const char* block) {
  const auto byte = [block](std::size_t i) { return static_cast<std::size_t>(static_cast<unsigned char>(block[i])); };
  return (byte(0) ^ byte(1) << 5 ^ byte(2) << 10) % kHashes;
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
  firsts_.assign(kHashes + 1, 0);
  for (const std::string_view literal : literals_) {
    ++firsts_[last_hash(literal) + 1];
    for (std::size_t end = kBlock; end <= window_; ++end) {
      std::uint8_t& skip = skips_[hash(literal.data() + end - kBlock)];
      skip = std::min(skip, static_cast<std::uint8_t>(window_ - end));
    }
  }
  std::partial_sum(firsts_.begin(), firsts_.end(), firsts_.begin());
}

std::size_t LiteralSearch::size_of_match(std::string_view rest, std::size_t block_hash) const {
  for (std::size_t i = firsts_[block_hash]; i < firsts_[block_hash + 1]; ++i) {
    if (rest.starts_with(literals_[i])) return literals_[i].size();
  }
  return 0;
}

std::optional<LiteralSearch::Match> LiteralSearch::find(std::string_view text, std::size_t from, std::size_t to) const {
  if (window_ == 0 || text.size() < window_) return std::nullopt;
  const std::size_t last_end = std::min(to, text.size() - window_ + 1) + window_ - 1;
  for (std::size_t end = from + window_; end <= last_end;) {
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
