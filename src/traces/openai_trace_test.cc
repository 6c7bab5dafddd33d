#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "traces/trace_fixture.h"

namespace yett::trace_test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::vector<std::string> calls(std::string_view document) { return calls_in(TraceFormat::OpenAi, document); }

TEST(OpenAiTrace, HasTheCallsOfChatMessages) {
  for (const std::string_view around :
       {"MESSAGE", "[MESSAGE]", R"({"object":"chat.completion","choices":[{"index":0,"message":MESSAGE}]})",
        R"({"model":"m","messages":[{"role":"user","content":"a"},MESSAGE]})",
        R"({"custom_id":"c","response":{"status_code":200,"body":{"choices":[{"message":MESSAGE}]}}})",
        R"({"request":{"messages":[]},"response":{"choices":[{"message":MESSAGE}]}})"}) {
    std::string document(around);
    document.replace(document.find("MESSAGE"), 7,
                     R"({"role":"assistant","content":null,"tool_calls":[{"id":"call_1","type":"function",)"
                     R"("function":{"name":"read_ticket","arguments":"{\"id\": \"T-1\"}"}},)"
                     R"({"id":"call_2","type":"function","function":{"name":"now","arguments":{}}}]})");
    EXPECT_THAT(calls(document), ElementsAre(R"(call_1 read_ticket {"id":"T-1"})", "call_2 now {}")) << document;
  }
}

TEST(OpenAiTrace, HasTheFunctionOfAnOldMessageAndNotTheOneARequestChooses) {
  EXPECT_THAT(calls(R"({"role":"assistant","function_call":{"name":"now","arguments":"{}"}})"),
              ElementsAre("- now {}"));
  EXPECT_THAT(calls(R"({"role":"assistant","function_call":null,"tool_calls":null})"), IsEmpty());
  EXPECT_THAT(calls(R"({"messages":[],"function_call":{"name":"now"}})"), IsEmpty());
  EXPECT_THAT(calls(R"({"messages":[],"function_call":"auto"})"), IsEmpty());
}

TEST(OpenAiTrace, HasTheItemsOfResponses) {
  constexpr std::string_view kItem =
      R"({"type":"function_call","id":"fc_1","call_id":"call_1","name":"now","arguments":"{}"})";
  for (
      const std::string_view around :
      {"ITEM", R"({"object":"response","output":[{"type":"reasoning"},ITEM]})",
       R"({"model":"m","input":[{"role":"user","content":"a"},ITEM,{"type":"function_call_output","call_id":"call_1"}]})",
       R"({"type":"response.output_item.done","item":ITEM})",
       R"({"type":"response.completed","response":{"object":"response","output":[ITEM]}})"}) {
    std::string document(around);
    document.replace(document.find("ITEM"), 4, kItem);
    EXPECT_THAT(calls(document), ElementsAre("call_1 now {}")) << document;
  }
  EXPECT_THAT(calls(R"({"type":"function_call","callId":"call_1","name":"now","arguments":"{}"})"),
              ElementsAre("call_1 now {}"));
}

TEST(OpenAiTrace, TellsACallThatWasAskedAboutOnce) {
  constexpr std::string_view kOutput = R"({"object":"response","output":[
    {"type":"mcp_list_tools","server_label":"desk","tools":[]},
    {"type":"mcp_approval_request","id":"mcpr_1","server_label":"desk","name":"now","arguments":"{}"},
    {"type":"mcp_call","id":"mcp_1","approval_request_id":"mcpr_1","server_label":"desk","name":"now","arguments":" {}"},
    {"type":"mcp_call","id":"mcp_2","approval_request_id":null,"server_label":"desk","name":"now","arguments":"{}"}]})";
  EXPECT_THAT(calls(kOutput), ElementsAre("mcpr_1 desk: now {}", "mcp_2 desk: now {}"));
}

/// Whoever approved one call has not approved another.
TEST(OpenAiTrace, TellsACallThatIsNotTheOneThatWasAskedAbout) {
  EXPECT_THAT(calls(R"([
    {"type":"mcp_approval_request","id":"mcpr_1","server_label":"desk","name":"read","arguments":"{\"id\":1}"},
    {"type":"mcp_call","id":"mcp_1","approval_request_id":"mcpr_1","server_label":"desk","name":"read","arguments":"{\"id\":2}"}])"),
              ElementsAre(R"(mcpr_1 desk: read {"id":1})", R"(mcp_1 desk: read {"id":2})"));
}

TEST(OpenAiTrace, HasTheCallsOfToolsThatOpenAiDefines) {
  EXPECT_THAT(calls(R"([{"type":"local_shell_call","call_id":"a","action":{"type":"exec","command":["ls"]}},
    {"type":"apply_patch_call","call_id":"b","operation":{"type":"delete_file","path":"a"}},
    {"type":"code_interpreter_call","id":"c","code":"1+1"}])"),
              ElementsAre(R"(a local_shell {"command":["ls"],"type":"exec"})",
                          R"(b apply_patch {"path":"a","type":"delete_file"})",
                          R"(c code_interpreter ! the call "c" has no object of arguments)"));
}

TEST(OpenAiTrace, TellsWhatCannotBeReadAsACall) {
  EXPECT_THAT(
      calls(R"({"role":"assistant","tool_calls":[{"id":"a","function":{"name":"t","arguments":"{"}},
    {"id":"b","function":{"name":"t","arguments":""}},{"id":"c","function":{"name":"t","arguments":"{\"a\":1,\"a\":2}"}},
    {"id":"d","function":{"name":"t","arguments":"[]"}},{"id":"e","function":{"arguments":"{}"}},{"id":"f"},7,
    {"id":"g","type":"custom","custom":{"name":"t","input":"free"}},{"id":"h","function":"t","args":{}},
    {"id":"i","function":{"name":"t","arguments":"{\"n\":9007199254740993}"}}]})"),
      ElementsAre(R"(a t ! the call "a" has arguments that are no JSON)",
                  R"(b t ! the call "b" has arguments that are no JSON)",
                  R"(c t ! the call "c" has arguments that are no JSON)",
                  R"(d t ! the call "d" has arguments that are no object)", R"(e - ! the call "e" names no tool)",
                  R"(f - ! the call "f" names no function)", "- - ! the call is no object",
                  R"(g t ! the call "g" has free text in place of arguments)", R"(h - ! the call "h" names no tool)",
                  R"(i t ! the call "i" has arguments that are no JSON)"));
  EXPECT_THAT(calls(R"({"role":"assistant","tool_calls":{"id":"a"}})"),
              ElementsAre("- - ! the call stands where a list of calls stands"));
  EXPECT_THAT(calls(R"({"type":"custom_tool_call","call_id":"a","name":"t","input":"free"})"),
              ElementsAre(R"(a t ! the call "a" has free text in place of arguments)"));
}

TEST(OpenAiTrace, TellsACallInPiecesOnceAndAsUnreadable) {
  EXPECT_THAT(calls(R"([{"object":"chat.completion.chunk","choices":[{"delta":{"tool_calls":[
      {"index":0,"id":"a","function":{"name":"t","arguments":""}}]}}]},
    {"object":"chat.completion.chunk","choices":[{"delta":{"tool_calls":[{"index":0,"function":{"arguments":"{}"}}]}}]}])"),
              ElementsAre(R"(a t ! the call "a" is told in pieces of a stream)"));
}

/// A chunk of a stream may be all that there is of a call.
TEST(OpenAiTrace, TellsEveryCallThatAChunkBegins) {
  TraceReader reader(TraceFormat::OpenAi);
  const auto told_of = [&reader](std::string_view delta) {
    return told(reader.read(fmt::format(R"({{"object":"chat.completion.chunk","choices":[{{"delta":{}}}]}})", delta)));
  };
  EXPECT_THAT(told_of(R"({"tool_calls":[{"index":0,"function":{"arguments":"{}"}}]})"),
              ElementsAre("- - ! the call is told in pieces of a stream"))
      << "its beginning is not there";
  EXPECT_THAT(told_of(R"({"role":"assistant","function_call":{"name":"t","arguments":""}})"),
              ElementsAre("- t ! the call is told in pieces of a stream"));
  EXPECT_THAT(told_of(R"({"function_call":{"arguments":"{}"}})"), IsEmpty()) << "a further piece";
  EXPECT_THAT(told_of(R"({"tool_calls":[{"index":0,"id":"a","custom":{"name":"t","input":""}}]})"),
              ElementsAre(R"(a t ! the call "a" is told in pieces of a stream)"));
  EXPECT_THAT(told_of(R"({"tool_calls":[{"index":0,"id":"a"}]})"),
              ElementsAre(R"(a - ! the call "a" is told in pieces of a stream)"));
}

/// Some programs count their ids anew in each answer.
TEST(OpenAiTrace, TellsCallsThatOneHistoryHasSeveralTimes) {
  constexpr std::string_view kCall = R"({"id":"call_0","function":{"name":"now","arguments":"{}"}})";
  const std::string twice = fmt::format(R"({{"role":"assistant","tool_calls":[{0},{0}]}})", kCall);
  const std::string once = fmt::format(R"({{"role":"assistant","tool_calls":[{}]}})", kCall);
  EXPECT_THAT(calls(twice), ElementsAre("call_0 now {}", "call_0 now {}"));
  EXPECT_THAT(calls(fmt::format("[{0},{0}]", once)), ElementsAre("call_0 now {}", "call_0 now {}"));
  EXPECT_THAT(calls(fmt::format(R"([{{"tool_calls":[{0}]}},{{"tool_calls":[{0}]}}])", kCall)),
              ElementsAre("call_0 now {}", "call_0 now {}"))
      << "messages without a role";
  EXPECT_THAT(
      calls(fmt::format(R"({{"request":{{"messages":[{0}]}},"response":{{"choices":[{{"message":{0}}}]}}}})", once)),
      ElementsAre("call_0 now {}", "call_0 now {}"));

  TraceReader reader(TraceFormat::OpenAi);
  const auto count = [&](std::string_view messages) {
    return reader.read(fmt::format(R"({{"messages":[{}]}})", messages)).calls.size();
  };
  EXPECT_EQ(count(once), 1u);
  EXPECT_EQ(count(once), 0u) << "the same history";
  EXPECT_EQ(count(once + "," + once), 1u) << "the history goes on";
  EXPECT_EQ(count(twice), 0u);
  EXPECT_EQ(count(twice + "," + once), 1u);
}

TEST(OpenAiTrace, TakesEachRequestOfAListForAHistory) {
  constexpr std::string_view kMessage =
      R"({"role":"assistant","tool_calls":[{"id":"a","function":{"name":"now","arguments":"{}"}}]})";
  EXPECT_THAT(calls(fmt::format(R"([{{"messages":[{0}]}},{{"messages":[{0},{0}]}}])", kMessage)),
              ElementsAre("a now {}", "a now {}"));
  constexpr std::string_view kItem = R"({"type":"function_call","call_id":"b","name":"now","arguments":"{}"})";
  EXPECT_THAT(calls(fmt::format(R"([{{"type":"response.output_item.done","item":{0}}},
                                    {{"type":"response.completed","response":{{"output":[{0}]}}}}])",
                                kItem)),
              ElementsAre("b now {}"));
}

TEST(OpenAiTrace, TakesOneAnswerForOneCall) {
  constexpr std::string_view kCall =
      R"({{"type":"mcp_call","id":"{}","approval_request_id":"q","server_label":"desk","name":"now","arguments":"{{}}"}})";
  EXPECT_THAT(
      calls(fmt::format(
          R"([{{"type":"mcp_approval_request","id":"q","server_label":"desk","name":"now","arguments":"{{}}"}},{},{}])",
          fmt::format(kCall, "a"), fmt::format(kCall, "b"))),
      ElementsAre("q desk: now {}", "b desk: now {}"));
}

TEST(OpenAiTrace, KeepsServersApartWhoseToolsAreCalledAlike) {
  EXPECT_THAT(calls(R"([{"type":"mcp_call","id":"a","server_label":"desk","name":"now","arguments":"{}"},
    {"type":"mcp_call","id":"a","server_label":"web","name":"now","arguments":"{}"}])"),
              ElementsAre("a desk: now {}", "a web: now {}"));
}

TEST(OpenAiTrace, HasNoCallInOtherMessagesAndItems) {
  for (
      const std::string_view document :
      {R"({"role":"user","content":"a"})", R"({"messages":[]})", R"({"object":"response","output":[]})",
       R"({"object":"chat.completion","choices":[]})", R"({"role":"assistant","content":"a","tool_calls":[]})",
       R"({"object":"chat.completion.chunk","choices":[{"delta":{"content":"a"}}]})",
       R"({"type":"response.output_item.added","item":{"type":"function_call","call_id":"a","name":"t","arguments":""}})",
       R"({"model":"m","messages":[],"tools":[{"type":"function","function":{"name":"t","parameters":{}}}]})"}) {
    EXPECT_THAT(calls(document), IsEmpty()) << document;
    EXPECT_EQ(kind_of(TraceFormat::OpenAi, document), DocumentKind::Trace) << document;
  }
  for (const std::string_view document : {R"({"jsonrpc":"2.0"})", R"({"tool":"t","arguments":{}})", "{}", "\"a\""}) {
    EXPECT_EQ(kind_of(TraceFormat::OpenAi, document), DocumentKind::Other) << document;
  }
}

TEST(OpenAiTrace, HasItsConversationAsItsRun) {
  constexpr std::string_view kItem = R"({"type":"function_call","call_id":"a","name":"t","arguments":"{}")";
  const auto run = [&](std::string_view rest) {
    return run_in(TraceFormat::OpenAi, fmt::format("{}{}}}", kItem, rest));
  };
  EXPECT_EQ(run(""), "");
  EXPECT_EQ(run(R"(,"conversation":"conv_1")"), "conv_1");
  EXPECT_EQ(run(R"(,"conversation":{"id":"conv_2"})"), "conv_2");
  EXPECT_EQ(run(R"(,"conversation":null,"thread_id":"thread_3")"), "thread_3");
  EXPECT_EQ(run_in(TraceFormat::OpenAi, fmt::format(R"({{"conversation":"conv_4","output":[{}}}]}})", kItem)),
            "conv_4");
}

}  // namespace
}  // namespace yett::trace_test
