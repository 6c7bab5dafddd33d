#include "draft/schema_survey.h"

#include <algorithm>
#include <span>
#include <string>

#include "schema/schema.h"

namespace yett {
namespace {

/// What the schema says at a place, as far as properties and items lead there; nullptr where they do not.
const Json* schema_at(const Json& schema, std::span<const Pointer::Step> steps) {
  const Json* at = &schema;
  for (const Pointer::Step& step : steps) {
    if (step.every) {
      at = at->find("items");
    } else {
      const Json* properties = at->find("properties");
      at = properties == nullptr ? nullptr : properties->find(step.key);
    }
    if (at == nullptr) return nullptr;
  }
  return at;
}

ValueKind kind_of(const Json* schema) {
  const Json* type = schema == nullptr ? nullptr : schema->find("type");
  const std::string* word = type == nullptr ? nullptr : type->as_string();
  const Json* format = schema == nullptr ? nullptr : schema->find("format");
  const std::string* form = format == nullptr ? nullptr : format->as_string();
  if (form != nullptr && form->starts_with("uri")) return ValueKind::Uri;
  if (form != nullptr && form->ends_with("email")) return ValueKind::Mail;
  if (word == nullptr) return ValueKind::Any;
  if (*word == "string") return ValueKind::Text;
  if (*word == "array") return ValueKind::List;
  if (*word == "object") return ValueKind::Object;
  if (*word == "number" || *word == "integer") return ValueKind::Number;
  return *word == "boolean" || *word == "null" ? ValueKind::Flag : ValueKind::Any;
}

/// The places of `sorted` that lie one step below `above`, and so on down. Those above come before those below.
std::vector<SurveyedPlace> places_below(const Json& schema, std::span<const Pointer> sorted, std::size_t depth) {
  std::vector<SurveyedPlace> found;
  for (std::size_t i = 0; i < sorted.size();) {
    if (sorted[i].steps().size() <= depth) {
      ++i;
      continue;
    }
    const auto& step = sorted[i].steps()[depth];
    std::size_t end = i;
    while (end < sorted.size() && sorted[end].steps().size() > depth && sorted[end].steps()[depth] == step) ++end;
    // A place can be named below one that is not: the shortest stands for all of them.
    const std::span<const Pointer> same = sorted.subspan(i, end - i);
    Pointer place = Pointer::to_key(sorted[i].steps().front().key);
    if (sorted[i].steps().front().every) {
      i = end;
      continue;
    }
    for (std::size_t k = 1; k <= depth; ++k) {
      const Pointer::Step& next = sorted[i].steps()[k];
      place = next.every ? place.every_child() : place.child(next.key);
    }
    const ValueKind kind = kind_of(schema_at(schema, place.steps()));
    found.push_back({.place = std::move(place), .kind = kind, .below = places_below(schema, same, depth + 1)});
    i = end;
  }
  return found;
}

}  // namespace

SchemaSurvey survey_schema(const Json& definition) {
  SchemaSurvey survey;
  const Json* declared = definition.find("inputSchema");
  if (declared == nullptr || declared->as_object() == nullptr) return survey;
  Json schema = *declared;
  if (schema.find("type") == nullptr) schema.set("type", "object");
  const Json* further = schema.find("additionalProperties");
  survey.is_open = further != nullptr && (further->as_object() != nullptr || *further == Json(true));
  const auto compiled = compile_schema(schema, {.openness = Openness::Closed, .foreign = ForeignKeywords::Skipped});
  if (compiled) {
    survey.arguments = places_below(schema, compiled->places(), 0);
    return survey;
  }
  survey.is_readable = false;
  const Json* properties = schema.find("properties");
  const Json::Object* members = properties == nullptr ? nullptr : properties->as_object();
  if (members == nullptr) return survey;
  for (const Json::Member& member : *members) {
    survey.arguments.push_back({.place = Pointer::to_key(member.key), .kind = kind_of(&member.value)});
  }
  return survey;
}

std::string_view key_of(const Pointer& place) {
  const Pointer::Step& last = place.steps().back();
  return last.every ? std::string_view() : std::string_view(last.key);
}

}  // namespace yett
