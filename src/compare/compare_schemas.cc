#include "compare/compare_schemas.h"

#include <algorithm>
#include <string_view>

#include "compare/comparison.h"
#include "policy/policy_digest.h"

namespace yett {
namespace {

bool is_same(const Json& one, const Json& other) { return canonical_json(one) == canonical_json(other); }

bool holds(const Json::Array& list, const Json& item) {
  return std::ranges::any_of(list, [&](const Json& one) { return is_same(one, item); });
}

/// Of a list that accepts more the more stands in it.
std::optional<Direction> list_direction(const Json& before, const Json& after) {
  const Json::Array one = before.as_array() != nullptr ? *before.as_array() : Json::Array{before};
  const Json::Array other = after.as_array() != nullptr ? *after.as_array() : Json::Array{after};
  const bool has_added = !std::ranges::all_of(other, [&](const Json& item) { return holds(one, item); });
  const bool has_removed = !std::ranges::all_of(one, [&](const Json& item) { return holds(other, item); });
  if (!has_added && !has_removed) return std::nullopt;
  return when_more_grants(has_added, has_removed);
}

std::optional<Direction> bound_change(const Json& before, const Json& after, Direction when_greater) {
  const double* one = before.as_number();
  const double* other = after.as_number();
  if (one == nullptr || other == nullptr) return Direction::Changes;
  if (*one == *other) return std::nullopt;
  return *one < *other ? when_greater : opposite(when_greater);
}

/// What an object schema says of members that it does not name. A closed schema that says nothing takes none.
bool takes_no_others(const Json& schema) {
  const Json* others = schema.find("additionalProperties");
  return others == nullptr || (others->as_bool() != nullptr && !*others->as_bool());
}

/// A member that only one side names: the others of that object have to be refused on both, or nobody knows which of
/// them that side takes.
std::optional<Direction> members_direction(const Json& before, const Json& after, const Json& old_schema,
                                           const Json& new_schema) {
  const Json::Object* one = before.as_object();
  const Json::Object* other = after.as_object();
  if (one == nullptr || other == nullptr) return Direction::Changes;
  const bool is_closed = takes_no_others(old_schema) && takes_no_others(new_schema);
  std::optional<Direction> direction;
  for (const Json::Member& member : *one) {
    const Json* there = after.find(member.key);
    const auto part = there != nullptr ? schema_direction(member.value, *there)
                                       : std::optional(is_closed ? Direction::TakesAway : Direction::Changes);
    direction = together(direction, part);
  }
  for (const Json::Member& member : *other) {
    if (before.find(member.key) != nullptr) continue;
    direction = together(direction, is_closed ? Direction::Grants : Direction::Changes);
  }
  return direction;
}

/// A keyword that stands beside the others and refuses values alone: adding it takes away.
bool only_refuses(std::string_view keyword) {
  constexpr std::string_view kNames[] = {"properties", "additionalProperties", "allOf", "anyOf", "oneOf", "items",
                                         "not"};
  return std::ranges::find(kNames, keyword) == std::end(kNames);
}

std::optional<Direction> keyword_direction(std::string_view keyword, const Json& before, const Json& after,
                                           const Json& old_schema, const Json& new_schema) {
  if (is_same(before, after)) return std::nullopt;
  for (const std::string_view most : {"maximum", "exclusiveMaximum", "maxLength", "maxItems"}) {
    if (keyword == most) return bound_change(before, after, Direction::Grants);
  }
  for (const std::string_view least : {"minimum", "exclusiveMinimum", "minLength", "minItems"}) {
    if (keyword == least) return bound_change(before, after, Direction::TakesAway);
  }
  if (keyword == "enum" || keyword == "type") return list_direction(before, after);
  if (keyword == "required") {
    const auto direction = list_direction(before, after);
    return direction ? std::optional(opposite(*direction)) : std::nullopt;
  }
  if (keyword == "uniqueItems" && before.as_bool() != nullptr) {
    return *before.as_bool() ? Direction::Grants : Direction::TakesAway;
  }
  if (keyword == "items") return schema_direction(before, after);
  if (keyword == "properties") return members_direction(before, after, old_schema, new_schema);
  return Direction::Changes;
}

}  // namespace

std::optional<Direction> schema_direction(const Json& before, const Json& after) {
  if (is_same(before, after)) return std::nullopt;
  const Json::Object* one = before.as_object();
  const Json::Object* other = after.as_object();
  if (one == nullptr || other == nullptr) return Direction::Changes;
  std::optional<Direction> direction;
  for (const Json::Member& member : *one) {
    const Json* there = after.find(member.key);
    const std::optional<Direction> removed = only_refuses(member.key) ? Direction::Grants : Direction::Changes;
    direction = together(
        direction, there == nullptr ? removed : keyword_direction(member.key, member.value, *there, before, after));
  }
  for (const Json::Member& member : *other) {
    if (before.find(member.key) != nullptr) continue;
    direction = together(direction, only_refuses(member.key) ? Direction::TakesAway : Direction::Changes);
  }
  return direction;
}

Json schema_json(const Toml& schema) {
  // A loaded policy holds no dates there, so numbers are the only values with a form of their own.
  if (const double* number = schema.as_float()) return Json(*number);
  if (const Toml::Array* items = schema.as_array()) {
    Json::Array list;
    for (const Toml& item : *items) list.push_back(schema_json(item));
    return list;
  }
  if (const Toml::Table* table = schema.as_table()) {
    Json::Object members;
    for (const Toml::Member& member : *table) members.push_back({member.key, schema_json(member.value)});
    return members;
  }
  return json_form(schema);
}

}  // namespace yett
