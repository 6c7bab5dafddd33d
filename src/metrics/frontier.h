#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "metrics/counting.h"
#include "metrics/measurement.h"

namespace yett {

/// A permission set and what it comes to.
struct FrontierPoint {
  PermissionSet set;
  std::vector<std::string> without{};  // tools that were taken away
  Counts counts{};
  TaskCounts tasks{};       // of calls
  std::uint64_t asked = 0;  // calls that a person is asked about
};

/// How a frontier was searched.
enum class FrontierSearch : std::uint8_t {
  Exact,   // every candidate was evaluated
  Greedy,  // one tool was taken away after the other, the one that pays most first
};

/// What is tried: rights, or what is left when tools are taken away.
enum class FrontierOf : std::uint8_t { Sets, Tools };

struct Frontier {
  SampleKind kind = SampleKind::Records;
  FrontierSearch search = FrontierSearch::Exact;
  FrontierOf of = FrontierOf::Sets;
  std::uint64_t tried = 0;               // how many sets were evaluated
  std::vector<FrontierPoint> evaluated;  // of the tried ones those that could be best in something
  std::vector<std::size_t> best;         // positions in `evaluated` of what no other one beats, by rising recall
};

/// Every set of the pair form: 2^4 capabilities x 2^3 kinds of text, the narrowest first.
[[nodiscard]] std::vector<PermissionSet> pair_sets();

/// Of points what no other one beats: none stops at least as many harmful records, completes at least as much work,
/// asks no more often and stops no more clean ones, and does better in one of these. Of equal ones the first stays.
/// O(n^2).
[[nodiscard]] Frontier frontier_of(std::vector<FrontierPoint> points, SampleKind kind);

/// pair_sets() on records of which only the cells remain. O(cells + sets).
[[nodiscard]] Frontier record_frontier(const Cube& cube);

/// The point that stops the most harmful records among those whose false block rate is at most that; of several the one
/// that completes most work, then asks least, then stops fewest clean ones, then stands first. Not a set that grants
/// something without the user's own text, which every session has: it would grant nothing. nullptr when there is none.
[[nodiscard]] const FrontierPoint* recommend(const Frontier& frontier, double max_false_block);
/// The best of those that several frontiers of the same records recommend.
[[nodiscard]] const FrontierPoint* recommend(std::span<const Frontier> frontiers, double max_false_block);

/// The kinds of text that every granted capability has; nullopt where they differ, none where none is granted.
[[nodiscard]] std::optional<SourceSet> common_sources(const PermissionSet& set);

/// The set as a `[permissions.NAME]` table of a policy: in the pair form where it has one.
[[nodiscard]] std::string permission_table(const PermissionSet& set, std::string_view name);

}  // namespace yett
