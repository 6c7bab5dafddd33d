#include "guard/mcp_guard.h"

#include <algorithm>
#include <utility>

#include "guard/refusal_text.h"

namespace yett {

McpGuard::McpGuard(Gate& gate, const Clock& clock, GuardTerms terms)
    : gate_(gate), clock_(clock), terms_(std::move(terms)), tools_(gate.policy(), gate.servers().front()) {}

std::vector<std::string> McpGuard::lines_for_client() { return std::exchange(for_client_, {}); }
std::vector<std::string> McpGuard::lines_for_server() { return std::exchange(for_server_, {}); }

void McpGuard::conclude(ClientCall client, Ruling ruling) {
  if (auto* released = std::get_if<Released>(&ruling)) {
    send(std::move(client), std::move(*released));
  } else if (auto* held = std::get_if<Held>(&ruling)) {
    const TimePoint now = clock_.now();
    WaitingCall waiting{.client = std::move(client), .held = std::move(held->call), .reply_by = now + terms_.hold};
    if (terms_.hold <= Duration::zero()) {
      reply_pending(waiting);
      return;
    }
    tell_waiting(waiting, now);
    waiting_.push_back(std::move(waiting));
  } else {
    refuse(client, std::get<Refused>(ruling).finding);
  }
}

void McpGuard::send(ClientCall client, Released released) {
  if (server_ == ServerState::Gone) {
    // The permit is lost with the server; the execution ends as unknown like any other that nobody saw end.
    (void)gate_.settle({{released.execution, Outcome::Unknown, 0}});
    for_client_.push_back(rpc_error(client.id, RpcErrorCode::InternalError, server_gone_because_));
    return;
  }
  const std::uint64_t id = next_id_++;
  Json params = Json::object({{"name", released.permit.name_at_server()}, {"arguments", released.permit.arguments()}});
  if (client.progress_token) params.set("_meta", Json::object({{"progressToken", id}}));
  for_server_.push_back(rpc_request(id, "tools/call", params));
  running_.emplace(id, RunningCall{std::move(client), std::move(released.execution)});
}

void McpGuard::refuse(const ClientCall& client, const Finding& finding) {
  for_client_.push_back(rpc_result(client.id, denied_reply(gate_.language(), finding)));
}

void McpGuard::reply_pending(const WaitingCall& waiting) {
  for_client_.push_back(rpc_result(waiting.client.id, pending_reply(gate_.language(), waiting.held)));
}

void McpGuard::tell_waiting(WaitingCall& waiting, TimePoint now) {
  waiting.next_progress = now + terms_.progress;
  if (!waiting.client.progress_token) return;
  // The total is unknown; progress only has to grow (MCP, progress).
  for_client_.push_back(rpc_notification(
      "notifications/progress", Json::object({{"progressToken", *waiting.client.progress_token},
                                              {"progress", ++waiting.client.signs},
                                              {"message", "waiting for approval " + waiting.held.request_id}})));
}

void McpGuard::look_again() {
  if (server_ == ServerState::Starting && clock_.now() >= ready_by_) {
    server_closed("the server behind the gate did not become ready in time");
  }
  if (waiting_.empty()) return;
  std::vector<WaitingCall> waiting = std::exchange(waiting_, {});
  std::vector<HeldCall> held;
  held.reserve(waiting.size());
  for (WaitingCall& call : waiting) {
    // By what the server declares now: what it declared when the call came has let the call pass already.
    ToolShelf::Offer offer = tools_.find(call.held.submission.call.tool);
    call.held.submission.tool = offer.tool;
    call.held.submission.schema = std::move(offer.schema);
    held.push_back(std::move(call.held));
  }
  std::vector<Ruling> rulings = gate_.look_again(std::move(held));
  const TimePoint now = clock_.now();
  for (std::size_t i = 0; i < waiting.size(); ++i) {
    auto* still = std::get_if<Held>(&rulings[i]);
    if (still == nullptr) {
      conclude(std::move(waiting[i].client), std::move(rulings[i]));
      continue;
    }
    waiting[i].held = std::move(still->call);
    if (now >= waiting[i].reply_by) {
      reply_pending(waiting[i]);
      continue;
    }
    if (now >= waiting[i].next_progress) tell_waiting(waiting[i], now);
    waiting_.push_back(std::move(waiting[i]));
  }
}

Result<void> McpGuard::adopt(PolicyRef policy, Session session) {
  if (Result<void> adopted = gate_.adopt(policy, std::move(session)); !adopted) return adopted;
  const ToolShelf::Change change = tools_.adopt(std::move(policy));
  if (server_ == ServerState::Ready && change == ToolShelf::Change::Changed) {
    for_client_.push_back(rpc_notification("notifications/tools/list_changed", Json()));
  }
  look_again();
  return {};
}

std::optional<TimePoint> McpGuard::next_deadline() const {
  std::optional<TimePoint> earliest;
  if (server_ == ServerState::Starting) earliest = ready_by_;
  for (const WaitingCall& waiting : waiting_) {
    const TimePoint due = std::min({waiting.reply_by, waiting.next_progress, waiting.held.expires_at});
    if (!earliest || due < *earliest) earliest = due;
  }
  return earliest;
}

void McpGuard::client_closed() {
  std::vector<HeldCall> held;
  for (WaitingCall& waiting : waiting_) held.push_back(std::move(waiting.held));
  waiting_.clear();
  if (!held.empty()) gate_.cancel(std::move(held));
}

void McpGuard::server_closed(std::string_view why) {
  if (server_ == ServerState::Gone) return;
  server_ = ServerState::Gone;
  server_gone_because_ = why;
  std::vector<Settlement> settlements;
  for (auto& [id, call] : running_) settlements.push_back({std::move(call.execution), Outcome::Unknown, 0});
  if (!settlements.empty()) (void)gate_.settle(std::move(settlements));
  for (const auto& [id, call] : running_) {
    for_client_.push_back(rpc_error(call.client.id, RpcErrorCode::InternalError,
                                    server_gone_because_ + "; whether this call had an effect is unknown"));
  }
  running_.clear();
  for (const WaitingCall& waiting : waiting_) {
    for_client_.push_back(rpc_error(waiting.client.id, RpcErrorCode::InternalError, server_gone_because_));
  }
  client_closed();
  take_client_lines(std::exchange(deferred_, {}));
}

}  // namespace yett
