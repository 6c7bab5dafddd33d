#pragma once

#include <cstddef>
#include <iterator>
#include <random>
#include <string>
#include <string_view>

#include "schema/schema.h"
#include "text/json.h"

// Schemas and values made at random from so few words that they often meet.
namespace yett::schema_test {

class RandomJson {
 public:
  RandomJson(unsigned seed, ForeignKeywords foreign) : random_(seed), foreign_(foreign) {}

  Json schema(int depth = 3) {
    if (one_in(12)) return one_in(3) ? Json(false) : Json(true);
    Json schema = Json::Object{};
    if (!one_in(3)) schema.set("type", one_in(4) ? types() : Json(pick(kTypes)));
    for (int left = 1 + below(3); left > 0; --left) add_keyword(schema, depth);
    if (foreign_ == ForeignKeywords::Skipped && one_in(3)) add_foreign_keyword(schema, depth);
    return schema;
  }

  Json value(int depth = 3) {
    switch (below(depth > 0 ? 9 : 5)) {
      case 0:
        return nullptr;
      case 1:
        return one_in(2);
      case 2:
      case 3:
        return number();
      case 4:
        return pick(kTexts);
      case 5:
        return list(depth);
      default:
        return object(depth);
    }
  }

 private:
  static constexpr std::string_view kTypes[] = {"null",   "boolean", "number", "integer", "string",
                                                "string", "array",   "object", "object",  "object"};
  static constexpr std::string_view kNames[] = {"a", "b", "c"};
  static constexpr std::string_view kKeys[] = {"a", "a", "b", "b", "c", "d", "A", "b_"};
  static constexpr std::string_view kTexts[] = {"", "a", "b", "ab", "ba", "\u00e9", "a\u00e9b"};
  static constexpr std::string_view kPatterns[] = {"a", "^a", "b$", "^[ab]*$", "^$"};

  int below(int end) { return static_cast<int>(random_() % static_cast<unsigned>(end)); }
  bool one_in(int count) { return below(count) == 0; }
  template <std::size_t kCount>
  std::string_view pick(const std::string_view (&words)[kCount]) {
    return words[static_cast<std::size_t>(below(static_cast<int>(kCount)))];
  }

  Json number() { return below(16) * 0.25 - 1; }
  Json count() { return below(3); }
  Json types() { return Json::Array{pick(kTypes), pick(kTypes)}; }
  Json list(int depth) {
    Json::Array items;
    for (int left = below(4); left > 0; --left) items.push_back(value(depth - 1));
    return items;
  }
  Json object(int depth) {
    Json members = Json::Object{};
    for (int left = below(4); left > 0; --left) members.set(pick(kKeys), value(depth - 1));
    return members;
  }
  Json names() {
    Json::Array names;
    for (int left = below(3); left > 0; --left) names.push_back(pick(kNames));
    return names;
  }
  Json branches(int depth) {
    Json::Array branches;
    for (int left = 1 + below(3); left > 0; --left) branches.push_back(schema(depth - 1));
    return branches;
  }
  Json properties(int depth) {
    Json members = Json::Object{};
    for (int left = below(4); left > 0; --left) members.set(pick(kNames), schema(depth - 1));
    return members;
  }
  Json values() {
    Json::Array values;
    for (int left = 1 + below(4); left > 0; --left) values.push_back(value(1));
    return values;
  }

  void add_keyword(Json& schema, int depth) {
    switch (below(depth > 0 ? 25 : 13)) {
      case 0:
        return schema.set("enum", values());
      case 1:
        return schema.set("const", value(1));
      case 2:
        return schema.set("minimum", number());
      case 3:
        return schema.set("maximum", number());
      case 4:
        return schema.set("exclusiveMinimum", number());
      case 5:
        return schema.set("exclusiveMaximum", number());
      case 6:
        return schema.set("multipleOf", (1 + below(4)) * 0.25);
      case 7:
        return schema.set(one_in(2) ? "minLength" : "maxLength", count());
      case 8:
        return schema.set("pattern", pick(kPatterns));
      case 9:
        return schema.set(one_in(2) ? "minItems" : "maxItems", count());
      case 10:
        return schema.set("uniqueItems", !one_in(4));
      case 11:
      case 12:
        return schema.set("required", names());
      case 13:
      case 14:
        return schema.set("items", this->schema(depth - 1));
      case 15:
        return schema.set("additionalProperties", this->schema(depth - 1));
      case 16:
        return schema.set("additionalProperties", one_in(2));
      case 17:
        return schema.set("propertyNames", this->schema(0));
      case 18:
        return schema.set("allOf", branches(depth));
      case 19:
        return schema.set("anyOf", branches(depth));
      case 20:
        return schema.set("oneOf", branches(depth));
      case 21:
        return schema.set("not", this->schema(depth - 1));
      default:
        return schema.set("properties", properties(depth));
    }
  }

  void add_foreign_keyword(Json& schema, int depth) {
    switch (below(depth > 0 ? 9 : 5)) {
      case 0:
        return schema.set("title", "a title");
      case 1:
        return schema.set("minProperties", count());
      case 2:
        return schema.set("maxProperties", count());
      case 3:
        return schema.set("dependencies", Json::object({{std::string(pick(kNames)), names()}}));
      case 4:
        return schema.set("pattern", one_in(2) ? "^(?!a)" : "b(?=a)");
      case 5:
        return schema.set("contains", this->schema(depth - 1));
      default:
        schema.set("if", this->schema(depth - 1));
        if (!one_in(3)) schema.set("then", this->schema(depth - 1));
        if (!one_in(3)) schema.set("else", this->schema(depth - 1));
    }
  }

  std::mt19937 random_;
  ForeignKeywords foreign_;
};

}  // namespace yett::schema_test
