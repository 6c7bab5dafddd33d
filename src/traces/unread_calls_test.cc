#include "traces/unread_calls.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "traces/trace_fixture.h"

namespace yett::trace_test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

TEST(UnreadCalls, AreToldInEveryFormat) {
  for (std::size_t i = 0; i < kTraceFormatWords.size(); ++i) {
    for (const std::string_view call :
         {R"({"type":"tool_use","id":"a","name":"t","input":{}})", R"({"type":"server_tool_use","id":"a","name":"t"})",
          R"({"type":"mcp_tool_use","id":"a","name":"t"})", R"({"type":"function_call","id":"a","name":"t"})",
          R"({"type":"mcp_call","id":"a","name":"t"})", R"({"type":"tool_call","id":"a","name":"t"})",
          R"({"type":"tool-call","id":"a","name":"t"})", R"({"method":"tools/call","id":"a","name":"t"})",
          R"({"tool_calls":[{"id":"a","name":"t"}]})", R"({"tool_call_chunks":[{"id":"a","name":"t"}]})",
          R"({"function_call":{"id":"a","name":"t","arguments":"{}"}})",
          R"({"functionCall":{"id":"a","name":"t","args":{}}})", R"({"toolUse":{"id":"a","name":"t","input":{}}})",
          R"({"tool_name":"t","id":"a","name":"t","input":{}})"}) {
      const std::string document = fmt::format(R"({{"seen":{{"by":[{}]}}}})", call);
      EXPECT_THAT(calls_in(static_cast<TraceFormat>(i), document),
                  ElementsAre(R"(a t ! the call "a" stands where no call of this format is read)"))
          << kTraceFormatWords.at(i) << " " << document;
      EXPECT_EQ(kind_of(static_cast<TraceFormat>(i), document), DocumentKind::Other) << "it may be no such trace";
    }
  }
}

TEST(UnreadCalls, AreOneEach) {
  EXPECT_THAT(calls_in(TraceFormat::Mcp,
                       R"({"x":[{"tool_calls":[{"id":"a"},7]},{"type":"tool_use","input":{"type":"tool_use"}}]})"),
              ElementsAre(HasSubstr("a - !"), HasSubstr("- - !"), HasSubstr("- - !")));
}

TEST(UnreadCalls, AreToldOfEachItemOfAListThatHasNoOther) {
  EXPECT_THAT(calls_in(TraceFormat::Anthropic, R"([{"type":"tool_use","id":"a","name":"t"},
    {"seen":{"type":"tool_use","id":"b","name":"t"}},{"type":"tool_use","id":"c","name":"t"}])"),
              ElementsAre("a t {}", HasSubstr("b t !"), "c t {}"));
  EXPECT_THAT(calls_in(TraceFormat::LangChain, R"([{"type":"ai","tool_call_id":"x","content":[{"type":"tool_use"}]}])"),
              ElementsAre(HasSubstr("- - !")))
      << "a model's message is no result of a tool";
}

TEST(UnreadCalls, AreNotLookedForWhereTheFormatHasACall) {
  TraceReader reader(TraceFormat::Anthropic);
  constexpr std::string_view kBlock =
      R"({"type":"tool_use","id":"a","name":"t","input":{"type":"tool_use","tool_calls":[1]}})";
  EXPECT_THAT(told(reader.read(kBlock)), ElementsAre(R"(a t {"tool_calls":[1],"type":"tool_use"})"));
  EXPECT_THAT(told(reader.read(kBlock)), IsEmpty()) << "it was told before";
}

/// What traces have of every kind that has no call in it.
TEST(UnreadCalls, AreNoneInDefinitionsResultsAndTexts) {
  for (std::size_t i = 0; i < kTraceFormatWords.size(); ++i) {
    for (
        const std::string_view document :
        {R"({"role":"user","content":"{\"type\":\"tool_use\"}"})",
         R"({"role":"user","content":[{"type":"text","text":"tools/call"},{"type":"image","source":{"type":"base64"}}]})",
         R"({"role":"user","content":[{"type":"tool_result","content":[{"type":"tool_use","name":"t"}]}]})",
         R"({"role":"assistant","content":[{"type":"mcp_tool_result","content":[{"type":"tool_use"}]}],"stop_reason":"tool_use"})",
         R"({"tools":[{"type":"function","function":{"name":"t","parameters":{"type":"tool_use"}}}],"tool_choice":{"type":"tool_call"}})",
         R"({"functions":[{"name":"t","function_call":{"arguments":1}}],"function_call":{"name":"t"}})",
         R"({"type":"function_call_output","call_id":"a","output":[{"type":"tool_use"}]})",
         R"({"role":"tool","tool_call_id":"a","content":[{"x":{"type":"tool_use"}}]})",
         R"({"type":"tool","content":"x","tool_call_id":"a","artifact":{"tool_calls":[1]}})",
         R"({"type":"ai","content":"x","tool_calls":[],"invalid_tool_calls":[],"tool_call_chunks":[]})",
         R"({"usage":{"tool_calls":3,"function_call":null},"finish_reason":"tool_calls"})",
         R"({"sessionId":"s","type":"user","message":{"role":"user","content":[]},"toolUseResult":{"type":"tool_use"}})",
         R"({"type":"result","session_id":"s","permission_denials":[{"tool_name":"t","tool_input":{}}]})",
         R"({"type":"tool_progress","session_id":"s","tool_name":"Bash","tool_use_id":"a"})",
         R"({"jsonrpc":"2.0","id":1,"result":{"tools":[],"structuredContent":{"type":"tool_use"},"x":{"type":"tool_use"}}})",
         R"({"jsonrpc":"2.0","method":"notifications/message","params":{"data":{"method":"tools/call"}}})"}) {
      EXPECT_THAT(calls_in(static_cast<TraceFormat>(i), document), IsEmpty())
          << kTraceFormatWords.at(i) << " " << document;
    }
  }
}

}  // namespace
}  // namespace yett::trace_test
