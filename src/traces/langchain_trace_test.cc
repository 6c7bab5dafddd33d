#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "traces/trace_fixture.h"

namespace yett::trace_test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::vector<std::string> calls(std::string_view document) { return calls_in(TraceFormat::LangChain, document); }

TEST(LangChainTrace, HasTheCallsOfEveryFormOfAMessage) {
  constexpr std::string_view kCalls =
      R"("tool_calls":[{"name":"read_ticket","args":{"id":"T-1"},"id":"call_1","type":"tool_call"}],"invalid_tool_calls":[])";
  for (const std::string_view around :
       {R"({"type":"ai","content":"",CALLS})", R"({"type":"ai","data":{"content":"",CALLS}})",
        R"({"lc":1,"type":"constructor","id":["langchain","schema","messages","AIMessage"],"kwargs":{CALLS}})",
        R"([{"type":"human","content":"a"},{"type":"ai",CALLS}])",
        R"({"messages":[{"type":"human","content":"a"},{"type":"ai",CALLS}]})",
        R"({"agent":{"messages":[{"type":"ai",CALLS}]}})", R"({"values":{"messages":[{"type":"ai",CALLS}]}})",
        R"({"outputs":{"generations":[[{"text":"","message":{"lc":1,"kwargs":{CALLS}}}]]}})"}) {
    std::string document(around);
    document.replace(document.find("CALLS"), 5, kCalls);
    EXPECT_THAT(calls(document), ElementsAre(R"(call_1 read_ticket {"id":"T-1"})")) << document;
  }
}

TEST(LangChainTrace, HasWhatTheProviderWroteWhereNothingElseIs) {
  constexpr std::string_view kRaw =
      R"("additional_kwargs":{"tool_calls":[{"id":"raw","function":{"name":"now","arguments":"{}"}}]})";
  EXPECT_THAT(calls(fmt::format(R"({{"type":"ai",{}}})", kRaw)), ElementsAre("raw now {}"));
  EXPECT_THAT(calls(fmt::format(R"({{"type":"ai","tool_calls":[],{}}})", kRaw)), ElementsAre("raw now {}"));
  EXPECT_THAT(calls(fmt::format(R"({{"type":"ai","tool_calls":[{{"name":"now","args":{{}},"id":"a"}}],{}}})", kRaw)),
              ElementsAre("a now {}"));
}

TEST(LangChainTrace, HasTheFunctionOfAnOldMessage) {
  constexpr std::string_view kRaw = R"("additional_kwargs":{"function_call":{"name":"now","arguments":"{}"}})";
  EXPECT_THAT(calls(fmt::format(R"({{"type":"ai","tool_calls":[],{}}})", kRaw)), ElementsAre("- now {}"));
  EXPECT_THAT(calls(fmt::format(R"({{"type":"ai","tool_calls":[{{"name":"now","args":{{}},"id":"a"}}],{}}})", kRaw)),
              ElementsAre("a now {}"));
}

TEST(LangChainTrace, TellsABlockOfTheContentThatNoListHas) {
  for (const std::string_view block :
       {R"({"type":"tool_use","id":"a","name":"t","input":{}})",
        R"({"type":"tool_call","id":"a","name":"t","args":{}})",
        R"({"type":"function_call","id":"fc","call_id":"a","name":"t","arguments":"{}"})"}) {
    const auto told_of = [&](std::string_view listed) {
      return calls(fmt::format(R"({{"type":"ai","content":[{{"type":"text","text":"x"}},{}],"tool_calls":[{}]}})",
                               block, listed));
    };
    const std::string unread = R"(a t ! the call "a" stands in the content and in no list of calls)";
    EXPECT_THAT(told_of(""), ElementsAre(unread)) << block;
    EXPECT_THAT(told_of(R"({"name":"t","args":{},"id":"b"})"), ElementsAre(unread, "b t {}")) << block;
    EXPECT_THAT(told_of(R"({"name":"t","args":{},"id":"a"})"), ElementsAre("a t {}")) << block;
  }
}

TEST(LangChainTrace, TellsPiecesOfAStreamAsUnreadable) {
  TraceReader reader(TraceFormat::LangChain);
  const auto told_of = [&reader](std::string_view chunk, std::string_view calls_of_it) {
    return told(reader.read(fmt::format(
        R"({{"type":"AIMessageChunk","content":"","tool_call_chunks":[{}],"tool_calls":[{}]}})", chunk, calls_of_it)));
  };
  const std::string unread = R"(a t ! the call "a" is told in pieces of a stream)";
  constexpr std::string_view kEmpty = R"({"name":"t","args":{},"id":"a"})";
  EXPECT_THAT(told_of(R"({"name":"t","args":"{}","id":"a"})", ""), ElementsAre(unread)) << "nothing else has it";
  EXPECT_THAT(told_of(R"({"name":"t","args":"{\"x","id":"a"})", kEmpty), ElementsAre(unread));
  EXPECT_THAT(told_of(R"({"name":null,"args":"\":1}","id":null})", ""), IsEmpty()) << "a further piece";
  EXPECT_THAT(told_of(R"({"name":"t","args":"{}","id":"a"})", kEmpty), ElementsAre("a t {}")) << "a whole call";
}

TEST(LangChainTrace, TellsWhatCannotBeReadAsACall) {
  EXPECT_THAT(
      calls(R"({"type":"ai","tool_calls":[{"args":{},"id":"a"},{"name":"t","args":"{}","id":"b"}],
    "invalid_tool_calls":[{"name":"t","args":"{","id":"c","error":"no JSON"},{"name":null,"args":null,"id":null}]})"),
      ElementsAre(R"(a - ! the call "a" names no tool)", R"(b t ! the call "b" has arguments that are no object)",
                  R"(c t ! the call "c" could not be read by LangChain)",
                  "- - ! the call could not be read by LangChain"));
}

TEST(LangChainTrace, HasNoCallInOtherMessages) {
  for (const std::string_view document :
       {R"({"type":"human","content":"a"})", R"({"type":"tool","content":"a","tool_call_id":"call_1"})",
        R"({"messages":[]})"}) {
    EXPECT_THAT(calls(document), IsEmpty()) << document;
    EXPECT_EQ(kind_of(TraceFormat::LangChain, document), DocumentKind::Trace) << document;
  }
  EXPECT_EQ(kind_of(TraceFormat::LangChain, R"({"tool":"read_ticket"})"), DocumentKind::Other);
}

TEST(LangChainTrace, HasItsThreadAsItsRun) {
  for (const std::string_view place : {R"("thread_id":"t-1")", R"("config":{"configurable":{"thread_id":"t-1"}})",
                                       R"("metadata":{"thread_id":"t-1"})"}) {
    EXPECT_EQ(
        run_in(TraceFormat::LangChain,
               fmt::format(R"({{{},"messages":[{{"type":"ai","tool_calls":[{{"name":"t","args":{{}}}}]}}]}})", place)),
        "t-1");
  }
}

}  // namespace
}  // namespace yett::trace_test
