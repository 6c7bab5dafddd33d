#include "policy/ceiling_types.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "text/spelling.h"

namespace yett {
namespace {

/// Keywords that say something of values of these types alone.
struct BoundFamily {
  std::span<const std::string_view> types;
  std::span<const std::string_view> keywords;
};

constexpr std::array<std::string_view, 2> kNumberTypes = {"number", "integer"};
constexpr std::array<std::string_view, 5> kNumberBounds = {"minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum",
                                                           "multipleOf"};
constexpr std::array<std::string_view, 1> kTextTypes = {"string"};
constexpr std::array<std::string_view, 3> kTextBounds = {"minLength", "maxLength", "pattern"};
constexpr std::array<std::string_view, 1> kListTypes = {"array"};
constexpr std::array<std::string_view, 4> kListBounds = {"items", "minItems", "maxItems", "uniqueItems"};
constexpr std::array<std::string_view, 1> kObjectTypes = {"object"};
constexpr std::array<std::string_view, 4> kObjectBounds = {"properties", "required", "additionalProperties",
                                                           "propertyNames"};
constexpr std::array<BoundFamily, 4> kFamilies = {{{kNumberTypes, kNumberBounds},
                                                   {kTextTypes, kTextBounds},
                                                   {kListTypes, kListBounds},
                                                   {kObjectTypes, kObjectBounds}}};

constexpr std::array<std::string_view, 3> kCombinations = {"allOf", "anyOf", "oneOf"};

/// Whether this `type` lets through values of those types and of no other.
bool says_only(const Json* type, std::span<const std::string_view> types) {
  const auto is_one = [types](const Json& name) {
    return name.as_string() != nullptr && std::ranges::find(types, *name.as_string()) != types.end();
  };
  if (type == nullptr) return false;
  if (const Json::Array* several = type->as_array()) return !several->empty() && std::ranges::all_of(*several, is_one);
  return is_one(*type);
}

/// Walks a schema with the way to where it stands.
class BoundReader {
 public:
  /// `type` is that of the schema of which this one is a branch, or null.
  std::optional<SchemaError> read(const Json& schema, const Json* type) {
    if (schema.as_object() == nullptr) return {};
    if (const Json* own = schema.find("type")) type = own;
    // Exact values are of the type that they are of.
    if (schema.find("const") == nullptr && schema.find("enum") == nullptr) {
      if (auto fault = read_bounds(schema, type)) return fault;
    }
    if (auto fault = read_members(schema)) return fault;
    for (const std::string_view keyword : {"items", "additionalProperties"}) {
      if (auto fault = read_at(schema.find(keyword), {std::string(keyword)}, nullptr)) return fault;
    }
    return read_branches(schema, type);
  }

 private:
  std::optional<SchemaError> read_at(const Json* schema, std::vector<std::string> steps, const Json* type) {
    if (schema == nullptr) return {};
    const std::size_t depth = at_.size();
    std::ranges::move(steps, std::back_inserter(at_));
    auto fault = read(*schema, type);
    at_.resize(depth);
    return fault;
  }

  std::optional<SchemaError> read_members(const Json& schema) {
    const Json* properties = schema.find("properties");
    if (properties == nullptr || properties->as_object() == nullptr) return {};
    for (const Json::Member& member : *properties->as_object()) {
      if (auto fault = read_at(&member.value, {"properties", member.key}, nullptr)) return fault;
    }
    return {};
  }

  std::optional<SchemaError> read_branches(const Json& schema, const Json* type) {
    for (const std::string_view keyword : kCombinations) {
      const Json* list = schema.find(keyword);
      if (list == nullptr || list->as_array() == nullptr) continue;
      for (std::size_t i = 0; i < list->as_array()->size(); ++i) {
        const Json& branch = (*list->as_array())[i];
        if (auto fault = read_at(&branch, {std::string(keyword), std::to_string(i)}, type)) return fault;
      }
    }
    return read_at(schema.find("not"), {"not"}, type);
  }

  std::optional<SchemaError> read_bounds(const Json& schema, const Json* type) {
    for (const BoundFamily& family : kFamilies) {
      if (says_only(type, family.types)) continue;
      for (const std::string_view keyword : family.keywords) {
        if (schema.find(keyword) == nullptr) continue;
        SchemaError error{.at = at_,
                          .message = fmt::format("{} bounds no value of another type", in_quotes(keyword)),
                          .hint = fmt::format("type = \"{}\" beside it refuses those", family.types.front())};
        error.at.emplace_back(keyword);
        return error;
      }
    }
    return {};
  }

  std::vector<std::string> at_;
};

}  // namespace

std::optional<SchemaError> find_untyped_bound(const Json& schema) { return BoundReader().read(schema, nullptr); }

void demand_what_is_named(Json& schema) {
  if (schema.as_object() == nullptr) return;
  if (Json* items = schema.find("items")) demand_what_is_named(*items);
  for (const std::string_view keyword : {"allOf", "anyOf"}) {
    Json* list = schema.find(keyword);
    if (list == nullptr || list->as_array() == nullptr) continue;
    for (Json& branch : *list->as_array()) demand_what_is_named(branch);
  }
  Json* properties = schema.find("properties");
  if (properties == nullptr || properties->as_object() == nullptr) return;
  Json::Array all;
  for (Json::Member& member : *properties->as_object()) {
    all.emplace_back(member.key);
    demand_what_is_named(member.value);
  }
  if (const Json* required = schema.find("required"); required != nullptr) {
    if (required->as_array() == nullptr) return;  // for compile_schema() to refuse
    for (const Json& name : *required->as_array()) {
      if (std::ranges::find(all, name) == all.end()) all.push_back(name);
    }
  }
  schema.set("required", std::move(all));
}

}  // namespace yett
