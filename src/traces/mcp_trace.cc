#include <fmt/format.h>

#include <cstdint>
#include <string>

#include "traces/format_readers.h"
#include "wire/input_request.h"
#include "wire/mcp.h"
#include "wire/mcp_modern.h"
#include "wire/rpc.h"

namespace yett {
namespace {

enum class Sent : std::uint8_t { InBatch, Alone };

/// Whether take() itself says what is wrong with the params.
bool is_no_call(const Json& params) {
  const Json* name = params.find("name");
  const Json* arguments = params.find("arguments");
  return name == nullptr || name->as_string() == nullptr || (arguments != nullptr && arguments->as_object() == nullptr);
}

/// Why the gate refuses a request tools/call before it is judged (docs/guard.md); empty where it does not.
std::string refusal_of(const Json& request, Sent sent) {
  if (sent == Sent::InBatch) return "stands in a batch, which the gate refuses";
  const Json* params = request.find("params");
  const Json* arguments = params == nullptr ? nullptr : params->find("arguments");
  // Of arguments with such a number take() says so.
  const bool is_said = arguments != nullptr && has_inexact_number(*arguments);
  if (!is_said && has_inexact_number(request)) return "has a number that programs read differently";
  std::expected<RpcMessage, RpcFault> message = parse_rpc(write_json(request), RpcSender::Client);
  if (!message) return fmt::format("is no request of JSON-RPC: {}", message.error().message);
  if (message->kind != RpcKind::Request) return "has no id";
  const std::expected<RequestTerms, RpcFault> terms = read_request_terms(message->params);
  if (!terms) return fmt::format("is no request of MCP: {}", terms.error().message);
  if (terms->era == McpEra::Modern) static_cast<void>(take_input_answers(message->params));
  const bool is_readable = read_call_request(message->params).call.readability == Readability::Readable;
  return is_readable || is_no_call(message->params) ? "" : "has params beside name, arguments and _meta";
}

void read_message(const Json& message, Sent sent, CallCollector& calls) {
  if (message.find("jsonrpc") == nullptr && message.find("method") == nullptr) {
    // A log has beside the message which way it went.
    const Json* inner = message.find("message");
    if (inner != nullptr) read_mcp(*inner, calls);
    return;
  }
  calls.recognise();
  if (text_at(message, "method") != "tools/call") return;
  WrittenCall call{.id = message.find("id")};
  if (const Json* params = message.find("params")) {
    call.name = params->find("name");
    call.arguments = params->find("arguments");
  }
  if (const std::string refusal = refusal_of(message, sent); !refusal.empty()) {
    calls.take_unreadable(call, refusal);
  } else {
    calls.take(call, ArgumentForm::Object);
  }
}

}  // namespace

void read_mcp(const Json& document, CallCollector& calls) {
  const Json::Array* batch = document.as_array();
  if (batch == nullptr) return read_message(document, Sent::Alone, calls);
  const auto is_history = [](const Json& /*message*/) { return false; };
  each_item(*batch, calls, is_history, [&](const Json& message) { read_message(message, Sent::InBatch, calls); });
}

}  // namespace yett
