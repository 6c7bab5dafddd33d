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

std::vector<std::string> sums_figures(const PairSums& sums) {
  return {std::to_string(sums.pairs),
          std::to_string(sums.of(AttackOutcome::Stopped)),
          std::to_string(sums.of(AttackOutcome::Partly)),
          std::to_string(sums.of(AttackOutcome::Succeeded)),
          std::to_string(sums.of(AttackOutcome::NotShown)),
          figure(share(sums.completed, sums.pairs)),
          figure(share(sums.asks, sums.pairs))};
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

std::string held_tasks_table(const std::vector<HeldTask>& tasks, Language language, Format format) {
  Table table({heading(language, Label::MeasureHeldTask), heading(language, Label::Decision),
               heading(language, Label::Tool), heading(language, Label::Rule)});
  for (const HeldTask& task : tasks) {
    table.add({task_name(task.suite, task.task), std::string(to_string(task.ruling.verdict)), task.tool,
               std::string(to_string(task.ruling.rule))});
  }
  return table.print(format);
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

}  // namespace yett
