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

/// What makes a point: the tools that it does without, where tools were taken away, else what its set grants.
std::string point_name(const Frontier& frontier, const FrontierPoint& point, Language language) {
  if (frontier.of == FrontierOf::Sets) return grants_text(point.set);
  if (point.without.empty()) return std::string(word(language, Label::MeasureAllTools));
  std::string without;
  for (const std::string& tool : point.without) without += (without.empty() ? "" : ", ") + tool;
  return word_with(language, Label::MeasureWithout, without);
}

Json point_json(SampleKind kind, const FrontierPoint& point) {
  Json grants = Json(Json::Object{});
  for (const Capability capability : kAllCapabilities) {
    if (!point.set.has(capability)) continue;
    Json::Array kinds;
    for (const SourceKind source : kAllSourceKinds) {
      if (point.set.grant(capability).contains(source)) kinds.emplace_back(to_string(source));
    }
    grants.set(to_string(capability), Json(std::move(kinds)));
  }
  Json json = Json::object({{"grants", std::move(grants)}});
  if (point.set.tools) {
    Json::Array tools;
    for (const std::string& tool : *point.set.tools) tools.emplace_back(tool);
    json.set("tools", Json(std::move(tools)));
  }
  json.set("tp", Json(point.counts.tp));
  json.set("fp", Json(point.counts.fp));
  json.set("fn", Json(point.counts.fn));
  json.set("tn", Json(point.counts.tn));
  json.set("recall", Json(rounded(point.counts.recall())));
  json.set("false_block_rate", Json(rounded(point.counts.false_block_rate())));
  json.set("task_completion", Json(rounded(completion(kind, point.counts, point.tasks))));
  if (kind == SampleKind::Calls) {
    json.set("attacks_succeeded", Json(point.tasks.succeeded));
    json.set("asked", Json(point.asked));
  }
  return json;
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
  std::string tools;
  for (const std::string& tool : *set.tools) tools += (tools.empty() ? "" : ", ") + tool;
  return fmt::format("{} | {}", text, tools);
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
    cells.push_back(point_name(frontier, point, language));
    table.add(std::move(cells));
  }
  return table.print(format);
}

Json frontier_json(const Frontier& frontier, const FrontierPoint* recommended) {
  Json::Array points;
  for (const std::size_t index : frontier.best) points.push_back(point_json(frontier.kind, frontier.evaluated[index]));
  return Json::object({{"of", Json(frontier.of == FrontierOf::Tools ? "tools" : "permissions")},
                       {"search", Json(frontier.search == FrontierSearch::Exact ? "exact" : "greedy")},
                       {"evaluated", Json(frontier.tried)},
                       {"points", Json(std::move(points))},
                       {"recommended", recommended == nullptr ? Json() : point_json(frontier.kind, *recommended)}});
}

}  // namespace yett
