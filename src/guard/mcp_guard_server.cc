// The server's side of the guard: what a tool server may say, and what of it passes.
#include <algorithm>
#include <cmath>
#include <utility>

#include "guard/mcp_guard.h"
#include "guard/method_names.h"

namespace yett {
namespace {

/// A list with more pages than this never ends.
constexpr std::size_t kMaxToolPages = 1000;

/// What an error answer tells the agent.
std::string_view error_text(const Json& error) {
  const Json* text = error.find("message");
  const bool readable = text != nullptr && text->as_string() != nullptr;
  return readable ? std::string_view(*text->as_string()) : "the server answered with an error";
}

/// The text that an answer brings to the agent.
std::uint64_t delivered_bytes(const RpcMessage& message) {
  return message.error ? error_text(*message.error).size() : message.raw_result.size();
}

/// The number that the guard gave one of its requests; 0, which none has, for an id of any other kind.
std::uint64_t own_number(const Json& id) {
  const double* number = id.as_number();
  const bool whole = number != nullptr && *number > 0 && *number < 0x1p53 && std::trunc(*number) == *number;
  return whole ? static_cast<std::uint64_t>(*number) : 0;
}

}  // namespace

void McpGuard::start() {
  ready_by_ = clock_.now() + terms_.start;
  const std::uint64_t id = next_id_++;
  own_requests_.emplace(id, OwnRequest::Initialize);
  for_server_.push_back(rpc_request(id, "initialize", initialize_params(terms_.version)));
}

void McpGuard::take_server_lines(std::vector<std::string> lines) {
  Finished finished;
  for (const std::string& line : lines) {
    if (line.empty()) continue;
    std::expected<RpcMessage, RpcFault> message = parse_rpc(line, RpcSender::Server);
    if (!message) {
      gate_.note_protocol("server_message_dropped", Json::object({{"bytes", static_cast<std::uint64_t>(line.size())}}));
      take_unreadable(line, finished);
      continue;
    }
    switch (message->kind) {
      case RpcKind::Request:
        take_server_request(*message);
        break;
      case RpcKind::Notification:
        take_server_notification(*message);
        break;
      case RpcKind::Response:
        take_response(std::move(*message), finished);
        break;
    }
  }
  if (finished.empty()) return;

  std::vector<Settlement> settlements;
  settlements.reserve(finished.size());
  for (const auto& [call, message] : finished) {
    const bool succeeded = !message.error && shape_of_tool_result(message.result) == ResultShape::Succeeded;
    settlements.push_back({call.execution, succeeded ? Outcome::Executed : Outcome::Failed, delivered_bytes(message)});
  }
  const Delivery delivery = gate_.settle(std::move(settlements));
  for (const auto& [call, message] : finished) {
    if (delivery == Delivery::Deliver) {
      deliver(call, message);
    } else {
      // It has run, so this is no refusal: the agent must not take it for a call that it may simply send again.
      for_client_.push_back(rpc_error(call.client.id, RpcErrorCode::InternalError,
                                      "the outcome of this call could not be recorded; its result is withheld"));
    }
  }
}

void McpGuard::server_line_too_long() { gate_.note_protocol("server_message_too_long", Json()); }

/// An answer that cannot be read is an answer all the same: nobody should wait for another.
void McpGuard::take_unreadable(std::string_view line, Finished& finished) {
  if (!raw_member(line, "method").empty()) return;
  const Result<Json> id = parse_json(raw_member(line, "id"));
  if (!id || own_number(*id) == 0) return;
  RpcMessage message;
  message.kind = RpcKind::Response;
  message.id = *id;
  message.error = Json::object({{"message", "the server's answer could not be read and was refused"}});
  take_response(std::move(message), finished);
}

void McpGuard::take_response(RpcMessage message, Finished& finished) {
  const std::uint64_t id = own_number(message.id);
  if (const auto own = own_requests_.find(id); own != own_requests_.end()) {
    const OwnRequest request = own->second;
    own_requests_.erase(own);
    take_own_response(request, message);
    return;
  }
  const auto running = running_.find(id);
  if (running == running_.end()) {
    gate_.note_protocol("server_response_unasked", Json());
    return;
  }
  finished.emplace_back(std::move(running->second), std::move(message));
  running_.erase(running);
}

void McpGuard::take_own_response(OwnRequest request, const RpcMessage& message) {
  switch (request) {
    case OwnRequest::Initialize:
      take_initialize_result(message);
      break;
    case OwnRequest::ListTools:
      take_tool_page(message);
      break;
  }
}

void McpGuard::take_initialize_result(const RpcMessage& message) {
  const Json* revision = message.error ? nullptr : message.result.find("protocolVersion");
  const std::string* text = revision == nullptr ? nullptr : revision->as_string();
  if (text == nullptr) {
    server_closed("the server behind the gate refused to initialize");
    return;
  }
  if (std::ranges::find(mcp_revisions(), std::string_view(*text)) == mcp_revisions().end()) {
    server_closed("the server behind the gate speaks a revision of MCP that this gate does not know");
    return;
  }
  for_server_.push_back(rpc_notification("notifications/initialized", Json()));
  list_tools();
}

void McpGuard::take_tool_page(const RpcMessage& message) {
  ToolShelf::Change change = ToolShelf::Change::Same;
  // A server that answers with an error has no tools, or keeps those that it had.
  if (!message.error) {
    ToolPage page = read_tool_page(message.result);
    const std::optional<std::string> cursor = std::move(page.next_cursor);
    tools_.take(std::move(page));
    if (cursor && ++pages_read_ < kMaxToolPages) {
      request_tools(cursor);
      return;
    }
    change = tools_.finish();
  }
  if (std::exchange(list_again_, false)) list_tools();
  if (server_ == ServerState::Starting) {
    become_ready();
  } else if (change == ToolShelf::Change::Changed) {
    for_client_.push_back(rpc_notification("notifications/tools/list_changed", Json()));
  }
}

void McpGuard::list_tools() {
  tools_.begin();
  pages_read_ = 0;
  request_tools(std::nullopt);
}

bool McpGuard::is_listing() const {
  return std::ranges::any_of(own_requests_, [](const auto& own) { return own.second == OwnRequest::ListTools; });
}

void McpGuard::request_tools(const std::optional<std::string>& cursor) {
  const std::uint64_t id = next_id_++;
  own_requests_.emplace(id, OwnRequest::ListTools);
  for_server_.push_back(
      rpc_request(id, "tools/list", cursor ? Json::object({{"cursor", *cursor}}) : Json(Json::Object{})));
}

void McpGuard::become_ready() {
  server_ = ServerState::Ready;
  take_client_lines(std::exchange(deferred_, {}));
}

void McpGuard::take_server_request(const RpcMessage& message) {
  if (message.method == "ping") {
    for_server_.push_back(rpc_result(message.id, Json(Json::Object{})));
    return;
  }
  gate_.note_protocol("server_request_refused", describe_method(message.method));
  for_server_.push_back(rpc_error(message.id, RpcErrorCode::MethodNotFound, "this method is not open"));
}

void McpGuard::take_server_notification(const RpcMessage& message) {
  if (message.method == "notifications/tools/list_changed") {
    // One reading at a time: the pages of two cannot be told apart.
    if (is_listing()) {
      list_again_ = true;
    } else if (server_ == ServerState::Ready) {
      list_tools();
    }
    return;
  }
  if (message.method == "notifications/progress") {
    take_progress(message.params);
    return;
  }
  gate_.note_protocol("server_notification_dropped", describe_method(message.method));
}

/// Passes on numbers alone: a text would reach the agent without counting as taken in.
void McpGuard::take_progress(const Json& params) {
  const Json* token = params.find("progressToken");
  const auto running = running_.find(token == nullptr ? 0 : own_number(*token));
  if (running == running_.end() || !running->second.client.progress_token) return;
  const ClientCall& client = running->second.client;
  // Progress has to grow (MCP 2025-11-25, progress), also behind the signs that were given while the call waited.
  const auto shifted = [&](std::string_view key) -> std::optional<double> {
    const Json* value = params.find(key);
    const double* number = value == nullptr ? nullptr : value->as_number();
    if (number == nullptr) return std::nullopt;
    return *number + static_cast<double>(client.signs);
  };
  const std::optional<double> progress = shifted("progress");
  if (!progress) return;
  Json told = Json::object({{"progressToken", *client.progress_token}, {"progress", *progress}});
  if (const std::optional<double> total = shifted("total")) told.set("total", *total);
  for_client_.push_back(rpc_notification("notifications/progress", told));
}

void McpGuard::deliver(const RunningCall& call, const RpcMessage& message) {
  if (message.error) {
    for_client_.push_back(rpc_error(call.client.id, RpcErrorCode::InternalError, error_text(*message.error)));
    return;
  }
  if (shape_of_tool_result(message.result) == ResultShape::Incomplete) {
    gate_.note_protocol("server_result_refused", Json());
    for_client_.push_back(rpc_error(call.client.id, RpcErrorCode::InternalError,
                                    "the server's answer is not a complete tool result and was refused"));
    return;
  }
  for_client_.push_back(rpc_raw_result(call.client.id, message.raw_result));
}

}  // namespace yett
