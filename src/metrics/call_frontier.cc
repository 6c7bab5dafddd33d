#include "metrics/call_frontier.h"

#include <algorithm>
#include <utility>

#include "metrics/part_names.h"

namespace yett {
namespace {

/// An experiment without parts of its own, so that each call has the ruling of the policy.
const Experiment& bare_experiment() {
  static const Experiment kBare;
  return kBare;
}

constexpr Part kPolicy{.kind = PartKind::Policy};

FrontierPoint point_of(PermissionSet set, const Sample& sample, AskedCalls asked) {
  const AskedCounts questions = count_asked(bare_experiment(), sample, kPolicy);
  return {.set = std::move(set),
          .without = {},
          .counts = count(bare_experiment(), sample, kPolicy, asked),
          .tasks = count_tasks(bare_experiment(), sample, kPolicy, asked),
          .asked = questions.harmful + questions.clean};
}

/// Tools are taken away from a policy, and the calls of those that stay keep their rulings.
class ToolSearch {
 public:
  ToolSearch(const CallWork& work, const JudgedCalls& judged, const CallJudging& judging, AskedCalls asked)
      : judging_(judging), asked_(asked) {
    // The policy's rulings alone: other parts play no role here.
    const std::size_t policy =
        judged.sample.groups.empty() ? 0 : judged.sample.groups.front().rulings.size() - 1 - kStageRulings;
    sample_ = judged.sample;
    for (std::size_t i = 0; i < sample_.groups.size(); ++i) {
      Group& group = sample_.groups[i];
      group.rulings = {group.rulings[policy]};
      const Tool* tool = judging.policy.tools.find(work.calls[i].call.call.tool);
      tools_.push_back(tool);
      const bool does_harm = group.truth == Truth::Harmful && group.rulings.front() != Verdict::Deny;
      if (does_harm && tool != nullptr && std::ranges::find(candidates_, tool) == candidates_.end()) {
        candidates_.push_back(tool);
      }
    }
  }

  Frontier search() {
    const bool is_small =
        candidates_.size() <= kMaxExactTools && sample_.groups.size() << candidates_.size() <= kMaxExactRulings;
    Frontier frontier = is_small ? try_all() : try_greedily();
    frontier.is_of_tools = true;
    return frontier;
  }

 private:
  static constexpr std::size_t kStageRulings = kStages.size();
  /// Rulings that are counted before a search counts as too long to be exact: some seconds.
  static constexpr std::size_t kMaxExactRulings = 20'000'000;

  Frontier try_all() const {
    std::vector<FrontierPoint> points;
    for (unsigned gone = 0; gone < 1u << candidates_.size(); ++gone) {
      std::vector<const Tool*> removed;
      for (std::size_t i = 0; i < candidates_.size(); ++i) {
        if ((gone >> i & 1u) != 0) removed.push_back(candidates_[i]);
      }
      points.push_back(without(removed));
    }
    return frontier_of(std::move(points), SampleKind::Calls);
  }

  Frontier try_greedily() const {
    std::vector<const Tool*> removed;
    std::vector<const Tool*> left = candidates_;
    std::vector<FrontierPoint> points = {without(removed)};
    while (!left.empty()) {
      const auto worth = [&](const Tool* tool) {
        std::vector<const Tool*> tried = removed;
        tried.push_back(tool);
        const FrontierPoint point = without(tried);
        const auto harmful = static_cast<double>(point.counts.tp - points.back().counts.tp);
        const auto clean = static_cast<double>(point.counts.fp - points.back().counts.fp);
        return harmful / (harmful + clean + 1.0);
      };
      const auto best = std::ranges::max_element(left, {}, worth);
      removed.push_back(*best);
      left.erase(best);
      points.push_back(without(removed));
    }
    Frontier frontier = frontier_of(std::move(points), SampleKind::Calls);
    frontier.search = FrontierSearch::Greedy;
    return frontier;
  }

  FrontierPoint without(const std::vector<const Tool*>& removed) const {
    Sample sample = sample_;
    const auto is_gone = [&](const Tool* tool) { return std::ranges::find(removed, tool) != removed.end(); };
    for (std::size_t i = 0; i < sample.groups.size(); ++i) {
      if (is_gone(tools_[i])) sample.groups[i].rulings.front() = Verdict::Deny;
    }
    PermissionSet set = judging_.session.permissions;
    std::vector<std::string> names;
    for (const Tool& tool : judging_.policy.tools.in_order()) {
      if (is_gone(&tool) || !is_granted(set, tool)) continue;
      names.push_back(judging_.policy.tools.find(tool.name) == &tool ? tool.name : tool.server + "." + tool.name);
    }
    if (!removed.empty()) set.tools = std::move(names);
    FrontierPoint point = point_of(std::move(set), sample, asked_);
    for (const Tool* tool : removed) point.without.push_back(tool->name);
    return point;
  }

  /// Whether the set is for the tool at all: one that it leaves out stays out.
  bool is_granted(const PermissionSet& set, const Tool& tool) const {
    return !set.tools || std::ranges::any_of(*set.tools, [&](const std::string& name) {
      return judging_.policy.tools.find(name) == &tool;
    });
  }

  const CallJudging& judging_;
  AskedCalls asked_;
  Sample sample_;
  std::vector<const Tool*> tools_;       // by call
  std::vector<const Tool*> candidates_;  // to be taken away
};

}  // namespace

Frontier call_set_frontier(const CallWork& work, const CallJudging& judging, AskedCalls asked) {
  std::vector<FrontierPoint> points;
  for (PermissionSet& set : pair_sets()) {
    Session session = judging.session;
    session.permissions = set;
    const CallJudging under{.engine = judging.engine,
                            .policy = judging.policy,
                            .session = session,
                            .now = judging.now,
                            .sources = judging.sources,
                            .resolve = judging.resolve,
                            .sealed = judging.sealed};
    const JudgedCalls judged = judge_calls(bare_experiment(), work, under, asked);
    points.push_back(point_of(std::move(set), judged.sample, asked));
  }
  return frontier_of(std::move(points), SampleKind::Calls);
}

Frontier call_tool_frontier(const CallWork& work, const JudgedCalls& judged, const CallJudging& judging,
                            AskedCalls asked) {
  return ToolSearch(work, judged, judging, asked).search();
}

}  // namespace yett
