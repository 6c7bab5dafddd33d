#pragma once

#include <string_view>

#include "text/json.h"
#include "traces/call_collector.h"

namespace yett {

/// Whether an object whose `type` is this is a call in one of the formats: tool_use, function_call, mcp_call and
/// others.
[[nodiscard]] bool is_call_type(std::string_view type);

/// Gives whatever looks like a call of any format to `calls` as an unreadable one: objects of such a type, the items of
/// `tool_calls`, a `function_call` with arguments, messages `tools/call`, the name of a tool with its input. To be
/// called for a document in which the reader of its format found none, so that a call in a wrapping or a form that
/// nobody reads is denied and not left out. Definitions of tools, results of tools and what other messages of JSON-RPC
/// carry are no calls. Its recursion is as deep as the document, which parse_json limits.
void take_unread_calls(const Json& document, CallCollector& calls);

}  // namespace yett
