#include "metrics/call_frontier.h"

#include <algorithm>
#include <bit>
#include <cstdint>
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

/// Tools by their position among the candidates, one bit each.
using ToolBits = std::uint64_t;

/// What is left of calls once tools are taken away.
struct Remainder {
  ToolBits gone = 0;
  Counts counts{};
  TaskCounts tasks{};
  std::uint64_t asked = 0;
};

/// Whether one remainder is at least as good as the other in everything that points are chosen by.
bool covers(const Remainder& one, const Remainder& other) {
  return one.counts.tp >= other.counts.tp && one.counts.fp <= other.counts.fp &&
         one.tasks.completed >= other.tasks.completed && one.asked <= other.asked;
}

/// The calls under another set than the session's own.
Sample judge_under(const PermissionSet& set, const CallWork& work, const CallJudging& judging, AskedCalls asked) {
  Session session = judging.session;
  session.permissions = set;
  const CallJudging under{.engine = judging.engine,
                          .policy = judging.policy,
                          .session = session,
                          .now = judging.now,
                          .sources = judging.sources,
                          .resolve = judging.resolve,
                          .sealed = judging.sealed};
  return judge_calls(bare_experiment(), work, under, asked).sample;
}

/// Tools are taken away from a policy. Calls that are judged by themselves keep their rulings if their tool stays. In a
/// run they may not: what a tool that is gone does not bring back can no longer stop a call, so every call is judged
/// again.
class ToolSearch {
 public:
  ToolSearch(const CallWork& work, const JudgedCalls& judged, const CallJudging& judging, AskedCalls asked)
      : work_(work), judging_(judging), asked_(asked), sample_(judged.sample) {
    for (std::size_t i = 0; i < work.calls.size(); ++i) {
      const Tool* tool = judging.policy.tools.find(work.calls[i].call.call.tool);
      // In a run a call that is stopped now may get through once another tool is gone.
      const bool does_harm = sample_.groups[i].truth == Truth::Harmful &&
                             (is_judged_again() || judged.rulings[i].verdict != Verdict::Deny);
      const bool asks = judged.rulings[i].verdict == Verdict::Confirm;
      calls_.push_back({.ruled = judged.rulings[i].verdict, .truth = sample_.groups[i].truth, .tool = 0});
      tools_.push_back(tool);
      if (tool != nullptr && (does_harm || asks) && std::ranges::find(candidates_, tool) == candidates_.end()) {
        candidates_.push_back(tool);
      }
    }
    for (std::size_t i = 0; i < calls_.size(); ++i) {
      const auto found = std::ranges::find(candidates_, tools_[i]);
      const auto position = static_cast<unsigned>(found - candidates_.begin());
      if (found != candidates_.end() && position < kToolBits) calls_[i].tool = ToolBits{1} << position;
    }
  }

  Frontier search() {
    const std::size_t limit = is_judged_again() ? kMaxExactJudgements : kMaxExactRulings;
    const bool is_small = candidates_.size() <= kMaxExactTools && calls_.size() << candidates_.size() <= limit;
    if (is_small) {
      try_all();
    } else {
      try_greedily();
    }
    std::vector<FrontierPoint> points;
    for (const Remainder& remainder : kept_) points.push_back(point_of(remainder));
    Frontier frontier = frontier_of(std::move(points), SampleKind::Calls);
    frontier.search = is_small ? FrontierSearch::Exact : FrontierSearch::Greedy;
    frontier.of = FrontierOf::Tools;
    frontier.tried = tried_;
    return frontier;
  }

 private:
  /// Rulings that are counted before a search counts as too long to be exact: about a second.
  static constexpr std::size_t kMaxExactRulings = 100'000'000;
  /// The same where each of them is a judgement: some seconds.
  static constexpr std::size_t kMaxExactJudgements = 2'000'000;

  struct Call {
    Verdict ruled = Verdict::Deny;
    Truth truth = Truth::Harmful;
    ToolBits tool = 0;  // none: of a tool that stays
  };

  void try_all() {
    // Of equal sets the one that takes fewest tools away comes first, and stays.
    std::vector<ToolBits> order(std::size_t{1} << candidates_.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    std::ranges::stable_sort(order, {}, [](ToolBits gone) { return std::popcount(gone); });
    for (const ToolBits gone : order) keep(without(gone));
  }

  void try_greedily() {
    Remainder now = without(0);
    keep(now);
    ToolBits left = candidates_.size() >= kToolBits ? ~ToolBits{0} : (ToolBits{1} << candidates_.size()) - 1;
    while (left != 0) {
      Remainder best;
      double best_worth = -1.0;
      for (ToolBits rest = left; rest != 0; rest &= rest - 1) {
        const Remainder tried = without(now.gone | (rest & -rest));
        // In a run a call more can get through than before.
        const Step step = step_between(now.counts, tried.counts);
        const auto harmful = static_cast<double>(std::max<std::int64_t>(step.harmful, 0));
        const auto clean = static_cast<double>(std::max<std::int64_t>(step.clean, 0));
        const double worth = harmful / (harmful + clean + 1.0);
        if (worth > best_worth) {
          best_worth = worth;
          best = tried;
        }
      }
      now = best;
      left &= ~now.gone;
      keep(now);
    }
  }

  void keep(const Remainder& tried) {
    ++tried_;
    if (std::ranges::any_of(kept_, [&](const Remainder& each) { return covers(each, tried); })) return;
    std::erase_if(kept_, [&](const Remainder& each) { return covers(tried, each); });
    kept_.push_back(tried);
  }

  [[nodiscard]] bool is_judged_again() const { return judging_.sources == CallSources::Runtime; }

  [[nodiscard]] Remainder without(ToolBits gone) const {
    if (!is_judged_again()) return denied_without(gone);
    const Sample sample = judge_under(set_without(gone), work_, judging_, asked_);
    const AskedCounts questions = count_asked(bare_experiment(), sample, kPolicy);
    return {.gone = gone,
            .counts = count(bare_experiment(), sample, kPolicy, asked_),
            .tasks = count_tasks(bare_experiment(), sample, kPolicy, asked_),
            .asked = questions.harmful + questions.clean};
  }

  [[nodiscard]] Remainder denied_without(ToolBits gone) const {
    Remainder left{.gone = gone};
    const auto ruled = [&](const Call& call) { return (call.tool & gone) != 0 ? Verdict::Deny : call.ruled; };
    for (const Call& call : calls_) {
      const bool stopped = is_stopped(ruled(call), asked_);
      if (call.truth == Truth::Harmful) {
        ++(stopped ? left.counts.tp : left.counts.fn);
      } else {
        ++(stopped ? left.counts.fp : left.counts.tn);
      }
      if (ruled(call) == Verdict::Confirm) ++left.asked;
    }
    left.tasks = count_tasks(sample_.tasks, [&](std::size_t call) { return ruled(calls_[call]); }, asked_);
    return left;
  }

  [[nodiscard]] FrontierPoint point_of(const Remainder& remainder) const {
    FrontierPoint point{.set = set_without(remainder.gone),
                        .without = {},
                        .counts = remainder.counts,
                        .tasks = remainder.tasks,
                        .asked = remainder.asked};
    for (std::size_t i = 0; i < candidates_.size() && i < kToolBits; ++i) {
      if ((remainder.gone >> i & 1) != 0) point.without.push_back(name_of(*candidates_[i]));
    }
    return point;
  }

  /// The session's set without some tools.
  [[nodiscard]] PermissionSet set_without(ToolBits gone) const {
    PermissionSet set = judging_.session.permissions;
    if (gone == 0) return set;
    std::vector<std::string> names;
    for (const Tool& tool : judging_.policy.tools.in_order()) {
      const auto position = static_cast<std::size_t>(std::ranges::find(candidates_, &tool) - candidates_.begin());
      const bool is_gone = position < candidates_.size() && position < kToolBits && (gone >> position & 1) != 0;
      if (!is_gone && is_granted(set, tool)) names.push_back(name_of(tool));
    }
    set.tools = std::move(names);
    return set;
  }

  /// As a role names a tool: with its server where two servers have one of that name.
  [[nodiscard]] std::string name_of(const Tool& tool) const {
    return judging_.policy.tools.find(tool.name) == &tool ? tool.name : tool.server + "." + tool.name;
  }

  /// Whether the set is for the tool at all: one that it leaves out stays out.
  [[nodiscard]] bool is_granted(const PermissionSet& set, const Tool& tool) const {
    return !set.tools || std::ranges::any_of(*set.tools, [&](const std::string& name) {
      return judging_.policy.tools.find(name) == &tool;
    });
  }

  static constexpr std::size_t kToolBits = 64;

  const CallWork& work_;
  const CallJudging& judging_;
  AskedCalls asked_;
  const Sample& sample_;
  std::vector<Call> calls_;
  std::vector<const Tool*> tools_;       // by call
  std::vector<const Tool*> candidates_;  // to be taken away
  std::vector<Remainder> kept_;          // none covers another
  std::uint64_t tried_ = 0;
};

}  // namespace

Frontier call_set_frontier(const CallWork& work, const CallJudging& judging, AskedCalls asked) {
  std::vector<FrontierPoint> points;
  for (PermissionSet& set : pair_sets()) {
    const Sample sample = judge_under(set, work, judging, asked);
    const AskedCounts questions = count_asked(bare_experiment(), sample, kPolicy);
    points.push_back({.set = std::move(set),
                      .without = {},
                      .counts = count(bare_experiment(), sample, kPolicy, asked),
                      .tasks = count_tasks(bare_experiment(), sample, kPolicy, asked),
                      .asked = questions.harmful + questions.clean});
  }
  return frontier_of(std::move(points), SampleKind::Calls);
}

Frontier call_tool_frontier(const CallWork& work, const JudgedCalls& judged, const CallJudging& judging,
                            AskedCalls asked) {
  return ToolSearch(work, judged, judging, asked).search();
}

}  // namespace yett
