#include "cli/frontier_view.h"

#include <fmt/format.h>

#include <tuple>
#include <utility>

#include "cli/figure_table.h"
#include "cli/table.h"
#include "words/reason.h"

namespace yett {
namespace {

template <typename Kinds, typename Has>
std::string listed(const Kinds& kinds, Has has) {
  std::string text;
  for (const auto kind : kinds) {
    if (has(kind)) text += fmt::format("{}{}", text.empty() ? "" : ", ", to_string(kind));
  }
  return text;
}

std::string sources_text(SourceSet sources) {
  return listed(kAllSourceKinds, [sources](SourceKind kind) { return sources.contains(kind); });
}

std::vector<std::string> headings(const Frontier& frontier, Language language) {
  std::vector<std::string> headings;
  const auto add = [&](Label label) { headings.emplace_back(word(language, label)); };
  for (const Label label :
       {Label::MeasureBlock, Label::MeasureFalse, Label::MeasureRecall, Label::MeasureFalseBlock, Label::MeasureTask}) {
    add(label);
  }
  if (frontier.kind == SampleKind::Calls) {
    add(Label::MeasureAttacks);
    add(Label::MeasureAsked);
  }
  headings.push_back(word_with(
      language, frontier.search == FrontierSearch::Greedy ? Label::MeasureFrontierGreedy : Label::MeasureFrontier,
      std::to_string(frontier.tried)));
  return headings;
}

}  // namespace

std::string grants_text(const PermissionSet& set) {
  const std::string capabilities =
      listed(kAllCapabilities, [&set](Capability capability) { return set.has(capability); });
  if (capabilities.empty()) return "-";
  std::string text = capabilities;
  if (const std::optional<SourceSet> common = common_sources(set)) {
    text += " | " + sources_text(*common);
  } else {
    text.clear();
    for (const Capability capability : kAllCapabilities) {
      if (!set.has(capability)) continue;
      text +=
          fmt::format("{}{}: {}", text.empty() ? "" : "; ", to_string(capability), sources_text(set.grant(capability)));
    }
  }
  if (!set.tools) return text;
  return fmt::format("{} | {}", text, fmt::join(*set.tools, ", "));
}

std::string point_text(const FrontierPoint& point, Language language) {
  if (point.without.empty()) return grants_text(point.set);
  return word_with(language, Label::MeasureWithout, fmt::format("{}", fmt::join(point.without, ", ")));
}

std::string frontier_table(const Frontier& frontier, Language language, Format format) {
  Table table(headings(frontier, language));
  table.fold_last(1);
  for (const std::size_t index : frontier.best) {
    const FrontierPoint& point = frontier.evaluated[index];
    std::vector<std::string> cells = {std::to_string(point.counts.tp), std::to_string(point.counts.fp),
                                      figure(point.counts.recall()), figure(point.counts.false_block_rate()),
                                      figure(completion(frontier.kind, point.counts, point.tasks))};
    if (frontier.kind == SampleKind::Calls) {
      cells.push_back(fmt::format("{}/{}", point.tasks.succeeded, point.tasks.attacks));
      cells.push_back(std::to_string(point.asked));
    }
    const bool is_whole = frontier.of == FrontierOf::Tools && point.without.empty();
    cells.push_back(is_whole ? std::string(word(language, Label::MeasureAllTools)) : point_text(point, language));
    table.add(std::move(cells));
  }
  return table.print(format);
}

}  // namespace yett
