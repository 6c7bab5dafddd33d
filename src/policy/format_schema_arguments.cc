#include "policy/described_key.h"
#include "policy/format_schema_parts.h"

namespace yett {
namespace {

Json type_words() {
  Json word =
      Json::object({{"enum", Json::Array{"null", "boolean", "object", "array", "number", "integer", "string"}}});
  return any_of({word, list_of(word, 1)});
}

Json size() { return Json::object({{"type", "integer"}, {"minimum", 0}}); }
Json number() { return Json::object({{"type", "number"}}); }
Json anything() { return Json(Json::Object{}); }
Json nested_schema() { return reference_to("nested_schema"); }
Json list_of_schemas() { return list_of(nested_schema(), 1); }

constexpr DescribedKey kKeywords[] = {
    {"type", "The type of the value, or a list of types. 1.0 is an integer.", type_words},
    {"enum", "The value is one of these.", [] { return list_of(anything(), 1); }},
    {"const", "The value is this one.", anything},
    {"properties", "The members that an object may have, each with its schema.",
     [] { return Json::object({{"type", "object"}, {"additionalProperties", nested_schema()}}); }},
    {"required", "The members that an object must have.", texts},
    {"additionalProperties",
     "The schema of members that `properties` does not name. They are refused when it is absent.", nested_schema},
    {"propertyNames", "The schema of the names of members.", nested_schema},
    {"items", "The schema of every item of a list.", nested_schema},
    {"minItems", "The shortest list.", size},
    {"maxItems", "The longest list.", size},
    {"uniqueItems", "Whether the items of a list must differ.", flag},
    {"minLength", "The shortest string, in characters.", size},
    {"maxLength", "The longest string, in characters.", size},
    {"pattern", "An RE2 expression that is found somewhere in the string: write ^ and $ for the whole of it.",
     some_text},
    {"minimum", "The smallest number.", number},
    {"maximum", "The largest number.", number},
    {"exclusiveMinimum", "A number above this one.", number},
    {"exclusiveMaximum", "A number below this one.", number},
    {"multipleOf", "The number is a whole multiple of this one: 0.01 for cents.",
     [] { return Json::object({{"type", "number"}, {"exclusiveMinimum", 0}}); }},
    {"allOf", "All of these schemas hold.", list_of_schemas},
    {"anyOf", "At least one of these schemas holds.", list_of_schemas},
    {"oneOf", "Exactly one of these schemas holds.", list_of_schemas},
    {"not", "This schema does not hold.", nested_schema}};

}  // namespace

Json arguments_shape() { return closed_table({}, kKeywords); }

Json nested_schema_shape() { return any_of({flag(), arguments_shape()}); }

}  // namespace yett
