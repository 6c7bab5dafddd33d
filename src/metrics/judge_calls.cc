#include "metrics/judge_calls.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <span>
#include <utility>

#include "metrics/call_features.h"
#include "metrics/part_names.h"

namespace yett {
namespace {

/// Whether a rule of that stage has made a finding. One rule refuses what cannot be read as a call, and arguments of a
/// call that can; another denies or asks, each in a stage of its own.
bool is_of_stage(const Finding& finding, Stage stage, Readability readability) {
  if (stage == (readability == Readability::Readable ? Stage::Reading : Stage::Arguments)) return false;
  return std::ranges::any_of(rule_table(), [&](const Rule& rule) {
    return rule.stage == stage && rule.id == finding.rule && rule.verdict == finding.verdict;
  });
}

using ClassKey = std::pair<Truth, std::string_view>;

/// The classes of calls, those of clean calls first.
std::vector<ClassKey> sorted_classes(const std::vector<LabelledCall>& calls) {
  std::vector<ClassKey> classes;
  for (const LabelledCall& call : calls) classes.emplace_back(call.truth, call.class_name);
  std::ranges::sort(classes, [](const ClassKey& a, const ClassKey& b) {
    return std::pair(a.first == Truth::Harmful, a.second) < std::pair(b.first == Truth::Harmful, b.second);
  });
  const auto repeated = std::ranges::unique(classes);
  classes.erase(repeated.begin(), repeated.end());
  return classes;
}

/// Judges all calls of one experiment.
class Judge {
 public:
  Judge(const Experiment& experiment, const CallWork& work, const CallJudging& judging, AskedCalls asked)
      : experiment_(experiment), work_(work), judging_(judging), asked_(asked) {}

  JudgedCalls run() {
    describe_calls();
    add_tasks();
    const auto filters = static_cast<std::ptrdiff_t>(experiment_.filters.size());
    for (std::size_t set = 0; set < experiment_.sets.size(); ++set) {
      Session session = judging_.session;
      session.permissions = experiment_.sets[set];
      judge_under(session,
                  [&, place = static_cast<std::size_t>(filters) + set](std::size_t call, const Decision& decision) {
                    judged_.sample.groups[call].rulings[place] = decision.verdict();
                  });
    }
    judge_under(judging_.session, [this](std::size_t call, const Decision& decision) { take_policy(call, decision); });
    return std::move(judged_);
  }

 private:
  void describe_calls() {
    Sample& sample = judged_.sample;
    std::map<ClassKey, std::uint32_t> places;
    const std::vector<ClassKey> classes = sorted_classes(work_.calls);
    const std::set<ClassKey> all(classes.begin(), classes.end());
    for (const ClassKey& each : classes) {
      const auto& [truth, name] = each;
      const ClassKey other(truth == Truth::Clean ? Truth::Harmful : Truth::Clean, name);
      places[each] = static_cast<std::uint32_t>(sample.classes.size());
      sample.classes.push_back(class_label(name, truth, all.contains(other)));
      sample.truths.push_back(truth);
    }
    for (const LabelledCall& labelled : work_.calls) {
      const Tool* tool = judging_.policy.tools.find(labelled.call.call.tool);
      Group group{.class_index = places.at({labelled.truth, labelled.class_name}),
                  .truth = labelled.truth,
                  .records = 1,
                  .rulings = {}};
      const FilterBits filters = experiment_.matching(labelled.features | call_features(tool));
      for (std::size_t i = 0; i < experiment_.filters.size(); ++i) {
        group.rulings.push_back((filters >> i & 1) != 0 ? Verdict::Deny : Verdict::Allow);
      }
      group.rulings.resize(group.rulings.size() + experiment_.sets.size() + 1 + kAllStages.size(), Verdict::Deny);
      count_kinds(labelled, tool);
      sample.groups.push_back(std::move(group));
    }
    judged_.rulings.resize(work_.calls.size());
  }

  void count_kinds(const LabelledCall& labelled, const Tool* tool) {
    const SourceSet sources = labelled.call.sources.empty() ? SourceSet{SourceKind::User} : labelled.call.sources;
    for (const SourceKind kind : kAllSourceKinds) {
      if (sources.contains(kind)) ++judged_.sample.sources[std::to_underlying(kind)];
    }
    if (tool != nullptr) ++judged_.sample.capabilities[std::to_underlying(required_capability(tool->effect))];
  }

  /// The clean calls of a run are a task, and the harmful ones an attack on it.
  void add_tasks() {
    for (const std::vector<std::size_t>& run : work_.runs) {
      for (const Truth truth : {Truth::Clean, Truth::Harmful}) {
        SampleTask task{.name = {}, .truth = truth, .class_index = 0, .calls = {}, .payloads = {}};
        for (const std::size_t call : run) {
          const LabelledCall& labelled = work_.calls[call];
          if (labelled.truth != truth) continue;
          task.calls.push_back(call);
          if (truth == Truth::Harmful && labelled.role == AttackRole::Payload) task.payloads.push_back(call);
        }
        if (task.calls.empty()) continue;
        const LabelledCall& first = work_.calls[task.calls.front()];
        task.name = first.task.value_or(first.call.id.value_or(""));
        task.class_index = judged_.sample.groups[task.calls.front()].class_index;
        // An attack that only prepares does what harm it does by that.
        if (truth == Truth::Harmful && task.payloads.empty()) task.payloads = task.calls;
        judged_.sample.tasks.push_back(std::move(task));
      }
    }
  }

  template <typename Take>
  void judge_under(const Session& session, Take take) {
    for (const std::vector<std::size_t>& calls : work_.runs) {
      ReplayedRun run = open_run(judging_, session, asked_);
      for (const std::size_t call : calls) take(call, run.judge(work_.calls[call].call));
    }
  }

  void take_policy(std::size_t call, const Decision& decision) {
    std::vector<Verdict>& rulings = judged_.sample.groups[call].rulings;
    rulings[ruling_index(experiment_, {.kind = PartKind::Policy})] = decision.verdict();
    for (const Stage stage : kAllStages) {
      const Part part{.kind = PartKind::Stage, .index = static_cast<std::size_t>(stage)};
      rulings[ruling_index(experiment_, part)] = stage_ruling(decision, stage, work_.calls[call].call.call.readability);
    }
    judged_.rulings[call] = {.verdict = decision.verdict(), .rule = decision.rule()};
  }

  const Experiment& experiment_;
  const CallWork& work_;
  const CallJudging& judging_;
  AskedCalls asked_;
  JudgedCalls judged_;
};

}  // namespace

JudgedCalls judge_calls(const Experiment& experiment, const CallWork& work, const CallJudging& judging,
                        AskedCalls asked) {
  return Judge(experiment, work, judging, asked).run();
}

CallWork sort_into_runs(std::vector<LabelledCall> calls) {
  CallWork work;
  work.calls = std::move(calls);
  std::map<std::pair<std::string_view, std::string_view>, std::size_t> by_task;
  for (std::size_t i = 0; i < work.calls.size(); ++i) {
    const LabelledCall& call = work.calls[i];
    std::size_t run = work.runs.size();
    if (call.task) run = by_task.try_emplace({call.suite, *call.task}, run).first->second;
    if (run == work.runs.size()) work.runs.emplace_back();
    work.runs[run].push_back(i);
  }
  return work;
}

Verdict stage_ruling(const Decision& decision, Stage stage, Readability readability) {
  if (decision.verdict() == Verdict::Allow) return Verdict::Allow;
  Verdict ruled = Verdict::Allow;
  const auto hear = [&](const Finding& finding) {
    if (is_of_stage(finding, stage, readability)) ruled = std::min(ruled, finding.verdict);
  };
  hear(decision.deciding);
  std::ranges::for_each(decision.also, hear);
  return ruled;
}

ReplayedRun open_run(const CallJudging& judging, const Session& session, AskedCalls asked) {
  return ReplayedRun({.engine = judging.engine,
                      .policy = judging.policy,
                      .session = session,
                      .now = judging.now,
                      .memory = judging.sources == CallSources::Runtime ? RunMemory::Sequence : RunMemory::None,
                      .asked = asked,
                      .minute_limits = MinuteLimits::LeftOut,
                      .resolve = judging.resolve,
                      .sealed = judging.sealed});
}

}  // namespace yett
