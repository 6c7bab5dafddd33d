#include "metrics/call_features.h"

#include <cstddef>

namespace yett {
namespace {

constexpr FeatureBits bit(std::size_t feature) { return FeatureBits{1} << feature; }

constexpr std::size_t kPrivate = 4;
constexpr std::size_t kIrreversible = 5;
constexpr std::size_t kHasDestination = 6;
constexpr std::size_t kUnregistered = 7;

std::size_t effect_feature(Effect effect) {
  switch (effect) {
    case Effect::Read:
      return 0;
    case Effect::Write:
      return 1;
    case Effect::Send:
      return 2;
    case Effect::Execute:
      return 3;
  }
  return 3;
}

}  // namespace

FeatureBits call_features(const Tool* tool) {
  if (tool == nullptr) return bit(kUnregistered);
  FeatureBits features = bit(effect_feature(tool->effect));
  if (tool->sensitivity == Sensitivity::Private) features |= bit(kPrivate);
  if (tool->reversibility == Reversibility::Irreversible) features |= bit(kIrreversible);
  if (tool->has_destination_argument() || tool->fixed_destination) features |= bit(kHasDestination);
  return features;
}

}  // namespace yett
