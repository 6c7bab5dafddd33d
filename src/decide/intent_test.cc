// Records say what a call meant to do; nothing that its author chose freely gets into them.
#include <gtest/gtest.h>

#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "decide/intent.h"
#include "decide/office_fixture.h"

namespace yett {
namespace {

Json intent(const Office& office, const ToolCall& call) {
  const Query query = office.query(call);
  return intent_of(query, examine(Engine::strict(), query));
}

Json intent(std::string tool, std::string_view arguments) {
  return intent(Office(), call_of(std::move(tool), arguments));
}

TEST(Intent, OfACallWithDestinations) {
  EXPECT_EQ(intent("send_email", R"({"to":["Bo@OFFICE.example","no address"],"subject":"hé","body":null})"),
            json_of(R"({
    "effect":"send",
    "destinations":[{"argument":"to","kind":"email","address":"<mailbox@office.example>"},
                    {"argument":"to","kind":"email","bytes":10}],
    "arguments":[{"name":"to","type":"array","items":2},{"name":"subject","type":"string","bytes":3},
                 {"name":"body","type":"null"}]})"));
  EXPECT_EQ(intent("call_webhook", R"({"url":"https://u:p@EVIL.example/secret?secret","body":{"secret":1}})"),
            json_of(R"({
    "effect":"send",
    "destinations":[{"argument":"url","kind":"url","host":"evil.example"}],
    "arguments":[{"name":"url","type":"string","bytes":38},{"name":"body","type":"object","members":1}]})"));
}

TEST(Intent, OfAnotherSchemeNamesIt) {
  EXPECT_EQ(*intent("call_webhook", R"({"url":"ftp://evil.example/secret"})").find("destinations"),
            json_of(R"([{"argument":"url","kind":"url","host":"evil.example","scheme":"ftp"}])"));
}

TEST(Intent, OfPathsIsTheirLength) {
  EXPECT_EQ(*intent("read_file", R"({"path":"/srv/office/shelf/secret"})").find("destinations"),
            json_of(R"([{"argument":"path","kind":"path","bytes":24}])"));
}

TEST(Intent, CountsUndeclaredArgumentsAndNamesNone) {
  const Json value = intent("read_ticket", R"({"id":true,"secret":1,"other secret":{"deep secret":2}})");
  EXPECT_EQ(*value.find("undeclared_arguments"), Json(2));
  EXPECT_EQ(write_json(value).find("secret"), std::string::npos);
}

TEST(Intent, OfAnUnregisteredToolIsTheLengthOfItsName) {
  EXPECT_EQ(intent("secret_tool", R"({"secret":1})"), json_of(R"({"tool_name_bytes":11})"));
  EXPECT_EQ(intent(Office(), ToolCall{}), json_of(R"({"tool_name_bytes":0})"));
}

TEST(Intent, NamesAFixedDestination) {
  EXPECT_EQ(*intent("invite", R"({"title":"x"})").find("fixed_destination"), Json("participants of the event"));
}

// --- No value ever gets in ------------------------------------------------------------------------------------------

/// A text that marks itself: whatever piece of it shows up in an intent is found.
std::string canary(std::mt19937& random) {
  constexpr std::string_view kShapes[] = {"*",
                                          "https://u:*@hooks.office.example/",
                                          "https://hooks.office.example/*?*#*",
                                          "*://x.example/",
                                          "*@office.example",
                                          "\"*\"@office.example",
                                          "* <a@office.example>",
                                          "/srv/office/shelf/*",
                                          "~/*",
                                          "https://hooks.office.example:*/",
                                          "http:*",
                                          "a@office.example,*"};
  const std::string mark = "CANARY" + std::to_string(random() % 1000);
  std::string text(kShapes[random() % std::size(kShapes)]);
  for (std::size_t at = text.find('*'); at != std::string::npos; at = text.find('*', at + mark.size())) {
    text.replace(at, 1, mark);
  }
  return text;
}

Json random_value(std::mt19937& random, int depth) {
  switch (random() % (depth == 0 ? 4 : 6)) {
    case 0:
      return Json(random() % 2 == 0);
    case 1:
      return Json(424242);
    case 4: {
      Json::Array items;
      for (auto left = random() % 4; left > 0; --left) items.push_back(random_value(random, depth - 1));
      return items;
    }
    case 5: {
      Json::Object members;
      members.push_back({canary(random), random_value(random, depth - 1)});
      if (random() % 2 == 0) members.push_back({"tenant", random_value(random, depth - 1)});
      return members;
    }
    default:
      return canary(random);
  }
}

TEST(Intent, NeverHoldsAValue) {
  const Office office;
  const std::vector<Tool> tools = office_tools();
  std::mt19937 random(8);
  for (int round = 0; round < 20'000; ++round) {
    const Tool& tool = tools[random() % tools.size()];
    Json::Object arguments;
    for (const BoundArgument& argument : tool.arguments) {
      if (random() % 4 != 0) arguments.push_back({argument.name, random_value(random, 2)});
    }
    if (random() % 3 == 0) arguments.push_back({canary(random), random_value(random, 1)});
    const ToolCall call = ToolCall::readable(random() % 10 == 0 ? canary(random) : tool.name, std::move(arguments));
    const std::string text = write_json(intent(office, call));
    ASSERT_EQ(text.find("CANARY"), std::string::npos) << write_json(call.arguments) << "\n" << text;
    ASSERT_EQ(text.find("canary"), std::string::npos) << write_json(call.arguments) << "\n" << text;
    ASSERT_EQ(text.find("424242"), std::string::npos) << write_json(call.arguments) << "\n" << text;
  }
}

}  // namespace
}  // namespace yett
