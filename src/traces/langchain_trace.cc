#include <algorithm>
#include <array>

#include "traces/format_readers.h"
#include "traces/unread_calls.h"

namespace yett {
namespace {

/// What a message is wrapped in: the constructor form, stored messages, states and what a model returns.
constexpr std::array<std::string_view, 8> kInner = {"kwargs", "data",   "messages", "message",
                                                    "values", "output", "outputs",  "generations"};
constexpr std::array<std::string_view, 3> kCallLists = {"tool_calls", "invalid_tool_calls", "tool_call_chunks"};
constexpr std::array<std::string_view, 8> kMessageTypes = {
    "ai", "human", "system", "tool", "AIMessage", "AIMessageChunk", "HumanMessage", "ToolMessage"};

std::string_view thread_of(const Json& document, std::string_view otherwise) {
  if (const std::string_view own = text_at(document, "thread_id"); !own.empty()) return own;
  if (const Json* config = document.find("config")) {
    if (const Json* terms = config->find("configurable")) return thread_of(*terms, otherwise);
  }
  if (const Json* metadata = document.find("metadata")) {
    if (const std::string_view own = text_at(*metadata, "thread_id"); !own.empty()) return own;
  }
  return otherwise;
}

bool is_message(const Json& document) {
  const std::string_view type = text_at(document, "type");
  for (const std::string_view known : kMessageTypes) {
    if (type == known) return true;
  }
  return document.find("lc") != nullptr || document.find("messages") != nullptr;
}

/// Whether a message is none of a model's: what a tool returned, or what a person wrote.
bool is_from_others(const Json& message) {
  const std::string_view type = text_at(message, "type");
  return (type.empty() && message.find("tool_call_id") != nullptr) || type == "human" || type == "system" ||
         type == "tool" || type == "HumanMessage" || type == "SystemMessage" || type == "ToolMessage";
}

bool is_there(const Json* list) {
  return list != nullptr && !list->is_null() && (list->as_array() == nullptr || !list->as_array()->empty());
}

/// Whether the arguments of a call are not there to their end: what LangChain makes of them is no call that was made.
bool is_piece(const Json& chunk) {
  const Json* arguments = chunk.find("args");
  const std::string* text = arguments == nullptr ? nullptr : arguments->as_string();
  const Result<Json> parsed = text == nullptr ? Result<Json>(Json()) : parse_json(*text);
  return !parsed || parsed->as_object() == nullptr;
}

/// The chunks of a message of a stream. Returns whether its calls are told by them alone.
bool read_chunks(const Json& message, std::string_view run, CallCollector& calls) {
  const Json* chunks = message.find("tool_call_chunks");
  if (!is_there(chunks)) return false;
  const Json::Array* items = chunks->as_array();
  const bool is_whole = items != nullptr && std::ranges::none_of(*items, is_piece);
  if (is_whole && (is_there(message.find("tool_calls")) || is_there(message.find("invalid_tool_calls")))) return false;
  each_call(*chunks, run, calls, [&](const Json& chunk) {
    calls.take_piece({.run = run, .id = chunk.find("id"), .name = chunk.find("name")});
  });
  return true;
}

/// Blocks of the content in which a provider tells calls; they count where no list of the message has their id.
void read_blocks(const Json& message, std::string_view run, CallCollector& calls) {
  const Json* content = message.find("content");
  const Json::Array* blocks = content == nullptr ? nullptr : content->as_array();
  if (blocks == nullptr || is_from_others(message)) return;
  const auto is_listed = [&](const Json* id) {
    return id != nullptr && std::ranges::any_of(kCallLists, [&](std::string_view key) {
             const Json* list = message.find(key);
             const Json::Array* items = list == nullptr ? nullptr : list->as_array();
             return items != nullptr && std::ranges::any_of(*items, [id](const Json& call) {
                      return call.find("id") != nullptr && *call.find("id") == *id;
                    });
           });
  };
  for (const Json& block : *blocks) {
    if (!is_call_type(text_at(block, "type"))) continue;
    const Json* id = block.find("call_id");  // of a function_call, whose own id is another one
    if (id == nullptr) id = block.find("id");
    if (is_listed(id)) continue;
    const Json* arguments = nullptr;
    for (const std::string_view key : {"input", "args", "arguments"}) {
      if (arguments == nullptr) arguments = block.find(key);
    }
    calls.take_unreadable({.run = run, .id = id, .name = block.find("name"), .arguments = arguments},
                          "stands in the content and in no list of calls");
  }
}

/// What a message calls. The same calls may stand in `additional_kwargs` once more, as their provider wrote them; they
/// count where they stand nowhere else.
void read_calls(const Json& message, std::string_view run, CallCollector& calls) {
  read_blocks(message, run, calls);
  if (read_chunks(message, run, calls)) return;
  const Json* readable = message.find("tool_calls");
  const Json* invalid = message.find("invalid_tool_calls");
  if (readable != nullptr) {
    each_call(*readable, run, calls, [&](const Json& call) {
      calls.take({.run = run, .id = call.find("id"), .name = call.find("name"), .arguments = call.find("args")},
                 ArgumentForm::Object);
    });
  }
  if (invalid != nullptr) {
    each_call(*invalid, run, calls, [&](const Json& call) {
      calls.take_unreadable(
          {.run = run, .id = call.find("id"), .name = call.find("name"), .arguments = call.find("args")},
          "could not be read by LangChain");
    });
  }
  const Json* further = message.find("additional_kwargs");
  const Json* raw = further == nullptr ? nullptr : further->find("tool_calls");
  if (is_there(readable) || is_there(invalid)) return;
  if (raw != nullptr) read_chat_calls(*raw, run, calls);
  // As older models wrote the one call of a message, without an id.
  const Json* function = further == nullptr ? nullptr : further->find("function_call");
  if (function == nullptr || function->is_null()) return;
  calls.take({.run = run, .name = function->find("name"), .arguments = function->find("arguments")},
             ArgumentForm::Text);
}

/// Whether an item of a list is a state or an update of its own, and no message of one history.
bool is_history(const Json& item) {
  return item.as_object() != nullptr && text_at(item, "type").empty() && item.find("lc") == nullptr &&
         item.find("tool_calls") == nullptr;
}

void read_value(const Json& document, std::string_view run, CallCollector& calls) {
  if (const Json::Array* items = document.as_array()) {
    for (const Json& item : *items) read_value(item, run, calls);
    return;
  }
  const Json::Object* members = document.as_object();
  if (members == nullptr) return;
  const std::string_view thread = thread_of(document, run);
  if (is_message(document)) calls.recognise();
  read_calls(document, thread, calls);
  for (const Json::Member& member : *members) {
    const bool is_inner = std::ranges::find(kInner, member.key) != kInner.end();
    // An update of a graph has what each of its nodes added, by the node's name.
    if (is_inner || member.value.find("messages") != nullptr) read_value(member.value, thread, calls);
  }
}

}  // namespace

void read_langchain(const Json& document, std::string_view run, CallCollector& calls) {
  const Json::Array* items = document.as_array();
  if (items == nullptr) return read_value(document, run, calls);
  each_item(*items, calls, is_history, [&](const Json& item) { read_value(item, run, calls); });
}

}  // namespace yett
