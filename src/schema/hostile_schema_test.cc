// Schemas and values that somebody made as bad as he could. Each test would run for minutes, or out of memory, if its
// subject were not bounded.
#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "schema/schema_fixture.h"

namespace yett::schema_test {
namespace {

constexpr std::string_view kTooManyParts = "the schema has more than 20000 parts";

std::string message_of(const Json& schema, const SchemaTerms& terms = kServer) {
  const auto compiled = compile_schema(schema, terms);
  return compiled ? std::string() : compiled.error().message;
}

Json nested(const Json& innermost, std::string_view keyword, int times) {
  Json schema = innermost;
  for (int i = 0; i < times; ++i) schema = Json::object({{std::string(keyword), std::move(schema)}});
  return schema;
}

TEST(HostileSchema, NestsOnlySoDeep) {
  EXPECT_EQ(message_of(nested(true, "items", 64)), "");
  EXPECT_EQ(message_of(nested(true, "items", 65)), "schemas nested deeper than 64");
  EXPECT_EQ(message_of(nested(true, "not", 65)), "schemas nested deeper than 64");
  EXPECT_EQ(message_of(nested(true, "not", 900)), "schemas nested deeper than 64");
  Json branches = true;
  for (int i = 0; i < 900; ++i) branches = Json::object({{"allOf", Json::Array{std::move(branches)}}});
  EXPECT_EQ(message_of(branches), "schemas nested deeper than 64");
  Json conditions = true;
  for (int i = 0; i < 900; ++i) conditions = Json::object({{"then", std::move(conditions)}});
  EXPECT_EQ(message_of(conditions), "schemas nested deeper than 64");
}

TEST(HostileSchema, HasOnlySoManyProperties) {
  for (const std::size_t count : {std::size_t{4'000}, std::size_t{100'000}}) {
    Json::Object properties;
    for (std::size_t i = 0; i < count; ++i) properties.push_back({"p" + std::to_string(i), true});
    const Json schema = Json::object({{"properties", std::move(properties)}});
    EXPECT_EQ(message_of(schema), count > 20'000 ? kTooManyParts : "");
  }
}

TEST(HostileSchema, ListsOnlySoMuch) {
  Json::Array values;
  for (int i = 0; i < 100'000; ++i) values.push_back(i);
  EXPECT_EQ(message_of(Json::object({{"enum", values}})), kTooManyParts);
  EXPECT_EQ(message_of(Json::object({{"enum", Json::Array{values}}})), "") << "one long list is 588,895 bytes";
  EXPECT_EQ(message_of(Json::object({{"const", Json::Array{values, values, values}}})), kTooManyParts);
  EXPECT_EQ(message_of(Json::object({{"const", std::string(2 << 20, 'x')}})), kTooManyParts);
  EXPECT_EQ(message_of(Json::object({{"required", Json::Array(100'000, Json("a"))}})), kTooManyParts);
  EXPECT_EQ(message_of(Json::object({{std::string("x-") + std::string(2 << 20, 'x'), 1}})), kTooManyParts);
}

TEST(HostileSchema, HasOnlySoManyBranches) {
  EXPECT_EQ(message_of(Json::object({{"anyOf", Json::Array(100'000, Json(true))}})), kTooManyParts);
  EXPECT_EQ(message_of(Json::object({{"allOf", Json::Array(100'000, Json(true))}})), kTooManyParts);
}

/// Every definition refers twice to the next one.
Json doubling_references(int count, const Json& last) {
  Json definitions = Json::Object{};
  for (int i = 0; i < count; ++i) {
    const Json next = Json::object({{"$ref", "#/$defs/" + std::to_string(i + 1)}});
    definitions.set(std::to_string(i), Json::object({{"allOf", Json::Array{next, next}}}));
  }
  definitions.set(std::to_string(count), last);
  return Json::object({{"$ref", "#/$defs/0"}, {"$defs", std::move(definitions)}});
}

TEST(HostileSchema, IsPaidForAtEveryReference) {
  EXPECT_EQ(message_of(doubling_references(8, true)), "");
  EXPECT_EQ(message_of(doubling_references(30, true)), kTooManyParts);
  Json::Object annotations;
  for (int i = 0; i < 5'000; ++i) annotations.push_back({"x-" + std::to_string(i), 1});
  EXPECT_EQ(message_of(doubling_references(8, annotations)), kTooManyParts);
  EXPECT_EQ(message_of(doubling_references(8, Json::object({{"const", std::string(100'000, 'x')}}))), kTooManyParts);
  EXPECT_EQ(message_of(doubling_references(8, Json::object({{"then", Json::Object(annotations)}}))), kTooManyParts);
}

TEST(HostileSchema, NamesOnlySoLongPlaces) {
  // Long keys on the way to many places: each place is kept with its whole path.
  Json::Object leaves;
  for (int i = 0; i < 2'000; ++i) leaves.push_back({std::to_string(i), true});
  Json schema = Json::object({{"properties", std::move(leaves)}});
  for (int i = 0; i < 20; ++i) {
    schema = Json::object({{"properties", Json::object({{std::string(1'000, 'k'), std::move(schema)}})}});
  }
  EXPECT_EQ(message_of(schema), kTooManyParts);
}

TEST(HostileSchema, LeavesOutOnlySoMuchAtLongPlaces) {
  // What is left out is looked at again in the end, so its whole path is kept too.
  Json schema = Json::object({{"allOf", Json::Array(1'000, Json::object({{"then", true}}))}});
  EXPECT_EQ(message_of(schema), "");
  for (int i = 0; i < 5; ++i) {
    schema = Json::object({{"properties", Json::object({{std::string(1'000, 'k'), std::move(schema)}})}});
  }
  EXPECT_EQ(message_of(schema), kTooManyParts);
}

TEST(HostileSchema, PaysForEveryLookAmongManyDefinitions) {
  Json::Object definitions;
  for (int i = 0; i < 100'000; ++i) definitions.push_back({std::to_string(i), true});
  const Json schema = Json::object(
      {{"allOf", Json::Array(1'000, Json::object({{"$ref", "#/$defs/99999"}}))}, {"$defs", std::move(definitions)}});
  EXPECT_EQ(message_of(schema), kTooManyParts);
}

TEST(HostileSchema, HasOnlySmallPatterns) {
  const auto pattern_error = [](std::string pattern, const SchemaTerms& terms = kClosed) {
    return message_of(Json::object({{"pattern", std::move(pattern)}}), terms);
  };
  constexpr std::string_view kTooLarge = "a pattern that is too large";
  EXPECT_EQ(pattern_error(std::string(1 << 20, 'a')), kTooLarge);
  EXPECT_EQ(pattern_error(std::string(1 << 20, 'a'), kServer), "") << "left out";
  EXPECT_EQ(pattern_error(std::string(2048, 'a')), "");
  EXPECT_EQ(pattern_error(std::string(2049, 'a')), kTooLarge);
  EXPECT_EQ(pattern_error(R"(\pL{1000})"), kTooLarge);
  EXPECT_NE(pattern_error("((a{100}){100}){100}"), "") << "RE2 repeats at most 1,000 times";
  EXPECT_NE(pattern_error(std::string(1'000, '(') + "a"), "");
}

TEST(HostileSchema, HasOnlySoManyPatterns) {
  constexpr std::string_view kTooMany = "the patterns of this schema are too large together";
  const auto with_patterns = [](int count, const std::string& pattern) {
    Json properties = Json::Object{};
    for (int i = 0; i < count; ++i) properties.set(std::to_string(i), Json::object({{"pattern", pattern}}));
    return Json::object({{"properties", std::move(properties)}});
  };
  EXPECT_EQ(message_of(with_patterns(90, "^a"), kClosed), "");
  EXPECT_EQ(message_of(with_patterns(120, "^a"), kClosed), kTooMany);
  EXPECT_EQ(message_of(with_patterns(1'000, R"(\pL{100})"), kClosed), kTooMany);
  EXPECT_EQ(message_of(with_patterns(1'000, R"(\pL{1000})"), kServer), "") << "left out";
}

TEST(HostileValue, IsCheckedInLinearTime) {
  Json::Object members;
  for (int i = 0; i < 200'000; ++i) members.push_back({"m" + std::to_string(i), i});
  const Json object(members);
  Json::Array items;
  for (int i = 0; i < 200'000; ++i) items.push_back(i % 3 == 0 ? Json(Json::Array{i}) : Json(i));
  const Json list(items);

  Json properties = Json::Object{};
  for (int i = 0; i < 2'000; ++i) properties.set("p" + std::to_string(i), true);
  const Schema named =
      *compile_schema(Json::object({{"properties", properties}, {"additionalProperties", true}}), kClosed);
  EXPECT_EQ(to_string(named.check(object)), "");
  EXPECT_EQ(to_string(compiled(R"({"propertyNames": {"maxLength": 9}})", kOpen).check(object)), "");
  EXPECT_EQ(to_string(compiled(R"({"uniqueItems": true})", kOpen).check(list)), "");
  EXPECT_EQ(to_string(compiled(R"({"enum": [[1], {"a": 1}]})", kOpen).check(list)), "enum");

  Json::Array words;
  for (int i = 0; i < 15'000; ++i) words.push_back("w" + std::to_string(i));
  const Schema listed = *compile_schema(Json::object({{"items", Json::object({{"enum", words}})}}), kOpen);
  EXPECT_EQ(to_string(listed.check(Json(Json::Array(200'000, Json("w14999"))))), "");
}

TEST(HostileValue, MatchesPatternsInLinearTime) {
  const Schema schema = compiled(R"({"pattern": "^(a|a?)+(aa|a)*$"})", kOpen);
  EXPECT_EQ(to_string(schema.check(std::string(1 << 20, 'a') + "b")), "pattern");
}

TEST(HostileValue, MayNestAsDeepAsJsonDoes) {
  Json value = Json::Array{};
  for (int i = 0; i < 990; ++i) value = Json(Json::Array{std::move(value)});
  EXPECT_EQ(
      to_string(compiled(R"({"uniqueItems": true, "items": {"items": {"type": "array"}}})", kClosed).check(value)), "");
  EXPECT_EQ(to_string(compiled(R"({"const": [[]]})", kClosed).check(value)), "const");
}

TEST(HostileValue, IsNotReadOnceForEveryNestedOneOf) {
  // A branch that is read twice at every level would be read 2^20 times.
  Json schema = Json::object({{"type", "object"}, {"properties", Json::object({{"a", true}})}});
  for (int i = 0; i < 30; ++i) schema = Json::object({{"oneOf", Json::Array{std::move(schema), false}}});
  const auto compiled = compile_schema(schema, kClosed);
  ASSERT_TRUE(compiled);
  EXPECT_EQ(to_string(compiled->check(json_of(R"({"a": 1})"))), "");
  EXPECT_EQ(to_string(compiled->check(json_of(R"({"bc": 1})"))), "undeclared 2");
}

}  // namespace
}  // namespace yett::schema_test
