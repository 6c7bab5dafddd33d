#include "compare/compare_schemas.h"

#include <gtest/gtest.h>

namespace yett {
namespace {

using enum Direction;

std::optional<Direction> direction(std::string_view before, std::string_view after) {
  return schema_direction(*parse_json(before), *parse_json(after));
}

TEST(CompareSchemas, ASchemaIsItselfWhateverTheOrderOfItsKeys) {
  EXPECT_EQ(direction(R"({"type":"string","maxLength":3})", R"({"maxLength":3,"type":"string"})"), std::nullopt);
  EXPECT_EQ(direction(R"({"enum":[1,2]})", R"({"enum":[2,1]})"), std::nullopt);
}

TEST(CompareSchemas, EachKeywordAndBackwards) {
  struct Case {
    std::string_view narrow;
    std::string_view wide;
  };
  for (const Case& one :
       std::initializer_list<Case>{{R"({"maximum":5})", R"({"maximum":6})"},
                                   {R"({"exclusiveMaximum":5})", R"({"exclusiveMaximum":6})"},
                                   {R"({"maxLength":5})", R"({"maxLength":6})"},
                                   {R"({"maxItems":5})", R"({"maxItems":6})"},
                                   {R"({"minimum":6})", R"({"minimum":5})"},
                                   {R"({"exclusiveMinimum":6})", R"({"exclusiveMinimum":5})"},
                                   {R"({"minLength":6})", R"({"minLength":5})"},
                                   {R"({"minItems":6})", R"({"minItems":5})"},
                                   {R"({"uniqueItems":true})", R"({"uniqueItems":false})"},
                                   {R"({"enum":["a"]})", R"({"enum":["a","b"]})"},
                                   {R"({"type":"string"})", R"({"type":["string","null"]})"},
                                   {R"({"required":["a","b"]})", R"({"required":["a"]})"},
                                   {R"({"type":"string","pattern":"^a$"})", R"({"type":"string"})"},
                                   {R"({"const":1})", R"({})"},
                                   {R"({"items":{"maximum":1}})", R"({"items":{"maximum":2}})"},
                                   {R"({"properties":{"a":{"maximum":1}}})", R"({"properties":{"a":{"maximum":2}}})"},
                                   {R"({"properties":{"a":{}}})", R"({"properties":{"a":{},"b":{}}})"},
                                   {R"({"properties":{"a":{}},"additionalProperties":false})",
                                    R"({"properties":{"a":{},"b":{}},"additionalProperties":false})"}}) {
    SCOPED_TRACE(one.narrow);
    EXPECT_EQ(direction(one.narrow, one.wide), Grants);
    EXPECT_EQ(direction(one.wide, one.narrow), TakesAway);
  }
}

TEST(CompareSchemas, WhatNobodyCanTellMayGrant) {
  struct Case {
    std::string_view before;
    std::string_view after;
  };
  for (const Case& one :
       std::initializer_list<Case>{{R"({"pattern":"^a$"})", R"({"pattern":"^b$"})"},
                                   {R"({"const":1})", R"({"const":2})"},
                                   {R"({"multipleOf":2})", R"({"multipleOf":4})"},
                                   {R"({"maximum":5,"minimum":1})", R"({"maximum":6,"minimum":2})"},
                                   {R"({"enum":["a"]})", R"({"enum":["b"]})"},
                                   {R"({})", R"({"additionalProperties":false})"},
                                   {R"({"additionalProperties":false})", R"({"additionalProperties":true})"},
                                   {R"({"properties":{"a":{}},"additionalProperties":true})",
                                    R"({"properties":{"a":{},"b":{}},"additionalProperties":true})"},
                                   {R"({"type":"object"})", R"({"type":"object","anyOf":[{"properties":{"b":{}}}]})"},
                                   {R"({"not":{"const":1}})", R"({"not":{"const":2}})"},
                                   {R"({"items":{}})", R"({})"},
                                   {R"({"properties":{"a":{}}})", R"({})"},
                                   {R"(true)", R"(false)"}}) {
    SCOPED_TRACE(one.after);
    EXPECT_EQ(direction(one.before, one.after), Changes);
    EXPECT_EQ(direction(one.after, one.before), Changes);
  }
}

}  // namespace
}  // namespace yett
