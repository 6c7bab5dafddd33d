#include "metrics/stacking.h"

#include <bit>
#include <cstdint>

namespace yett {
namespace {

using PartBits = std::uint32_t;

/// Records by which parts of the stack would stop them.
struct StoppedBy {
  std::vector<double> harmful;
  std::vector<double> clean;
};

StoppedBy sort_records(const Experiment& experiment, const Sample& sample, const Layer& layer, AskedCalls asked) {
  StoppedBy stopped{.harmful = std::vector<double>(std::size_t{1} << layer.parts.size()),
                    .clean = std::vector<double>(std::size_t{1} << layer.parts.size())};
  for (const Group& group : sample.groups) {
    PartBits by = 0;
    for (std::size_t i = 0; i < layer.parts.size(); ++i) {
      if (is_stopped(ruling(experiment, group, layer.parts[i]), asked)) by |= PartBits{1} << i;
    }
    (group.truth == Truth::Harmful ? stopped.harmful : stopped.clean)[by] += static_cast<double>(group.records);
  }
  return stopped;
}

}  // namespace

std::vector<StackedPart> split_stack(const Experiment& experiment, const Sample& sample, const Layer& layer,
                                     AskedCalls asked) {
  std::vector<StackedPart> stack;
  if (layer.joining != Joining::Any || layer.parts.size() < 2 || layer.parts.size() > kMaxStackedParts) return stack;
  for (const Part& part : layer.parts) stack.push_back({.part = part});
  const StoppedBy stopped = sort_records(experiment, sample, layer, asked);
  // A record that k parts would stop is stopped by whichever of them comes first, each in one order of k.
  for (PartBits by = 1; by < stopped.harmful.size(); ++by) {
    const double ways = std::popcount(by);
    for (std::size_t i = 0; i < stack.size(); ++i) {
      if ((by >> i & 1) == 0) continue;
      stack[i].harmful += stopped.harmful[by] / ways;
      stack[i].clean += stopped.clean[by] / ways;
    }
  }
  return stack;
}

}  // namespace yett
