#include "metrics/call_frontier.h"

#include <algorithm>
#include <utility>

#include "metrics/part_names.h"
#include "metrics/rates.h"

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

/// The calls under another set than the session's own.
FrontierPoint judge_under(PermissionSet set, const CallWork& work, const CallJudging& judging, AskedCalls asked) {
  Session session = judging.session;
  session.permissions = set;
  const CallJudging under{.engine = judging.engine,
                          .policy = judging.policy,
                          .session = session,
                          .now = judging.now,
                          .sources = judging.sources,
                          .resolve = judging.resolve,
                          .sealed = judging.sealed};
  return point_of(std::move(set), judge_calls(bare_experiment(), work, under, asked).sample, asked);
}

/// Tools are taken away from a policy. Calls that are judged by themselves keep their rulings if their tool stays. In a
/// run they may not: what a tool that is gone does not bring back can no longer stop a call, so every call is judged
/// again.
class ToolSearch {
 public:
  ToolSearch(const CallWork& work, const JudgedCalls& judged, const CallJudging& judging, AskedCalls asked)
      : work_(work), judging_(judging), asked_(asked) {
    // The policy's rulings alone: other parts play no role here.
    const std::size_t policy =
        judged.sample.groups.empty() ? 0 : judged.sample.groups.front().rulings.size() - 1 - kStageRulings;
    sample_ = judged.sample;
    for (std::size_t i = 0; i < sample_.groups.size(); ++i) {
      Group& group = sample_.groups[i];
      group.rulings = {group.rulings[policy]};
      const Tool* tool = judging.policy.tools.find(work.calls[i].call.call.tool);
      tools_.push_back(tool);
      // In a run a call that is stopped now may get through once another tool is gone.
      const bool does_harm =
          group.truth == Truth::Harmful && (is_judged_again() || group.rulings.front() != Verdict::Deny);
      if (does_harm && tool != nullptr && std::ranges::find(candidates_, tool) == candidates_.end()) {
        candidates_.push_back(tool);
      }
    }
  }

  Frontier search() {
    const std::size_t limit = is_judged_again() ? kMaxExactJudgements : kMaxExactRulings;
    const bool is_small = candidates_.size() <= kMaxExactTools && sample_.groups.size() << candidates_.size() <= limit;
    Frontier frontier = is_small ? try_all() : try_greedily();
    frontier.is_of_tools = true;
    return frontier;
  }

 private:
  static constexpr std::size_t kStageRulings = kStages.size();
  /// Rulings that are counted before a search counts as too long to be exact: some seconds.
  static constexpr std::size_t kMaxExactRulings = 20'000'000;
  /// The same where each of them is a judgement.
  static constexpr std::size_t kMaxExactJudgements = 1'000'000;

  [[nodiscard]] bool is_judged_again() const { return judging_.sources == CallSources::Runtime; }

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
        // In a run a call more can get through than before.
        const Step step = step_between(points.back().counts, point.counts);
        const auto harmful = static_cast<double>(std::max<std::int64_t>(step.harmful, 0));
        const auto clean = static_cast<double>(std::max<std::int64_t>(step.clean, 0));
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
    const auto is_gone = [&](const Tool* tool) { return std::ranges::find(removed, tool) != removed.end(); };
    Sample sample = sample_;
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
    FrontierPoint point = is_judged_again() ? judge_under(std::move(set), work_, judging_, asked_)
                                            : point_of(std::move(set), sample, asked_);
    for (const Tool* tool : removed) point.without.push_back(tool->name);
    return point;
  }

  /// Whether the set is for the tool at all: one that it leaves out stays out.
  bool is_granted(const PermissionSet& set, const Tool& tool) const {
    return !set.tools || std::ranges::any_of(*set.tools, [&](const std::string& name) {
      return judging_.policy.tools.find(name) == &tool;
    });
  }

  const CallWork& work_;
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
    points.push_back(judge_under(std::move(set), work, judging, asked));
  }
  return frontier_of(std::move(points), SampleKind::Calls);
}

Frontier call_tool_frontier(const CallWork& work, const JudgedCalls& judged, const CallJudging& judging,
                            AskedCalls asked) {
  return ToolSearch(work, judged, judging, asked).search();
}

}  // namespace yett
