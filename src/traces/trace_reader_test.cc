#include "traces/trace_reader.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "traces/trace_fixture.h"

namespace yett::trace_test {
namespace {

using testing::ElementsAre;
using testing::StartsWith;

TEST(TraceFormat, HasOneWordEach) {
  for (const std::string_view text : kTraceFormatWords) {
    const std::optional<TraceFormat> format = parse_trace_format(text);
    ASSERT_TRUE(format) << text;
    EXPECT_EQ(to_string(*format), text);
  }
  EXPECT_FALSE(parse_trace_format("OpenAI"));
  EXPECT_FALSE(parse_trace_format(""));
}

TEST(TraceReader, TakesWhatIsNoJsonForAnUnreadableCall) {
  for (std::size_t i = 0; i < kTraceFormatWords.size(); ++i) {
    TraceReader reader(static_cast<TraceFormat>(i));
    for (const std::string_view text : {"", "no JSON", R"({"a":1,"a":2})", R"({"a":"\ud800"})", R"({"a":01})"}) {
      const TracedDocument document = reader.read(text);
      EXPECT_EQ(document.kind, DocumentKind::NoJson) << text;
      ASSERT_EQ(document.calls.size(), 1u) << text;
      EXPECT_THAT(told(document.calls[0]), StartsWith("- - ! ")) << text;
    }
    EXPECT_EQ(reader.read("[]").kind, DocumentKind::Other);
    EXPECT_EQ(reader.read("7").kind, DocumentKind::Other);
  }
}

TEST(TraceReader, SaysInWhichLineOfADocumentItStopped) {
  const TracedDocument document = TraceReader(TraceFormat::Mcp).read("{\n  \"jsonrpc\": \"2.0\",\n  nonsense\n}");
  EXPECT_EQ(document.calls.at(0).line.fault->where.line, 3u);
}

/// Whoever counts denials tells one unreadable call from another by what was written.
TEST(TraceReader, KeepsWhatWasWrittenOfEachUnreadableCall) {
  TracedDocument document = TraceReader(TraceFormat::Anthropic).read(R"([{"type":"tool_use","name":"t","input":[1]},
    {"type":"tool_use","name":"t","input":[2]}])");
  std::vector<TracedCall> calls = std::move(document.calls);
  ASSERT_EQ(calls.size(), 2u);
  EXPECT_EQ(calls[0].line.text, R"({"arguments":[1],"name":"t"})");
  EXPECT_EQ(calls[1].line.text, R"({"arguments":[2],"name":"t"})");
}

TEST(TraceReader, RefusesInexactNumbersWhereTheyAreJudgedAndNowhereElse) {
  for (const std::string_view number : {"9007199254740993", "-0", "1e999", "1e-999"}) {
    const std::string document = fmt::format(
        R"([{{"type":"tool_use","id":"a","name":"t","input":{{"n":[{{"m":{}}}]}}}},
            {{"type":"tool_use","id":"b","name":"t","input":{{"n":0}}}},{{"time":{}}}])",
        number, number);
    EXPECT_THAT(calls_in(TraceFormat::Anthropic, document),
                ElementsAre(R"(a t ! the call "a" has a number in its arguments that programs read differently)",
                            R"(b t {"n":0})"))
        << number;
  }
}

TEST(TraceReader, TellsWhatARequestRepeatsOnce) {
  constexpr std::string_view kFirst = R"({"type":"tool_use","id":"a","name":"t","input":{}})";
  constexpr std::string_view kSecond = R"({"type":"tool_use","id":"b","name":"t","input":{}})";
  TraceReader reader(TraceFormat::Anthropic);
  const auto request = [](std::string_view blocks) {
    return fmt::format(R"({{"messages":[{{"role":"assistant","content":[{}]}}]}})", blocks);
  };
  EXPECT_THAT(told(reader.read(request(kFirst))), ElementsAre("a t {}"));
  EXPECT_THAT(told(reader.read(request(fmt::format("{},{}", kFirst, kSecond)))), ElementsAre("b t {}"));
}

TEST(TraceReader, TellsCallsWithoutAnIdAndUnreadableOnesEachTime) {
  TraceReader reader(TraceFormat::Anthropic);
  for (const std::string_view block :
       {R"({"type":"tool_use","name":"t","input":{}})", R"({"type":"tool_use","id":"","name":"t","input":{}})",
        R"({"type":"tool_use","id":"c","name":"t","input":[]})"}) {
    EXPECT_EQ(reader.read(block).calls.size(), 1u) << block;
    EXPECT_EQ(reader.read(block).calls.size(), 1u) << block;
  }
}

}  // namespace
}  // namespace yett::trace_test
