#include "policy/argument_schema.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <span>
#include <string>
#include <utility>

#include "policy/argument_bindings.h"
#include "policy/ceiling_types.h"
#include "policy/field_json.h"
#include "text/spelling.h"

namespace yett {
namespace {

/// A value of the schema, and how messages call it.
struct SchemaPart {
  const Toml* value;
  std::string name;
};

/// The part that keys and list positions lead to, or the last one that they do.
SchemaPart find_part(const Field& field, std::span<const std::string> steps) {
  SchemaPart part{.value = &field.value(), .name = field.name()};
  for (const std::string& step : steps) {
    if (const Toml::Array* items = part.value->as_array()) {
      std::size_t index = 0;
      const auto [end, error] = std::from_chars(step.data(), step.data() + step.size(), index);
      if (error != std::errc() || end != step.data() + step.size() || index >= items->size()) break;
      part = {.value = &(*items)[index], .name = fmt::format("{}[{}]", part.name, index + 1)};
    } else {
      const Toml* member = part.value->find(step);
      if (member == nullptr) break;
      part = {.value = member, .name = member_name(part.name, step)};
    }
  }
  return part;
}

/// Where the schema names a place, as far as properties and items lead to it.
SourcePosition where_named(const Field& field, const Pointer& place) {
  const Toml* schema = &field.value();
  SourcePosition where = field.where();
  for (const Pointer::Step& step : place.steps()) {
    const Toml* properties = schema->find("properties");
    const Toml::Table* members = properties == nullptr ? nullptr : properties->as_table();
    if (step.every) {
      schema = schema->find("items");
    } else if (members == nullptr) {
      schema = nullptr;
    } else {
      const auto member = std::ranges::find(*members, step.key, &Toml::Member::key);
      schema = member == members->end() ? nullptr : &member->value;
      if (schema != nullptr) where = member->key_where;
    }
    if (schema == nullptr) break;
  }
  return where;
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

/// Whether a bound place is, or stands for, this one of the schema.
bool stands_for(const Pointer& bound, const Pointer& named) {
  return std::ranges::equal(bound.steps(), named.steps(), [](const Pointer::Step& mine, const Pointer::Step& its) {
    return mine.every || mine == its;
  });
}

/// Arguments are an object. A schema that does not say so would be read as one of any value, and so left open.
void expect_object(Json& schema) {
  if (schema.as_object() != nullptr && schema.find("type") == nullptr) schema.set("type", "object");
}

/// The schema that stands in the policy as JSON; nullopt for what is no table.
std::optional<Json> read_schema(const Field& field, std::string_view hint) {
  if (field.value().as_table() == nullptr) {
    field.refuse_expected("a table", std::string(hint));
    return std::nullopt;
  }
  Json json = field_json(field, "a schema");
  expect_object(json);
  return json;
}

void refuse_part(const Field& field, const SchemaError& error) {
  const SchemaPart part = find_part(field, error.at);
  field.refusals().add(part.value->where, fmt::format("{}: {}", part.name, error.message), error.hint);
}

/// Refuses at its place in the file what cannot be compiled; nullopt then.
std::optional<Schema> compile(const Field& field, const Json& json, const SchemaTerms& terms = {}) {
  auto schema = compile_schema(json, terms);
  if (schema) return *std::move(schema);
  refuse_part(field, schema.error());
  return std::nullopt;
}

constexpr SchemaTerms kCeiling{.openness = Openness::Open};

}  // namespace

void check_schema_names(const Field& field, const Tool& tool) {
  const Schema& schema = *tool.schema;
  for (const BoundArgument& argument : tool.arguments) {
    const auto names_it = [&](const Pointer& place) { return stands_for(argument.place, place); };
    if (schema.names(argument.place) || std::ranges::any_of(schema.places(), names_it)) continue;
    field.refuse(fmt::format("{} is bound as {} and the schema does not name it", in_quotes(argument.name),
                             to_string(argument.role)),
                 "add it under properties, or unbind it");
  }
  for (const Pointer& place : schema.places()) {
    const ArgumentShape shape = shape_of(place, tool);
    if (shape == ArgumentShape::Plain) continue;
    const auto binds_it = [&](const BoundArgument& argument) { return stands_for(argument.place, place); };
    if (std::ranges::any_of(tool.arguments, binds_it)) continue;
    field.refusals().add(where_named(field, place),
                         fmt::format("{}: {} is named like {}, not like content", field.name(), in_quotes(place.text()),
                                     to_string(shape)),
                         std::string(advice_for(shape)));
  }
}

Schema load_argument_schema(const Field& field, const Tool& tool) {
  std::optional<Json> json = read_schema(field, "[tools.NAME.arguments] holds a JSON Schema of the arguments");
  if (!json) return {};
  auto schema = compile(field, *json);
  if (schema && tool.has_role(ArgumentRole::Tenant)) {
    demand_no_tenant(*json, tool);
    schema = compile(field, *json);
  }
  return schema.value_or(Schema());
}

Json written_argument_schema(const Field& field) {
  // What stands against it is said when it is compiled.
  RefusalList unheard;
  return field_json(Field(field.value(), "arguments", unheard), "a schema");
}

Schema load_ceiling(const Field& field) {
  std::optional<Json> json =
      read_schema(field, "[approval.grants.NAME.arguments] holds a JSON Schema of the arguments");
  if (!json) return {};
  demand_what_is_named(*json);
  const std::optional<Schema> schema = compile(field, *json, kCeiling);
  if (!schema) return {};
  if (const auto untyped = find_untyped_bound(*json)) {
    refuse_part(field, *untyped);
    return {};
  }
  return *schema;
}

Schema observed_schema(const Json& declared, const Tool& tool) {
  if (declared.as_object() == nullptr) return {};
  Json json = declared;
  expect_object(json);
  demand_no_tenant(json, tool);
  auto schema = compile_schema(json, {.openness = Openness::Closed, .foreign = ForeignKeywords::Skipped});
  return schema ? *std::move(schema) : Schema();
}

}  // namespace yett
