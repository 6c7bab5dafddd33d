#include <algorithm>
#include <array>

#include "traces/format_readers.h"

namespace yett {
namespace {

/// What a message is wrapped in: the constructor form, stored messages, states and what a model returns.
constexpr std::array<std::string_view, 8> kInner = {"kwargs", "data",   "messages", "message",
                                                    "values", "output", "outputs",  "generations"};
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

/// What a message calls. The same calls may stand in `additional_kwargs` once more, as their provider wrote them; they
/// count where they stand nowhere else.
void read_calls(const Json& message, std::string_view run, CallCollector& calls) {
  const auto is_there = [](const Json* list) {
    return list != nullptr && !list->is_null() && (list->as_array() == nullptr || !list->as_array()->empty());
  };
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
  if (raw != nullptr && !is_there(readable) && !is_there(invalid)) read_chat_calls(*raw, run, calls);
}

}  // namespace

void read_langchain(const Json& document, std::string_view run, CallCollector& calls) {
  if (const Json::Array* items = document.as_array()) {
    for (const Json& item : *items) read_langchain(item, run, calls);
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
    if (is_inner || member.value.find("messages") != nullptr) read_langchain(member.value, thread, calls);
  }
}

}  // namespace yett
