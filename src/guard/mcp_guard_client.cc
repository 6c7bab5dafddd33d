// The client's side of the guard: what an agent may say, and what it hears.
#include <algorithm>
#include <utility>

#include "guard/mcp_guard.h"
#include "guard/method_names.h"

namespace yett {

void McpGuard::take_client_lines(std::vector<std::string> lines) {
  // A line may come in the same moment as the deadline, or long after it on a machine that slept.
  end_overdue_interludes();
  std::vector<ClientCall> calls;
  std::vector<Submission> submissions;
  for (std::string& line : lines) {
    if (line.empty()) continue;
    std::expected<RpcMessage, RpcFault> message = parse_rpc(line, RpcSender::Client);
    if (!message) {
      gate_.note_protocol("client_message_refused", Json::object({{"bytes", static_cast<std::uint64_t>(line.size())}}));
      const RpcFault& fault = message.error();
      for_client_.push_back(rpc_error(fault.id, fault.code, fault.message, fault.data));
      continue;
    }
    switch (message->kind) {
      case RpcKind::Request:
        if (must_wait(*message)) {
          deferred_.push_back(std::move(line));
        } else {
          take_request(std::move(*message), calls, submissions);
        }
        break;
      case RpcKind::Notification:
        take_notification(*message, calls, submissions);
        break;
      case RpcKind::Response:
        take_client_response(std::move(*message));
        break;
    }
  }
  if (submissions.empty()) return;
  std::vector<Ruling> rulings = gate_.submit(std::move(submissions));
  for (std::size_t i = 0; i < calls.size(); ++i) conclude(std::move(calls[i]), std::move(rulings[i]));
}

bool McpGuard::must_wait(const RpcMessage& message) const {
  if (message.method == "ping") return false;
  if (!is_open_) return true;
  if (message.method != "tools/call") return false;
  // What is read of the tools just now may be another definition than the one that is known.
  const Json* name = message.params.find("name");
  const std::string* text = name == nullptr ? nullptr : name->as_string();
  const ToolDisplay::Meaning* tool = text == nullptr ? nullptr : tools_.find(*text);
  if (tool == nullptr) return false;
  const Server& server = servers_[tool->server];
  return server.state == ServerState::Ready && server.talk.is_listing();
}

void McpGuard::client_line_too_long() {
  gate_.note_protocol("client_message_too_long", Json());
  for_client_.push_back(rpc_error(Json(), RpcErrorCode::InvalidRequest, "a message may have at most 64 MiB"));
}

void McpGuard::take_request(RpcMessage message, std::vector<ClientCall>& calls, std::vector<Submission>& submissions) {
  std::expected<RequestTerms, RpcFault> terms = read_request_terms(message.params);
  if (!terms) {
    gate_.note_protocol("client_request_refused", describe_method(message.method));
    for_client_.push_back(rpc_error(message.id, terms.error().code, terms.error().message, terms.error().data));
    return;
  }
  const bool is_modern = terms->era == McpEra::Modern;
  has_been_modern_ |= is_modern;
  const std::optional<McpMethod> method = mcp_method(message.method);
  if (method) {
    take_method({std::move(message), *std::move(terms)}, *method, calls, submissions);
  } else if (message.method == "tools/list") {
    answer_tools(message.id, terms->era);
  } else if (message.method == "tools/call") {
    take_call({std::move(message), *std::move(terms)}, calls, submissions);
  } else if (!is_modern && message.method == "ping") {
    for_client_.push_back(rpc_result(message.id, Json(Json::Object{})));
  } else if (!is_modern && message.method == "initialize") {
    answer_initialize(message.id, message.params);
  } else if (!is_modern && (message.method == "server/discover" || message.method == "subscriptions/listen")) {
    refuse_unsaid_revision(message);
  } else if (message.method == "server/discover") {
    answer_discover(message.id);
  } else if (message.method == "subscriptions/listen") {
    open_subscription(message, calls);
  } else {
    refuse_method(message);
  }
}

void McpGuard::answer_initialize(const Json& id, const Json& params) {
  if (is_over()) {
    for_client_.push_back(rpc_error(id, RpcErrorCode::InternalError, servers_.front().gone_because));
    return;
  }
  has_initialized_ = true;
  const Json* capabilities = params.find("capabilities");
  if (capabilities != nullptr && capabilities->as_object() != nullptr) client_capabilities_ = *capabilities;
  for_client_.push_back(rpc_result(id, initialize_result(negotiate_revision(params), terms_.version, offer())));
}

bool McpGuard::refuse_duplicate(const Json& id, std::span<const ClientCall> unjudged) {
  if (!is_in_flight(id) && std::ranges::find(unjudged, id, &ClientCall::id) == unjudged.end()) return false;
  gate_.note_protocol("duplicate_request_id", Json());
  for_client_.push_back(rpc_error(id, RpcErrorCode::InvalidRequest, "a request with this id is under way"));
  return true;
}

void McpGuard::take_call(Asked asked, std::vector<ClientCall>& calls, std::vector<Submission>& submissions) {
  RpcMessage& message = asked.message;
  if (refuse_duplicate(message.id, calls)) return;
  InputAnswers answers;
  Digest digest;
  if (asked.terms.era == McpEra::Modern) {
    answers = take_input_answers(message.params);
    digest = digest_of(message);
    if (take_retry(asked, answers, digest)) return;
  }
  CallRequest request = read_call_request(message.params);
  const ToolDisplay::Meaning* tool = tools_.find(request.call.tool);
  // What no tool is called is judged and denied all the same; with one server it is that one's call.
  const std::size_t only = servers_.size() == 1 ? 0 : servers_.size();
  const std::size_t index = tool == nullptr ? only : tool->server;
  Submission submission;
  ClientCall call{.id = std::move(message.id),
                  .era = asked.terms.era,
                  .progress_token = std::move(request.progress_token),
                  .log_level = asked.terms.log_level,
                  .given = std::move(answers.responses),
                  .asked = digest};
  if (index < servers_.size()) {
    const Server& server = servers_[index];
    if (const std::string_view why = hindrance(server); !why.empty()) {
      for_client_.push_back(rpc_error(call.id, RpcErrorCode::InternalError, why));
      return;
    }
    submission.server = server.name;
    call.can = askable(server, asked.terms);
  }
  if (tool != nullptr) {
    request.call.tool = tool->name;
    ToolShelf::Offer offer = tools_.shelf(index).find(tool->name);
    submission.tool = offer.tool;
    submission.schema = std::move(offer.schema);
    submission.definition = offer.definition;
  }
  submission.call = std::move(request.call);
  // Whatever this client can answer: another one of the conversation may answer for it.
  if (index < servers_.size() && may_ask_anything(servers_[index])) call.submission = submission;
  calls.push_back(std::move(call));
  submissions.push_back(std::move(submission));
}

std::string_view McpGuard::hindrance(const Server& server) {
  if (server.state == ServerState::Gone) {
    gate_.note_protocol("call_after_server_end", Json(), server.name);
    return server.gone_because;
  }
  if (server.state == ServerState::Starting) {
    gate_.note_protocol("call_before_server_start", Json(), server.name);
    return "the server of this tool is not ready yet";
  }
  const auto takes_in = [](const Server& other) {
    return other.state == ServerState::Ready && other.backlog == Backlog::Small;
  };
  if (server.backlog == Backlog::Full && std::ranges::any_of(servers_, takes_in)) {
    gate_.note_protocol("call_of_stalled_server", Json(), server.name);
    return "the server of this tool does not take in what it is told";
  }
  return {};
}

bool McpGuard::is_in_flight(const Json& id) const {
  const auto runs = [&](const auto& entry) { return entry.second.client.id == id; };
  const auto has_it = [&](const Server& server) { return std::ranges::any_of(server.running, runs); };
  const auto waits = [&](const WaitingCall& waiting) { return waiting.client.id == id; };
  const auto is_asked = [&](const Interlude& one) { return one.call && one.call->client.id == id; };
  return std::ranges::any_of(servers_, has_it) || std::ranges::any_of(waiting_, waits) ||
         std::ranges::any_of(interludes_, is_asked) || subscriptions_.has(id);
}

void McpGuard::refuse_method(const RpcMessage& message) {
  gate_.note_protocol("client_method_refused", describe_method(message.method));
  for_client_.push_back(rpc_error(message.id, RpcErrorCode::MethodNotFound,
                                  "this method is not open: the policy opens no further methods"));
}

void McpGuard::take_notification(const RpcMessage& message, std::vector<ClientCall>& calls,
                                 std::vector<Submission>& submissions) {
  if (message.method == "notifications/progress") return;
  if (message.method == "notifications/initialized") {
    for (const auto& [server, early] : std::exchange(early_, {})) take_input_request(server, early);
    return;
  }
  if (message.method == "notifications/roots/list_changed" && tell_roots_changed()) return;
  if (message.method == "notifications/cancelled") {
    if (const Json* id = message.params.find("requestId")) cancel(*id, calls, submissions);
    return;
  }
  gate_.note_protocol("client_notification_dropped", describe_method(message.method));
}

void McpGuard::cancel(const Json& client_id, std::vector<ClientCall>& calls, std::vector<Submission>& submissions) {
  if (subscriptions_.close(client_id)) return;
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
  const auto asked = std::ranges::find_if(
      interludes_, [&](const Interlude& one) { return one.call && one.call->client.id == client_id; });
  if (asked != interludes_.end()) {
    Interlude interlude = std::move(*asked);
    interludes_.erase(asked);
    interlude.call->client.id = Json();
    end_interlude(std::move(interlude), {});
    return;
  }
  for (Server& server : servers_) {
    for (const auto& [id, call] : server.running) {
      if (call.client.id != client_id) continue;
      server.lines.push_back(rpc_notification("notifications/cancelled", Json::object({{"requestId", id}})));
      return;
    }
  }
  // So is one that waits for what its server owes the gate.
  const std::size_t forgotten = std::erase_if(deferred_, [&](const std::string& line) {
    const std::expected<RpcMessage, RpcFault> deferred = parse_rpc(line, RpcSender::Client);
    return deferred && deferred->id == client_id && (deferred->method == "tools/call" || mcp_method(deferred->method));
  });
  if (forgotten != 0) gate_.note_protocol("call_cancelled_unjudged", Json());
}

}  // namespace yett
