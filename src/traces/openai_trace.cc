#include <array>
#include <string>

#include "traces/format_readers.h"

namespace yett {
namespace {

/// What requests, responses and their items stand in, and what a log or a batch wraps them in.
constexpr std::array<std::string_view, 7> kInner = {"request",  "body",   "messages", "input",
                                                    "response", "output", "choices"};

std::string_view run_of(const Json& document, std::string_view otherwise) {
  for (const std::string_view key : {"conversation", "conversation_id", "thread_id"}) {
    const Json* member = document.find(key);
    if (member == nullptr) continue;
    if (const std::string* text = member->as_string()) return *text;
    if (const std::string_view id = text_at(*member, "id"); !id.empty()) return id;
  }
  return otherwise;
}

/// The Agents SDK for JavaScript has callId.
const Json* call_id_of(const Json& item) {
  for (const std::string_view key : {"call_id", "callId"}) {
    if (const Json* id = item.find(key)) return id;
  }
  return item.find("id");
}

/// The name and the arguments of a function as it stands in a message.
void read_function(const Json& function, const Json* id, std::string_view run, CallCollector& calls) {
  calls.take({.run = run, .id = id, .name = function.find("name"), .arguments = function.find("arguments")},
             ArgumentForm::Text);
}

/// An item of the Responses API that calls something. Returns whether `item` is one.
bool read_item(const Json& item, std::string_view run, CallCollector& calls) {
  const std::string_view type = text_at(item, "type");
  if (type == "function_call") {
    read_function(item, call_id_of(item), run, calls);
  } else if (type == "mcp_call" || type == "mcp_approval_request") {
    calls.take({.run = run,
                .id = item.find("id"),
                .server = item.find("server_label"),
                .name = item.find("name"),
                .arguments = item.find("arguments"),
                .asked_as = item.find("approval_request_id")},
               ArgumentForm::Text);
  } else if (type == "custom_tool_call") {
    calls.take_unreadable(
        {.run = run, .id = call_id_of(item), .name = item.find("name"), .arguments = item.find("input")},
        "has free text in place of arguments");
  } else if (type.ends_with("_call")) {
    // A tool that OpenAI defines, such as local_shell_call: what it does is an object of its own.
    const Json name(type.substr(0, type.size() - std::string_view("_call").size()));
    const Json* action = item.find("action");
    if (action == nullptr) action = item.find("operation");
    const WrittenCall call{.run = run, .id = call_id_of(item), .name = &name, .arguments = action};
    if (action == nullptr) {
      calls.take_unreadable(call, "has no object of arguments");
    } else {
      calls.take(call, ArgumentForm::Object);
    }
  } else {
    return false;
  }
  return true;
}

/// A part of a stream of chat completions: the arguments come in pieces, which no line has together.
void read_stream_part(const Json& delta, std::string_view run, CallCollector& calls) {
  calls.recognise();
  const auto is_there = [](const Json* member) { return member != nullptr && !member->is_null(); };
  const auto take = [&](const Json* id, const Json* function) {
    calls.take_piece({.run = run, .id = id, .name = function == nullptr ? nullptr : function->find("name")});
  };
  if (const Json* parts = delta.find("tool_calls")) {
    each_call(*parts, run, calls, [&](const Json& part) {
      const Json* function = part.find("function");
      take(part.find("id"), function == nullptr ? part.find("custom") : function);
    });
  }
  if (const Json* function = delta.find("function_call"); is_there(function)) take(nullptr, function);
}

void read_message(const Json& message, std::string_view run, CallCollector& calls) {
  if (const Json* tool_calls = message.find("tool_calls")) {
    calls.recognise();
    read_chat_calls(*tool_calls, run, calls);
  }
  // Before there were tools a message had one function at most, and no id for it. In a request the same key chooses a
  // function.
  const Json* function = message.find("function_call");
  if (function == nullptr || function->is_null()) return;
  const bool is_choice = text_at(message, "role").empty() && function->find("arguments") == nullptr;
  if (!is_choice) read_function(*function, nullptr, run, calls);
}

/// Whether an item of a list is a request, a response or an event of its own, and no message or item of one history.
bool is_history(const Json& item) {
  const std::string_view type = text_at(item, "type");
  return item.as_object() != nullptr && text_at(item, "role").empty() && item.find("tool_calls") == nullptr &&
         (type.empty() || type.starts_with("response."));
}

void read_value(const Json& document, std::string_view run, CallCollector& calls);

}  // namespace

void read_chat_calls(const Json& tool_calls, std::string_view run, CallCollector& calls) {
  each_call(tool_calls, run, calls, [&](const Json& call) {
    const Json* id = call.find("id");
    if (const Json* function = call.find("function")) return read_function(*function, id, run, calls);
    const Json* custom = call.find("custom");
    calls.take_unreadable({.run = run,
                           .id = id,
                           .name = custom == nullptr ? nullptr : custom->find("name"),
                           .arguments = custom == nullptr ? &call : custom->find("input")},
                          custom == nullptr ? "names no function" : "has free text in place of arguments");
  });
}

void read_openai(const Json& document, std::string_view run, CallCollector& calls) {
  const Json::Array* items = document.as_array();
  if (items == nullptr) return read_value(document, run, calls);
  each_item(*items, calls, is_history, [&](const Json& item) { read_value(item, run, calls); });
}

namespace {

void read_value(const Json& document, std::string_view run, CallCollector& calls) {
  if (const Json::Array* items = document.as_array()) {
    for (const Json& item : *items) read_value(item, run, calls);
    return;
  }
  if (document.as_object() == nullptr) return;
  const std::string_view own_run = run_of(document, run);
  const std::string_view type = text_at(document, "type");
  const std::string_view object = text_at(document, "object");
  if (object == "response" || object.starts_with("chat.completion") || type.starts_with("response.") ||
      !text_at(document, "role").empty() || document.find("messages") != nullptr) {
    calls.recognise();
  }
  if (read_item(document, own_run, calls)) return;
  read_message(document, own_run, calls);
  for (const std::string_view key : kInner) {
    const Json* inner = document.find(key);
    if (inner == nullptr) continue;
    if (key == "choices" && inner->as_array() != nullptr) {
      for (const Json& choice : *inner->as_array()) {
        if (const Json* message = choice.find("message")) read_value(*message, own_run, calls);
        if (const Json* delta = choice.find("delta")) read_stream_part(*delta, own_run, calls);
      }
    } else {
      read_value(*inner, own_run, calls);
    }
  }
  // Of an event of a stream the item counts once it is whole.
  const Json* item = document.find("item");
  if (item == nullptr) return;
  if (type == "response.output_item.done") read_value(*item, own_run, calls);
  if (type == "response.output_item.added") calls.pass_over();
}

}  // namespace

}  // namespace yett
