#include "replay/call_line.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <utility>

namespace yett {
namespace {

std::string fault_of(std::string_view text) {
  const CallLine line = read_call_line(text);
  EXPECT_EQ(line.fault.has_value(), line.call.readability != Readability::Readable) << text;
  return line.fault ? line.fault->to_string() : "";
}

TEST(CallLine, ThatIsWholeHasNoFault) {
  for (const std::string_view text :
       {R"({"tool":"t"})", R"({"id":"c","tool":"t","arguments":{"a":1},"source":["user","tool_output"],)"
                           R"("read_private":true,"label":7,"class":null,"task":{}})"}) {
    EXPECT_EQ(fault_of(text), "") << text;
  }
}

TEST(CallLine, ThatCannotBeReadTellsWhy) {
  const std::pair<std::string_view, std::string_view> cases[] = {
      {"[]", R"(:1: a call is an object, and this is a list (write {"tool": "NAME", "arguments": {...}}))"},
      {"{}", R"(:1: "tool" is missing (it names the tool to call))"},
      {R"({"id":1,"tool":"t"})", R"(:1: "id" is text, and this is a number (put it in quotes))"},
      {R"({"tool":null})", R"(:1: "tool" is text, and this is null)"},
      {R"({"tool":"t","args":{}})", R"(:1: "args" is no member of a call (did you mean "arguments"?))"},
      {R"({"tool":"t","argumets":{}})", R"(:1: "argumets" is no member of a call (did you mean "arguments"?))"},
      {R"({"name":"t"})", R"(:1: "name" is no member of a call (did you mean "tool"?))"},
      {R"({"Tool":"t"})", R"(:1: "Tool" is no member of a call (did you mean "tool"?))"},
      {R"({"tool":"t","approved":true})", R"(:1: "approved" is no member of a call)"},
      {R"({"tool":"t","arguments":[]})", R"(:1: "arguments" is an object, and this is a list)"},
      {R"({"tool":"t","arguments":"{}"})",
       R"(:1: "arguments" is an object, and this is text (the arguments stand here as an object, not as text))"},
      {R"({"tool":"t","source":"web"})",
       R"(:1: "source" names kinds of text (user, tool_output, retrieved_document, or a list of them))"},
      {R"({"tool":"t","read_private":"yes"})", R"(:1: "read_private" is true or false, and this is text)"},
  };
  for (const auto& [text, fault] : cases) EXPECT_EQ(fault_of(text), fault) << text;
}

TEST(CallLine, ThatHasSeveralFaultsTellsTheFirst) {
  EXPECT_THAT(fault_of(R"({"id":1,"args":{},"tool":7})"), testing::HasSubstr("\"id\""));
}

TEST(CallLine, ThatIsNoJsonTellsWhere) {
  EXPECT_THAT(fault_of(R"({"tool":nonsense})"), testing::StartsWith(":1:9: "));
  EXPECT_THAT(fault_of("{\n  \"tool\": \"t\",\n  \"id\": nonsense\n}"), testing::StartsWith(":3:9: "));
}

/// A line may come from anywhere, and its fault is printed on a terminal.
TEST(CallLine, NeverPrintsWhatATerminalWouldObey) {
  const std::string fault = fault_of("{\"tool\":\"t\",\"\\u001b[2J\\u202e" + std::string(200, 'k') + "\":1}");
  EXPECT_THAT(fault, testing::HasSubstr(R"("\u{001B}[2J\u{202E}kkk)"));
  EXPECT_LT(fault.size(), 140U);
}

}  // namespace
}  // namespace yett
