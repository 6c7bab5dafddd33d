#include "metrics/experiment.h"

#include <algorithm>

namespace yett {

bool is_narrower(const PermissionSet& set, const PermissionSet& than) {
  const auto within = [](const std::optional<std::vector<std::string>>& names,
                         const std::optional<std::vector<std::string>>& others) {
    return !others || (names && std::ranges::all_of(*names, [&](const std::string& name) {
                         return std::ranges::find(*others, name) != others->end();
                       }));
  };
  return std::ranges::all_of(kAllCapabilities,
                             [&](Capability each) { return than.grant(each).covers(set.grant(each)); }) &&
         within(set.tools, than.tools) && within(set.servers, than.servers);
}

bool Experiment::has_class(std::string_view wanted) const {
  return !classes || std::ranges::find(*classes, wanted) != classes->end();
}

std::optional<Truth> Experiment::truth_of(std::string_view class_name) const {
  if (!clean) return std::nullopt;
  return std::ranges::find(*clean, class_name) != clean->end() ? Truth::Clean : Truth::Harmful;
}

std::optional<std::size_t> Experiment::feature(std::string_view wanted) const {
  const auto found = std::ranges::find(features, wanted);
  if (found == features.end()) return std::nullopt;
  return static_cast<std::size_t>(found - features.begin());
}

std::optional<Capability> Experiment::capability_of(FeatureBits bits, SourceKind source) const {
  for (const CapabilityRule& rule : capability_rules) {
    if (rule.sources.contains(source) && rule.condition.holds(bits)) return rule.is;
  }
  return std::nullopt;
}

FilterBits Experiment::matching(FeatureBits bits) const {
  FilterBits matching = 0;
  for (std::size_t i = 0; i < filters.size(); ++i) {
    if (filters[i].condition.holds(bits)) matching |= FilterBits{1} << i;
  }
  return matching;
}

}  // namespace yett
