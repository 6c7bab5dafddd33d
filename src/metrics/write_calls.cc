#include "metrics/write_calls.h"

#include <string>
#include <string_view>
#include <utility>

namespace yett {
namespace {

std::string_view outcome_word(AttackOutcome outcome) {
  switch (outcome) {
    case AttackOutcome::NotShown:
      return "not_shown";
    case AttackOutcome::Stopped:
      return "stopped";
    case AttackOutcome::Partly:
      return "partly";
    case AttackOutcome::Succeeded:
      return "succeeded";
  }
  return "succeeded";
}

Json sums_json(const PairSums& sums) {
  return Json::object({{"pairs", Json(sums.pairs)},
                       {"stopped", Json(sums.of(AttackOutcome::Stopped))},
                       {"partly", Json(sums.of(AttackOutcome::Partly))},
                       {"succeeded", Json(sums.of(AttackOutcome::Succeeded))},
                       {"not_shown", Json(sums.of(AttackOutcome::NotShown))},
                       {"tasks_completed", Json(sums.completed)},
                       {"asks", Json(sums.asks)}});
}

}  // namespace

Json rulings_json(const std::vector<RulingCount>& counts) {
  Json::Array rules;
  for (const RulingCount& count : counts) {
    rules.push_back(Json::object({{"rule", Json(to_string(count.rule))},
                                  {"decision", Json(to_string(count.verdict))},
                                  {"harmful", Json(count.harmful)},
                                  {"clean", Json(count.clean)}}));
  }
  return Json(std::move(rules));
}

Json held_tasks_json(const std::vector<HeldTask>& tasks) {
  Json::Array held;
  for (const HeldTask& task : tasks) {
    held.push_back(Json::object({{"suite", Json(task.suite)},
                                 {"task", Json(task.task)},
                                 {"decision", Json(to_string(task.ruling.verdict))},
                                 {"tool", Json(task.tool)},
                                 {"rule", Json(to_string(task.ruling.rule))}}));
  }
  return Json(std::move(held));
}

Json pairs_json(const AttackPairs& pairs) {
  PairSums all;
  Json::Array rows;
  for (const AttackPair& pair : pairs.pairs) {
    all.add(pair);
    const PairedTask& task = pairs.tasks[pair.task];
    const PairedTask& attack = pairs.attacks[pair.attack];
    rows.push_back(Json::object({{"suite", Json(task.suite)},
                                 {"task", Json(task.name)},
                                 {"attack", Json(attack.name)},
                                 {"class", Json(attack.class_name)},
                                 {"outcome", Json(outcome_word(pair.outcome))},
                                 {"task_completes", Json(pair.task_completes)},
                                 {"asks", Json(std::uint64_t{pair.asks})}}));
  }
  Json json = sums_json(all);
  json.set("rows", Json(std::move(rows)));
  return json;
}

}  // namespace yett
