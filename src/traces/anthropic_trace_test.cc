#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "traces/trace_fixture.h"

namespace yett::trace_test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::vector<std::string> calls(std::string_view document) { return calls_in(TraceFormat::Anthropic, document); }

constexpr std::string_view kBlock = R"({"type":"tool_use","id":"toolu_1","name":"read_ticket","input":{"id":"T-1"}})";
constexpr std::string_view kCall = R"(toolu_1 read_ticket {"id":"T-1"})";

TEST(AnthropicTrace, HasItsCallsInMessagesResponsesRequestsAndBatches) {
  for (const std::string_view around :
       {"BLOCK", "[BLOCK]", R"({"role":"assistant","content":[{"type":"text","text":"a"},BLOCK]})",
        R"({"id":"msg_1","type":"message","role":"assistant","content":[BLOCK],"stop_reason":"tool_use"})",
        R"({"model":"m","messages":[{"role":"user","content":"a"},{"role":"assistant","content":[BLOCK]}]})",
        R"({"custom_id":"c","result":{"type":"succeeded","message":{"role":"assistant","content":[BLOCK]}}})",
        R"({"request":{"messages":[{"role":"assistant","content":[BLOCK]}]}})",
        R"({"response":{"body":{"role":"assistant","content":[BLOCK]}}})"}) {
    std::string document(around);
    document.replace(document.find("BLOCK"), 5, kBlock);
    EXPECT_THAT(calls(document), ElementsAre(kCall)) << document;
  }
}

TEST(AnthropicTrace, HasServerToolsAndToolsOfMcpServersToo) {
  EXPECT_THAT(calls(R"({"role":"assistant","content":[
    {"type":"server_tool_use","id":"srvtoolu_1","name":"web_search","input":{"query":"a"}},
    {"type":"mcp_tool_use","id":"mcptoolu_1","server_name":"desk","name":"read_ticket","input":{}}]})"),
              ElementsAre(R"(srvtoolu_1 web_search {"query":"a"})", "mcptoolu_1 desk: read_ticket {}"));
}

TEST(AnthropicTrace, TellsACallInPiecesOfAStreamAsUnreadable) {
  EXPECT_THAT(calls(R"([{"type":"message_start","message":{"role":"assistant","content":[]}},
    {"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}},
    {"type":"content_block_start","index":1,"content_block":{"type":"tool_use","id":"a","name":"t","input":{}}},
    {"type":"content_block_delta","index":1,"delta":{"type":"input_json_delta","partial_json":"{}"}},
    {"type":"message_delta","delta":{"stop_reason":"tool_use"}}])"),
              ElementsAre(R"(a t ! the call "a" is told in pieces of a stream)"));
}

TEST(AnthropicTrace, DoesNotTakeAToolOfAServerForAnother) {
  EXPECT_THAT(calls(R"([{"type":"mcp_tool_use","id":"a","server_name":7,"name":"read_ticket","input":{}},
    {"type":"mcp_tool_use","id":"b","server_name":null,"name":"read_ticket","input":{}}])"),
              ElementsAre(R"(a - ! the call "a" names no tool)", "b read_ticket {}"));
}

TEST(AnthropicTrace, HasNoCallInTextsAndResults) {
  for (
      const std::string_view document :
      {R"({"role":"user","content":"tool_use"})",
       R"({"role":"user","content":[{"type":"tool_result","tool_use_id":"t","content":[{"type":"tool_use","name":"a","input":{}}]}]})"}) {
    EXPECT_THAT(calls(document), IsEmpty()) << document;
    EXPECT_EQ(kind_of(TraceFormat::Anthropic, document), DocumentKind::Trace) << document;
  }
  EXPECT_EQ(kind_of(TraceFormat::Anthropic, R"({"jsonrpc":"2.0"})"), DocumentKind::Other);
}

TEST(AnthropicTrace, TellsWhatCannotBeReadAsACall) {
  EXPECT_THAT(
      calls(R"([{"type":"tool_use","id":"a","input":{}},{"type":"tool_use","id":"b","name":7,"input":{}},
    {"type":"tool_use","id":"c","name":"","input":{}},{"type":"tool_use","id":"d","name":"t","input":"{}"},
    {"type":"tool_use","id":"e","name":"t","input":null},{"type":"tool_use","name":"t","input":[]}])"),
      ElementsAre(R"(a - ! the call "a" names no tool)", R"(b - ! the call "b" names no tool)",
                  R"(c - ! the call "c" names no tool)", R"(d t ! the call "d" has arguments that are no object)",
                  R"(e t ! the call "e" has arguments that are no object)",
                  "- t ! the call has arguments that are no object"));
}

}  // namespace
}  // namespace yett::trace_test
