// Agreement with the test suite of JSON Schema's authors (https://github.com/json-schema-org/JSON-Schema-Test-Suite),
// draft 7, as Debian packages it.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "schema/schema_fixture.h"

#ifndef YETT_JSON_SCHEMA_SUITE
#define YETT_JSON_SCHEMA_SUITE ""
#endif

namespace yett::schema_test {
namespace {

constexpr std::string_view kSuite = YETT_JSON_SCHEMA_SUITE;

// What version 2.0.0 of the suite holds. A later one may hold more.
constexpr int kGroupsOfReadKeywords = 80;
constexpr int kTestsOfReadKeywords = 263;
constexpr int kTestsOfServerSchemas = 177;

constexpr std::string_view kReadKeywords[] = {
    "type",
    "enum",
    "const",
    "properties",
    "required",
    "additionalProperties",
    "propertyNames",
    "items",
    "minItems",
    "maxItems",
    "uniqueItems",
    "minLength",
    "maxLength",
    "pattern",
    "minimum",
    "maximum",
    "exclusiveMinimum",
    "exclusiveMaximum",
    "multipleOf",
    "allOf",
    "anyOf",
    "oneOf",
    "not",
};

constexpr std::string_view kFurtherFiles[] = {"boolean_schema", "optional/bignum", "optional/zeroTerminatedFloats"};

Json::Array groups_of(const std::string& file) {
  std::ifstream stream(std::string(kSuite) + "/tests/draft7/" + file + ".json", std::ios::binary);
  EXPECT_TRUE(stream.is_open()) << file;
  const std::string text(std::istreambuf_iterator<char>(stream), {});
  const Json groups = json_of(text);
  EXPECT_NE(groups.as_array(), nullptr) << file;
  return groups.as_array() != nullptr ? *groups.as_array() : Json::Array();
}

/// Whether a schema keeps to what is read: no other keyword, and items only as one schema.
bool is_read(const Json& schema) {
  const Json::Object* keywords = schema.as_object();
  if (keywords == nullptr) return schema.as_bool() != nullptr;
  return std::ranges::all_of(*keywords, [](const Json::Member& keyword) {
    const auto& [word, value] = keyword;
    if (std::ranges::find(kReadKeywords, word) == std::end(kReadKeywords)) return false;
    if (word == "allOf" || word == "anyOf" || word == "oneOf") return std::ranges::all_of(*value.as_array(), is_read);
    if (word == "properties") return std::ranges::all_of(*value.as_object(), is_read, &Json::Member::value);
    const bool holds_schema =
        word == "items" || word == "additionalProperties" || word == "propertyNames" || word == "not";
    return !holds_schema || is_read(value);
  });
}

TEST(Draft7Suite, AgreesOnEveryKeywordThatIsRead) {
  if (kSuite.empty()) GTEST_SKIP() << "the Debian package json-schema-test-suite is not installed";
  std::vector<std::string> files(std::begin(kReadKeywords), std::end(kReadKeywords));
  files.insert(files.end(), std::begin(kFurtherFiles), std::end(kFurtherFiles));
  int groups = 0;
  int tests = 0;
  for (const std::string& file : files) {
    for (const Json& group : groups_of(file)) {
      const Json& text = *group.find("schema");
      const std::string& name = *group.find("description")->as_string();
      const auto schema = compile_schema(text, kOpen);
      ASSERT_EQ(schema.has_value(), is_read(text)) << file << ": " << name;
      if (!schema) continue;
      ++groups;
      for (const Json& test : *group.find("tests")->as_array()) {
        ++tests;
        const auto fault = schema->check(*test.find("data"));
        EXPECT_EQ(!fault, *test.find("valid")->as_bool())
            << file << ": " << name << ": " << *test.find("description")->as_string() << ": " << to_string(fault);
      }
    }
  }
  EXPECT_GE(groups, kGroupsOfReadKeywords);
  EXPECT_GE(tests, kTestsOfReadKeywords);
}

TEST(Draft7Suite, WhatIsLeftOutOfServerSchemasNeverRefusesAValidValue) {
  if (kSuite.empty()) GTEST_SKIP() << "the Debian package json-schema-test-suite is not installed";
  const SchemaTerms terms = {.openness = Openness::Open, .foreign = ForeignKeywords::Skipped};
  int tests = 0;
  for (const auto& entry : std::filesystem::directory_iterator(std::string(kSuite) + "/tests/draft7")) {
    if (entry.path().extension() != ".json") continue;
    const std::string file = entry.path().stem();
    for (const Json& group : groups_of(file)) {
      const std::string& name = *group.find("description")->as_string();
      // Draft 7 ignores what stands beside $ref; since draft 2019-09 both hold, which is what people mean.
      if (name == "ref overrides any sibling keywords") continue;
      const auto schema = compile_schema(*group.find("schema"), terms);
      if (!schema) continue;
      for (const Json& test : *group.find("tests")->as_array()) {
        if (!*test.find("valid")->as_bool()) continue;
        ++tests;
        const auto fault = schema->check(*test.find("data"));
        EXPECT_FALSE(fault) << file << ": " << name << ": " << *test.find("description")->as_string() << ": "
                            << to_string(fault);
      }
    }
  }
  EXPECT_GE(tests, kTestsOfServerSchemas);
}

}  // namespace
}  // namespace yett::schema_test
