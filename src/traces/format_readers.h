#pragma once

#include <string_view>

#include "text/json.h"
#include "traces/call_collector.h"
#include "traces/unread_calls.h"

namespace yett {

// The readers of the formats: each gives the calls of a document to `calls`, in order, and says whether the document
// has anything of the format. `run` is the run of what names none. Their recursion is as deep as the document, which
// parse_json limits.

/// Hook input (tool_name, tool_input, session_id), lines of transcripts and of stream-json output (message, sessionId
/// or session_id). Source: https://docs.claude.com/en/docs/claude-code/hooks.
void read_claude_code(const Json& document, std::string_view run, CallCollector& calls);
/// JSON-RPC messages and batches of them; tools/call is a call. Source: https://modelcontextprotocol.io/specification.
void read_mcp(const Json& document, CallCollector& calls);
/// Chat Completions and Responses: messages, items, requests, responses. Source: the types of the npm package openai.
void read_openai(const Json& document, std::string_view run, CallCollector& calls);
/// Messages, blocks, requests, responses. Source: the types of the npm package @anthropic-ai/sdk.
void read_anthropic(const Json& document, std::string_view run, CallCollector& calls);
/// Messages, plain or serialised, alone, in lists or in a state. Source: the types of the npm package @langchain/core.
void read_langchain(const Json& document, std::string_view run, CallCollector& calls);

/// The `tool_calls` of a message as OpenAI writes them.
void read_chat_calls(const Json& tool_calls, std::string_view run, CallCollector& calls);

/// The text of a member; empty where there is none.
[[nodiscard]] std::string_view text_at(const Json& object, std::string_view key);
/// Calls `take` with each item of the list `list`. A call list that is no list is an unreadable call; null is none.
template <typename Take>
void each_call(const Json& list, std::string_view run, CallCollector& calls, const Take& take) {
  if (list.is_null()) return;
  const Json::Array* items = list.as_array();
  if (items == nullptr)
    return calls.take_unreadable({.run = run, .arguments = &list}, "stands where a list of calls stands");
  for (const Json& item : *items) {
    if (item.as_object() == nullptr) {
      calls.take_unreadable({.run = run, .arguments = &item}, "is no object");
    } else {
      take(item);
    }
  }
}

/// Reads the items of the list that a document is, each as a document of its own with regard to calls that nobody
/// reads. `is_history` says of which items a history of its own is told.
template <typename IsHistory, typename Read>
void each_item(const Json::Array& items, CallCollector& calls, const IsHistory& is_history, const Read& read) {
  for (const Json& item : items) {
    if (is_history(item)) calls.begin_history();
    calls.begin_part();
    read(item);
    if (!calls.has_seen()) take_unread_calls(item, calls);
  }
}

}  // namespace yett
