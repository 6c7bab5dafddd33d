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
