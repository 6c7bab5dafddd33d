#include "traces/unread_calls.h"

#include <algorithm>
#include <array>
#include <span>

#include "traces/format_readers.h"

namespace yett {
namespace {

constexpr std::array<std::string_view, 6> kCallEndings = {"tool_use",  "_call",    "tool-call",
                                                          "tool_call", "toolCall", "tool_call_chunk"};
constexpr std::array<std::string_view, 4> kCallLists = {"tool_calls", "tool_call_chunks", "invalid_tool_calls",
                                                        "toolCalls"};
constexpr std::array<std::string_view, 3> kSingleCalls = {"function_call", "functionCall", "toolUse"};
/// What tools are, what they returned, and what was told as a call before.
constexpr std::array<std::string_view, 12> kNoCalls = {
    "tools",        "functions",     "tool_choice",     "parameters",    "input_schema",       "inputSchema",
    "outputSchema", "toolUseResult", "tool_use_result", "tool_response", "permission_denials", "structuredContent"};
constexpr std::array<std::string_view, 3> kReturned = {"content", "output", "artifact"};
constexpr std::array<std::string_view, 3> kCarried = {"params", "result", "error"};

bool has(std::span<const std::string_view> keys, std::string_view key) {
  return std::ranges::find(keys, key) != keys.end();
}

bool is_object(const Json* value) { return value != nullptr && value->as_object() != nullptr; }

bool is_call(const Json& object) {
  if (is_call_type(text_at(object, "type")) || text_at(object, "method") == "tools/call") return true;
  return !text_at(object, "tool_name").empty() &&
         (is_object(object.find("input")) || is_object(object.find("tool_input")));
}

/// A request chooses a function under the same key, without arguments.
bool is_single_call(std::string_view key, const Json& value) {
  return has(kSingleCalls, key) &&
         std::ranges::any_of(std::array{"arguments", "args", "input"},
                             [&](const char* member) { return value.find(member) != nullptr; });
}

bool is_result(const Json& object) {
  const std::string_view type = text_at(object, "type");
  const std::string_view role = text_at(object, "role");
  return type.ends_with("tool_result") || type.ends_with("_output") || type == "tool" || type == "ToolMessage" ||
         role == "tool" || role == "function" ||
         (type.empty() && role.empty() && object.find("tool_call_id") != nullptr);
}

bool is_passed_over(const Json& object, std::string_view key) {
  if (has(kNoCalls, key)) return true;
  if (has(kReturned, key) && is_result(object)) return true;
  return has(kCarried, key) && object.find("jsonrpc") != nullptr;
}

}  // namespace

bool is_call_type(std::string_view type) {
  return type == "mcp_approval_request" ||
         std::ranges::any_of(kCallEndings, [type](std::string_view ending) { return type.ends_with(ending); });
}

void take_unread_calls(const Json& document, CallCollector& calls) {
  if (const Json::Array* items = document.as_array()) {
    for (const Json& item : *items) take_unread_calls(item, calls);
    return;
  }
  const Json::Object* members = document.as_object();
  if (members == nullptr) return;
  if (is_call(document)) return calls.take_unknown(document);
  for (const Json::Member& member : *members) {
    if (is_passed_over(document, member.key)) continue;
    const Json::Array* list = has(kCallLists, member.key) ? member.value.as_array() : nullptr;
    if (list != nullptr) {
      for (const Json& call : *list) calls.take_unknown(call);
    } else if (is_single_call(member.key, member.value)) {
      calls.take_unknown(member.value);
    } else {
      take_unread_calls(member.value, calls);
    }
  }
}

}  // namespace yett
