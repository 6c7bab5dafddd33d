// What each keyword accepts and refuses, read open.
#include <gtest/gtest.h>

#include <string_view>
#include <vector>

#include "schema/keyword.h"
#include "schema/schema_fixture.h"

namespace yett::schema_test {
namespace {

struct Verdicts {
  std::string_view schema;
  std::vector<std::string_view> accepted;
  std::vector<std::string_view> refused;
  std::string_view fault;  // of each that is refused
};

void PrintTo(const Verdicts& verdicts, std::ostream* out) { *out << verdicts.schema; }

class KeywordVerdicts : public testing::TestWithParam<Verdicts> {};

TEST_P(KeywordVerdicts, AreWhatDraft7Says) {
  const Verdicts& verdicts = GetParam();
  const Schema schema = compiled(verdicts.schema, kOpen);
  for (const std::string_view value : verdicts.accepted) EXPECT_EQ(fault_of(schema, value), "") << value;
  for (const std::string_view value : verdicts.refused) EXPECT_EQ(fault_of(schema, value), verdicts.fault) << value;
}

INSTANTIATE_TEST_SUITE_P(Whole, KeywordVerdicts,
                         testing::Values(Verdicts{"true", {"null", "1", "{}", R"({"a": [1]})"}, {}, ""},
                                         Verdicts{"{}", {"null", "1", "{}", R"({"a": [1]})"}, {}, ""},
                                         Verdicts{"false", {}, {"null", "1", "{}", R"({"a": [1]})"}, "false"}));

INSTANTIATE_TEST_SUITE_P(
    Types, KeywordVerdicts,
    testing::Values(Verdicts{R"({"type": "null"})", {"null"}, {"0", "false", "\"\"", "[]", "{}"}, "type"},
                    Verdicts{R"({"type": "boolean"})", {"true", "false"}, {"0", "1", "null", "\"true\""}, "type"},
                    Verdicts{R"({"type": "number"})", {"0", "-1.5", "1e300"}, {"\"1\"", "true", "null"}, "type"},
                    Verdicts{R"({"type": "integer"})", {"0", "-3", "1.0", "1e300"}, {"1.5", "1e-9", "\"1\""}, "type"},
                    Verdicts{R"({"type": "string"})", {"\"\"", "\"a\""}, {"1", "null", "[\"a\"]"}, "type"},
                    Verdicts{R"({"type": "array"})", {"[]", "[1]"}, {"{}", "\"[]\""}, "type"},
                    Verdicts{R"({"type": "object"})", {"{}", R"({"a": 1})"}, {"[]", "null"}, "type"},
                    Verdicts{R"({"type": ["string", "integer"]})", {"\"a\"", "1"}, {"1.5", "null", "[]"}, "type"},
                    Verdicts{R"({"type": ["integer", "number"]})", {"1", "1.5"}, {"null"}, "type"}));

INSTANTIATE_TEST_SUITE_P(
    ListedValues, KeywordVerdicts,
    testing::Values(Verdicts{R"({"enum": [1, "1", null, true]})",
                             {"1", "1.0", "\"1\"", "null", "true"},
                             {"0", "false", "\"\"", "\"2\"", "[1]", "{}"},
                             "enum"},
                    Verdicts{R"({"enum": [[1, 2], {"a": 1, "b": [2]}]})",
                             {"[1, 2]", "[1.0, 2]", R"({"b": [2], "a": 1})"},
                             {"[2, 1]", "[1]", R"({"a": 1})", R"({"a": 1, "b": [2, 3]})", "1", "\"[1,2]\""},
                             "enum"},
                    Verdicts{R"({"enum": [false, 0]})", {"false", "0", "-0.0"}, {"true", "null", "1"}, "enum"},
                    Verdicts{R"({"const": 1})", {"1", "1.0", "10e-1"}, {"true", "\"1\"", "2", "[1]"}, "const"},
                    Verdicts{R"({"const": null})", {"null"}, {"0", "false", "{}", "[]"}, "const"},
                    Verdicts{R"({"const": {}})", {"{}"}, {"[]", "null", R"({"a": 1})"}, "const"},
                    Verdicts{R"({"const": "a"})", {"\"a\""}, {"\"A\"", "\"aa\"", "[\"a\"]"}, "const"}));

INSTANTIATE_TEST_SUITE_P(
    Numbers, KeywordVerdicts,
    testing::Values(Verdicts{R"({"minimum": 2})", {"2", "2.5", "\"1\"", "null"}, {"1.999", "-3"}, "minimum"},
                    Verdicts{R"({"maximum": 2})", {"2", "-5", "[3]"}, {"2.001", "1e300"}, "maximum"},
                    Verdicts{R"({"exclusiveMinimum": 2})", {"2.001", "\"1\""}, {"2", "2.0", "1"}, "exclusiveMinimum"},
                    Verdicts{R"({"exclusiveMaximum": -1})", {"-1.5", "{}"}, {"-1", "0"}, "exclusiveMaximum"},
                    Verdicts{R"({"multipleOf": 3})",
                             {"0", "3", "-9", "9007199254740990", "\"1\""},
                             {"1", "3.5", "-1"},
                             "multipleOf"},
                    Verdicts{R"({"multipleOf": 0.0001})", {"0.0075", "7", "-0.3"}, {"0.00751", "1e-5"}, "multipleOf"}));

INSTANTIATE_TEST_SUITE_P(
    Texts, KeywordVerdicts,
    testing::Values(
        Verdicts{R"({"minLength": 2})",
                 {"\"ab\"", "\"éé\"", "\"💩💩\"", "1", "[]"},
                 {"\"\"", "\"é\"", "\"💩\""},
                 "minLength"},
        Verdicts{R"({"maxLength": 2})",
                 {"\"\"", "\"éé\"", "\"💩💩\"", "111"},
                 {"\"abc\"", "\"💩💩💩\"", "\"éa é\""},
                 "maxLength"},
        Verdicts{R"({"maxLength": 0})", {"\"\""}, {"\"a\""}, "maxLength"},
        Verdicts{R"({"minLength": 2.0})", {"\"ab\""}, {"\"a\""}, "minLength"},
        Verdicts{R"({"pattern": "b+"})", {"\"abba\"", "1", "null"}, {"\"\"", "\"aBa\""}, "pattern"},
        Verdicts{R"({"pattern": "^[a-z]+$"})", {"\"ab\""}, {"\"aB\"", "\"a\\nb\"", "\"a\\n\"", "\"\""}, "pattern"},
        Verdicts{R"({"pattern": "^.$"})", {"\"é\"", "\"💩\""}, {"\"ab\"", "\"\""}, "pattern"},
        Verdicts{R"({"pattern": "^\\p{L}{1,100}$"})", {"\"été\""}, {"\"1\""}, "pattern"}));

INSTANTIATE_TEST_SUITE_P(
    Lists, KeywordVerdicts,
    testing::Values(Verdicts{R"({"items": {"type": "string"}})",
                             {"[]", "[\"a\"]", "1", R"({"a": 1})"},
                             {"[1]", "[\"a\", null]"},
                             "type"},
                    Verdicts{R"({"items": false})", {"[]", "1"}, {"[1]"}, "false"},
                    Verdicts{R"({"minItems": 1})", {"[1]", "\"\"", "{}"}, {"[]"}, "minItems"},
                    Verdicts{R"({"maxItems": 1})", {"[]", "[1]", "\"abc\""}, {"[1, 1]"}, "maxItems"},
                    Verdicts{R"({"uniqueItems": true})",
                             {"[]", "[1, \"1\", true, null, [1], {\"a\": 1}]", R"([{"a": 1}, {"a": 2}])"},
                             {"[1, 1.0]", "[\"a\", \"b\", \"a\"]", R"([{"a": 1, "b": 2}, {"b": 2, "a": 1}])",
                              "[[1], [1.0]]", "[null, null]"},
                             "uniqueItems"},
                    Verdicts{R"({"uniqueItems": false})", {"[1, 1]"}, {}, ""}));

INSTANTIATE_TEST_SUITE_P(
    Objects, KeywordVerdicts,
    testing::Values(
        Verdicts{R"({"properties": {"a": {"type": "string"}}})",
                 {"{}", R"({"a": "x"})", R"({"b": 1})", "1"},
                 {R"({"a": 1})"},
                 "type in a"},
        Verdicts{R"({"properties": {"a": false}})", {"{}", R"({"b": 1})"}, {R"({"a": 1})"}, "false in a"},
        Verdicts{R"({"required": ["a", "b"]})",
                 {R"({"a": 1, "b": null})", R"({"c": 0, "b": 1, "a": 2})", "[]"},
                 {"{}", R"({"a": 1})", R"({"b": 1, "c": 2})"},
                 "required"},
        Verdicts{R"({"required": ["a", "a"]})", {R"({"a": 1})"}, {"{}"}, "required"},
        Verdicts{R"({"required": []})", {"{}"}, {}, ""},
        Verdicts{R"({"properties": {"a": {}}, "additionalProperties": false})",
                 {"{}", R"({"a": 1})"},
                 {R"({"a": 1, "bcd": 2})", R"({"bcd": 2})"},
                 "undeclared 3"},
        Verdicts{R"({"required": ["a"], "additionalProperties": false})", {"[]"}, {R"({"a": 1})"}, "undeclared 1"},
        Verdicts{R"({"properties": {"a": {}}, "additionalProperties": {"type": "string"}})",
                 {R"({"a": 1, "b": "x"})"},
                 {R"({"a": 1, "b": 2})"},
                 "type"},
        Verdicts{R"({"propertyNames": {"maxLength": 2}})",
                 {"{}", R"({"ab": 1})", "\"abc\""},
                 {R"({"a": 1, "abc": 2})"},
                 "maxLength"}));

INSTANTIATE_TEST_SUITE_P(
    Combinations, KeywordVerdicts,
    testing::Values(
        Verdicts{R"({"allOf": [{"minimum": 1}, {"maximum": 2}]})", {"1", "2", "\"a\""}, {"3", "4"}, "maximum"},
        Verdicts{R"({"anyOf": [{"type": "string"}, {"minimum": 2}]})", {"\"a\"", "2"}, {"1", "-1"}, "anyOf"},
        Verdicts{R"({"oneOf": [{"minimum": 1}, {"maximum": 2}]})", {"0", "3"}, {"1", "2", "\"a\""}, "oneOf"},
        Verdicts{R"({"oneOf": [{"const": 1}, {"const": 2}, false]})", {"1", "2"}, {"3"}, "oneOf"},
        Verdicts{R"({"not": {"type": "string"}})", {"1", "null"}, {"\"a\""}, "not"},
        Verdicts{R"({"not": {}})", {}, {"1", "{}"}, "not"},
        Verdicts{R"({"not": {"not": {"const": 1}}})", {"1"}, {"2"}, "not"}));

TEST(Keyword, StandsInTheTableUnderItsName) {
  for (const std::string_view name : keyword_names()) {
    const auto keyword = find_keyword(name);
    ASSERT_TRUE(keyword) << name;
    EXPECT_EQ(name_of(*keyword), name);
  }
  EXPECT_EQ(keyword_names().size(), 23u);
  for (const std::string_view word : {"", "Type", "title", "$ref", "types"}) EXPECT_FALSE(find_keyword(word)) << word;
}

TEST(Schema, AcceptsNothingByDefault) {
  const Schema schema;
  for (const char* value : {"null", "{}", "1", R"({"a": 1})"}) EXPECT_EQ(fault_of(schema, value), "false") << value;
  EXPECT_TRUE(schema.places().empty());
  EXPECT_FALSE(schema.names(Pointer::to_key("a")));
}

TEST(Schema, NamesTheTopLevelMemberThatHoldsTheFault) {
  const Schema schema = compiled(R"({
    "properties": {
      "a": {"properties": {"b": {"items": {"maximum": 1}}}, "additionalProperties": false, "required": ["b"]},
      "c": {"anyOf": [{"type": "null"}, {"items": {"type": "null"}}]}
    },
    "anyOf": [{"properties": {"a": {"type": "object"}}}, {"required": ["d"]}],
    "additionalProperties": {"type": "null"}
  })",
                                 kOpen);
  EXPECT_EQ(fault_of(schema, R"({"c": [], "a": {"b": [1]}})"), "");
  EXPECT_EQ(fault_of(schema, R"({"c": [], "a": {"b": [1, 2]}})"), "maximum in a");
  EXPECT_EQ(fault_of(schema, R"({"a": {"b": [], "xyz": 1}})"), "undeclared 3 in a");
  EXPECT_EQ(fault_of(schema, R"({"a": {}})"), "required in a");
  EXPECT_EQ(fault_of(schema, R"({"c": [1]})"), "anyOf in c");
  EXPECT_EQ(fault_of(schema, R"({"a": 1, "c": null})"), "anyOf") << "no branch of the whole accepts it";
  EXPECT_EQ(fault_of(schema, R"({"z": 1})"), "type") << "z is not named";
}

TEST(Schema, KeepsToTheFirstFaultInTheOrderOfTheMembers) {
  const Schema schema = compiled(R"({"properties": {"a": {"maximum": 1}, "b": {"type": "string"}}})", kOpen);
  EXPECT_EQ(fault_of(schema, R"({"a": 2, "b": 2})"), "maximum in a");
  EXPECT_EQ(fault_of(schema, R"({"b": 2, "a": 2})"), "type in b");
}

TEST(Schema, CompiledAgainKeepsItsVerdictsWhenTheTextIsGone) {
  Schema copy;
  {
    const Schema schema = compiled(R"({"properties": {"a": {"enum": ["x", ["y"]]}}})", kOpen);
    copy = schema;
  }
  EXPECT_EQ(fault_of(copy, R"({"a": ["y"]})"), "");
  EXPECT_EQ(fault_of(copy, R"({"a": ["x"]})"), "enum in a");
}

}  // namespace
}  // namespace yett::schema_test
