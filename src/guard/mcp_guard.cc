#include "guard/mcp_guard.h"

#include <algorithm>
#include <chrono>
#include <iterator>
#include <utility>

#include "gate/policy_redactor.h"
#include "guard/refusal_text.h"

namespace yett {
namespace {

/// How soon the store is tried again that could not take an outcome.
constexpr std::chrono::seconds kCatchUpPause{1};

}  // namespace

McpGuard::McpGuard(Gate& gate, const Clock& clock, GuardTerms terms, CallReview review)
    : gate_(gate),
      clock_(clock),
      terms_(std::move(terms)),
      review_(std::move(review)),
      tools_(gate.policy(), gate.servers()),
      redactor_(redactor_of(*gate.policy(), gate.language())) {
  for (const std::string& name : gate.servers()) {
    servers_.push_back({.name = name, .talk = ServerTalk(talk_terms(name))});
  }
}

TalkTerms McpGuard::talk_terms(std::string_view server) const {
  TalkTerms talk{.version = terms_.version};
  if (const ServerSpec* spec = gate_.policy()->find_server(server)) {
    talk.capabilities = declared_capabilities(spec->client_requests);
    talk.hears.prompts = spec->is_open(McpMethod::PromptsList);
    talk.hears.resources = spec->is_open(McpMethod::ResourcesList);
  }
  return talk;
}

std::vector<std::string> McpGuard::lines_for_client() { return std::exchange(for_client_, {}); }

std::vector<std::string> McpGuard::lines_for_server(std::size_t server) {
  std::vector<std::string> lines = std::exchange(servers_[server].lines, {});
  std::ranges::move(servers_[server].talk.take_lines(), std::back_inserter(lines));
  return lines;
}

McpGuard::Server* McpGuard::find_server(std::string_view name) {
  const auto found = std::ranges::find(servers_, name, &Server::name);
  return found == servers_.end() ? nullptr : &*found;
}

bool McpGuard::is_awaited(const Server& server) {
  if (server.state == ServerState::Starting) return true;
  // One that works on a call may be unable to do anything else meanwhile.
  return server.state == ServerState::Ready && server.talk.is_listing() && server.running.empty();
}

bool McpGuard::is_over() const {
  return std::ranges::all_of(servers_, [](const Server& server) { return server.state == ServerState::Gone; });
}

bool McpGuard::busy() const {
  return std::ranges::any_of(
      servers_, [](const Server& server) { return !server.running.empty() || server.state == ServerState::Starting; });
}

void McpGuard::start() {
  const TimePoint now = clock_.now();
  open_by_ = now + terms_.others;
  for (Server& server : servers_) {
    if (server.state == ServerState::Gone) continue;
    server.due = now + terms_.start;
    server.probe = now + terms_.probe;
    server.talk.start();
  }
  open_when_due();
}

bool McpGuard::may_begin_again(std::size_t server) const {
  return servers_[server].state == ServerState::Starting && servers_[server].talk.may_begin_again();
}

void McpGuard::begin_again(std::size_t server) {
  servers_[server].lines.clear();
  servers_[server].talk.start_legacy();
}

void McpGuard::open_when_due() {
  const auto is = [](ServerState state) { return [state](const Server& server) { return server.state == state; }; };
  const bool is_awaited = std::ranges::any_of(servers_, is(ServerState::Starting));
  const bool is_served = std::ranges::any_of(servers_, is(ServerState::Ready));
  if (!is_open_ && is_awaited && !(is_served && clock_.now() >= open_by_)) return;
  is_open_ = true;
  take_client_lines(std::exchange(deferred_, {}));
}

void McpGuard::tell_of_tools(ToolDisplay::Change change) {
  for (ToolRemark& remark : tools_.take_remarks()) {
    gate_.note_protocol(remark.what, remark.detail, servers_[remark.server].name);
    std::ranges::move(remark.lines, std::back_inserter(for_person_));
  }
  if (change == ToolDisplay::Change::Changed) tell_changed(Changed::Tools);
}

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
  Server* server = find_server(released.permit.server());
  if (server == nullptr || server->state == ServerState::Gone) {
    // The permit is lost with the server; the execution ends as unknown like any other that nobody saw end.
    (void)gate_.settle({{released.execution, Outcome::Unknown, 0}});
    for_client_.push_back(rpc_error(client.id, RpcErrorCode::InternalError,
                                    server == nullptr ? "no server takes this call" : server->gone_because));
    return;
  }
  RunningCall call{.client = std::move(client), .execution = std::move(released.execution)};
  Json params = released.permit.arguments();
  if (!call.client.method) params = Json::object({{"name", released.permit.name_at_server()}, {"arguments", params}});
  if (!call.client.can.empty()) call.params = params;
  if (const Json* uri = params.find("uri"); uri != nullptr && call.client.method && uri->as_string() != nullptr) {
    call.resource = *uri->as_string();
  }
  // A stateless server may know what it would ask, and its client too (MCP 2026-07-28, multi round-trip requests).
  const Json given = std::exchange(call.client.given, Json());
  if (given.as_object() != nullptr && !call.client.can.empty() && server->talk.era() == McpEra::Modern) {
    // Whoever has approved a call has not seen them: they are no part of its card nor of its binding.
    const bool is_passed_on = !call.execution.approved;
    gate_.note_protocol(is_passed_on ? "client_answers_unasked" : "client_answers_dropped", Json(), server->name);
    if (is_passed_on) params.set("inputResponses", given);
  }
  run(*server, std::move(call), std::move(params));
}

void McpGuard::run(Server& server, RunningCall call, Json params) {
  const std::uint64_t id = server.talk.next_id();
  const ClientCall& client = call.client;
  const bool is_modern = server.talk.era() == McpEra::Modern;
  Json meta = is_modern ? modern_request_meta(terms_.version, declared_capabilities(client.can)) : Json();
  if (client.progress_token) meta.set("progressToken", id);
  if (is_modern && !client.log_level.empty() && line_of(McpMethod::LoggingSetLevel, server) != nullptr) {
    meta.set(kMetaLogLevel, client.log_level);
  }
  if (!meta.is_null()) params.set("_meta", std::move(meta));
  server.lines.push_back(rpc_request(id, client.method ? to_string(*client.method) : "tools/call", params));
  server.running.emplace(id, std::move(call));
}

void McpGuard::refuse(const ClientCall& client, const Finding& finding) {
  answer_unrun(client, denied_reply(gate_.language(), finding));
}

void McpGuard::fail_call(const ClientCall& client, std::string_view why) {
  if (!client.id.is_null()) for_client_.push_back(rpc_error(client.id, RpcErrorCode::InternalError, why));
}

void McpGuard::reply_pending(const WaitingCall& waiting) {
  answer_unrun(waiting.client, pending_reply(gate_.language(), waiting.held));
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
  for (std::size_t i = 0; i < servers_.size(); ++i) {
    Server& server = servers_[i];
    if (server.state == ServerState::Starting && clock_.now() >= server.probe) server.talk.stop_probing();
    if (!is_awaited(server) || clock_.now() < server.due) continue;
    give_up(i,
            server.state == ServerState::Starting ? "did not become ready in time" : "did not list its tools in time");
  }
  if (!is_open_) open_when_due();
  end_overdue_interludes();
  if (gate_.owes_outcomes()) gate_.catch_up();
  if (waiting_.empty()) return;
  std::vector<WaitingCall> waiting = std::exchange(waiting_, {});
  // What is read of the tools just now may be another definition than the one that is known.
  const auto unknown = std::ranges::stable_partition(waiting, [&](const WaitingCall& call) {
    const Server* server = find_server(call.held.submission.server);
    return server == nullptr || server->state != ServerState::Ready || !server->talk.is_listing();
  });
  std::vector<WaitingCall> undecided(std::make_move_iterator(unknown.begin()), std::make_move_iterator(unknown.end()));
  waiting.erase(unknown.begin(), unknown.end());
  std::vector<HeldCall> held;
  held.reserve(waiting.size());
  for (WaitingCall& call : waiting) {
    // By what the server declares now: what it declared when the call came has let the call pass already.
    observe(call.client, call.held.submission);
    held.push_back(std::move(call.held));
  }
  std::vector<Ruling> rulings = gate_.look_again(std::move(held));
  for (std::size_t i = 0; i < waiting.size(); ++i) {
    auto* still = std::get_if<Held>(&rulings[i]);
    if (still == nullptr) {
      conclude(std::move(waiting[i].client), std::move(rulings[i]));
      continue;
    }
    waiting[i].held = std::move(still->call);
    keep_waiting(std::move(waiting[i]));
  }
  for (WaitingCall& call : undecided) keep_waiting(std::move(call));
}

void McpGuard::keep_waiting(WaitingCall call) {
  const TimePoint now = clock_.now();
  if (now >= call.reply_by) {
    reply_pending(call);
    return;
  }
  if (now >= call.next_progress) tell_waiting(call, now);
  waiting_.push_back(std::move(call));
}

Result<void> McpGuard::adopt(PolicyRef policy, Session session) {
  if (Result<void> adopted = gate_.adopt(policy, std::move(session)); !adopted) return adopted;
  result_redactors_.clear();
  redactor_ = redactor_of(*policy, gate_.language());
  tell_of_tools(tools_.adopt(std::move(policy)));
  look_again();
  return {};
}

std::optional<TimePoint> McpGuard::next_deadline() const {
  std::optional<TimePoint> earliest;
  const auto take = [&](TimePoint due) { earliest = earliest ? std::min(*earliest, due) : due; };
  bool is_served = false;
  for (const Server& server : servers_) {
    is_served |= server.state == ServerState::Ready;
    if (is_awaited(server)) take(server.due);
    if (server.state == ServerState::Starting && server.talk.is_probing()) take(server.probe);
  }
  if (!is_open_ && is_served) take(open_by_);
  for (const Interlude& interlude : interludes_) take(interlude.due);
  if (gate_.owes_outcomes()) take(clock_.now() + kCatchUpPause);
  for (const WaitingCall& waiting : waiting_) {
    take(std::min({waiting.reply_by, waiting.next_progress, waiting.held.expires_at}));
  }
  return earliest;
}

void McpGuard::client_closed(ClientEnd end) {
  if (end == ClientEnd::Interrupted) {
    // They would be judged and executed as soon as their servers are ready, for nobody.
    for (const std::string& line : std::exchange(deferred_, {})) {
      const std::expected<RpcMessage, RpcFault> deferred = parse_rpc(line, RpcSender::Client);
      if (!deferred || (deferred->method != "tools/call" && !mcp_method(deferred->method))) continue;
      gate_.note_protocol("call_cancelled_unjudged", Json());
    }
  }
  std::vector<HeldCall> held;
  for (WaitingCall& waiting : waiting_) held.push_back(std::move(waiting.held));
  waiting_.clear();
  if (!held.empty()) gate_.cancel(std::move(held));
  for (std::size_t server = 0; server < servers_.size(); ++server) end_interludes(server, "the client is gone");
  std::ranges::move(subscriptions_.close_all(), std::back_inserter(for_client_));
}

void McpGuard::give_up(std::size_t index, std::string_view why) {
  if (servers_[index].state == ServerState::Gone) return;
  server_closed(index, why);
  for_person_.push_back(servers_[index].gone_because);
}

void McpGuard::end_running(std::size_t index, std::string_view why) {
  Server& server = servers_[index];
  std::vector<Settlement> settlements;
  for (auto& [id, call] : server.running) settlements.push_back({std::move(call.execution), Outcome::Unknown, 0});
  if (!settlements.empty()) (void)gate_.settle(std::move(settlements));
  end_interludes(index, why);
  for (const auto& [id, call] : server.running) {
    fail_call(call.client, std::string(why) + "; whether this call had an effect is unknown");
  }
  server.running.clear();
}

void McpGuard::restart(std::size_t index) {
  Server& server = servers_[index];
  end_running(index, "the server " + server.name + " is started again");
  server.lines.clear();
  server.talk = ServerTalk(talk_terms(server.name));
  server.state = ServerState::Starting;
  const TimePoint now = clock_.now();
  server.due = now + terms_.start;
  server.probe = now + terms_.probe;
  server.talk.start();
}

void McpGuard::server_closed(std::size_t index, std::string_view why) {
  Server& server = servers_[index];
  if (server.state == ServerState::Gone) return;
  server.state = ServerState::Gone;
  server.gone_because = "the server " + server.name + " " + std::string(why);
  end_running(index, server.gone_because);
  std::vector<HeldCall> held;
  std::erase_if(waiting_, [&](WaitingCall& waiting) {
    if (waiting.held.submission.server != server.name) return false;
    for_client_.push_back(rpc_error(waiting.client.id, RpcErrorCode::InternalError, server.gone_because));
    held.push_back(std::move(waiting.held));
    return true;
  });
  if (!held.empty()) gate_.cancel(std::move(held));
  // Of the last one nobody needs to hear that its tools are gone as well.
  if (!is_over()) tell_of_tools(tools_.take(index, {}));
  open_when_due();
}

}  // namespace yett
