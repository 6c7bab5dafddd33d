#include "cases/telling_address.h"

#include <vector>

namespace yett {
namespace {

/// Some address of the Internet, to be embedded.
constexpr std::uint64_t kPublic = 0x08080808;

}  // namespace

std::optional<IpAddress> address_that_shows(std::size_t row) {
  const std::span<const AddressRange> strict = strict_address_ranges();
  if (row >= strict.size() || strict[row].kind == AddressKind::Public) return std::nullopt;
  const AddressBlock& block = strict[row].block;
  std::vector<IpAddress> candidates = {block.first, block.last};
  if (block.first.family() == AddressFamily::V6) {
    const std::uint64_t high = block.first.high();
    const std::uint64_t low = block.first.low();
    candidates.push_back(IpAddress::v6(high, low | kPublic));                  // mapped, compatible, NAT64
    candidates.push_back(IpAddress::v6(high | (kPublic << 16U), low));         // 6to4
    candidates.push_back(IpAddress::v6(high, low | (kPublic ^ 0xFFFFFFFFU)));  // Teredo
  }
  std::vector<AddressRange> open(strict.begin(), strict.end());
  open[row].kind = AddressKind::Public;
  std::optional<IpAddress> other;
  for (const IpAddress& candidate : candidates) {
    if (!block.contains(candidate)) continue;
    const AddressKind kind = classify(candidate, open);
    if (kind == AddressKind::Public) return candidate;
    if (!other && kind != classify(candidate, strict)) other = candidate;
  }
  return other;
}

}  // namespace yett
