#include "policy/argument_bindings.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <string>
#include <vector>

#include "policy/policy_fixture.h"

namespace yett::policy_test {
namespace {

TEST(ArgumentBindings, RefusesAnArgumentWithTwoRoles) {
  expect_refusals({
      {tool("send", "internal", "false", "destination.email = [\"to\"], content = [\"note\", \"to\"]"),
       "7:117: tools.t.content[2]: argument \"to\" is listed already, under email at yett.toml:7:91 (an argument has "
       "one role)"},
      {tool("send", "internal", "false", "destination.email = [\"to\"], unbound = [\"to\"]"),
       "7:109: tools.t.unbound[1]: argument \"to\" is listed already, under email at yett.toml:7:91 (an argument has "
       "one role)"},
      {read_tool("content = [\"id\", \"id\"]"),
       "7:86: tools.t.content[2]: argument \"id\" is listed already, under content at yett.toml:7:80 (an argument has "
       "one role)"},
      {read_tool("path.read = [\"a\"], path.write = [\"a\"]"),
       "7:102: tools.t.path.write[1]: argument \"a\" is listed already, under path.read at yett.toml:7:82 (an "
       "argument has one role)"},
  });
}

TEST(ArgumentBindings, RefusesArgumentsThatReadAlike) {
  expect_refusals({
      {read_tool("content = [\"note_id\", \"noteId\"]"),
       "7:91: tools.t.content[2]: argument \"noteId\" reads like \"note_id\" at yett.toml:7:80 (names must differ by "
       "more than case, - and _)"},
      {read_tool("tenant = [\"tenant_id\"], unbound = [\"TENANT-ID\"]"),
       "7:104: tools.t.unbound[1]: argument \"TENANT-ID\" reads like \"tenant_id\" at yett.toml:7:79 (names must "
       "differ by more than case, - and _)"},
  });
}

TEST(ArgumentBindings, RefusesNamesThatAreNone) {
  expect_refusals({
      {read_tool("content = [\"\"]"),
       "7:80: tools.t.content[1]: expected a text that is not blank, found an empty string"},
      {read_tool("content = {}"), "7:79: tools.t.content: expected a list, found a table"},
      {read_tool("content = [1]"), "7:80: tools.t.content[1]: expected a string, found the number 1"},
      {read_tool("content = [[\"a\"]]"), "7:80: tools.t.content[1]: expected a string, found a list"},
      {read_tool("content = [\"a\\u0000\"]"),
       "7:80: tools.t.content[1]: expected a readable name, found \"a\\u{0000}\" (1 to 128 bytes, no control or "
       "invisible characters)"},
      {read_tool("content = \"body\""), R"(7:79: tools.t.content: expected a list, found "body" (write ["body"]))"},
  });
}

TEST(ArgumentBindings, RefusesContentThatIsNamedLikeSomethingElse) {
  expect_refusals({
      {read_tool("content = [\"callback_url\"]"),
       "7:80: tools.t.content[1]: \"callback_url\" is named like a destination, not like content (bind it under "
       "destination, or list it under unbound)"},
      {read_tool("content = [\"file_path\"]"),
       "7:80: tools.t.content[1]: \"file_path\" is named like a path, not like content (bind it under path.read or "
       "path.write, or list it under unbound)"},
      {read_tool("content = [\"workspace\"]"),
       "7:80: tools.t.content[1]: \"workspace\" is named like a tenant, not like content (bind it under tenant, or "
       "list it under unbound)"},
      {read_tool("content = [\"api_token\"]"),
       "7:80: tools.t.content[1]: \"api_token\" is named like a credential, not like content (list it under unbound)"},
  });
  const Policy policy = loaded(read_tool("unbound = [\"callback_url\", \"file_path\", \"workspace\", \"api_token\"]"));
  EXPECT_EQ(policy.tools.find("t")->arguments.size(), 4u);
}

TEST(ArgumentBindings, RefusesPatternsAndBrokenPointers) {
  const std::string step = " (a pointer looks like /files/*/path)";
  expect_refused_at_mark({
      {read_tool("content = [\"id\", §\"files.*\"]"),
       "tools.t.content[2]: \"files.*\" is a pattern (name each argument; `*` is a step of a pointer such as "
       "/files/*/path)"},
      {read_tool("content = [§\"*\"]"),
       "tools.t.content[1]: \"*\" is a pattern (name each argument; `*` is a step of a pointer such as "
       "/files/*/path)"},
      {read_tool("content = [§\"/\"]"), "tools.t.content[1]: \"/\" is a pointer with an empty step" + step},
      {read_tool("content = [§\"/a//b\"]"), "tools.t.content[1]: \"/a//b\" is a pointer with an empty step" + step},
      {read_tool("content = [§\"/a/\"]"), "tools.t.content[1]: \"/a/\" is a pointer with an empty step" + step},
      {read_tool("content = [§\"/a~2b\"]"),
       "tools.t.content[1]: \"/a~2b\" is a pointer with a \"~\" that is neither ~0 nor ~1 (~0 stands for ~, ~1 for /)"},
      {read_tool("content = [§\"/a/\\u200bb\"]"),
       "tools.t.content[1]: expected a readable name, found \"/a/\\u{200B}b\" (1 to 128 bytes, no control or "
       "invisible characters)"},
  });
}

TEST(ArgumentBindings, RefusesAPlaceWithinAnother) {
  const std::string hint = " (a value is judged once: name the inner place alone)";
  expect_refused_at_mark({
      {read_tool("path.read = [\"/jobs/*/from\"], content = [§\"jobs\"]"),
       "tools.t.content[1]: \"jobs\" and \"/jobs/*/from\" at yett.toml:7:82 name the same place" + hint},
      {read_tool("content = [\"jobs\", §\"/jobs/*/note\"]"),
       "tools.t.content[2]: \"/jobs/*/note\" and \"jobs\" at yett.toml:7:80 name the same place" + hint},
      {read_tool("content = [\"/a/*/b\", §\"/a/x/b\"]"),
       "tools.t.content[2]: \"/a/x/b\" and \"/a/*/b\" at yett.toml:7:80 name the same place" + hint},
      {read_tool("content = [\"/a/x/b\", §\"/a/*\"]"),
       "tools.t.content[2]: \"/a/*\" and \"/a/x/b\" at yett.toml:7:80 name the same place" + hint},
      {read_tool("content = [\"id\", §\"/*\"]"),
       "tools.t.content[2]: \"/*\" and \"id\" at yett.toml:7:80 name the same place" + hint},
      {read_tool("content = [\"/*/*\", §\"/a/b\"]"),
       "tools.t.content[2]: \"/a/b\" and \"/*/*\" at yett.toml:7:80 name the same place" + hint},
      {read_tool("path.read = [\"/a/b\"], unbound = [§\"/a/*\"]"),
       "tools.t.unbound[1]: \"/a/*\" and \"/a/b\" at yett.toml:7:82 name the same place" + hint},
      {read_tool("content = [§\"a\"], unbound = [\"/a/to\"]"),
       "tools.t.content[1]: \"a\" and \"/a/to\" at yett.toml:7:97 name the same place" + hint},
      {read_tool("content = [\"id\", §\"/id\"]"),
       "tools.t.content[2]: argument \"id\" is listed already, under content at yett.toml:7:80 (an argument has one "
       "role)"},
  });
}

TEST(ArgumentBindings, LetsAnUnboundNameStandAboveABoundOne) {
  const Policy policy =
      loaded(read_tool("unbound = [\"files\"], path.read = [\"/files/*/path\"], content = [\"/files/*/note\"]"));
  const std::vector<BoundArgument>& arguments = policy.tools.find("t")->arguments;
  ASSERT_EQ(arguments.size(), 3u);
  EXPECT_EQ(arguments[0].name, "files");
  EXPECT_EQ(arguments[1].name, "/files/*/path");
  EXPECT_EQ(arguments[1].role, ArgumentRole::ReadPath);
  EXPECT_EQ(arguments[2].name, "/files/*/note");
}

TEST(ArgumentBindings, LetsPlacesStandBesideEachOther) {
  for (const std::string_view content : {R"("/a/*/b", "/a/*/c")", R"("/a/x", "/a/y/b")", R"("/a/x/b", "/a/*/c")",
                                         R"("a", "/b/a", "ab")", R"("/a/x/*", "/a/y/*/z")"}) {
    EXPECT_EQ(refusal(read_tool(fmt::format("content = [{}]", content))), "loaded") << content;
  }
}

TEST(ArgumentBindings, RefusesStepsThatReadAlike) {
  const std::string hint = " (names must differ by more than case, - and _)";
  expect_refused_at_mark({
      {read_tool("content = [\"/job_list/*/note\", §\"/jobList/*/title\"]"),
       "tools.t.content[2]: argument \"/jobList/*/title\" reads like \"/job_list/*/note\" at yett.toml:7:80" + hint},
      {read_tool("content = [\"/jobs/*/note\", §\"/jobs/*/NOTE\"]"),
       "tools.t.content[2]: argument \"/jobs/*/NOTE\" reads like \"/jobs/*/note\" at yett.toml:7:80" + hint},
      {read_tool("content = [\"/Jobs/*/note\", §\"jobs\"]"),
       "tools.t.content[2]: argument \"jobs\" reads like \"/Jobs/*/note\" at yett.toml:7:80" + hint},
      {read_tool("content = [\"note\", §\"\\uFF4Eote\"]"),
       "tools.t.content[2]: argument \"\\u{FF4E}ote\" reads like \"note\" at yett.toml:7:80" + hint},
      {read_tool("content = [\"task\", §\"tas\\u212A\"]"),
       "tools.t.content[2]: argument \"tas\\u{212A}\" reads like \"task\" at yett.toml:7:80" + hint},
  });
}

TEST(ArgumentBindings, ReadsTheEscapesOfPointers) {
  const Policy policy = loaded(read_tool("content = [\"/a~1b\", \"/~0x/*\", \"c/d\"]"));
  const std::vector<BoundArgument>& arguments = policy.tools.find("t")->arguments;
  ASSERT_EQ(arguments.size(), 3u);
  EXPECT_EQ(arguments[0].place, Pointer::to_key("a/b"));
  EXPECT_EQ(arguments[1].place, Pointer::to_key("~x").every_child());
  EXPECT_EQ(arguments[2].place, Pointer::to_key("c/d"));
}

TEST(ArgumentBindings, JudgesContentByTheLastStepOfItsName) {
  expect_refused_at_mark({
      {read_tool("content = [§\"/jobs/*/file_path\"]"),
       "tools.t.content[1]: \"/jobs/*/file_path\" is named like a path, not like content (bind it under path.read or "
       "path.write, or list it under unbound)"},
      {read_tool("content = [§\"/meta/tenant\"]"),
       "tools.t.content[1]: \"/meta/tenant\" is named like a tenant, not like content (bind it under tenant, or list "
       "it under unbound)"},
  });
  EXPECT_EQ(refusal(read_tool("content = [\"/files/*\", \"/to/note\"]")), "loaded");
}

/// A list of `count` names, the last of which carries the mark.
std::string numbered(std::size_t count, std::string_view prefix) {
  std::string list;
  for (std::size_t i = 1; i <= count; ++i) {
    list += fmt::format("{}{}\"{}{}\"", i == 1 ? "" : ", ", i == count ? kMark : "", prefix, i);
  }
  return list;
}

TEST(ArgumentBindings, EndsAtAThousandArguments) {
  const std::string hint = ": more than 1000 arguments (no tool needs that many: pass one object)";
  expect_refused_at_mark({
      {read_tool(fmt::format("content = [{}]", numbered(1001, "a"))), "tools.t.content[1001]" + hint},
      {read_tool(fmt::format("content = [{}]", numbered(1001, "/a/*/b"))), "tools.t.content[1001]" + hint},
  });
  std::string thousand = read_tool(fmt::format("content = [{}]", numbered(1000, "/a/*/b")));
  thousand.erase(thousand.find(kMark), kMark.size());
  EXPECT_EQ(loaded(thousand).tools.find("t")->arguments.size(), 1000u);
  EXPECT_NE(refusal(read_tool(fmt::format("content = [{}]", numbered(10'000, "a")))), "loaded");
}

constexpr std::string_view kRepositories = "[destinations.repositories]\nkind = \"id\"\nallow = [\"acme/yett\"]\n";

/// A sending tool whose destination is `binding`; the line is number 7.
std::string joining(std::string_view binding, std::string_view rest = "") {
  return tool("send", "internal", "true", fmt::format("destination.repositories = {}{}", binding, rest)) +
         std::string(kRepositories);
}

TEST(ArgumentBindings, RefusesAJoinThatIsNone) {
  expect_refused_at_mark({
      {joining("§{}"), R"(tools.t.destination.repositories.join is missing ({ join = ["ARGUMENT", "ARGUMENT"] }))"},
      {joining("{ §jion = [\"owner\", \"repo\"] }"),
       R"(unknown key tools.t.destination.repositories.jion (did you mean "join"?))"},
      {joining("{ join = §[] }"),
       "tools.t.destination.repositories.join: a join is of two arguments or more (name one argument in a list of its "
       "own)"},
      {joining("{ join = §[\"owner\"] }"),
       "tools.t.destination.repositories.join: a join is of two arguments or more (name one argument in a list of its "
       "own)"},
      {joining("{ join = §\"owner\" }"),
       R"(tools.t.destination.repositories.join: expected a list, found "owner" (write ["owner"]))"},
      {joining("{ join = [\"owner\", §\"/repos/*\"] }"),
       "tools.t.destination.repositories.join[2]: items of a list cannot be joined (name one argument)"},
      {joining("{ join = [\"owner\", §\"*\"] }"),
       "tools.t.destination.repositories.join[2]: \"*\" is a pattern (name each argument; `*` is a step of a pointer "
       "such as /files/*/path)"},
      {joining("{ join = [\"owner\", §\"owner\"] }"),
       "tools.t.destination.repositories.join[2]: argument \"owner\" is listed already, under part at yett.toml:7:106 "
       "(an argument has one role)"},
      {joining("{ join = [\"owner\", \"repo\"] }", ", content = [§\"repo\"]"),
       "tools.t.content[1]: argument \"repo\" is listed already, under part at yett.toml:7:115 (an argument has one "
       "role)"},
  });
}

TEST(ArgumentBindings, EndsAtAThousandArgumentsOfAJoinToo) {
  expect_refused_at_mark({
      {joining(fmt::format("{{ join = [{}] }}", numbered(1001, "a"))),
       "tools.t.destination.repositories.join[1001]: more than 1000 arguments (no tool needs that many: pass one "
       "object)"},
  });
}

TEST(ArgumentBindings, JoinsArgumentsInTheOrderOfTheirList) {
  const Policy policy = loaded(tool("send", "internal", "true",
                                    "content = [\"title\"], destination.repositories = { join = [\"owner\", "
                                    "\"/meta/repo\"] }, unbound = [\"x\"]") +
                               std::string(kRepositories));
  const Tool& joined = *policy.tools.find("t");
  ASSERT_EQ(joined.joins.size(), 1u);
  EXPECT_EQ(joined.joins[0].list, *policy.find_list("repositories"));
  ASSERT_EQ(joined.joins[0].parts.size(), 2u);
  EXPECT_EQ(joined.arguments[joined.joins[0].parts[0]].name, "owner");
  EXPECT_EQ(joined.arguments[joined.joins[0].parts[1]].name, "/meta/repo");
  EXPECT_EQ(joined.arguments[joined.joins[0].parts[1]].role, ArgumentRole::Part);
  EXPECT_TRUE(joined.has_destination_argument());
}

TEST(ArgumentBindings, StandInTheOrderOfTheFile) {
  const Policy policy = loaded(with_tool(
      "[tools.t]\neffect = \"read\"\nsensitivity = \"internal\"\nreversible = true\ncontent = [\"z\", \"a\"]\n"
      "unbound = [\"host\"]\npath.write = [\"log\"]\npath.read = [\"from\"]"));
  std::vector<std::string> names;
  for (const BoundArgument& argument : policy.tools.find("t")->arguments) names.push_back(argument.name);
  EXPECT_EQ(names, (std::vector<std::string>{"z", "a", "host", "log", "from"}));
}

}  // namespace
}  // namespace yett::policy_test
