// The client's side of the guard: what an agent may say, and what it hears.
#include <algorithm>
#include <utility>

#include "guard/mcp_guard.h"
#include "guard/method_names.h"

namespace yett {

void McpGuard::take_client_lines(std::vector<std::string> lines) {
  std::vector<ClientCall> calls;
  std::vector<Submission> submissions;
  for (std::string& line : lines) {
    if (line.empty()) continue;
    std::expected<RpcMessage, RpcFault> message = parse_rpc(line, RpcSender::Client);
    if (!message) {
      gate_.note_protocol("client_message_refused", Json::object({{"bytes", static_cast<std::uint64_t>(line.size())}}));
      for_client_.push_back(rpc_error(message.error().id, message.error().code, message.error().message));
      continue;
    }
    switch (message->kind) {
      case RpcKind::Request:
        if (server_ == ServerState::Starting && message->method != "ping") {
          deferred_.push_back(std::move(line));
        } else {
          take_request(std::move(*message), calls, submissions);
        }
        break;
      case RpcKind::Notification:
        take_notification(*message, calls, submissions);
        break;
      case RpcKind::Response:
        // The gate asks the client nothing, so nothing is answered by this.
        gate_.note_protocol("client_response_dropped", Json());
        break;
    }
  }
  if (submissions.empty()) return;
  std::vector<Ruling> rulings = gate_.submit(std::move(submissions));
  for (std::size_t i = 0; i < calls.size(); ++i) conclude(std::move(calls[i]), std::move(rulings[i]));
}

void McpGuard::client_line_too_long() {
  gate_.note_protocol("client_message_too_long", Json());
  for_client_.push_back(rpc_error(Json(), RpcErrorCode::InvalidRequest, "a message may have at most 64 MiB"));
}

void McpGuard::take_request(RpcMessage message, std::vector<ClientCall>& calls, std::vector<Submission>& submissions) {
  if (message.method == "ping") {
    for_client_.push_back(rpc_result(message.id, Json(Json::Object{})));
  } else if (message.method == "initialize") {
    answer_initialize(message.id, message.params);
  } else if (message.method == "tools/list") {
    answer_tools(message.id);
  } else if (message.method == "tools/call") {
    take_call(std::move(message), calls, submissions);
  } else {
    refuse_method(message);
  }
}

void McpGuard::answer_initialize(const Json& id, const Json& params) {
  if (server_ == ServerState::Gone) {
    for_client_.push_back(rpc_error(id, RpcErrorCode::InternalError, server_gone_because_));
    return;
  }
  for_client_.push_back(rpc_result(id, initialize_result(negotiate_revision(params), terms_.version)));
}

void McpGuard::answer_tools(const Json& id) {
  if (server_ == ServerState::Gone) {
    for_client_.push_back(rpc_error(id, RpcErrorCode::InternalError, server_gone_because_));
    return;
  }
  for_client_.push_back(rpc_result(id, tools_.list()));
}

void McpGuard::take_call(RpcMessage message, std::vector<ClientCall>& calls, std::vector<Submission>& submissions) {
  const auto is_this = [&](const ClientCall& call) { return call.id == message.id; };
  if (is_in_flight(message.id) || std::ranges::any_of(calls, is_this)) {
    gate_.note_protocol("duplicate_request_id", Json());
    for_client_.push_back(rpc_error(message.id, RpcErrorCode::InvalidRequest, "a request with this id is under way"));
    return;
  }
  if (server_ == ServerState::Gone) {
    gate_.note_protocol("call_after_server_end", Json());
    for_client_.push_back(rpc_error(message.id, RpcErrorCode::InternalError, server_gone_because_));
    return;
  }
  CallRequest request = read_call_request(message.params);
  ToolShelf::Offer offer = tools_.find(request.call.tool);
  calls.push_back({std::move(message.id), std::move(request.progress_token)});
  submissions.push_back({std::move(request.call), offer.tool, std::move(offer.schema), gate_.servers().front()});
}

bool McpGuard::is_in_flight(const Json& id) const {
  const auto runs = [&](const auto& entry) { return entry.second.client.id == id; };
  const auto waits = [&](const WaitingCall& waiting) { return waiting.client.id == id; };
  return std::ranges::any_of(running_, runs) || std::ranges::any_of(waiting_, waits);
}

void McpGuard::refuse_method(const RpcMessage& message) {
  gate_.note_protocol("client_method_refused", describe_method(message.method));
  for_client_.push_back(rpc_error(message.id, RpcErrorCode::MethodNotFound,
                                  "this method is not open: the policy opens no further methods"));
}

void McpGuard::take_notification(const RpcMessage& message, std::vector<ClientCall>& calls,
                                 std::vector<Submission>& submissions) {
  if (message.method == "notifications/initialized" || message.method == "notifications/progress") return;
  if (message.method == "notifications/cancelled") {
    if (const Json* id = message.params.find("requestId")) cancel(*id, calls, submissions);
    return;
  }
  gate_.note_protocol("client_notification_dropped", describe_method(message.method));
}

void McpGuard::cancel(const Json& client_id, std::vector<ClientCall>& calls, std::vector<Submission>& submissions) {
  // A request that came together with this has not been judged yet: it is forgotten, but not without a trace.
  if (const auto call = std::ranges::find(calls, client_id, &ClientCall::id); call != calls.end()) {
    submissions.erase(submissions.begin() + (call - calls.begin()));
    calls.erase(call);
    gate_.note_protocol("call_cancelled_unjudged", Json());
    return;
  }
  const auto waiting =
      std::ranges::find_if(waiting_, [&](const WaitingCall& call) { return call.client.id == client_id; });
  if (waiting != waiting_.end()) {
    std::vector<HeldCall> held;
    held.push_back(std::move(waiting->held));
    waiting_.erase(waiting);
    gate_.cancel(std::move(held));
    return;
  }
  for (const auto& [id, call] : running_) {
    if (call.client.id != client_id) continue;
    for_server_.push_back(rpc_notification("notifications/cancelled", Json::object({{"requestId", id}})));
    return;
  }
  // So is one that came before the server was ready.
  const std::size_t forgotten = std::erase_if(deferred_, [&](const std::string& line) {
    const std::expected<RpcMessage, RpcFault> deferred = parse_rpc(line, RpcSender::Client);
    return deferred && deferred->id == client_id && deferred->method == "tools/call";
  });
  if (forgotten != 0) gate_.note_protocol("call_cancelled_unjudged", Json());
}

}  // namespace yett
