// What is read of the schemas of tool servers, which use more keywords than a policy may.
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "schema/schema_fixture.h"

namespace yett::schema_test {
namespace {

struct Case {
  std::string_view schema;
  std::string_view value;
  std::string_view fault;
};

void expect_faults(const std::vector<Case>& cases) {
  for (const Case& one : cases) {
    EXPECT_EQ(fault_of(compiled(one.schema, kServer), one.value), one.fault) << one.schema << " on " << one.value;
  }
}

struct Refusal {
  std::string_view schema;
  std::string_view error;
};

void expect_errors(const std::vector<Refusal>& refusals) {
  for (const Refusal& refusal : refusals) EXPECT_EQ(error_of(refusal.schema, kServer), refusal.error) << refusal.schema;
}

TEST(ServerSchema, IsReadPastItsAnnotations) {
  expect_faults({
      {R"({"$schema": "http://json-schema.org/draft-07/schema#", "$id": "https://a.example/s", "title": "t", "type": "object",
           "properties": {"to": {"type": "string", "description": "d", "default": "x", "examples": ["a"], "format": "email",
                                 "readOnly": true, "writeOnly": false, "deprecated": true, "$comment": "c",
                                 "contentEncoding": "base64", "contentMediaType": "text/plain", "x-order": 1}},
           "$defs": {"unused": {"patternProperties": {}}}, "definitions": {}})",
       R"({"to": "not an address"})", ""},
      {R"({"type": "object", "properties": {"to": {"type": "string", "description": "d"}}})", R"({"to": 1})",
       "type in to"},
      {R"({"type": "object", "properties": {"to": {"description": "d"}}})", R"({"bcc": 1})", "undeclared 3"},
      {R"({"type": "object", "properties": {"to": {"$id": "#to"}}})", R"({"to": 1})", ""},
  });
}

TEST(ServerSchema, LosesWhatOnlyRefuses) {
  expect_faults({
      {R"({"properties": {"a": {}}, "minProperties": 1})", "{}", ""},
      {R"({"properties": {"a": {}}, "maxProperties": 0})", R"({"a": 1})", ""},
      {R"({"properties": {"a": {}, "b": {}}, "dependentRequired": {"a": ["b"]}})", R"({"a": 1})", ""},
      {R"({"properties": {"a": {}, "b": {}}, "dependencies": {"a": ["b"]}})", R"({"a": 1})", ""},
      {R"({"contains": {"const": 1}, "minContains": 2, "maxContains": 3})", "[]", ""},
      {R"({"minimum": 1, "exclusiveMinimum": true, "maximum": 2, "exclusiveMaximum": true})", "1", ""},
      {R"({"minimum": 1, "exclusiveMinimum": true})", "0", "minimum"},
      {R"({"properties": {"a": {"type": "string", "required": true}}})", "{}", ""},
      {R"x({"pattern": "^(?!a)"})x", "\"a\"", ""},
      {R"x({"pattern": "^(?!a)", "maxLength": 2})x", "\"abc\"", "maxLength"},
      {R"({"items": {"type": "string"}, "additionalItems": false})", "[1]", "type"},
      {R"({"properties": {"a": {}}, "unevaluatedProperties": false})", R"({"a": 1})", ""},
      {R"({"type": "string", "nullable": true})", "null", ""},
      {R"({"type": "string", "nullable": true})", "1", "type"},
      {R"({"type": "string", "nullable": false})", "null", "type"},
  });
}

TEST(ServerSchema, StaysClosedWhereSomethingIsLeftOut) {
  for (const char* keyword :
       {R"("minProperties": 1)", R"("maxProperties": 9)", R"("dependentRequired": {})", R"("dependencies": {"a": []})",
        R"("unevaluatedProperties": false)", R"("if": {}, "then": {"required": ["x"]})",
        R"("else": {"minProperties": 1})", R"("dependentSchemas": {})"}) {
    const std::string schema = std::string("{") + keyword + "}";
    EXPECT_EQ(fault_of(compiled(schema, kServer), R"({"x": 1})"), "undeclared 1") << schema;
  }
}

TEST(ServerSchema, WidensWhatHoldsSomethingLeftOut) {
  expect_faults({
      // It would refuse every object otherwise.
      {R"({"properties": {"a": {}}, "not": {"minProperties": 2}})", R"({"a": 1})", ""},
      {R"({"not": {"not": {"format": "email"}}})", "\"a\"", ""},
      {R"({"not": {"type": "string"}})", "\"a\"", "not"},
      {R"({"not": {"type": "string", "nullable": true}})", "null", ""},
      // Both would hold otherwise.
      {R"({"oneOf": [{"type": "string", "format": "ipv4"}, {"type": "string", "format": "ipv6"}]})", "\"::1\"", ""},
      {R"({"oneOf": [{"type": "string", "format": "ipv4"}, {"type": "string", "format": "ipv6"}]})", "1", "anyOf"},
      {R"x({"oneOf": [{"minimum": 1}, {"not": {"pattern": "(?=a)"}}, {"maximum": 2}]})x", "1", ""},
      {R"({"format": "int32", "oneOf": [{"minimum": 1}, {"maximum": 2}]})", "1", "oneOf"},
  });
}

TEST(ServerSchema, LeavesConditionsOutThatNameNothingNew) {
  expect_faults({
      {R"({"properties": {"mode": {}, "path": {}}, "if": {"properties": {"mode": {"const": "x"}}}, "then": {"required": ["path"]},
           "else": {"not": {"required": ["path"], "properties": {"other": {}}}}})",
       R"({"mode": "x"})", ""},
      {R"({"properties": {"a": {"properties": {"b": {}}}, "l": {"items": {"properties": {"c": {}}}}},
           "then": {"properties": {"a": {"properties": {"b": {"const": 1}}}, "l": {"items": {"properties": {"c": {"type": "string"}}}}},
                    "allOf": [{"additionalProperties": false, "minimum": 3}], "unevaluatedProperties": false}})",
       R"({"a": {"b": 2}})", ""},
      {R"({"dependencies": {"a": {"properties": {"b": {"type": "null"}}}}, "allOf": [{"properties": {"a": {}, "b": {}}}]})",
       R"({"a": 1, "b": 2})", ""},
  });
  expect_errors({
      {R"({"properties": {"a": {}}, "if": {}, "then": {"properties": {"b": {}}}})",
       "then/properties/b: named only under a condition, which is not read"},
      {R"({"properties": {"a": {"type": "object"}}, "else": {"anyOf": [{"properties": {"a": {"properties": {"b": {}}}}}]}})",
       "else/anyOf/0/properties/a/properties/b: named only under a condition, which is not read"},
      {R"({"properties": {"l": {}}, "then": {"properties": {"l": {"items": {"properties": {"b": {}}}}}}})",
       "then/properties/l/items/properties/b: named only under a condition, which is not read"},
      {R"({"dependentSchemas": {"a": {"properties": {"b": {}}}}})",
       "dependentSchemas/a/properties/b: named only under a condition, which is not read"},
      {R"({"dependencies": {"a": {"if": {}, "then": {"properties": {"b": {}}}}}})",
       "dependencies/a/then/properties/b: named only under a condition, which is not read"},
      {R"({"properties": {"a": {}}, "then": {"additionalProperties": true}})",
       "then/additionalProperties: accepts members under a condition, which is not read"},
      {R"({"properties": {"a": {}}, "then": {"unevaluatedProperties": {}}})",
       "then/unevaluatedProperties: accepts members under a condition, which is not read"},
      {R"({"then": {"$ref": "#"}})", "then/$ref: a reference under a condition, which is not read"},
      {R"({"then": {"patternProperties": {}}})", R"(then/patternProperties: unknown keyword "patternProperties")"},
      {R"({"then": {"items": [true]}})", "then/items: expected a schema, found a list"},
      {R"({"then": 1})", "then: expected a schema, found a number"},
      {R"({"dependencies": []})", "dependencies: expected an object of lists or schemas, found a list"},
  });
}

TEST(ServerSchema, FollowsReferencesWithinItself) {
  constexpr std::string_view kDefined = R"({
    "type": "object",
    "properties": {"from": {"$ref": "#/$defs/party"}, "to": {"items": {"$ref": "#/definitions/a~1b%25/0"}}},
    "$defs": {"party": {"properties": {"name": {"$ref": "#/$defs/text"}}, "required": ["name"]}, "text": {"type": "string"}},
    "definitions": {"a/b%": [{"$ref": "#/$defs/party", "properties": {"cc": {}}, "description": "d"}]}})";
  expect_faults({
      {kDefined, R"({"from": {"name": "x"}, "to": [{"name": "y", "cc": 1}]})", ""},
      {kDefined, R"({"from": {"name": 1}})", "type in from"},
      {kDefined, R"({"from": {}})", "required in from"},
      {kDefined, R"({"from": {"name": "x", "cc": 1}})", "undeclared 2 in from"},
      {kDefined, R"({"to": [{"name": "x", "bcc": 1}]})", "undeclared 3 in to"},
      {kDefined, R"({"to": [{"name": "x", "Name": 1}]})", "twin 4 in to"},
      {R"({"properties": {"a": {"type": "string"}, "b": {"$ref": "#/properties/a"}}})", R"({"b": 1})", "type in b"},
  });
  EXPECT_TRUE(compiled(kDefined, kServer).names(*parse_pointer("/to/*/name")));
  expect_errors({
      {R"({"$ref": "other.json"})", "$ref: a reference that leaves this schema (#/$defs/NAME is read)"},
      {R"({"$ref": "https://a.example/s#/$defs/a"})",
       "$ref: a reference that leaves this schema (#/$defs/NAME is read)"},
      {R"({"$ref": "#anchor"})", "$ref: a reference that leaves this schema (#/$defs/NAME is read)"},
      {R"({"$ref": "#/$defs/x"})", "$ref: a reference that leads nowhere (#/$defs/NAME is read)"},
      {R"({"$ref": "#/%2"})", "$ref: a reference that cannot be read (#/$defs/NAME is read)"},
      {R"({"$ref": "#/~2"})", "$ref: a reference that cannot be read (#/$defs/NAME is read)"},
      {R"({"$ref": 1})", "$ref: expected a reference, found a number"},
      {R"({"$ref": "#/allOf/01", "allOf": [true, true]})",
       "$ref: a reference that leads nowhere (#/$defs/NAME is read)"},
      {R"({"$ref": "#/title", "title": "t"})",
       "title: expected a schema (an object, or true or false), found a string"},
      {R"({"properties": {"a": {"$ref": "#/$defs/x"}}, "$defs": {"x": {"properties": {"b": {"maximum": "1"}}}}})",
       "$defs/x/properties/b/maximum: expected a number, found a string"},
  });
}

TEST(ServerSchema, RefusesWhatRefersToItself) {
  constexpr std::string_view kError =
      ": a schema that refers to itself (values nested without limit cannot be described)";
  for (const auto& [schema, at] : std::vector<std::pair<std::string, std::string>>{
           {R"({"$ref": "#"})", "$ref"},
           {R"({"properties": {"a": {"$ref": "#"}}})", "properties/a/$ref"},
           {R"({"$ref": "#/$defs/a", "$defs": {"a": {"items": {"$ref": "#/$defs/a"}}}})", "$defs/a/items/$ref"},
           {R"({"$ref": "#/$defs/a", "$defs": {"a": {"$ref": "#/$defs/b"}, "b": {"$ref": "#/$defs/a"}}})",
            "$defs/b/$ref"},
       }) {
    EXPECT_EQ(error_of(schema, kServer), at + std::string(kError)) << schema;
  }
}

TEST(ServerSchema, RefusesWhatMayNameOrAcceptMore) {
  for (const char* word :
       {"patternProperties", "prefixItems", "unevaluatedItems", "$dynamicRef", "$recursiveRef", "$recursiveAnchor",
        "$dynamicAnchor", "propertyOrder", "discriminator", "extends", "disallow"}) {
    const Json schema = Json::object({{"type", "object"}, {word, Json::Object{}}});
    const auto compiled = compile_schema(schema, kServer);
    ASSERT_FALSE(compiled) << word;
    EXPECT_EQ(compiled.error().at, std::vector<std::string>{word});
  }
  expect_errors({
      {R"({"items": [true]})", "items: a list of schemas (one schema for all items is read)"},
      {R"({"unevaluatedProperties": true})", "unevaluatedProperties: accepts members that nothing names"},
      {R"({"unevaluatedProperties": {"type": "string"}})", "unevaluatedProperties: accepts members that nothing names"},
      {R"({"properties": {"a": {"$id": "https://b.example/"}}})",
       "properties/a/$id: a schema in a schema with an address of its own"},
      {R"({"nullable": "yes"})", "nullable: expected true or false, found a string"},
      {R"({"properties": {"a": {"type": "any"}}})",
       R"(properties/a/type: unknown type "any" (the types are null, boolean, number, integer, string, array and object))"},
      {R"({"maximum": "1"})", "maximum: expected a number, found a string"},
  });
}

}  // namespace
}  // namespace yett::schema_test
