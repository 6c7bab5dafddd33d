// The server's side of the guard: what a tool server may say, and what of it passes.
#include <algorithm>
#include <initializer_list>
#include <utility>

#include "guard/mcp_guard.h"
#include "guard/method_names.h"

namespace yett {
namespace {

constexpr std::string_view kNoCompleteResult =
    "the server's answer is not a complete tool result and was refused; whether this call had an effect is unknown";
constexpr std::string_view kUnreadable =
    "the server's answer could not be read and was refused; whether this call had an effect is unknown";
/// What a legacy server says of a resource that it does not have; the modern protocol calls that invalid params.
constexpr int kNoSuchResource = -32002;

/// What an error answer tells the agent.
std::string_view error_text(const Json& error) {
  const Json* text = error.find("message");
  const bool readable = text != nullptr && text->as_string() != nullptr;
  return readable ? std::string_view(*text->as_string()) : "the server answered with an error";
}

struct ToldError {
  int code = static_cast<int>(RpcErrorCode::InternalError);
  Json data{};
};

/// What of an error of a server reaches its client beside the text: that a resource is none, or that the client would
/// have to be able to do more. What else a code or data may say is the server's own.
ToldError told_error(const std::optional<McpMethod>& method, McpEra era, std::string_view resource, const Json& error) {
  const Json* code = error.find("code");
  const Json* data = error.find("data");
  const auto is = [&](RpcErrorCode known) { return code != nullptr && *code == Json(static_cast<int>(known)); };
  if (is(RpcErrorCode::MissingClientCapability) && era == McpEra::Modern && data != nullptr) {
    const Json* required = data->find("requiredCapabilities");
    Json named{Json::Object{}};
    for (const ClientRequest kind : kClientRequests) {
      if (required != nullptr && required->find(to_string(kind)) != nullptr) {
        named.set(to_string(kind), Json(Json::Object{}));
      }
    }
    return {static_cast<int>(RpcErrorCode::MissingClientCapability),
            Json::object({{"requiredCapabilities", std::move(named)}})};
  }
  const bool is_no_resource = code != nullptr && *code == Json(kNoSuchResource);
  if (!method || !(is_no_resource || is(RpcErrorCode::InvalidParams))) return {};
  ToldError told{.code = is_no_resource && era == McpEra::Legacy ? kNoSuchResource
                                                                 : static_cast<int>(RpcErrorCode::InvalidParams)};
  const Json* uri = data == nullptr ? nullptr : data->find("uri");
  if (uri != nullptr && !resource.empty() && *uri == Json(resource)) told.data = Json::object({{"uri", *uri}});
  return told;
}

ResultShape shape_of(const std::optional<McpMethod>& method, const RpcMessage& message) {
  return method ? shape_of_method_result(message.result) : shape_of_tool_result(message.result);
}

/// Of what cannot be read, or is no complete result, nobody knows whether the call has had its effect.
Outcome outcome_of(const std::optional<McpMethod>& method, const RpcMessage& message, Readability readability) {
  if (readability == Readability::Unreadable) return Outcome::Unknown;
  if (message.error) return message.error->as_object() == nullptr ? Outcome::Unknown : Outcome::Failed;
  switch (shape_of(method, message)) {
    case ResultShape::Succeeded:
      return Outcome::Executed;
    case ResultShape::Failed:
      return Outcome::Failed;
    case ResultShape::Incomplete:
      return Outcome::Unknown;
  }
  return Outcome::Unknown;
}

/// The results of which the modern protocol says how long they may be kept (MCP 2026-07-28, caching).
Cached cached_of(const std::optional<McpMethod>& method) {
  if (!method) return Cached::Unsaid;
  const bool is_made = *method == McpMethod::PromptsGet || *method == McpMethod::CompletionComplete;
  return is_made ? Cached::Unsaid : Cached::Private;
}

/// The text that an answer brings to the agent.
std::uint64_t delivered_bytes(const RpcMessage& message) {
  return message.error ? error_text(*message.error).size() : message.raw_result.size();
}

}  // namespace

void McpGuard::scrub(const Server& server, RpcMessage& message) {
  std::size_t finds =
      scrubber_->scrub(message.params) + scrubber_->scrub(message.id) + scrubber_->scrub(message.method);
  if (message.error) finds += scrubber_->scrub(*message.error);
  if (const std::size_t in_result = scrubber_->scrub(message.result); in_result != 0) {
    message.raw_result = write_json(message.result);
    finds += in_result;
  }
  if (finds != 0) gate_.note_reflected_secrets(server.name, finds);
}

void McpGuard::scrub_redacted(std::string_view server, Json& value) {
  if (const std::size_t finds = scrubber_->scrub(value); finds != 0) gate_.note_reflected_secrets(server, finds);
}

void McpGuard::take_server_lines(std::size_t index, std::vector<std::string> lines) {
  Server& server = servers_[index];
  Finished finished;
  for (std::string& line : lines) {
    // One that was given up in the middle has nothing more to say.
    if (line.empty() || server.state == ServerState::Gone) continue;
    // What a double does not hold is written in the line alone.
    const std::size_t in_numbers = scrubber_->scrub_numbers(line);
    if (in_numbers != 0) gate_.note_reflected_secrets(server.name, in_numbers);
    std::expected<RpcMessage, RpcFault> message = parse_rpc(line, RpcSender::Server);
    if (!message) {
      gate_.note_protocol("server_message_dropped", Json::object({{"bytes", static_cast<std::uint64_t>(line.size())}}),
                          server.name);
      take_unreadable(index, line, finished);
      continue;
    }
    scrub(server, *message);
    switch (message->kind) {
      case RpcKind::Request:
        take_server_request(index, *message);
        break;
      case RpcKind::Notification:
        take_server_notification(server, *message);
        break;
      case RpcKind::Response:
        take_response(index, std::move(*message), Readability::Readable, finished);
        break;
    }
  }
  if (finished.empty()) return;

  std::vector<Settlement> settlements;
  settlements.reserve(finished.size());
  for (FinishedCall& one : finished) {
    review_result(server, one);
    const bool is_given = one.outcome != Outcome::Unknown && !one.withheld;
    settlements.push_back({one.call.execution, one.outcome, is_given ? delivered_bytes(one.message) : 0, one.withheld});
  }
  const Delivery delivery = gate_.settle(std::move(settlements));
  for (const auto& [call, message, outcome, withheld] : finished) {
    if (delivery == Delivery::Deliver && withheld) {
      tell_withheld(call.client, *withheld);
    } else if (delivery == Delivery::Deliver) {
      deliver(server, call, message);
    } else {
      // It has run, so this is no refusal: the agent must not take it for a call that it may simply send again.
      fail_call(call.client, "the outcome of this call could not be recorded; its result is withheld");
    }
  }
}

void McpGuard::server_line_too_long(std::size_t server) {
  gate_.note_protocol("server_message_too_long", Json(), servers_[server].name);
}

/// An answer that cannot be read is an answer all the same: nobody should wait for another.
void McpGuard::take_unreadable(std::size_t server, std::string_view line, Finished& finished) {
  if (!raw_member(line, "method").empty()) return;
  const Result<Json> id = parse_json(raw_member(line, "id"));
  if (!id || own_number(*id) == 0) return;
  RpcMessage message;
  message.kind = RpcKind::Response;
  message.id = *id;
  message.error = Json::object({{"message", kUnreadable}});
  take_response(server, std::move(message), Readability::Unreadable, finished);
}

void McpGuard::take_response(std::size_t index, RpcMessage message, Readability readability, Finished& finished) {
  Server& server = servers_[index];
  switch (server.talk.take_response(message)) {
    case ServerTalk::Event::NotAsked:
      break;
    case ServerTalk::Event::Underway:
      return;
    case ServerTalk::Event::Listed:
      take_offer(index, server.talk.take_tools());
      return;
    case ServerTalk::Event::Kept:
      become_ready(server);
      return;
    case ServerTalk::Event::Failed:
      give_up(index, server.talk.why());
      return;
  }
  const auto running = server.running.find(own_number(message.id));
  if (running == server.running.end()) {
    gate_.note_protocol("server_response_unasked", Json(), server.name);
    return;
  }
  RunningCall call = std::move(running->second);
  server.running.erase(running);
  if (!message.error && is_input_required(message.result) && take_input_required(index, call, message)) return;
  const Outcome outcome = outcome_of(call.client.method, message, readability);
  finished.push_back({std::move(call), std::move(message), outcome, {}});
  if (server.running.empty()) server.due = std::max(server.due, clock_.now() + terms_.start);
}

void McpGuard::take_offer(std::size_t index, std::vector<Json> tools) {
  tell_of_tools(tools_.take(index, std::move(tools)));
  become_ready(servers_[index]);
}

void McpGuard::become_ready(Server& server) {
  server.state = ServerState::Ready;
  server.due = clock_.now() + terms_.start;
  open_when_due();
  if (!waiting_.empty()) look_again();
}

void McpGuard::take_server_request(std::size_t index, const RpcMessage& message) {
  Server& server = servers_[index];
  if (server.talk.era() == McpEra::Modern) {
    // The modern protocol has no requests of a server, and no answers of a client (MCP 2026-07-28, stdio).
    gate_.note_protocol("server_request_refused", describe_method(message.method), server.name);
    return;
  }
  if (message.method == "ping") {
    server.lines.push_back(rpc_result(message.id, Json(Json::Object{})));
    return;
  }
  take_input_request(index, message);
}

void McpGuard::take_server_notification(Server& server, const RpcMessage& message) {
  if (message.method == "notifications/tools/list_changed") {
    if (!server.talk.is_listing()) server.due = clock_.now() + terms_.start;
    if (server.state != ServerState::Gone) server.talk.list_tools();
    return;
  }
  if (message.method == "notifications/subscriptions/acknowledged" && server.talk.era() == McpEra::Modern) return;
  if (message.method == "notifications/progress") {
    take_progress(server, message.params);
    return;
  }
  if (message.method == "notifications/message") {
    take_log(server, message.params);
    return;
  }
  if (message.method == "notifications/resources/updated") {
    take_resource_update(server, message.params);
    return;
  }
  for (const auto& [changed, method] :
       {std::pair(Changed::Prompts, McpMethod::PromptsList), std::pair(Changed::Resources, McpMethod::ResourcesList)}) {
    if (message.method != notification_of(changed) || line_of(method, server) == nullptr) continue;
    tell_changed(changed);
    return;
  }
  gate_.note_protocol("server_notification_dropped", describe_method(message.method), server.name);
}

/// Passes on numbers alone: a text would reach the agent without counting as taken in.
void McpGuard::take_progress(const Server& server, const Json& params) {
  const Json* token = params.find("progressToken");
  const auto running = server.running.find(token == nullptr ? 0 : own_number(*token));
  if (running == server.running.end() || !running->second.client.progress_token) return;
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

void McpGuard::deliver(const Server& server, const RunningCall& call, const RpcMessage& message) {
  const ClientCall& client = call.client;
  if (client.id.is_null()) return;
  if (message.error) {
    const ToldError told = told_error(client.method, client.era, call.resource, *message.error);
    for_client_.push_back(rpc_error(client.id, told.code, error_text(*message.error), told.data));
    return;
  }
  const auto refuse = [&] {
    gate_.note_protocol("server_result_refused", Json(), server.name);
    for_client_.push_back(rpc_error(client.id, RpcErrorCode::InternalError, kNoCompleteResult));
  };
  if (shape_of(call.client.method, message) == ResultShape::Incomplete) {
    refuse();
    return;
  }
  note_subscription(call);
  if (client.era == McpEra::Legacy) {
    for_client_.push_back(rpc_raw_result(client.id, message.raw_result));
  } else if (const auto raw = modern_raw_result(message.raw_result, message.result, cached_of(client.method))) {
    for_client_.push_back(rpc_raw_result(client.id, *raw));
  } else {
    refuse();
  }
}

}  // namespace yett
