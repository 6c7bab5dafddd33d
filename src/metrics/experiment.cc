#include "metrics/experiment.h"

#include <algorithm>

namespace yett {

std::optional<std::size_t> Experiment::feature(std::string_view wanted) const {
  const auto found = std::ranges::find(features, wanted);
  if (found == features.end()) return std::nullopt;
  return static_cast<std::size_t>(found - features.begin());
}

std::optional<Capability> Experiment::capability_of(FeatureBits bits, SourceKind source) const {
  for (const CapabilityRule& rule : capability) {
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
