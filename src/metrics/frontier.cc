#include "metrics/frontier.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <optional>
#include <tuple>
#include <utility>

#include "policy/write_toml.h"

namespace yett {
namespace {

bool has(unsigned bits, std::size_t index) { return (bits >> index & 1u) != 0; }

/// What a point is judged by, each the more the better. Of records the last follows from the second.
using Merits = std::array<double, 4>;
Merits merits(SampleKind kind, const FrontierPoint& point) {
  return {static_cast<double>(point.counts.tp), completion(kind, point.counts, point.tasks),
          -static_cast<double>(point.asked), -static_cast<double>(point.counts.fp)};
}

bool beats(const Merits& one, const Merits& other) {
  bool better = false;
  for (std::size_t i = 0; i < one.size(); ++i) {
    if (one[i] < other[i]) return false;
    better = better || one[i] > other[i];
  }
  return better;
}

/// Harmful and clean records of one capability and source.
using Plane = std::array<std::array<Counts, kSourceKindCount>, kCapabilityCount>;

FrontierPoint evaluate_set(const Plane& plane, const PermissionSet& set) {
  FrontierPoint point{.set = set};
  for (const Capability capability : kAllCapabilities) {
    for (const SourceKind source : kAllSourceKinds) {
      const Counts& records = plane[std::to_underlying(capability)][std::to_underlying(source)];
      const bool stopped = !set.grant(capability).contains(source);
      (stopped ? point.counts.tp : point.counts.fn) += records.fn;
      (stopped ? point.counts.fp : point.counts.tn) += records.tn;
    }
  }
  return point;
}

/// A session always has its user's text: what is granted without it is never granted.
bool is_usable(const PermissionSet& set) {
  return std::ranges::all_of(kAllCapabilities, [&set](Capability each) {
    return !set.has(each) || set.grant(each).contains(SourceKind::User);
  });
}

std::string quoted_list(const std::vector<std::string>& words) {
  std::string list = "[";
  for (const std::string& word : words) list += fmt::format("{}{}", list.size() == 1 ? "" : ", ", toml_text(word));
  return list + "]";
}

std::vector<std::string> words_of(SourceSet sources) {
  std::vector<std::string> words;
  for (const SourceKind kind : kAllSourceKinds) {
    if (sources.contains(kind)) words.emplace_back(to_string(kind));
  }
  return words;
}

}  // namespace

std::vector<PermissionSet> pair_sets() {
  std::vector<std::pair<unsigned, unsigned>> pairs;
  for (unsigned capabilities = 0; capabilities < 1u << kCapabilityCount; ++capabilities) {
    for (unsigned sources = 0; sources < 1u << kSourceKindCount; ++sources) pairs.emplace_back(capabilities, sources);
  }
  std::ranges::stable_sort(pairs, {}, [](const auto& pair) {
    return std::tuple(std::popcount(pair.first) * std::popcount(pair.second),
                      std::popcount(pair.first) + std::popcount(pair.second));
  });
  std::vector<PermissionSet> sets;
  for (const auto& [capabilities, sources] : pairs) {
    PermissionSet set;
    for (const Capability capability : kAllCapabilities) {
      if (has(capabilities, std::to_underlying(capability))) {
        set.grants[std::to_underlying(capability)] = SourceSet::from_bits(static_cast<std::uint8_t>(sources));
      }
    }
    sets.push_back(std::move(set));
  }
  return sets;
}

Frontier frontier_of(std::vector<FrontierPoint> points, SampleKind kind) {
  Frontier frontier{.kind = kind,
                    .search = FrontierSearch::Exact,
                    .of = FrontierOf::Sets,
                    .tried = points.size(),
                    .evaluated = {},
                    .best = {}};
  frontier.evaluated = std::move(points);
  std::vector<Merits> merit;
  merit.reserve(frontier.evaluated.size());
  for (const FrontierPoint& point : frontier.evaluated) merit.push_back(merits(kind, point));
  for (std::size_t i = 0; i < merit.size(); ++i) {
    bool stays = true;
    for (std::size_t j = 0; j < merit.size() && stays; ++j) {
      stays = !beats(merit[j], merit[i]) && !(j < i && merit[j] == merit[i]);
    }
    if (stays) frontier.best.push_back(i);
  }
  std::ranges::stable_sort(frontier.best, {}, [&](std::size_t i) { return frontier.evaluated[i].counts.tp; });
  return frontier;
}

Frontier record_frontier(const Cube& cube) {
  Plane plane{};
  for (const auto& [cell, records] : cube.cells()) {
    Counts& counts = plane[std::to_underlying(cell.capability)][std::to_underlying(cell.source)];
    (cell.truth == Truth::Harmful ? counts.fn : counts.tn) += records;
  }
  std::vector<FrontierPoint> points;
  for (const PermissionSet& set : pair_sets()) points.push_back(evaluate_set(plane, set));
  return frontier_of(std::move(points), SampleKind::Records);
}

const FrontierPoint* recommend(std::span<const Frontier> frontiers, double max_false_block) {
  const FrontierPoint* best = nullptr;
  for (const Frontier& frontier : frontiers) {
    const FrontierPoint* point = recommend(frontier, max_false_block);
    if (point == nullptr) continue;
    if (best == nullptr || merits(frontier.kind, *point) > merits(frontier.kind, *best)) best = point;
  }
  return best;
}

const FrontierPoint* recommend(const Frontier& frontier, double max_false_block) {
  const FrontierPoint* best = nullptr;
  for (const FrontierPoint& point : frontier.evaluated) {
    if (!is_usable(point.set)) continue;
    if (point.counts.false_block_rate() > max_false_block) continue;
    if (best == nullptr || merits(frontier.kind, point) > merits(frontier.kind, *best)) best = &point;
  }
  return best;
}

std::optional<SourceSet> common_sources(const PermissionSet& set) {
  std::optional<SourceSet> common;
  for (const Capability capability : kAllCapabilities) {
    if (!set.has(capability)) continue;
    if (common && *common != set.grant(capability)) return std::nullopt;
    common = set.grant(capability);
  }
  return common.value_or(SourceSet());
}

std::string permission_table(const PermissionSet& set, std::string_view name) {
  std::string table = fmt::format("[permissions.{}]\n", name);
  if (set.tools) table += fmt::format("tools = {}\n", quoted_list(*set.tools));
  if (set.servers) table += fmt::format("servers = {}\n", quoted_list(*set.servers));
  std::vector<std::string> granted;
  for (const Capability capability : kAllCapabilities) {
    if (set.has(capability)) granted.emplace_back(to_string(capability));
  }
  if (const std::optional<SourceSet> common = common_sources(set)) {
    return table +
           fmt::format("capabilities = {}\nsources = {}\n", quoted_list(granted), quoted_list(words_of(*common)));
  }
  table += fmt::format("[permissions.{}.grants]\n", name);
  for (const Capability capability : kAllCapabilities) {
    if (!set.has(capability)) continue;
    table += fmt::format("{} = {}\n", to_string(capability), quoted_list(words_of(set.grant(capability))));
  }
  return table;
}

}  // namespace yett
