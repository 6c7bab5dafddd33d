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

}  // namespace

void read_anthropic(const Json& document, std::string_view run, CallCollector& calls) {
  if (const Json::Array* items = document.as_array()) {
    for (const Json& item : *items) read_anthropic(item, run, calls);
    return;
  }
  read_block(document, run, calls);
  for (const std::string_view key : kWrappings) {
    const Json* inner = document.find(key);
    if (inner != nullptr && inner->as_object() != nullptr) read_anthropic(*inner, run, calls);
  }
  if (const Json* messages = document.find("messages"); messages != nullptr && messages->as_array() != nullptr) {
    calls.recognise();
    read_anthropic(*messages, run, calls);
  }
  const Json* content = document.find("content");
  if (text_at(document, "role").empty() || content == nullptr) return;
  calls.recognise();
  if (const Json::Array* blocks = content->as_array()) {
    for (const Json& block : *blocks) read_block(block, run, calls);
  }
}

}  // namespace yett
