#include "metrics/write_measurement.h"

#include <optional>
#include <string>
#include <utility>

#include "metrics/interval.h"
#include "metrics/write_frontier.h"

namespace yett {
namespace {

Json number(std::optional<double> ratio) { return ratio ? Json(rounded(*ratio)) : Json(); }

Json pair_of(const Interval& interval) {
  return Json(Json::Array{Json(rounded(interval.low)), Json(rounded(interval.high))});
}

void set_counts(Json& row, const Counts& counts) {
  row.set("tp", Json(counts.tp));
  row.set("fp", Json(counts.fp));
  row.set("fn", Json(counts.fn));
  row.set("tn", Json(counts.tn));
  row.set("precision", Json(rounded(counts.precision())));
  row.set("recall", Json(rounded(counts.recall())));
  row.set("false_block_rate", Json(rounded(counts.false_block_rate())));
}

/// Of what a completion is the share.
std::pair<std::uint64_t, std::uint64_t> completed(SampleKind kind, const Counts& counts, const TaskCounts& tasks) {
  if (kind == SampleKind::Records) return {counts.tn, counts.clean()};
  return {tasks.completed, tasks.clean};
}

Json tasks_json(const TaskCounts& tasks) {
  return Json::object({{"clean", Json(tasks.clean)},
                       {"completed", Json(tasks.completed)},
                       {"attacks", Json(tasks.attacks)},
                       {"payloads", Json(tasks.payloads)},
                       {"payloads_stopped", Json(tasks.payloads_stopped)},
                       {"attacks_succeeded", Json(tasks.succeeded)},
                       {"attacks_partly", Json(tasks.partly)}});
}

Json bound_json(const Bound& bound) {
  Json json;
  set_counts(json, bound.counts);
  json.set("task_completion", Json(rounded(completion(SampleKind::Calls, bound.counts, bound.tasks))));
  json.set("tasks", tasks_json(bound.tasks));
  return json;
}

Json row_json(const Measurement& measurement, const MeasuredRow& row) {
  Json json = Json::object({{"name", Json(row.name)}});
  if (row.set) json.set("grants", grants_json(*row.set));
  set_counts(json, row.counts);
  json.set("task_completion", Json(rounded(completion(measurement.kind, row.counts, row.tasks))));
  if (row.part.kind == PartKind::Set) {
    json.set("marginal_precision", number(row.step ? row.step->precision() : std::nullopt));
    json.set("break_even", number(row.step ? row.step->break_even() : std::nullopt));
  }
  json.set("recall_interval", pair_of(wilson(row.counts.tp, row.counts.harmful())));
  json.set("false_block_interval", pair_of(wilson(row.counts.fp, row.counts.clean())));
  const auto [done, all] = completed(measurement.kind, row.counts, row.tasks);
  json.set("task_completion_interval", pair_of(wilson(done, all)));
  Json classes = Json(Json::Object{});
  for (std::size_t i = 0; i < row.classes.size(); ++i) {
    Json stopped = Json::object({{"blocked", Json(row.classes[i].stopped)}, {"total", Json(row.classes[i].total)}});
    if (measurement.kind == SampleKind::Calls) stopped.set("asked", Json(row.classes[i].asked));
    classes.set(measurement.classes[i], std::move(stopped));
  }
  json.set("per_class", std::move(classes));
  if (measurement.kind == SampleKind::Records) return json;
  json.set("asked_harmful", Json(row.asked.harmful));
  json.set("asked_clean", Json(row.asked.clean));
  json.set("asked_per_task", Json(rounded(share(row.tasks.asks, row.tasks.clean))));
  json.set("tasks", tasks_json(row.tasks));
  json.set("if_unanswered", bound_json(row.unanswered));
  json.set("if_approved", bound_json(row.approved));
  return json;
}

Json discordance_json(const Discordance& discordance) {
  return Json::object({{"only_layer", Json(discordance.only_first)},
                       {"only_over", Json(discordance.only_second)},
                       {"p", Json(mcnemar_p(discordance))}});
}

Json added_json(const AddedRow& row) {
  const std::uint64_t records = row.harmful + row.clean;
  return Json::object({{"layer", Json(row.layer)},
                       {"over", Json(row.over)},
                       {"records", Json(records)},
                       {"harmful", Json(row.harmful)},
                       {"marginal_precision", records == 0 ? Json() : Json(rounded(share(row.harmful, records)))},
                       {"mcnemar", Json::object({{"harmful", discordance_json(row.pairs.harmful)},
                                                 {"clean", discordance_json(row.pairs.clean)}})}});
}

Json stack_json(const MeasuredStack& stack) {
  Json::Array parts;
  for (std::size_t i = 0; i < stack.parts.size(); ++i) {
    const StackedPart& part = stack.parts[i];
    const double all = part.harmful + part.clean;
    parts.push_back(Json::object({{"name", Json(stack.names[i])},
                                  {"harmful", Json(rounded(part.harmful))},
                                  {"clean", Json(rounded(part.clean))},
                                  {"precision", all == 0.0 ? Json() : Json(rounded(part.harmful / all))}}));
  }
  return Json::object({{"layer", Json(stack.layer)}, {"parts", Json(std::move(parts))}});
}

}  // namespace

Json measurement_json(const Measurement& measurement) {
  Json json = Json::object({{"records", Json(measurement.records)},
                            {"harmful", Json(measurement.harmful)},
                            {"clean", Json(measurement.clean)},
                            {"skipped", Json(measurement.skipped)}});
  Json sources = Json(Json::Object{});
  for (const SourceKind kind : kAllSourceKinds) {
    sources.set(to_string(kind), Json(measurement.sources[std::to_underlying(kind)]));
  }
  json.set("sources", std::move(sources));
  Json capabilities = Json(Json::Object{});
  for (const Capability capability : kAllCapabilities) {
    capabilities.set(to_string(capability), Json(measurement.capabilities[std::to_underlying(capability)]));
  }
  json.set("capabilities", std::move(capabilities));
  json.set("resolution", Json::object({{"recall", Json(rounded(share(1, measurement.harmful)))},
                                       {"false_block_rate", Json(rounded(share(1, measurement.clean)))}}));
  Json::Array sets;
  for (const std::vector<MeasuredRow>& narrowing : measurement.narrowings) {
    for (const MeasuredRow& row : narrowing) sets.push_back(row_json(measurement, row));
  }
  for (const MeasuredRow& row : measurement.sets) sets.push_back(row_json(measurement, row));
  json.set("permission_sets", Json(std::move(sets)));
  Json::Array layers;
  for (const MeasuredRow& row : measurement.layers) layers.push_back(row_json(measurement, row));
  json.set("layers", Json(std::move(layers)));
  Json::Array added;
  for (const AddedRow& row : measurement.added) added.push_back(added_json(row));
  json.set("added", Json(std::move(added)));
  Json::Array stacks;
  for (const MeasuredStack& stack : measurement.stacks) stacks.push_back(stack_json(stack));
  json.set("stacks", Json(std::move(stacks)));
  return json;
}

}  // namespace yett
