#include "guard/server_talk.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "decide/office_fixture.h"

namespace yett {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;
using Event = ServerTalk::Event;

RpcMessage answer(std::uint64_t id, std::string_view result) {
  RpcMessage message;
  message.kind = RpcKind::Response;
  message.id = Json(id);
  message.result = json_of(result);
  message.raw_result = result;
  return message;
}

RpcMessage refusal(std::uint64_t id, std::string_view error) {
  RpcMessage message;
  message.kind = RpcKind::Response;
  message.id = Json(id);
  message.error = json_of(error);
  return message;
}
constexpr std::string_view kNotFound = R"({"code":-32601,"message":"Method not found"})";

/// A conversation with a legacy server that was just asked for its tools, by request 2.
ServerTalk listing() {
  ServerTalk talk({.version = "0.0.0"});
  talk.start_legacy();
  EXPECT_EQ(talk.take_response(answer(1, R"({"protocolVersion":"2025-11-25"})")), Event::Underway);
  (void)talk.take_lines();
  return talk;
}

TEST(ServerTalk, TakesAnswersToItsOwnQuestionsOnly) {
  ServerTalk talk = listing();
  for (const std::uint64_t id : {0U, 1U, 3U})
    EXPECT_EQ(talk.take_response(answer(id, R"({"tools":[]})")), Event::NotAsked);
  RpcMessage odd = answer(2, R"({"tools":[]})");
  odd.id = Json("2");
  EXPECT_EQ(talk.take_response(odd), Event::NotAsked);
  EXPECT_EQ(talk.take_response(answer(2, R"({"tools":[{"name":"a"}]})")), Event::Listed);
  EXPECT_THAT(talk.take_tools(), SizeIs(1));
  EXPECT_EQ(talk.take_response(answer(2, R"({"tools":[]})")), Event::NotAsked) << "one question has one answer";
  EXPECT_FALSE(talk.is_listing());
}

std::vector<std::string> methods_of(ServerTalk& talk) {
  std::vector<std::string> methods;
  for (const std::string& line : talk.take_lines()) methods.push_back(*json_of(line).find("method")->as_string());
  return methods;
}

constexpr std::string_view kDiscovered =
    R"({"resultType":"complete","supportedVersions":["2026-07-28"],"capabilities":{"tools":{}},"instructions":"Go."})";

TEST(ServerTalk, SpeaksToAModernServerInItsWay) {
  ServerTalk talk({.version = "0.0.0"});
  talk.start();
  EXPECT_TRUE(talk.is_probing());
  EXPECT_THAT(methods_of(talk), ElementsAre("server/discover"));
  EXPECT_EQ(talk.take_response(answer(1, kDiscovered)), Event::Underway);
  EXPECT_EQ(talk.era(), McpEra::Modern);
  EXPECT_EQ(talk.instructions(), "Go.");
  EXPECT_EQ(talk.capabilities(), json_of(R"({"tools":{}})"));
  const std::vector<std::string> lines = talk.take_lines();
  ASSERT_THAT(lines, SizeIs(2));
  const Json listen = json_of(lines[0]);
  EXPECT_EQ(*listen.find("method"), Json("subscriptions/listen"));
  EXPECT_EQ(*listen.find("params")->find("notifications"), json_of(R"({"toolsListChanged":true})"));
  const Json list = json_of(lines[1]);
  EXPECT_EQ(*list.find("method"), Json("tools/list"));
  for (const Json& request : {listen, list}) {
    EXPECT_EQ(*request.find("params")->find("_meta"), modern_request_meta("0.0.0", json_of("{}")));
  }
  EXPECT_EQ(talk.take_response(answer(3, R"({"resultType":"complete","tools":[{"name":"a"}]})")), Event::Listed);
  EXPECT_FALSE(talk.is_listing()) << "the subscription is no question that anybody waits for";
  EXPECT_EQ(talk.take_response(answer(2, R"({"resultType":"complete"})")), Event::Underway);
}

/// Whatever a server answers that is neither a discovery nor the error that names modern revisions.
TEST(ServerTalk, InitializesAServerThatIsNoModernOne) {
  const RpcMessage answers[] = {
      refusal(1, kNotFound), refusal(1, R"({"code":-32000,"message":"Bad Request: Server not initialized"})"),
      refusal(1, R"({"code":-32022,"message":"no","data":{"supported":["2025-11-25"]}})"), answer(1, "{}"),
      answer(1, R"({"resultType":"complete","supportedVersions":["2025-11-25"]})")};
  for (const RpcMessage& said : answers) {
    ServerTalk talk({.version = "0.0.0"});
    talk.start();
    (void)talk.take_lines();
    EXPECT_EQ(talk.take_response(said), Event::Underway);
    EXPECT_THAT(methods_of(talk), ElementsAre("initialize"));
    EXPECT_EQ(talk.take_response(answer(2, R"({"protocolVersion":"2025-11-25"})")), Event::Underway);
    EXPECT_THAT(methods_of(talk), ElementsAre("notifications/initialized", "tools/list"));
    EXPECT_EQ(talk.era(), McpEra::Legacy);
  }
}

TEST(ServerTalk, GivesUpAServerOfLaterRevisionsAlone) {
  const RpcMessage answers[] = {
      refusal(1, R"({"code":-32022,"message":"no","data":{"supported":["2027-01-01"]}})"),
      answer(1, R"({"resultType":"complete","supportedVersions":["2027-01-01"],"capabilities":{}})")};
  for (const RpcMessage& said : answers) {
    ServerTalk talk({.version = "0.0.0"});
    talk.start();
    EXPECT_EQ(talk.take_response(said), Event::Failed);
    EXPECT_EQ(talk.why(), "speaks a revision of MCP that this gate does not know");
  }
}

TEST(ServerTalk, InitializesAServerThatDoesNotAnswerTheFirstQuestion) {
  ServerTalk talk({.version = "0.0.0"});
  talk.start();
  (void)talk.take_lines();
  talk.stop_probing();
  talk.stop_probing();
  EXPECT_THAT(methods_of(talk), ElementsAre("initialize")) << "once";
  EXPECT_EQ(talk.take_response(answer(2, R"({"protocolVersion":"2025-11-25"})")), Event::Underway);
  EXPECT_THAT(methods_of(talk), ElementsAre("notifications/initialized", "tools/list"));
  EXPECT_EQ(talk.take_response(answer(1, kDiscovered)), Event::NotAsked) << "too late";
  EXPECT_EQ(talk.era(), McpEra::Legacy);
}

/// It was slow to start, and finds both questions.
TEST(ServerTalk, ASlowModernServerIsStillAModernOne) {
  for (const bool refuses_first : {false, true}) {
    ServerTalk talk({.version = "0.0.0"});
    talk.start();
    talk.stop_probing();
    (void)talk.take_lines();
    if (refuses_first) {
      EXPECT_EQ(talk.take_response(refusal(2, kNotFound)), Event::Underway);
    }
    EXPECT_EQ(talk.take_response(answer(1, kDiscovered)), Event::Underway);
    EXPECT_EQ(talk.era(), McpEra::Modern);
    EXPECT_THAT(methods_of(talk), ElementsAre("subscriptions/listen", "tools/list"));
    if (!refuses_first) {
      EXPECT_EQ(talk.take_response(refusal(2, kNotFound)), Event::NotAsked);
    }
  }
}

/// It may be one of both eras.
TEST(ServerTalk, ASlowServerOfLaterRevisionsIsHeardOut) {
  ServerTalk talk({.version = "0.0.0"});
  talk.start();
  talk.stop_probing();
  EXPECT_EQ(talk.take_response(refusal(1, R"({"code":-32022,"message":"no","data":{"supported":["2027-01-01"]}})")),
            Event::Underway);
  EXPECT_EQ(talk.take_response(answer(2, R"({"protocolVersion":"2025-11-25"})")), Event::Underway);
  EXPECT_TRUE(talk.is_listing());
}

TEST(ServerTalk, MayBeginAgainUntilAServerHasAnsweredAnything) {
  ServerTalk talk({.version = "0.0.0"});
  EXPECT_FALSE(talk.may_begin_again());
  talk.start();
  talk.stop_probing();
  EXPECT_TRUE(talk.may_begin_again());
  talk.start_legacy();
  EXPECT_FALSE(talk.may_begin_again()) << "once";
  EXPECT_THAT(methods_of(talk), ElementsAre("initialize"));
  ServerTalk other({.version = "0.0.0"});
  other.start();
  EXPECT_EQ(other.take_response(refusal(1, kNotFound)), Event::Underway);
  EXPECT_FALSE(other.may_begin_again());
}

TEST(ServerTalk, GivesUpAServerThatDoesNotInitialize) {
  for (const char* result : {"{}", R"({"protocolVersion":1})", R"({"protocolVersion":"1999-01-01"})"}) {
    ServerTalk talk({.version = "0.0.0"});
    talk.start_legacy();
    EXPECT_EQ(talk.take_response(answer(1, result)), Event::Failed) << result;
    EXPECT_FALSE(talk.why().empty());
  }
}

/// Pages of a list are each as long as a message may be, and there may be a thousand of them.
TEST(ServerTalk, GivesUpAServerWhoseListIsTooLongAsAWhole) {
  ServerTalk talk = listing();
  RpcMessage page = answer(2, R"({"tools":[],"nextCursor":"more"})");
  page.raw_result.resize(std::size_t{40} << 20, ' ');
  EXPECT_EQ(talk.take_response(page), Event::Underway);
  page.id = Json(3);
  EXPECT_EQ(talk.take_response(page), Event::Failed);
  EXPECT_EQ(talk.why(), "offers more than 64 MiB of tools");
}

TEST(ServerTalk, CountsEachListAnew) {
  ServerTalk talk = listing();
  std::uint64_t id = 2;
  for (int times = 0; times < 3; ++times) {
    RpcMessage page = answer(id, R"({"tools":[{"name":"a"}]})");
    page.raw_result.resize(std::size_t{40} << 20, ' ');
    EXPECT_EQ(talk.take_response(page), Event::Listed);
    EXPECT_THAT(talk.take_tools(), SizeIs(1));
    talk.list_tools();
    ++id;
  }
}

TEST(ServerTalk, ReadsAgainWhatChangedWhileItWasRead) {
  ServerTalk talk = listing();
  talk.list_tools();
  talk.list_tools();
  EXPECT_THAT(talk.take_lines(), IsEmpty()) << "one reading at a time";
  EXPECT_EQ(talk.take_response(answer(2, R"({"tools":[{"name":"a"}]})")), Event::Listed);
  EXPECT_THAT(talk.take_tools(), SizeIs(1));
  EXPECT_TRUE(talk.is_listing());
  EXPECT_THAT(talk.take_lines(), SizeIs(1));
  EXPECT_EQ(talk.take_response(answer(3, R"({"tools":[]})")), Event::Listed);
  EXPECT_THAT(talk.take_tools(), IsEmpty());
  EXPECT_FALSE(talk.is_listing());
}

}  // namespace
}  // namespace yett
