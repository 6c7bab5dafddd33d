#include "guard/server_talk.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "decide/office_fixture.h"

namespace yett {
namespace {

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

/// A conversation in which the server was just asked for its tools, by request 2.
ServerTalk listing() {
  ServerTalk talk("0.0.0");
  talk.start();
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

TEST(ServerTalk, GivesUpAServerThatDoesNotInitialize) {
  for (const char* result : {"{}", R"({"protocolVersion":1})", R"({"protocolVersion":"1999-01-01"})"}) {
    ServerTalk talk("0.0.0");
    talk.start();
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
