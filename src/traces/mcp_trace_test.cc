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

TEST(McpTrace, HasToolCalls) {
  EXPECT_THAT(calls(kCall), ElementsAre(R"(3 read_ticket {"id":"T-1"})"));
  EXPECT_THAT(calls(fmt::format(R"({{"direction":"in","message":{}}})", kCall)),
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
  EXPECT_THAT(calls(R"({"jsonrpc":"2.0","id":1,"method":"tools/call"})"),
              ElementsAre(R"(1 - ! the call "1" names no tool)"));
  EXPECT_THAT(calls(R"({"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"t","arguments":"{}"}})"),
              ElementsAre(R"(2 t ! the call "2" has arguments that are no object)"));
}

/// What the gate would never have judged.
TEST(McpTrace, TellsWhatTheGateRefusesAsUnreadable) {
  constexpr std::string_view kParams = R"("params":{"name":"t","arguments":{}})";
  const auto told_of = [&](std::string_view rest) {
    const std::vector<std::string> told = calls(fmt::format(R"({{"method":"tools/call",{}}})", rest));
    return told.size() == 1 ? told.front() : fmt::format("{} calls", told.size());
  };
  const auto with_params = [&](std::string_view rest) { return fmt::format("{},{}", rest, kParams); };
  EXPECT_EQ(told_of(with_params(R"("jsonrpc":"2.0","id":1)")), "1 t {}");
  EXPECT_EQ(told_of(with_params(R"("id":1)")),
            R"(1 t ! the call "1" is no request of JSON-RPC: "jsonrpc" must be "2.0")");
  EXPECT_EQ(told_of(with_params(R"("jsonrpc":"1.0","id":1)")),
            R"(1 t ! the call "1" is no request of JSON-RPC: "jsonrpc" must be "2.0")");
  EXPECT_EQ(told_of(with_params(R"("jsonrpc":"2.0")")), "- t ! the call has no id");
  EXPECT_EQ(told_of(with_params(R"("jsonrpc":"2.0","id":1.5)")),
            R"(1.5 t ! the call "1.5" is no request of JSON-RPC: an id must be a string or a whole number)");
  EXPECT_EQ(told_of(with_params(R"("jsonrpc":"2.0","id":1,"more":1)")),
            R"(1 t ! the call "1" is no request of JSON-RPC: a message holds a member that JSON-RPC does not know)");
  EXPECT_EQ(told_of(R"("jsonrpc":"2.0","id":1,"params":{"name":"t","arguments":{},"task":{}})"),
            R"(1 t ! the call "1" has params beside name, arguments and _meta)");
  EXPECT_EQ(told_of(R"("jsonrpc":"2.0","id":1,"params":{"name":"t","_meta":{"progressToken":9007199254740993}})"),
            R"(1 t ! the call "1" has a number that programs read differently)");
  EXPECT_EQ(
      told_of(
          R"("jsonrpc":"2.0","id":1,"params":{"name":"t","_meta":{"io.modelcontextprotocol/protocolVersion":"2027-01-01"}})"),
      R"(1 t ! the call "1" is no request of MCP: this revision of MCP is not spoken here)");
  EXPECT_THAT(calls(fmt::format(R"([{{"jsonrpc":"2.0","id":"a","method":"ping"}},{}])", kCall)),
              ElementsAre(R"(3 read_ticket ! the call "3" stands in a batch, which the gate refuses)"));
}

TEST(McpTrace, HasTheCallsOfModernRetries) {
  EXPECT_THAT(calls(R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"t","requestState":"s",
    "inputResponses":{},"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28",
    "io.modelcontextprotocol/clientCapabilities":{}}}})"),
              ElementsAre("1 t {}"));
}

/// Each connection counts its requests anew.
TEST(McpTrace, TellsEachMessage) {
  TraceReader reader(TraceFormat::Mcp);
  EXPECT_EQ(reader.read(kCall).calls.size(), 1u);
  EXPECT_EQ(reader.read(kCall).calls.size(), 1u);
}

}  // namespace
}  // namespace yett::trace_test
