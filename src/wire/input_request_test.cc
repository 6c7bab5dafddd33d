#include "wire/input_request.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace yett {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using enum ClientRequest;

Json json(std::string_view text) { return parse_json(text).value(); }

TEST(CanAnswer, TakesFormsForElicitationAndNothingForUrls) {
  for (const char* declared :
       {R"({"elicitation":{}})", R"({"elicitation":{"form":{}}})", R"({"elicitation":{"form":{},"url":{}}})"}) {
    EXPECT_TRUE(can_answer(json(declared), Elicitation)) << declared;
  }
  for (const char* declared :
       {"{}", R"({"elicitation":{"url":{}}})", R"({"elicitation":true})", R"({"sampling":{}})"}) {
    EXPECT_FALSE(can_answer(json(declared), Elicitation)) << declared;
  }
  const std::vector<ClientRequest> both = {Sampling, Roots};
  EXPECT_THAT(answerable(json(R"({"roots":{"listChanged":true},"elicitation":{}})"), both), ElementsAre(Roots));
}

TEST(DeclaredCapabilities, AreOfThePlainestForm) {
  EXPECT_EQ(declared_capabilities(kClientRequests), json(R"({"sampling":{},"elicitation":{"form":{}},"roots":{}})"));
  EXPECT_EQ(declared_capabilities({}), json("{}"));
}

TEST(IsPlain, KnowsWhatAsksForMore) {
  EXPECT_TRUE(is_plain({"k", Elicitation, json(R"({"message":"m"})"), {}}));
  EXPECT_TRUE(is_plain({"k", Elicitation, json(R"({"mode":"form"})"), {}}));
  EXPECT_FALSE(is_plain({"k", Elicitation, json(R"({"mode":"url"})"), {}}));
  EXPECT_FALSE(is_plain({"k", Elicitation, json(R"({"mode":7})"), {}}));
  EXPECT_FALSE(is_plain({"k", Elicitation, json(R"({"task":{}})"), {}}));
  EXPECT_TRUE(is_plain({"k", Sampling, json(R"({"messages":[]})"), {}}));
  EXPECT_FALSE(is_plain({"k", Sampling, json(R"({"tools":[]})"), {}}));
  EXPECT_FALSE(is_plain({"k", Sampling, json(R"({"toolChoice":{}})"), {}}));
  EXPECT_TRUE(is_plain({"k", Sampling, json(R"({"includeContext":"none"})"), {}}));
  EXPECT_FALSE(is_plain({"k", Sampling, json(R"({"includeContext":"thisServer"})"), {}}));
  EXPECT_FALSE(is_plain({"k", Sampling, json(R"({"includeContext":"allServers"})"), {}}));
  EXPECT_TRUE(is_plain({"k", Roots, Json(), {}}));
}

TEST(ReadInputRequired, ReadsWhatIsAskedAndUnderWhichState) {
  const Json result = json(R"({"resultType":"input_required","requestState":"s","inputRequests":{
      "a":{"method":"roots/list"},"b":{"method":"sampling/createMessage","params":{"maxTokens":1}}}})");
  EXPECT_TRUE(is_input_required(result));
  const auto input = read_input_required(result);
  ASSERT_TRUE(input.has_value());
  EXPECT_EQ(input->state, "s");
  ASSERT_EQ(input->requests.size(), 2U);
  EXPECT_EQ(input->requests[0].kind, Roots);
  EXPECT_EQ(input->requests[1].params, json(R"({"maxTokens":1})"));
  const auto nothing = read_input_required(json(R"({"resultType":"input_required","requestState":"s"})"));
  ASSERT_TRUE(nothing.has_value()) << "it wants to be called again";
  EXPECT_THAT(nothing->requests, IsEmpty());
}

TEST(ReadInputRequired, GivesARequestAKeyOfTheGatesOwnUnlessItIsAPlainName) {
  const auto input = read_input_required(json(R"({"resultType":"input_required","requestState":"s","inputRequests":{
      "any text":{"method":"roots/list"},"b_1":{"method":"sampling/createMessage"},"input-1":{"method":"roots/list"}}})"));
  ASSERT_TRUE(input.has_value());
  EXPECT_EQ(input->requests[0].key, "input-1");
  EXPECT_EQ(input->requests[1].key, "b_1");
  EXPECT_EQ(input->requests[2].key, "input-3");
  EXPECT_EQ(answers_for_server(input->requests, json(R"({"input-1":{"x":1},"b_1":{},"any text":{},"b":{}})")),
            json(R"({"any text":{"x":1},"b_1":{}})"));
}

TEST(ReadInputRequired, RefusesWhatItCannotRead) {
  std::string many = R"({"inputRequests":{)";
  for (std::size_t i = 0; i <= kMaxInputRequests; ++i) {
    many += (i == 0 ? "\"" : ",\"") + std::to_string(i) + R"(":{"method":"roots/list"})";
  }
  for (const std::string& result :
       {std::string("{}"), std::string(R"({"inputRequests":{}})"), std::string(R"({"inputRequests":[]})"),
        std::string(R"({"inputRequests":{"a":{"method":"tools/call"}}})"),
        std::string(R"({"inputRequests":{"a":{"method":7}}})"), std::string(R"({"inputRequests":{"a":7}})"),
        std::string(R"({"inputRequests":{"a":{"method":"roots/list","params":[]}}})"),
        std::string(R"({"requestState":7,"inputRequests":{"a":{"method":"roots/list"}}})"), many + "}}"}) {
    EXPECT_FALSE(read_input_required(json(result)).has_value()) << result;
  }
  EXPECT_FALSE(is_input_required(json(R"({"resultType":"complete"})")));
}

TEST(InputRequiredResult, IsReadAsItWasWritten) {
  const std::vector<InputRequest> requests = {{"a", Roots, Json(), {}},
                                              {"b", Elicitation, json(R"({"message":"m"})"), {}}};
  const Json result = input_required_result(requests, "yett-7");
  EXPECT_TRUE(is_input_required(result));
  const auto input = read_input_required(result);
  ASSERT_TRUE(input.has_value());
  EXPECT_EQ(input->state, "yett-7");
  EXPECT_EQ(input->requests[0].params, json("{}"));
  EXPECT_EQ(input->requests[1].params, json(R"({"message":"m"})"));
}

TEST(TakeInputAnswers, LeavesTheCall) {
  Json params = json(R"({"name":"t","requestState":"s","inputResponses":{"a":{}},"arguments":{}})");
  const InputAnswers answers = take_input_answers(params);
  EXPECT_EQ(params, json(R"({"name":"t","arguments":{}})"));
  EXPECT_EQ(answers.state, "s");
  EXPECT_EQ(answers.responses, json(R"({"a":{}})"));
  Json odd = json(R"({"requestState":7})");
  EXPECT_EQ(take_input_answers(odd).state, "") << "a state, and none of the gate's";
  Json none;
  EXPECT_EQ(take_input_answers(none).state, std::nullopt);
}

}  // namespace
}  // namespace yett
