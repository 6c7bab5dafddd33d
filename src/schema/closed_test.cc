// Which members a closed schema refuses, and what it names.
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

void expect_faults(const std::vector<Case>& cases, const SchemaTerms& terms = kClosed) {
  for (const Case& one : cases) {
    EXPECT_EQ(fault_of(compiled(one.schema, terms), one.value), one.fault) << one.schema << " on " << one.value;
  }
}

TEST(ClosedSchema, RefusesMembersThatItDoesNotName) {
  expect_faults({
      {R"({"properties": {"a": {}}})", R"({"a": 1})", ""},
      {R"({"properties": {"a": {}}})", R"({"a": 1, "bc": 1})", "undeclared 2"},
      {R"({"type": "object"})", "{}", ""},
      {R"({"type": "object"})", R"({"a": 1})", "undeclared 1"},
      {R"({"type": ["object", "null"]})", R"({"a": 1})", "undeclared 1"},
      {R"({"type": ["object", "null"]})", "null", ""},
      {R"({"required": ["a"]})", R"({"a": 1})", "undeclared 1"},
      {R"({"propertyNames": {"maxLength": 3}})", R"({"a": 1})", "undeclared 1"},
      {R"({"properties": {}})", R"({"": 1})", "undeclared 0"},
  });
}

TEST(ClosedSchema, LeavesOpenWhatItDoesNotSpeakOf) {
  expect_faults({
      {"{}", R"({"a": {"b": 1}})", ""},
      {"true", R"({"a": {"b": 1}})", ""},
      {R"({"type": "array"})", R"([{"a": 1}])", ""},
      {R"({"properties": {"a": {}, "b": true}})", R"({"a": {"x": 1}, "b": {"y": [{}]}})", ""},
      {R"({"enum": [{"a": 1}]})", R"({"a": 1})", ""},
      {R"({"minimum": 3})", R"({"a": 1})", ""},
  });
}

TEST(ClosedSchema, ObeysWhatIsSaidOfAdditionalProperties) {
  expect_faults({
      {R"({"properties": {"a": {}}, "additionalProperties": true})", R"({"a": 1, "b": 2})", ""},
      {R"({"properties": {"a": {}}, "additionalProperties": {"type": "null"}})", R"({"a": 1, "b": null})", ""},
      {R"({"properties": {"a": {}}, "additionalProperties": {"type": "null"}})", R"({"a": 1, "b": 2})", "type"},
      {R"({"properties": {"a": {}}, "additionalProperties": false})", R"({"a": 1, "b": 2})", "undeclared 1"},
      {R"({"additionalProperties": {"type": "object", "properties": {"b": {}}}})", R"({"x": {"b": 1}})", ""},
      {R"({"additionalProperties": {"type": "object", "properties": {"b": {}}}})", R"({"x": {"cd": 1}})",
       "undeclared 2"},
  });
}

TEST(ClosedSchema, IsClosedAtEveryDepth) {
  constexpr std::string_view kFiles =
      R"({"properties": {"files": {"items": {"properties": {"path": {"type": "string"}}}}}})";
  expect_faults({
      {kFiles, R"({"files": [{"path": "a"}, {}]})", ""},
      {kFiles, R"({"files": [{"path": "a"}, {"mode": 1}]})", "undeclared 4 in files"},
      {kFiles, R"({"files": [{"path": 1}]})", "type in files"},
      {kFiles, R"({"files": {"path": "a"}})", ""},
  });
}

TEST(ClosedSchema, CountsTheNamesOfEveryBranch) {
  constexpr std::string_view kParts = R"({"allOf": [{"properties": {"a": {"type": "string"}}, "required": ["a"]},
                                                    {"properties": {"b": {"type": "string"}}}]})";
  constexpr std::string_view kEither = R"({
    "type": "object", "properties": {"kind": {"type": "string"}},
    "oneOf": [{"properties": {"kind": {"const": "mail"}, "to": {"type": "string"}}, "required": ["to"]},
              {"properties": {"kind": {"const": "hook"}, "url": {"type": "string"}}, "required": ["url"]}]})";
  constexpr std::string_view kNested = R"({
    "properties": {"p": {"properties": {"a": {}}}},
    "allOf": [{"properties": {"p": {"properties": {"b": {}}}}}, {"anyOf": [{"properties": {"p": {"properties": {"c": {}}}}}]}]})";
  expect_faults({
      {kParts, R"({"a": "x", "b": "y"})", ""},
      {kParts, R"({"a": "x", "c": "y"})", "undeclared 1"},
      {kParts, R"({"a": "x", "b": 1})", "type in b"},
      {kEither, R"({"kind": "mail", "to": "x"})", ""},
      {kEither, R"({"kind": "hook", "url": "x"})", ""},
      {kEither, R"({"kind": "hook", "url": "x", "cc": "y"})", "undeclared 2"},
      {kNested, R"({"p": {"a": 1, "b": 2, "c": 3}})", ""},
      {kNested, R"({"p": {"a": 1, "d": 2}})", "undeclared 1 in p"},
      {R"({"anyOf": [{"properties": {"a": {}}}, {"allOf": [{"properties": {"b": {}}}]}]})", R"({"b": 2})", ""},
      {R"({"anyOf": [{"properties": {"a": {}}}, {"allOf": [{"properties": {"b": {}}}]}]})", R"({"x": 1})", "anyOf"},
  });
}

TEST(ClosedSchema, NameOfAnotherBranchPassedUnread) {
  constexpr std::string_view kPayment = R"({"anyOf": [
      {"properties": {"recipient": {}, "amount": {"maximum": 500}}, "required": ["amount"]},
      {"properties": {"recipient": {}, "iban": {}}, "required": ["iban"]}]})";
  constexpr std::string_view kHeld = R"({"properties": {"p": {"anyOf": [
      {"properties": {"q": {"properties": {"a": {"type": "null"}}}}},
      {"properties": {"q": {"properties": {"b": {}}}}, "required": ["q"]}]}}})";
  expect_faults({
      {kPayment, R"({"recipient": 1, "amount": 500})", ""},
      {kPayment, R"({"recipient": 1, "iban": 1})", ""},
      {kPayment, R"({"recipient": 1, "iban": 1, "amount": 100000})", "anyOf"},
      {kHeld, R"({"p": {"q": {"b": 1}}})", ""},
      {kHeld, R"({"p": {"q": {"a": 1}}})", "anyOf in p"},
      {kHeld, R"({"p": {"q": {"a": 1, "b": 1}}})", "anyOf in p"},
      {R"({"type": "object", "anyOf": [{"properties": {"a": {"type": "null"}}, "required": ["a"]}, true]})",
       R"({"a": 1})", "anyOf"},
      {R"({"properties": {"k": {}}, "oneOf": [{"properties": {"a": {"type": "null"}}}, {"type": ["object", "null"]}]})",
       R"({"k": 1, "a": 1})", "undeclared 1 in a"},
      {R"({"properties": {"a": {}, "b": {}}, "anyOf": [{"required": ["a"]}, {"required": ["b"]}]})",
       R"({"a": 1, "b": 2})", ""},
      {R"({"properties": {"k": {}}, "allOf": [{"anyOf": [{"properties": {"a": {"type": "null"}}}, {}]}]})",
       R"({"k": 1, "a": 1})", "anyOf"},
  });
}

TEST(ClosedSchema, LetsABranchSayNoMoreThanTheSchemaThatHoldsIt) {
  expect_faults({
      {R"({"properties": {"a": {}}, "additionalProperties": true, "anyOf": [{"required": ["a"]}, {"required": ["b"]}]})",
       R"({"b": 1, "c": 2})", ""},
      {R"({"properties": {"a": {}}, "allOf": [{"properties": {"b": {}}, "additionalProperties": true}]})",
       R"({"a": 1, "b": 2, "c": 3})", "undeclared 1"},
      {R"({"anyOf": [{"type": "object", "additionalProperties": true}, {"properties": {"b": {}}}]})", R"({"c": 1})",
       ""},
      {R"({"allOf": [{"properties": {"a": {}}, "additionalProperties": false}, {"properties": {"b": {}}}]})",
       R"({"b": 1})", "undeclared 1 in b"},
  });
}

TEST(ClosedSchema, ReadsNotAsOpen) {
  constexpr std::string_view kNotBoth =
      R"({"properties": {"a": {}, "b": {}}, "additionalProperties": true, "not": {"required": ["a", "b"]}})";
  constexpr std::string_view kNotNested =
      R"({"not": {"properties": {"p": {"properties": {"b": {"const": 1}}}}, "required": ["p"]}})";
  expect_faults({
      {kNotBoth, R"({"a": 1})", ""},
      {kNotBoth, R"({"a": 1, "b": 2})", "not"},
      {kNotBoth, R"({"a": 1, "b": 2, "c": 3})", "not"},
      {kNotNested, R"({"p": {"b": 1}})", "not"},
      {kNotNested, R"({"p": {"b": 1, "x": 2}})", "not"},
      {kNotNested, R"({"p": {"b": 2, "x": 2}})", ""},
      {R"({"type": "object", "not": {"properties": {"a": {"const": 1}}}})", R"({"a": 2})", "undeclared 1"},
  });
  EXPECT_TRUE(compiled(kNotNested, kClosed).places().empty()) << "not names nothing";
}

TEST(ClosedSchema, CannotBeTalkedIntoOneOfByAnUnnamedMember) {
  constexpr std::string_view kSchema = R"({"oneOf": [
      {"properties": {"p": {"type": "object", "properties": {"q": {}}}}, "required": ["p"]},
      {"properties": {"p": {}}, "required": ["p"]}]})";
  expect_faults({
      {kSchema, R"({"p": {"q": 1}})", "oneOf"},
      {kSchema, R"({"p": {"z": 1}})", "oneOf"},
      {kSchema, R"({"p": 1})", ""},
  });
}

TEST(ClosedSchema, IsOpenOnRequest) {
  expect_faults(
      {
          {R"({"type": "object", "properties": {"to": {}}})", R"({"to": 1, "x": 2})", ""},
          {R"({"type": "object", "properties": {"to": {}}})", R"({"To": 2})", ""},
          {R"({"properties": {"to": {}, "TO": {}}})", R"({"TO": 1})", ""},
      },
      kOpen);
}

TEST(FoldedTwin, IsFoundBeforeAnythingElse) {
  constexpr std::string_view kMail =
      R"({"properties": {"to": {"type": "string"}, "reply_to": {}}, "required": ["to"]})";
  expect_faults({
      {kMail, R"({"to": "a", "TO": "b"})", "twin 2"},
      {kMail, R"({"To": "b"})", "twin 2"},
      {kMail, R"({"to": 1, "x": 2, "reply-to": 3})", "twin 8"},
      {kMail, R"({"to": "a", "replyTo": 3})", "twin 7"},
      {kMail, R"({"to": "a", "ｔｏ": 3})", "twin 6"},
      {kMail, R"({"to": "a", "t\u200bo": 3})", "twin 5"},
      {kMail, R"({"to": "a", "tо": 3})", "undeclared 3"},
      {kMail, R"({"to": "a", "reply_to": 3})", ""},
  });
}

TEST(FoldedTwin, IsFoundWhateverIsSaidOfOtherMembers) {
  for (const char* additional : {"true", "false", R"({"type": "string"})", "{}"}) {
    const std::string schema = std::string(R"({"properties": {"to": {}}, "additionalProperties": )") + additional + "}";
    EXPECT_EQ(fault_of(compiled(schema, kClosed), R"({"To": "b"})"), "twin 2") << additional;
  }
}

TEST(FoldedTwin, IsFoundAtEveryPlaceThatHasNames) {
  constexpr std::string_view kDeep = R"({
    "properties": {"files": {"items": {"properties": {"path": {}}}}, "any": {}},
    "additionalProperties": {"properties": {"url": {}}, "additionalProperties": true}})";
  expect_faults({
      {kDeep, R"({"files": [{"path": 1}, {"PATH": 1}]})", "twin 4 in files"},
      {kDeep, R"({"other": {"URL": 1}})", "twin 3"},
      {kDeep, R"({"any": {"PATH": 1, "Url": 2}})", ""},
      {R"({"items": {"properties": {"a": {}}}})", R"([{"A": 1}])", "twin 1"},
  });
}

TEST(FoldedTwin, IsFoundInWhicheverBranchNamesIt) {
  expect_faults({
      {R"({"anyOf": [{"properties": {"a": {}}, "required": ["b"]}, {}]})", R"({"A": 1})", "twin 1"},
      {R"({"oneOf": [{"properties": {"p": {"properties": {"a": {}}}}, "required": ["b"]}, true]})",
       R"({"p": {"A": 1}})", "twin 1 in p"},
      {R"({"not": {"properties": {"a": {}}, "required": ["a"]}})", R"({"A": 1})", ""},
  });
}

TEST(FoldedTwin, AmongNamedMembersIsAnError) {
  EXPECT_EQ(error_of(R"({"properties": {"user_id": {}, "x": {}, "userId": {}}})", kClosed),
            R"(properties/userId: "user_id" and "userId" are taken for the same name (rename one of them))");
  EXPECT_EQ(
      error_of(
          R"({"properties": {"a": {"properties": {"b": {}}}}, "anyOf": [{"properties": {"a": {"properties": {"B": {}}}}}]})",
          kClosed),
      R"(anyOf/0/properties/a/properties/B: "b" and "B" are taken for the same name (rename one of them))");
  EXPECT_EQ(error_of(R"({"properties": {"a": {}}, "not": {"properties": {"A": {}}}})", kClosed), "");
  EXPECT_EQ(error_of(R"({"properties": {"a": {}, "b": {"properties": {"A": {}}}}})", kClosed), "")
      << "they stand at different places";
}

std::vector<std::string> places_of(std::string_view schema, const SchemaTerms& terms) {
  std::vector<std::string> texts;
  const Schema whole = compiled(schema, terms);
  for (const Pointer& place : whole.places()) {
    texts.push_back(place.text());
    EXPECT_TRUE(whole.names(place)) << place.text();
  }
  return texts;
}

TEST(SchemaPlaces, AreWhatPropertiesAndItemsName) {
  constexpr std::string_view kSchema = R"({
    "properties": {"to": {}, "files": {"items": {"properties": {"path": {}, "*": {}}}}, "a/b": {"type": "string"}},
    "required": ["id"], "additionalProperties": {"properties": {"hidden": {}}}, "propertyNames": {"properties": {"p": {}}},
    "anyOf": [{"properties": {"to": {"items": true}}}, {"allOf": [{"properties": {"cc": {}}}]}],
    "not": {"properties": {"never": {}}}})";
  const std::vector<std::string> expected = {"a/b",           "cc", "files", "/files/*", "/files/*/*",
                                             "/files/*/path", "to", "/to/*"};
  EXPECT_EQ(places_of(kSchema, kClosed), expected);
  EXPECT_EQ(places_of(kSchema, kOpen), expected);
  const Schema schema = compiled(kSchema, kClosed);
  for (const char* text : {"id", "hidden", "never", "p", "/*", "/files/path", "/to/x", "/a/b"}) {
    EXPECT_FALSE(schema.names(*parse_pointer(text))) << text;
  }
  EXPECT_FALSE(schema.names(*parse_pointer("/files/*/*"))) << "the member of that name is no list";
}

TEST(SchemaPlaces, OfAListBeginWithItsItems) {
  EXPECT_EQ(places_of(R"({"items": {"properties": {"a": {}}}})", kClosed), (std::vector<std::string>{"/*", "/*/a"}));
  EXPECT_TRUE(places_of("true", kClosed).empty());
}

}  // namespace
}  // namespace yett::schema_test
