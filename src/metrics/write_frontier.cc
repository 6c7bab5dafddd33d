#include "metrics/write_frontier.h"

#include <cstdint>
#include <string>
#include <utility>

namespace yett {
namespace {

Json point_json(SampleKind kind, const FrontierPoint& point) {
  Json json = Json::object({{"grants", grants_json(point.set)}});
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

Json grants_json(const PermissionSet& set) {
  Json grants = Json(Json::Object{});
  for (const Capability capability : kAllCapabilities) {
    if (!set.has(capability)) continue;
    Json::Array kinds;
    for (const SourceKind source : kAllSourceKinds) {
      if (set.grant(capability).contains(source)) kinds.emplace_back(to_string(source));
    }
    grants.set(to_string(capability), Json(std::move(kinds)));
  }
  return grants;
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
