#include "cases/sample_value.h"

#include <gtest/gtest.h>

#include <string_view>

#include "schema/schema.h"

namespace yett {
namespace {

/// Whether what is made up for a schema is what the schema accepts.
void expect_accepted(std::string_view text) {
  const Json schema = *parse_json(text);
  const auto compiled = compile_schema(schema);
  ASSERT_TRUE(compiled) << text << ": " << compiled.error().message;
  const Json value = sample_value(schema);
  EXPECT_FALSE(compiled->check(value)) << text << " does not accept " << write_json(value);
}

TEST(SampleValue, IsAcceptedByPlainSchemas) {
  for (
      const std::string_view schema : {
          R"({"type":"string"})",
          R"({"type":"string","minLength":12})",
          R"({"type":"string","maxLength":2})",
          R"({"type":"integer","minimum":7,"maximum":9})",
          R"({"type":"integer","exclusiveMinimum":7})",
          R"({"type":"number","maximum":0.5})",
          R"({"type":"number","exclusiveMaximum":-3})",
          R"({"type":"integer","multipleOf":5})",
          R"({"type":"boolean"})",
          R"({"type":"null"})",
          R"({"type":["null","string"]})",
          R"({"type":"array","minItems":3,"items":{"type":"integer"}})",
          R"({"enum":["red","green"]})",
          R"({"const":{"a":1}})",
          R"({"anyOf":[{"type":"integer"},{"type":"string"}]})",
          R"({"type":"object","required":["a","b"],"properties":{"a":{"type":"string"},"b":{"type":"object","required":["c"],"properties":{"c":{"enum":[4]}}},"d":{"type":"string"}}})",
      }) {
    expect_accepted(schema);
  }
}

TEST(SampleValue, NestsOnlySoDeep) {
  Json schema = *parse_json(R"({"type":"string"})");
  for (int i = 0; i < 200; ++i) {
    schema = Json::object(
        {{"type", "object"}, {"required", Json::Array{"a"}}, {"properties", Json::object({{"a", schema}})}});
  }
  EXPECT_NE(sample_value(schema).find("a"), nullptr);
}

}  // namespace
}  // namespace yett
