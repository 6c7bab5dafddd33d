#include "policy/described_key.h"

namespace yett {

Json closed_table(std::string_view text, std::span<const DescribedKey> keys) {
  Json::Object properties;
  Json::Array required;
  for (const DescribedKey& key : keys) {
    Json::Object property = {{"description", key.text}};
    const Json shape = key.shape();
    const Json::Object& members = *shape.as_object();
    property.insert(property.end(), members.begin(), members.end());
    properties.push_back({std::string(key.key), std::move(property)});
    if (key.need == Need::Required) required.emplace_back(key.key);
  }
  Json table = Json::object({{"type", "object"}});
  if (!text.empty()) table.set("description", text);
  if (!required.empty()) table.set("required", std::move(required));
  table.set("additionalProperties", false);
  table.set("properties", std::move(properties));
  return table;
}

Json named_table(std::string_view names, Json value) {
  return Json::object(
      {{"type", "object"}, {"propertyNames", text_like(names)}, {"additionalProperties", std::move(value)}});
}

Json list_of(Json item, std::size_t least) {
  Json list = Json::object({{"type", "array"}, {"items", std::move(item)}});
  if (least > 0) list.set("minItems", std::uint64_t{least});
  return list;
}

Json any_of(std::initializer_list<Json> shapes) { return Json::object({{"anyOf", Json::Array(shapes)}}); }

Json text_like(std::string_view pattern) { return Json::object({{"type", "string"}, {"pattern", pattern}}); }

Json some_text() { return Json::object({{"type", "string"}, {"minLength", 1}}); }
Json readable_name() { return text_like(kReadableNames); }
Json absolute_path() { return text_like("^/"); }
Json flag() { return Json::object({{"type", "boolean"}}); }
Json duration() { return text_like("^[1-9][0-9]*(ms|s|m|h|d)$"); }
Json byte_count() { return text_like("^[1-9][0-9]*(B|KiB|MiB|GiB)$"); }
Json day() { return text_like("^[0-9]{4}-[0-9]{2}-[0-9]{2}$"); }
Json texts() { return list_of(some_text()); }

Json count_between(int low, int high) {
  return Json::object({{"type", "integer"}, {"minimum", low}, {"maximum", high}});
}

Json count_from(int low) {
  constexpr std::int64_t kMost = 4294967295;  // what 32 bits hold
  return Json::object({{"type", "integer"}, {"minimum", low}, {"maximum", kMost}});
}

}  // namespace yett
