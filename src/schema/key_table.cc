#include "schema/key_table.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace yett {
namespace {

/// Up to here comparing each is as fast as a search: most are told apart by their lengths.
constexpr std::size_t kFew = 16;

/// By length first, which decides without a look at the bytes.
struct Before {
  bool operator()(std::string_view a, std::string_view b) const {
    return a.size() != b.size() ? a.size() < b.size() : a < b;
  }
};

}  // namespace

KeyTable::KeyTable(std::vector<std::string> keys) : keys_(std::move(keys)) {
  if (keys_.size() <= kFew) return;
  sorted_.resize(keys_.size());
  std::iota(sorted_.begin(), sorted_.end(), 0u);
  std::ranges::sort(sorted_, Before{}, [this](std::uint32_t at) -> std::string_view { return keys_[at]; });
}

std::uint32_t KeyTable::compare_each(std::string_view key) const {
  const auto found = std::ranges::find(keys_, key);
  return found == keys_.end() ? kAbsent : static_cast<std::uint32_t>(found - keys_.begin());
}

std::uint32_t KeyTable::search(std::string_view key) const {
  const auto text_at = [this](std::uint32_t at) -> std::string_view { return keys_[at]; };
  const auto found = std::ranges::lower_bound(sorted_, key, Before{}, text_at);
  return found != sorted_.end() && keys_[*found] == key ? *found : kAbsent;
}

}  // namespace yett
