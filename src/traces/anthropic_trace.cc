#include <array>

#include "traces/format_readers.h"

namespace yett {
namespace {

/// What a request, a response, a result of a batch or a log of them is wrapped in.
constexpr std::array<std::string_view, 6> kWrappings = {"request", "params", "body", "response", "result", "message"};

bool is_call(std::string_view type) {
  return type == "tool_use" || type == "server_tool_use" || type == "mcp_tool_use";
}

void read_block(const Json& block, std::string_view run, CallCollector& calls) {
  if (!is_call(text_at(block, "type"))) return;
  calls.recognise();
  calls.take({.run = run,
              .id = block.find("id"),
              .server = block.find("server_name"),
              .name = block.find("name"),
              .arguments = block.find("input")},
             ArgumentForm::Object);
}

/// The event of a stream that begins a call: its arguments come in pieces, which no line has together.
void read_event(const Json& event, std::string_view run, CallCollector& calls) {
  const Json* block = text_at(event, "type") == "content_block_start" ? event.find("content_block") : nullptr;
  if (block == nullptr) return;
  calls.recognise();
  if (!is_call(text_at(*block, "type"))) return;
  calls.take_piece(
      {.run = run, .id = block->find("id"), .server = block->find("server_name"), .name = block->find("name")});
}

/// Whether an item of a list is a request or a record of its own, and no message or block of one history.
bool is_history(const Json& item) {
  return item.as_object() != nullptr && text_at(item, "role").empty() && text_at(item, "type").empty();
}

void read_value(const Json& document, std::string_view run, CallCollector& calls) {
  if (const Json::Array* items = document.as_array()) {
    for (const Json& item : *items) read_value(item, run, calls);
    return;
  }
  read_block(document, run, calls);
  read_event(document, run, calls);
  for (const std::string_view key : kWrappings) {
    const Json* inner = document.find(key);
    if (inner != nullptr && inner->as_object() != nullptr) read_value(*inner, run, calls);
  }
  if (const Json* messages = document.find("messages"); messages != nullptr && messages->as_array() != nullptr) {
    calls.recognise();
    read_value(*messages, run, calls);
  }
  const Json* content = document.find("content");
  if (text_at(document, "role").empty() || content == nullptr) return;
  calls.recognise();
  if (const Json::Array* blocks = content->as_array()) {
    for (const Json& block : *blocks) read_block(block, run, calls);
  }
}

}  // namespace

void read_anthropic(const Json& document, std::string_view run, CallCollector& calls) {
  const Json::Array* items = document.as_array();
  if (items == nullptr) return read_value(document, run, calls);
  each_item(*items, calls, is_history, [&](const Json& item) { read_value(item, run, calls); });
}

}  // namespace yett
