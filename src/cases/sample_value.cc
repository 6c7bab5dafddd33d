#include "cases/sample_value.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "schema/pattern.h"

namespace yett {
namespace {

constexpr int kDeepest = 32;  // of schemas within schemas that are followed

double number_of(const Json& schema, std::string_view key, double usual) {
  const Json* value = schema.find(key);
  return value != nullptr && value->as_number() != nullptr ? *value->as_number() : usual;
}

std::string type_of(const Json& schema) {
  const Json* type = schema.find("type");
  if (type != nullptr && type->as_string() != nullptr) return *type->as_string();
  if (type != nullptr && type->as_array() != nullptr) {
    for (const Json& one : *type->as_array()) {
      if (one.as_string() != nullptr && *one.as_string() != "null") return *one.as_string();
    }
  }
  if (schema.find("properties") != nullptr || schema.find("required") != nullptr) return "object";
  if (schema.find("items") != nullptr) return "array";
  return "string";
}

double sample_number(const Json& schema, bool is_whole) {
  double value = number_of(schema, "minimum", 1);
  value = std::max(value, number_of(schema, "exclusiveMinimum", value - 1) + 1);
  const double most =
      std::min(number_of(schema, "maximum", value), number_of(schema, "exclusiveMaximum", value + 1) - 1);
  if (schema.find("maximum") != nullptr || schema.find("exclusiveMaximum") != nullptr) value = std::min(value, most);
  const double step = number_of(schema, "multipleOf", is_whole ? 1 : 0);
  return step > 0 ? std::ceil(value / step) * step : value;
}

Json sample(const Json& schema, int depth);

Json sample_object(const Json& schema, int depth) {
  Json value(Json::Object{});
  const Json* required = schema.find("required");
  const Json* properties = schema.find("properties");
  if (required == nullptr || required->as_array() == nullptr) return value;
  for (const Json& name : *required->as_array()) {
    if (name.as_string() == nullptr) continue;
    const Json* property = properties == nullptr ? nullptr : properties->find(*name.as_string());
    value.set(*name.as_string(), property == nullptr ? Json("text") : sample(*property, depth + 1));
  }
  return value;
}

Json sample_array(const Json& schema, int depth) {
  const auto least = static_cast<std::size_t>(std::clamp(number_of(schema, "minItems", 0), 0.0, 64.0));
  const Json* items = schema.find("items");
  Json::Array value;
  while (value.size() < least) value.push_back(items == nullptr ? Json("text") : sample(*items, depth + 1));
  return Json(std::move(value));
}

/// A text that the pattern of the schema finds, as far as one can be told.
std::string text_of_pattern(const Json& schema) {
  const Json* pattern = schema.find("pattern");
  if (pattern == nullptr || pattern->as_string() == nullptr) return "text";
  const auto compiled = PatternBudget().compile(*pattern->as_string());
  if (!compiled || compiled->finds("text")) return "text";
  return compiled->example().value_or("text");
}

std::string sample_text(const Json& schema) {
  std::string text = text_of_pattern(schema);
  const auto least = static_cast<std::size_t>(std::clamp(number_of(schema, "minLength", 0), 0.0, 4096.0));
  const auto most = static_cast<std::size_t>(std::clamp(number_of(schema, "maxLength", 4096), 0.0, 4096.0));
  if (text.size() < least) text.resize(least, 'x');
  if (text.size() > most) text.resize(most);
  return text;
}

Json sample(const Json& schema, int depth) {
  if (depth > kDeepest || schema.as_object() == nullptr) return Json("text");
  if (const Json* only = schema.find("const")) return *only;
  if (const Json* listed = schema.find("enum"); listed != nullptr && listed->as_array() != nullptr) {
    if (!listed->as_array()->empty()) return listed->as_array()->front();
  }
  for (const std::string_view branches : {"anyOf", "oneOf"}) {
    const Json* listed = schema.find(branches);
    if (listed == nullptr || listed->as_array() == nullptr || listed->as_array()->empty()) continue;
    if (schema.find("type") == nullptr) return sample(listed->as_array()->front(), depth + 1);
  }
  const std::string type = type_of(schema);
  if (type == "object") return sample_object(schema, depth);
  if (type == "array") return sample_array(schema, depth);
  if (type == "boolean") return Json(true);
  if (type == "null") return {};
  if (type == "integer" || type == "number") return Json(sample_number(schema, type == "integer"));
  return Json(sample_text(schema));
}

}  // namespace

Json sample_value(const Json& schema) { return sample(schema, 0); }

}  // namespace yett
