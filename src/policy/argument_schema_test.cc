#include "policy/argument_schema.h"

#include <gtest/gtest.h>

#include <string>

#include "policy/policy_fixture.h"

namespace yett::policy_test {
namespace {

/// A tool in the long form: `line` are more of its keys, `schema` the lines of [tools.t.arguments].
std::string with_schema(std::string_view line, std::string_view schema) {
  return with_tool(
      fmt::format("[tools.t]\neffect = \"read\"\nsensitivity = \"internal\"\nreversible = true\n{}\n"
                  "[tools.t.arguments]\n{}",
                  line, schema));
}

bool accepts(const Tool& tool, std::string_view arguments) {
  return tool.schema && !tool.schema->check(*parse_json(arguments)).has_value();
}

TEST(ArgumentSchema, ClosesTheArguments) {
  const Tool tool = loaded_tool(with_schema("",
                                            "type = \"object\"\nrequired = [\"payee\", \"amount\"]\n"
                                            "properties.payee = { type = \"string\" }\n"
                                            "properties.amount = { type = \"number\", maximum = 500 }"));
  EXPECT_TRUE(tool.arguments.empty()) << "what only the schema names has no role";
  EXPECT_TRUE(accepts(tool, R"({"payee": "ana", "amount": 500})"));
  EXPECT_FALSE(accepts(tool, R"({"payee": "ana", "amount": 501})"));
  EXPECT_FALSE(accepts(tool, R"({"payee": "ana"})"));
  EXPECT_FALSE(accepts(tool, R"({"payee": "ana", "amount": 1, "note": "x"})"));
}

TEST(ArgumentSchema, ReadsEveryTypeOfAValue) {
  const Tool tool = loaded_tool(
      with_schema("",
                  "properties.a = { enum = [1, 1.5, true, \"x\", [1, \"y\"], { b = false }] }\nproperties.c = true\n"
                  "properties.d = { type = [\"integer\", \"boolean\"], minimum = -3 }"));
  for (const std::string_view value : {"1", "1.5", "true", "\"x\"", "[1,\"y\"]", "{\"b\":false}"}) {
    EXPECT_TRUE(accepts(tool, fmt::format("{{\"a\":{}}}", value))) << value;
  }
  for (const std::string_view value : {"2", "false", "\"y\"", "[1]", "{\"b\":true}", "null"}) {
    EXPECT_FALSE(accepts(tool, fmt::format("{{\"a\":{}}}", value))) << value;
  }
  EXPECT_TRUE(accepts(tool, R"({"c": [null], "d": -3})"));
  EXPECT_FALSE(accepts(tool, R"({"d": -4})"));
}

TEST(ArgumentSchema, PointsAtWhatIsWrongInIt) {
  expect_refused_at_mark({
      {read_tool("arguments = §7"),
       "tools.t.arguments: expected a table, found the number 7 ([tools.NAME.arguments] holds a JSON Schema of the "
       "arguments)"},
      {read_tool("arguments = §[]"),
       "tools.t.arguments: expected a table, found an empty list ([tools.NAME.arguments] holds a JSON Schema of the "
       "arguments)"},
      {with_schema("", "properties.a = { type = §\"text\" }"),
       "tools.t.arguments.properties.a.type: unknown type \"text\" (the types are null, boolean, number, integer, "
       "string, array and object)"},
      {with_schema("", "properties.a = { maxlength = §3 }"),
       "tools.t.arguments.properties.a.maxlength: unknown keyword \"maxlength\" (did you mean \"maxLength\"?)"},
      {with_schema("", "properties.a = { type = \"string\", minLength = §-1 }"),
       "tools.t.arguments.properties.a.minLength: not a whole number from 0"},
      {with_schema("", "properties.a = { type = \"string\", pattern = §\"(\" }"),
       "tools.t.arguments.properties.a.pattern: a pattern that RE2 does not take: \"missing ): (\" (RE2 has no "
       "look-around and no back-references)"},
      {with_schema("", "properties.a.items.properties.b = { enum = §[] }"),
       "tools.t.arguments.properties.a.items.properties.b.enum: an empty list accepts nothing (list the values that "
       "are accepted)"},
      {with_schema("", "allOf = [\n  { required = [\"a\"] },\n  { required = [\"a\", §7] },\n]\nproperties.a = {}"),
       "tools.t.arguments.allOf[2].required[2]: expected a name, found a number"},
      {with_schema("", "[tools.t.arguments.properties]\na = {}\n\"b c\" = { type = §\"x\" }"),
       "tools.t.arguments.properties.\"b c\".type: unknown type \"x\" (the types are null, boolean, number, integer, "
       "string, array and object)"},
      {with_schema("", "properties = §[]"),
       "tools.t.arguments.properties: expected an object of schemas, found a list"},
      {with_schema("", "properties.a = §7"),
       "tools.t.arguments.properties.a: expected a schema (an object, or true or false), found a number"},
      {with_schema("", "properties.a_b = {}\nproperties.aB = §{}"),
       "tools.t.arguments.properties.aB: \"a_b\" and \"aB\" are taken for the same name (rename one of them)"},
  });
}

TEST(ArgumentSchema, RefusesWhatJsonDoesNotHave) {
  expect_refused_at_mark({
      {with_schema("", "properties.a = { const = §2027-03-01 }"),
       "tools.t.arguments: a date has no place in a schema (write it as a text)"},
      {with_schema("", "properties.a = { enum = [\"x\", §2027-03-01T00:00:00Z] }"),
       "tools.t.arguments: a time has no place in a schema (write it as a text)"},
      {with_schema("", "properties.a = { maximum = §9007199254740993 }"),
       "tools.t.arguments: a whole number beyond 2^53 has no place in a schema (numbers of JSON calls end there)"},
  });
  EXPECT_EQ(refusal(with_schema("", "properties.a = { maximum = 9007199254740992 }")), "loaded");
}

TEST(ArgumentSchema, NamesWhateverIsBound) {
  const auto unknown = [](std::string_view name, std::string_view role) {
    return fmt::format(
        "tools.t.arguments: \"{}\" is bound as {} and the schema does not name it (add it under "
        "properties, or unbind it)",
        name, role);
  };
  const auto marked = [](std::string_view line, std::string_view schema) {
    std::string text = with_schema(line, schema);
    return text.insert(text.find("[tools.t.arguments]"), kMark);
  };
  expect_refused_at_mark({
      {marked("content = [\"note\", \"title\"]", "properties.note = {}"), unknown("title", "content")},
      {marked("path.read = [\"/files/*/from\"]", "properties.files.items.properties.form = {}"),
       unknown("/files/*/from", "path.read")},
      {marked("path.read = [\"/a/*/from\"]", "properties.a.properties.b.properties.form = {}"),
       unknown("/a/*/from", "path.read")},
      {marked("unbound = [\"host\"]", "type = \"object\""), unknown("host", "unbound")},
      {marked("tenant = [\"tenant_id\"]", "properties.id = {}"), unknown("tenant_id", "tenant")},
  });
  const auto reading = check_policy(with_schema("command.argv = [\"argv\"]", "properties.args = {}"), "yett.toml");
  ASSERT_FALSE(reading);
  ASSERT_EQ(reading.error().reported.size(), 2u) << "a tool that takes a command executes";
  EXPECT_EQ(reading.error().reported.back().message,
            "tools.t.arguments: \"argv\" is bound as command.argv and the schema does not name it");
  EXPECT_EQ(refusal(with_schema("path.read = [\"/jobs/*/from\"]", "properties.jobs.items.properties.from = {}")),
            "loaded");
  EXPECT_EQ(refusal(with_schema("path.read = [\"/jobs/*/from\"]", "properties.jobs.properties.a.properties.from = {}")),
            "loaded");
}

TEST(ArgumentSchema, NamesNothingShapedThatNobodyBinds) {
  const auto shaped = [](std::string_view name, std::string_view shape, std::string_view advice) {
    return fmt::format("tools.t.arguments: \"{}\" is named like {}, not like content ({})", name, shape, advice);
  };
  const std::string destination = "bind it under destination, or list it under unbound";
  const std::string path = "bind it under path.read or path.write, or list it under unbound";
  expect_refused_at_mark({
      {with_schema("", "properties.note = {}\nproperties.§callback_url = {}"),
       shaped("callback_url", "a destination", destination)},
      {with_schema("", "[tools.t.arguments.properties]\n§to = {}"), shaped("to", "a destination", destination)},
      {with_schema("", "properties.jobs.items.properties.§file_path = {}"),
       shaped("/jobs/*/file_path", "a path", path)},
      {with_schema("", "properties.meta.properties = { a = {}, §orgId = {} }"),
       shaped("/meta/orgId", "a tenant", "bind it under tenant, or list it under unbound")},
      {with_schema("", "properties.§api_token = {}"), shaped("api_token", "a credential", "list it under unbound")},
      {with_schema("", "properties.§meta.anyOf = [{ properties.url = {} }, { properties.a = {} }]"),
       shaped("/meta/url", "a destination", destination)},
      {with_schema("", "properties.§meta = { properties.a = {}, anyOf = [{ properties.url = {} }] }"),
       shaped("/meta/url", "a destination", destination)},
      {with_schema("unbound = [\"to\"]", "properties.to = {}\nproperties.meta.properties.§to = {}"),
       shaped("/meta/to", "a destination", destination)},
      {with_schema("content = [\"meta\"]", "properties.meta.properties.§to = {}"),
       shaped("/meta/to", "a destination", destination)},
  });
  EXPECT_EQ(refusal(with_schema("unbound = [\"to\", \"/*/host\"]",
                                "properties.to = {}\nproperties.meta.properties.host = {}")),
            "loaded");
}

TEST(ArgumentSchema, LeavesTheTenantToTheRuntime) {
  const Tool top = loaded_tool(with_schema("tenant = [\"tenant_id\"]\ncontent = [\"note\"]",
                                           "required = [\"tenant_id\", \"note\"]\nproperties.tenant_id = {}\n"
                                           "properties.note = {}"));
  EXPECT_TRUE(accepts(top, R"({"note": "x"})"));
  EXPECT_TRUE(accepts(top, R"({"note": "x", "tenant_id": "acme"})"));
  EXPECT_FALSE(accepts(top, R"({"tenant_id": "acme"})"));

  const Tool deep =
      loaded_tool(with_schema("tenant = [\"/jobs/*/tenant\", \"/meta/org\"]",
                              "properties.jobs.items = { required = [\"tenant\", \"id\"], "
                              "properties.tenant = {}, properties.id = {} }\n"
                              "properties.meta = { required = [\"org\"], properties.org = {} }\n"
                              "anyOf = [{ properties.note = {} }, { properties.meta.properties.x = {} }]"));
  EXPECT_TRUE(accepts(deep, R"({"jobs": [{"id": 1}], "meta": {}})"));
  EXPECT_FALSE(accepts(deep, R"({"jobs": [{"tenant": "acme"}]})"));

  const Tool branches =
      loaded_tool(with_schema("tenant = [\"tenant_id\"]",
                              "properties = { tenant_id = {}, a = {}, b = {} }\n"
                              "allOf = [{ required = [\"tenant_id\"] }]\n"
                              "anyOf = [{ required = [\"tenant_id\", \"a\"] }, { required = [\"b\"] }]"));
  EXPECT_TRUE(accepts(branches, R"({"a": 1})"));
  EXPECT_TRUE(accepts(branches, R"({"b": 1})"));
  EXPECT_FALSE(accepts(branches, "{}"));
}

TEST(ArgumentSchema, PointsIntoAListThatNamesTheTenant) {
  expect_refused_at_mark({
      {with_schema("tenant = [\"tenant_id\"]", "properties.tenant_id = {}\nrequired = [\"tenant_id\", §7]"),
       "tools.t.arguments.required[2]: expected a name, found a number"},
  });
}

TEST(ArgumentSchema, SaysWhichContentIsListed) {
  EXPECT_TRUE(loaded_tool(with_schema("content = [\"note\"]", "properties.note = {}")).content_is_listed);
  EXPECT_TRUE(loaded_tool(with_schema("content = []", "properties.note = {}")).content_is_listed);
  EXPECT_FALSE(loaded_tool(with_schema("", "properties.note = {}")).content_is_listed);
  EXPECT_FALSE(loaded_tool(read_tool("content = [\"subject\", \"body\"]")).content_is_listed)
      << "without a schema the list closes the arguments and says nothing of line breaks";
}

/// Of a tool whose tenant is the argument tenant_id.
Schema observed(std::string_view declared) {
  return observed_schema(*parse_json(declared), loaded_tool(read_tool("tenant = [\"tenant_id\"]")));
}

bool accepts(const Schema& schema, std::string_view arguments) { return !schema.check(*parse_json(arguments)); }

TEST(ObservedSchema, IsReadAsClosed) {
  const Schema schema = observed(R"({"type": "object", "properties": {"query": {"type": "string"}}})");
  EXPECT_TRUE(accepts(schema, R"({"query": "x"})"));
  EXPECT_FALSE(accepts(schema, R"({"query": "x", "more": 1})"));
  EXPECT_FALSE(accepts(schema, R"({"query": 7})"));
  EXPECT_TRUE(accepts(observed(R"({"additionalProperties": true, "properties": {}})"), R"({"more": 1})"))
      << "the server says so";
}

TEST(ObservedSchema, SkipsForeignKeywordsAndAcceptsNothingWhenItCannotBeRead) {
  EXPECT_TRUE(
      accepts(observed(R"({"properties": {"query": {"format": "uri", "description": "x"}}})"), R"({"query": "x"})"));
  for (const std::string_view declared : {"7", "null", R"({"patternProperties": {"^x": {}}})", R"({"type": "thing"})",
                                          R"({"$ref": "https://a.example"})"}) {
    EXPECT_FALSE(accepts(observed(declared), "{}")) << declared;
  }
}

TEST(ObservedSchema, ThatSaysNothingNamesNoArgument) {
  for (const std::string_view declared : {"{}", R"({"description": "takes anything"})", R"({"required": []})"}) {
    EXPECT_TRUE(accepts(observed(declared), "{}")) << declared;
    EXPECT_FALSE(accepts(observed(declared), R"({"query": "x"})")) << declared;
  }
  for (const std::string_view declared : {"true", "[]", R"("object")"}) {
    EXPECT_FALSE(accepts(observed(declared), "{}")) << declared;
  }
}

TEST(ObservedSchema, DemandsNoTenant) {
  const Schema schema = observed(R"({"properties": {"tenant_id": {}, "a": {}}, "required": ["tenant_id", "a"]})");
  EXPECT_TRUE(accepts(schema, R"({"a": 1})"));
  EXPECT_FALSE(accepts(schema, R"({"tenant_id": "acme"})"));
}

}  // namespace
}  // namespace yett::policy_test
