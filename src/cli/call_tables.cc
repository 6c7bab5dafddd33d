#include "cli/call_tables.h"

#include <fmt/format.h>

#include <array>
#include <utility>

#include "cli/figure_table.h"
#include "cli/table.h"
#include "metrics/rates.h"
#include "words/reason.h"

namespace yett {
namespace {

constexpr std::size_t kNameWidth = 24;

std::string heading(Language language, Label label) { return std::string(word(language, label)); }

std::string task_name(const std::string& suite, const std::string& task) {
  return suite.empty() ? task : fmt::format("{} {}", suite, task);
}

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

/// How pairs ended.
struct PairSums {
  std::array<std::uint64_t, 4> outcomes{};
  std::uint64_t pairs = 0;
  std::uint64_t completed = 0;
  std::uint64_t asks = 0;

  void add(const AttackPair& pair) {
    ++outcomes[std::to_underlying(pair.outcome)];
    ++pairs;
    if (pair.task_completes) ++completed;
    asks += pair.asks;
  }
  [[nodiscard]] std::uint64_t of(AttackOutcome outcome) const { return outcomes[std::to_underlying(outcome)]; }
};

std::vector<std::string> sums_figures(const PairSums& sums) {
  return {std::to_string(sums.pairs),
          std::to_string(sums.of(AttackOutcome::Stopped)),
          std::to_string(sums.of(AttackOutcome::Partly)),
          std::to_string(sums.of(AttackOutcome::Succeeded)),
          std::to_string(sums.of(AttackOutcome::NotShown)),
          figure(share(sums.completed, sums.pairs)),
          figure(share(sums.asks, sums.pairs))};
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

std::string rulings_table(const std::vector<RulingCount>& counts, Language language, Format format) {
  FigureTable table({heading(language, Label::MeasureRule), kNameWidth}, {{heading(language, Label::Decision), 8},
                                                                          {heading(language, Label::MeasureHarmful), 8},
                                                                          {heading(language, Label::MeasureClean), 8}});
  for (const RulingCount& count : counts) {
    table.add(std::string(to_string(count.rule)),
              {std::string(to_string(count.verdict)), std::to_string(count.harmful), std::to_string(count.clean)});
  }
  return table.print(format);
}

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

std::string held_tasks_table(const std::vector<HeldTask>& tasks, Language language, Format format) {
  Table table({heading(language, Label::MeasureHeldTask), heading(language, Label::Decision),
               heading(language, Label::Tool), heading(language, Label::Rule)});
  for (const HeldTask& task : tasks) {
    table.add({task_name(task.suite, task.task), std::string(to_string(task.ruling.verdict)), task.tool,
               std::string(to_string(task.ruling.rule))});
  }
  return table.print(format);
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

std::string pairs_table(const AttackPairs& pairs, Language language, Format format) {
  FigureTable table({heading(language, Label::MeasurePairs), kNameWidth},
                    {{heading(language, Label::MeasureClass), 20},
                     {heading(language, Label::MeasurePairCount), 6},
                     {heading(language, Label::MeasureStopped), 8},
                     {heading(language, Label::MeasurePartly), 7},
                     {heading(language, Label::MeasureSucceeded), 9},
                     {heading(language, Label::MeasureNotShown), 9},
                     {heading(language, Label::MeasureTask), 7},
                     {heading(language, Label::MeasureAsksPerPair), 9}});
  PairSums all;
  const auto add = [&table](std::string name, std::string class_name, const PairSums& sums) {
    std::vector<std::string> figures = {std::move(class_name)};
    for (std::string& each : sums_figures(sums)) figures.push_back(std::move(each));
    table.add(std::move(name), std::move(figures));
  };
  for (std::size_t attack = 0; attack < pairs.attacks.size(); ++attack) {
    PairSums sums;
    for (const AttackPair& pair : pairs.pairs) {
      if (pair.attack == attack) sums.add(pair);
    }
    const PairedTask& named = pairs.attacks[attack];
    add(task_name(named.suite, named.name), named.class_name, sums);
  }
  for (const AttackPair& pair : pairs.pairs) all.add(pair);
  add(heading(language, Label::MeasureAllPairs), "", all);
  return table.print(format);
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
