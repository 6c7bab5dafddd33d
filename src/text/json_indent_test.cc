#include "text/json_indent.h"

#include <gtest/gtest.h>

#include <string>

namespace yett {
namespace {

TEST(WriteIndentedJson, KeepsOnOneLineWhatFits) {
  EXPECT_EQ(write_indented_json(Json()), "null\n");
  EXPECT_EQ(write_indented_json(Json::Array{}), "[]\n");
  EXPECT_EQ(write_indented_json(Json::Object{}), "{}\n");
  EXPECT_EQ(write_indented_json(Json::object({{"a", 1}, {"b", Json::Array{true, "x\n"}}})),
            "{ \"a\": 1, \"b\": [true, \"x\\n\"] }\n");
}

TEST(WriteIndentedJson, BreaksWhatDoesNotFitAndNothingElse) {
  const std::string wide(100, 'w');
  EXPECT_EQ(write_indented_json(Json::object({{"a", wide}, {"b", Json::Array{1, wide}}, {"c", Json::Array{1, 2}}})),
            "{\n  \"a\": \"" + wide + "\",\n  \"b\": [\n    1,\n    \"" + wide + "\"\n  ],\n  \"c\": [1, 2]\n}\n");
}

TEST(WriteIndentedJson, IsReadBack) {
  Json value = Json::object({{"key \"", Json::Array{Json(), 1.5, "\u20ac"}}});
  for (int depth = 0; depth < 40; ++depth) {
    ASSERT_EQ(parse_json(write_indented_json(value)).value(), value) << depth;
    value = Json::object({{"member", Json::Array{value, std::string(10, 'x')}}});
  }
}

}  // namespace
}  // namespace yett
