#include "route/answers.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace yett {
namespace {

bool is_covered(const IpAddress& address, std::span<const AddressBlock> blocks) {
  return std::ranges::any_of(blocks, [&](const AddressBlock& block) { return block.contains(address); });
}

/// What stands against dialling one address.
std::optional<RuleId> judge_address(const IpAddress& address, std::span<const AddressBlock> covered,
                                    std::span<const IpAddress> own, std::span<const AddressRange> ranges) {
  const AddressKind kind = classify(address, ranges);
  FlawSet flaws;
  if (const auto flaw = flaw_of(kind)) flaws.insert(*flaw);
  // The loader refuses ranges that no entry can open; this holds for entries that come from anywhere.
  if (can_be_opened({address, address}, kind) && is_covered(address, covered)) flaws = {};
  if (std::ranges::find(own, address) != own.end()) flaws.insert(Flaw::Loopback);
  const auto gravest = flaws.gravest();
  return gravest ? std::optional(rule_of(*gravest)) : std::nullopt;
}

std::span<const IpAddress> addresses_of(const FamilyAnswers& answers) {
  return answers ? std::span<const IpAddress>(*answers) : std::span<const IpAddress>();
}

std::vector<IpAddress> by_turns(std::span<const IpAddress> first, std::span<const IpAddress> second) {
  std::vector<IpAddress> all;
  all.reserve(first.size() + second.size());
  for (std::size_t i = 0; i < std::max(first.size(), second.size()); ++i) {
    if (i < first.size()) all.push_back(first[i]);
    if (i < second.size()) all.push_back(second[i]);
  }
  return all;
}

}  // namespace

std::expected<std::vector<IpAddress>, RouteRefusal> judge_answers(const ListedTarget& target, const Answers& answers,
                                                                  std::span<const IpAddress> own,
                                                                  std::span<const AddressRange> ranges) {
  std::vector<IpAddress> addresses = by_turns(addresses_of(answers.v6), addresses_of(answers.v4));
  RouteRefusal gravest{.rule = RuleId::DestinationUnresolved, .host = target.host()};
  for (const IpAddress& address : addresses) {
    const auto rule = judge_address(address, target.private_ranges(), own, ranges);
    if (!rule || !is_graver(*rule, gravest.rule)) continue;
    gravest.rule = *rule;
    gravest.address = address;
  }
  const bool is_refused = gravest.address.has_value() || addresses.empty() || addresses.size() > kMostAnswers;
  if (is_refused) return std::unexpected(std::move(gravest));
  return addresses;
}

}  // namespace yett
