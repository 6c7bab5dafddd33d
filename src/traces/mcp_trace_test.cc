#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "traces/trace_fixture.h"

namespace yett::trace_test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr std::string_view kCall =
    R"({"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"read_ticket","arguments":{"id":"T-1"},"_meta":{"progressToken":1}}})";

std::vector<std::string> calls(std::string_view document) { return calls_in(TraceFormat::Mcp, document); }

TEST(McpTrace, HasToolCallsAloneAndInBatches) {
  EXPECT_THAT(calls(kCall), ElementsAre(R"(3 read_ticket {"id":"T-1"})"));
  EXPECT_THAT(calls(fmt::format(R"([{{"jsonrpc":"2.0","id":"a","method":"ping"}},{}])", kCall)),
              ElementsAre(R"(3 read_ticket {"id":"T-1"})"));
  EXPECT_THAT(calls(R"({"jsonrpc":"2.0","id":"a","method":"tools/call","params":{"name":"now"}})"),
              ElementsAre("a now {}"));
}

TEST(McpTrace, HasNoCallInOtherMessages) {
  for (const std::string_view document :
       {R"({"jsonrpc":"2.0","id":1,"method":"tools/list"})", R"({"jsonrpc":"2.0","id":3,"result":{"content":[]}})",
        R"({"jsonrpc":"2.0","method":"notifications/progress","params":{"name":"a"}})"}) {
    EXPECT_THAT(calls(document), IsEmpty()) << document;
    EXPECT_EQ(kind_of(TraceFormat::Mcp, document), DocumentKind::Trace) << document;
  }
  EXPECT_EQ(kind_of(TraceFormat::Mcp, R"({"role":"user"})"), DocumentKind::Other);
}

TEST(McpTrace, TellsWhatCannotBeReadAsACall) {
  EXPECT_THAT(
      calls(R"([{"jsonrpc":"2.0","id":1,"method":"tools/call"},
    {"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"t","arguments":"{}"}}])"),
      ElementsAre(R"(1 - ! the call "1" names no tool)", R"(2 t ! the call "2" has arguments that are no object)"));
}

/// Each connection counts its requests anew.
TEST(McpTrace, TellsEachMessage) {
  TraceReader reader(TraceFormat::Mcp);
  EXPECT_EQ(reader.read(kCall).calls.size(), 1u);
  EXPECT_EQ(reader.read(kCall).calls.size(), 1u);
}

}  // namespace
}  // namespace yett::trace_test
