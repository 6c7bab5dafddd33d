#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "traces/trace_fixture.h"

namespace yett::trace_test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr TraceFormat kFormat = TraceFormat::ClaudeCode;

std::string hook(std::string_view event, std::string_view rest) {
  return fmt::format(
      R"({{"session_id":"s-1","hook_event_name":"{}","tool_name":"Bash","tool_input":{{"command":"ls"}}{}}})", event,
      rest);
}

std::string line(std::string_view session, std::string_view id, std::string_view input) {
  return fmt::format(
      R"({{"type":"assistant","sessionId":"{}","isSidechain":true,"message":{{"id":"msg_1","role":"assistant",)"
      R"("content":[{{"type":"tool_use","id":"{}","name":"Bash","input":{}}}]}}}})",
      session, id, input);
}

TEST(ClaudeCodeTrace, HasTheCallsOfHookInput) {
  EXPECT_THAT(calls_in(kFormat, hook("PreToolUse", R"(,"tool_use_id":"toolu_1")")),
              ElementsAre(R"(toolu_1 Bash {"command":"ls"})"));
  EXPECT_EQ(run_in(kFormat, hook("PreToolUse", "")), "s-1");
}

TEST(ClaudeCodeTrace, TellsACallOnceThatSeveralHooksSee) {
  TraceReader reader(kFormat);
  const auto count = [&](std::string_view document) { return reader.read(document).calls.size(); };
  EXPECT_EQ(count(hook("PermissionRequest", "")), 1u) << "nothing else told the call";
  EXPECT_EQ(count(hook("PermissionRequest", "")), 1u) << "nothing else told the call";
  EXPECT_EQ(count(hook("PreToolUse", R"(,"tool_use_id":"toolu_1")")), 1u);
  EXPECT_EQ(count(hook("PermissionRequest", "")), 0u);
  EXPECT_EQ(count(hook("PostToolUse", R"(,"tool_use_id":"toolu_1","tool_response":"a")")), 0u);
  EXPECT_EQ(count(hook("PreToolUse", R"(,"tool_use_id":"toolu_2")")), 1u);
  EXPECT_EQ(count(hook("PreToolUse", "")), 1u) << "what has no id is a call of its own";
}

TEST(ClaudeCodeTrace, HasTheCallsOfTranscripts) {
  EXPECT_THAT(calls_in(kFormat, line("s-2", "toolu_1", "{}")), ElementsAre("toolu_1 Bash {}"));
  EXPECT_EQ(run_in(kFormat, line("s-2", "toolu_1", "{}")), "s-2");
  // As `--output-format stream-json` writes it.
  EXPECT_EQ(run_in(kFormat, R"({"type":"assistant","session_id":"s-3","message":{"role":"assistant","content":[
    {"type":"tool_use","id":"a","name":"Bash","input":{}}]}})"),
            "s-3");
}

TEST(ClaudeCodeTrace, HasTheCallsOfSubAgents) {
  constexpr std::string_view kProgress = R"({"type":"progress","sessionId":"s-2","data":{"type":"agent_progress",
    "message":{"type":"assistant","message":{"role":"assistant","content":[
      {"type":"tool_use","id":"toolu_9","name":"Read","input":{"file_path":"a"}}]}}}})";
  EXPECT_THAT(calls_in(kFormat, kProgress), ElementsAre(R"(toolu_9 Read {"file_path":"a"})"));
  EXPECT_EQ(run_in(kFormat, kProgress), "s-2");
}

TEST(ClaudeCodeTrace, TellsACallInPiecesOfAStreamAsUnreadable) {
  EXPECT_THAT(calls_in(kFormat, R"({"type":"stream_event","session_id":"s","event":{"type":"content_block_start",
    "index":1,"content_block":{"type":"tool_use","id":"a","name":"Bash","input":{}}}})"),
              ElementsAre(R"(a Bash ! the call "a" is told in pieces of a stream)"));
}

TEST(ClaudeCodeTrace, TellsTheCallsOfOneMessageAndARepeatedRecordOnce) {
  const std::string record = line("s-1", "a", "{}");
  EXPECT_THAT(calls_in(kFormat, fmt::format("[{0},{0}]", record)), ElementsAre("a Bash {}"));
  constexpr std::string_view kBlock = R"({"type":"tool_use","id":"a","name":"Bash","input":{}})";
  EXPECT_THAT(
      calls_in(kFormat,
               fmt::format(R"({{"sessionId":"s","message":{{"role":"assistant","content":[{0},{0}]}}}})", kBlock)),
      ElementsAre("a Bash {}", "a Bash {}"));
}

TEST(ClaudeCodeTrace, TellsARepeatedLineOnce) {
  TraceReader reader(kFormat);
  EXPECT_THAT(told(reader.read(line("s-1", "a", R"({"x":1,"y":2})"))), ElementsAre(R"(a Bash {"x":1,"y":2})"));
  EXPECT_THAT(told(reader.read(line("s-1", "a", R"({"y":2,"x":1})"))), IsEmpty());
  // Another run, another call under the same id: nothing of it has been judged.
  EXPECT_THAT(told(reader.read(line("s-2", "a", R"({"x":1,"y":2})"))), ElementsAre(R"(a Bash {"x":1,"y":2})"));
  EXPECT_THAT(told(reader.read(line("s-1", "a", R"({"x":1,"y":3})"))), ElementsAre(R"(a Bash {"x":1,"y":3})"));
}

TEST(ClaudeCodeTrace, HasNoCallInOtherLines) {
  for (const std::string_view document :
       {R"({"type":"user","sessionId":"s","message":{"role":"user","content":"a"}})",
        R"({"type":"tool_progress","session_id":"s","tool_name":"Bash","tool_use_id":"a","elapsed_time_seconds":1})",
        R"({"hook_event_name":"Stop","session_id":"s"})"}) {
    EXPECT_THAT(calls_in(kFormat, document), IsEmpty()) << document;
    EXPECT_EQ(kind_of(kFormat, document), DocumentKind::Trace) << document;
  }
  EXPECT_EQ(kind_of(kFormat, R"({"type":"summary","summary":"a","leafUuid":"u"})"), DocumentKind::Other);
}

TEST(ClaudeCodeTrace, TellsWhatCannotBeReadAsACall) {
  EXPECT_THAT(calls_in(kFormat, R"({"session_id":"s","tool_name":"Bash","tool_input":"ls","tool_use_id":"a"})"),
              ElementsAre(R"(a Bash ! the call "a" has arguments that are no object)"));
  EXPECT_THAT(calls_in(kFormat, R"({"session_id":"s","hook_event_name":"PreToolUse","tool_name":null})"),
              ElementsAre("- - ! the call names no tool"));
}

}  // namespace
}  // namespace yett::trace_test
