#include "schema/unread.h"

#include <utility>

#include "schema/keyword.h"
#include "text/spelling.h"

namespace yett {
namespace {

using Step = SchemaReading::Step;

bool is_false(const Json& value) { return value.as_bool() != nullptr && !*value.as_bool(); }

}  // namespace

void UnreadSchemas::add(const Json& schema, PlaceId place) {
  if (place == kNowhere) return;
  for (const std::string& step : reading_.at()) reading_.spend_on_text(step.size());
  if (!reading_.has_failed()) unread_.push_back({.schema = &schema, .place = place, .at = reading_.at()});
}

void UnreadSchemas::expect_all_named() {
  for (Unread& unread : unread_) {
    if (reading_.has_failed()) return;
    const SchemaReading::Detour detour(reading_, std::move(unread.at));
    expect_named(*unread.schema, {.place = unread.place, .depth = 0});
  }
}

void UnreadSchemas::expect_named(const Json& schema, const Spot& spot) {
  reading_.spend(1);
  reading_.expect_depth(spot.depth);
  if (reading_.has_failed() || schema.as_bool() != nullptr) return;
  const Json::Object* keywords = schema.as_object();
  if (keywords == nullptr) return reading_.refuse_type("a schema", schema);
  for (const Json::Member& keyword : *keywords) {
    reading_.spend_on_text(keyword.key.size());
    if (reading_.has_failed()) return;
    const Step step(reading_, keyword.key);
    expect_named_by(keyword, {.place = spot.place, .depth = spot.depth + 1});
  }
}

void UnreadSchemas::expect_named_by(const Json::Member& keyword, const Spot& spot) {
  const Json& value = keyword.value;
  if (const auto known = find_keyword(keyword.key)) {
    switch (*known) {
      case Keyword::Properties:
        return expect_properties_named(value, spot);
      case Keyword::Items:
        return expect_named(value, {.place = places_.find_items(spot.place), .depth = spot.depth});
      case Keyword::AllOf:
      case Keyword::AnyOf:
      case Keyword::OneOf:
        return expect_named_by_each(value, spot);
      case Keyword::AdditionalProperties:
        if (!is_false(value)) reading_.refuse("accepts members under a condition, which is not read");
        return;
      default:
        return;
    }
  }
  switch (role_of(keyword.key)) {
    case ForeignRole::Consequence:
      return expect_named(value, spot);
    case ForeignRole::Consequences:
      return expect_named_by_each(value, spot);
    case ForeignRole::UnevaluatedMembers:
      if (!is_false(value)) reading_.refuse("accepts members under a condition, which is not read");
      return;
    case ForeignRole::Reference:
      return reading_.refuse("a reference under a condition, which is not read");
    case ForeignRole::Unknown:
      return reading_.refuse("unknown keyword " + in_quotes(keyword.key));
    case ForeignRole::Annotation:
    case ForeignRole::Restriction:
    case ForeignRole::ObjectRestriction:
    case ForeignRole::Identifier:
    case ForeignRole::Nullable:
      return;
  }
}

void UnreadSchemas::expect_named_by_each(const Json& schemas, const Spot& spot) {
  if (const Json::Array* list = schemas.as_array()) {
    for (std::size_t i = 0; i < list->size() && !reading_.has_failed(); ++i) {
      const Step step(reading_, i);
      expect_named((*list)[i], spot);
    }
  } else if (const Json::Object* members = schemas.as_object()) {
    for (const Json::Member& member : *members) {
      reading_.spend_on_text(member.key.size());
      if (reading_.has_failed()) return;
      if (member.value.as_array() != nullptr) continue;  // required names, as `dependencies` lists them
      const Step step(reading_, member.key);
      expect_named(member.value, spot);
    }
  } else {
    reading_.refuse_type("schemas", schemas);
  }
}

void UnreadSchemas::expect_properties_named(const Json& properties, const Spot& spot) {
  const Json::Object* members = properties.as_object();
  if (members == nullptr) return reading_.refuse_type("an object of schemas", properties);
  for (const Json::Member& member : *members) {
    reading_.spend_on_text(member.key.size());
    if (reading_.has_failed()) return;
    const Step step(reading_, member.key);
    const PlaceId place = places_.find(spot.place, member.key);
    if (place == kNowhere) return reading_.refuse("named only under a condition, which is not read");
    expect_named(member.value, {.place = place, .depth = spot.depth});
  }
}

}  // namespace yett
