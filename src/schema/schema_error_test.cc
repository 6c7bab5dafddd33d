// Which schemas are refused, where and why.
#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "schema/schema_fixture.h"

namespace yett::schema_test {
namespace {

struct Refusal {
  std::string_view schema;
  std::string_view error;
};

TEST(SchemaError, SaysWhatWasExpectedAndWhere) {
  const Refusal refusals[] = {
      {"1", "expected a schema (an object, or true or false), found a number"},
      {"null", "expected a schema (an object, or true or false), found null"},
      {R"({"properties": {"a": "string"}})",
       "properties/a: expected a schema (an object, or true or false), found a string"},
      {R"({"type": 1})", "type: expected the name of a type, found a number"},
      {R"({"type": ["string", null]})", "type/1: expected the name of a type, found null"},
      {R"({"type": []})", "type: no type (the types are null, boolean, number, integer, string, array and object)"},
      {R"({"type": "str"})",
       R"(type: unknown type "str" (the types are null, boolean, number, integer, string, array and object))"},
      {R"({"enum": "a"})", "enum: expected a list of values, found a string"},
      {R"({"enum": []})", "enum: an empty list accepts nothing (list the values that are accepted)"},
      {R"({"properties": []})", "properties: expected an object of schemas, found a list"},
      {R"({"required": "a"})", "required: expected a list of names, found a string"},
      {R"({"required": true})", "required: expected a list of names, found true or false"},
      {R"({"required": ["a", 1]})", "required/1: expected a name, found a number"},
      {R"({"additionalProperties": "no"})",
       "additionalProperties: expected a schema (an object, or true or false), found a string"},
      {R"({"propertyNames": []})", "propertyNames: expected a schema (an object, or true or false), found a list"},
      {R"({"items": [{}]})", "items: a list of schemas (one schema for all items is read)"},
      {R"({"minItems": "1"})", "minItems: expected a whole number from 0, found a string"},
      {R"({"maxItems": -1})", "maxItems: not a whole number from 0"},
      {R"({"minLength": 1.5})", "minLength: not a whole number from 0"},
      {R"({"maxLength": null})", "maxLength: expected a whole number from 0, found null"},
      {R"({"uniqueItems": 1})", "uniqueItems: expected true or false, found a number"},
      {R"({"pattern": 1})", "pattern: expected a pattern, found a number"},
      {R"x({"pattern": "a("})x",
       R"x(pattern: a pattern that RE2 does not take: "missing ): a(" (RE2 has no look-around and no back-references))x"},
      {R"x({"pattern": "(?=a)"})x",
       R"x(pattern: a pattern that RE2 does not take: "invalid perl operator: (?=" (RE2 has no look-around and no back-references))x"},
      {R"({"minimum": "1"})", "minimum: expected a number, found a string"},
      {R"({"maximum": [1]})", "maximum: expected a number, found a list"},
      {R"({"exclusiveMinimum": true})", "exclusiveMinimum: expected a number, found true or false"},
      {R"({"exclusiveMaximum": {}})", "exclusiveMaximum: expected a number, found an object"},
      {R"({"multipleOf": 0})", "multipleOf: not a number above 0"},
      {R"({"multipleOf": -0.1})", "multipleOf: not a number above 0"},
      {R"({"multipleOf": "0"})", "multipleOf: expected a number above 0, found a string"},
      {R"({"allOf": {}})", "allOf: expected a list of schemas, found an object"},
      {R"({"anyOf": []})", "anyOf: an empty list (list at least one schema)"},
      {R"({"oneOf": [true, 1]})", "oneOf/1: expected a schema (an object, or true or false), found a number"},
      {R"({"not": null})", "not: expected a schema (an object, or true or false), found null"},
      {R"({"properties": {"a": {"items": {"anyOf": [true, {"maxLength": -1}]}}}})",
       "properties/a/items/anyOf/1/maxLength: not a whole number from 0"},
  };
  for (const Refusal& refusal : refusals) EXPECT_EQ(error_of(refusal.schema, kClosed), refusal.error) << refusal.schema;
}

TEST(SchemaError, KeepsToTheFirst) {
  EXPECT_EQ(error_of(R"({"type": "x", "minimum": "y", "properties": {"a": 1}})", kClosed).substr(0, 4), "type");
}

TEST(SchemaError, NamesTheKeywordThatWasMeant) {
  EXPECT_EQ(error_of(R"({"maxLenght": 3})", kClosed),
            R"(maxLenght: unknown keyword "maxLenght" (did you mean "maxLength"?))");
  EXPECT_EQ(error_of(R"({"properties": {"a": {"Type": "string"}}})", kClosed),
            R"(properties/a/Type: unknown keyword "Type" (did you mean "type"?))");
  EXPECT_EQ(error_of(R"({"additionalProps": false})", kServer),
            R"(additionalProps: unknown keyword "additionalProps")");
}

TEST(SchemaError, ListsTheKeywordsWhenNoneIsNear) {
  EXPECT_EQ(
      error_of(R"({"if": {}})", kClosed),
      R"(if: unknown keyword "if" (the keywords are type, enum, const, properties, required, additionalProperties, )"
      "propertyNames, items, minItems, maxItems, uniqueItems, minLength, maxLength, pattern, minimum, maximum, "
      "exclusiveMinimum, exclusiveMaximum, multipleOf, allOf, anyOf, oneOf, not)");
}

TEST(SchemaError, RefusesAnnotationsAndOtherKeywordsInAPolicy) {
  for (const char* word : {"title", "description", "default", "examples", "$comment", "$schema", "$id", "$ref",
                           "format", "patternProperties", "minProperties", "contains", "dependencies", "if", "then",
                           "definitions", "x-order", "nullable", ""}) {
    const Json schema = Json::object({{"type", "object"}, {word, Json::Object{}}});
    for (const Openness openness : {Openness::Closed, Openness::Open}) {
      const auto compiled = compile_schema(schema, {.openness = openness, .foreign = ForeignKeywords::Refused});
      ASSERT_FALSE(compiled) << word;
      EXPECT_EQ(compiled.error().at, std::vector<std::string>{word});
    }
  }
}

TEST(SchemaError, ShowsNothingThatSteersATerminal) {
  const std::string error = error_of("{\"a\\u001b[31m\": 1}", kClosed);
  EXPECT_NE(error.find(R"(unknown keyword "a\u{001B}[31m")"), std::string::npos) << error;
}

}  // namespace
}  // namespace yett::schema_test
