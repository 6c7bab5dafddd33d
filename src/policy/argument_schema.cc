#include "policy/argument_schema.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <span>
#include <string>
#include <utility>

#include "policy/argument_bindings.h"
#include "text/spelling.h"

namespace yett {
namespace {

/// The schema as JSON. Dates and times are no part of a schema; they are refused where they stand.
struct SchemaForm {
  const Field& field;
  const Toml& at;

  Json operator()(bool value) const { return Json(value); }
  Json operator()(std::int64_t value) const { return Json(value); }
  Json operator()(double value) const { return Json(value); }
  Json operator()(const std::string& value) const { return Json(value); }
  Json operator()(const std::chrono::year_month_day&) const { return refused(); }
  Json operator()(const TimePoint&) const { return refused(); }
  Json operator()(const Toml::Array& value) const {
    Json::Array items;
    items.reserve(value.size());
    for (const Toml& item : value) items.push_back(std::visit(SchemaForm{field, item}, item.value));
    return Json(std::move(items));
  }
  Json operator()(const Toml::Table& value) const {
    Json::Object members;
    members.reserve(value.size());
    for (const Toml::Member& member : value) {
      members.push_back({member.key, std::visit(SchemaForm{field, member.value}, member.value.value)});
    }
    return Json(std::move(members));
  }

  [[nodiscard]] Json refused() const {
    field.refusals().add(at.where, fmt::format("{}: {} has no place in a schema", field.name(), at.type_name()),
                         "write it as a text");
    return {};
  }
};

/// The value that keys and list positions lead to, or the last one that they do.
const Toml& find_in(const Toml& root, std::span<const std::string> steps) {
  const Toml* value = &root;
  for (const std::string& step : steps) {
    const Toml* next = value->find(step);
    if (const Toml::Array* items = value->as_array()) {
      std::size_t index = 0;
      const auto [end, error] = std::from_chars(step.data(), step.data() + step.size(), index);
      if (error == std::errc() && end == step.data() + step.size() && index < items->size()) next = &(*items)[index];
    }
    if (next == nullptr) break;
    value = next;
  }
  return *value;
}

/// Calls `visit` with each schema that holds of the same value: the branches of all combinations.
template <typename Visit>
void each_branch(Json& schema, Visit visit) {
  for (const std::string_view keyword : {"allOf", "anyOf", "oneOf"}) {
    Json* list = schema.find(keyword);
    Json::Array* branches = list == nullptr ? nullptr : list->as_array();
    if (branches == nullptr) continue;
    for (Json& branch : *branches) visit(branch);
  }
  if (Json* negated = schema.find("not")) visit(*negated);
}

/// The runtime writes a bound tenant, so it is there before the schema is asked, whether a call brings it or not.
void demand_no_tenant(Json& schema, std::span<const Pointer::Step> steps) {
  each_branch(schema, [steps](Json& branch) { demand_no_tenant(branch, steps); });
  if (steps.size() == 1) {
    Json* required = schema.find("required");
    Json::Array* names = required == nullptr ? nullptr : required->as_array();
    if (names != nullptr) std::erase(*names, Json(steps.front().key));
    return;
  }
  if (steps.front().every) {
    if (Json* items = schema.find("items")) demand_no_tenant(*items, steps.subspan(1));
  } else if (Json* properties = schema.find("properties")) {
    Json* below = properties->find(steps.front().key);
    if (below != nullptr) demand_no_tenant(*below, steps.subspan(1));
  }
}

void demand_no_tenant(Json& schema, const Tool& tool) {
  for (const BoundArgument& argument : tool.arguments) {
    if (argument.role == ArgumentRole::Tenant) demand_no_tenant(schema, argument.place.steps());
  }
}

bool is_bound(const Tool& tool, const Pointer& place) {
  return std::ranges::any_of(tool.arguments, [&](const BoundArgument& argument) {
    return argument.place.covers(place) && argument.place.steps().size() == place.steps().size();
  });
}

/// Bindings and schema describe the same arguments.
void check_bindings(const Field& field, const Tool& tool, const Schema& schema) {
  for (const BoundArgument& argument : tool.arguments) {
    if (schema.names(argument.place)) continue;
    field.refuse(fmt::format("{} is bound as {} and the schema does not name it", in_quotes(argument.name),
                             to_string(argument.role)),
                 "add it under properties, or unbind it");
  }
  for (const Pointer& place : schema.places()) {
    const ArgumentShape shape = shape_of(place);
    if (shape == ArgumentShape::Plain || is_bound(tool, place)) continue;
    field.refuse(fmt::format("{} is named like {}, not like content", in_quotes(place.text()), to_string(shape)),
                 std::string(advice_for(shape)));
  }
}

}  // namespace

Schema load_argument_schema(const Field& field, const Tool& tool) {
  if (field.value().as_table() == nullptr) {
    field.refuse_expected("a table", "[tools.NAME.arguments] holds a JSON Schema of the arguments");
    return {};
  }
  Json json = std::visit(SchemaForm{field, field.value()}, field.value().value);
  demand_no_tenant(json, tool);
  auto schema = compile_schema(json);
  if (!schema) {
    const SchemaError& error = schema.error();
    const Toml& at = find_in(field.value(), error.at);
    std::string name = field.name();
    for (const std::string& step : error.at) name = member_name(name, step);
    field.refusals().add(at.where, fmt::format("{}: {}", name, error.message), error.hint);
    return {};
  }
  check_bindings(field, tool, *schema);
  return *std::move(schema);
}

Schema observed_schema(const Json& declared, const Tool& tool) {
  Json json = declared;
  demand_no_tenant(json, tool);
  auto schema = compile_schema(json, {.openness = Openness::Closed, .foreign = ForeignKeywords::Skipped});
  return schema ? *std::move(schema) : Schema();
}

}  // namespace yett
