// What servers want to know from the client, in either era on either side: a legacy server makes a request of its own,
// a modern one gives a result that is not complete; a legacy client is made a request, a modern one makes its call
// again.
#include <algorithm>
#include <iterator>
#include <utility>

#include "guard/mcp_guard.h"
#include "guard/method_names.h"

namespace yett {
namespace {

/// A call whose server asks again and again goes nowhere.
constexpr std::size_t kMaxRounds = 32;
/// Of a client that never answers: what it is asked, and calls that wait for it.
constexpr std::size_t kMaxQuestions = 64;
/// Of servers that ask before there is a client.
constexpr std::size_t kMaxEarly = 16;

constexpr std::string_view kNoAnswer = "the client did not answer what the server wants to know";
constexpr std::string_view kStopped = "the session has ended or was suspended";
constexpr std::string_view kNotOpen = "this method is not open";

std::string state_of(std::uint64_t number) { return "yett-" + std::to_string(number); }

bool has(const std::vector<ClientRequest>& kinds, ClientRequest kind) {
  return std::ranges::find(kinds, kind) != kinds.end();
}

}  // namespace

Digest McpGuard::digest_of(const RpcMessage& message) {
  Json params = message.params;
  if (params.as_object() != nullptr) params.erase("_meta");
  return sha256(message.method + "\n" + canonical_json(params));
}

bool McpGuard::may_ask(const Server& server, ClientRequest kind) const {
  const ServerSpec* spec = gate_.policy()->find_server(server.name);
  return spec != nullptr && spec->may_ask(kind);
}

bool McpGuard::may_ask_anything(const Server& server) const {
  const ServerSpec* spec = gate_.policy()->find_server(server.name);
  return spec != nullptr && !spec->client_requests.empty();
}

std::vector<ClientRequest> McpGuard::askable(const Server& server, const RequestTerms& terms) const {
  const ServerSpec* spec = gate_.policy()->find_server(server.name);
  if (spec == nullptr) return {};
  return answerable(terms.era == McpEra::Modern ? terms.capabilities : client_capabilities_, spec->client_requests);
}

// --- What a server asks ---------------------------------------------------------------------------------------------

void McpGuard::take_input_request(std::size_t index, const RpcMessage& message) {
  Server& server = servers_[index];
  const std::optional<ClientRequest> kind = client_request(message.method);
  if (kind && may_ask(server, *kind)) {
    // Some ask as soon as they are initialized, and the client is there only when all of them are.
    if (!has_initialized_ && !has_been_modern_ && early_.size() < kMaxEarly) {
      early_.emplace_back(index, message);
      return;
    }
    if (pass_on_input_request(index, message,
                              {.key = "input", .kind = *kind, .params = message.params, .server_key = {}}))
      return;
  }
  gate_.note_protocol("server_request_refused", describe_method(message.method), server.name);
  answer_server(index, rpc_error(message.id, RpcErrorCode::MethodNotFound, kNotOpen));
}

bool McpGuard::pass_on_input_request(std::size_t index, const RpcMessage& message, InputRequest request) {
  Server& server = servers_[index];
  if (!is_plain(request)) return false;
  std::vector<InputRequest> requests{std::move(request)};
  const ClientRequest kind = requests.front().kind;
  if (has_initialized_ && can_answer(client_capabilities_, kind)) {
    if (questions_.size() >= kMaxQuestions || !take_in_requests(server, nullptr, requests)) return false;
    const std::uint64_t number = next_number_++;
    questions_.emplace(number, ClientQuestion{.server = index, .kind = kind, .server_request = message.id});
    for_client_.push_back(rpc_request(number, message.method, requests.front().params));
    return true;
  }
  // A modern client is asked through a call of its own; which one the server is busy with it does not say.
  const auto can_ask = [&](const auto& entry) {
    const ClientCall& client = entry.second.client;
    return client.era == McpEra::Modern && !client.id.is_null() && has(client.can, kind);
  };
  const auto running = std::ranges::find_if(server.running, can_ask);
  if (running == server.running.end() || interludes_.size() >= kMaxQuestions) return false;
  if (++running->second.rounds > kMaxRounds) return false;
  // For which of its calls it asks is not known, so that it counts as the worst.
  if (!take_in_requests(server, nullptr, requests)) return false;
  ask_client({.number = next_number_++,
              .server = index,
              .requests = std::move(requests),
              .running = running->first,
              .server_request = message.id});
  return true;
}

bool McpGuard::take_input_required(std::size_t index, RunningCall& call, const RpcMessage& message) {
  Server& server = servers_[index];
  std::optional<InputRequired> input = read_input_required(message.result);
  // The methods for which the protocol has such results (MCP 2026-07-28, multi round-trip requests).
  const bool is_asker = !call.client.method || *call.client.method == McpMethod::PromptsGet ||
                        *call.client.method == McpMethod::ResourcesRead;
  const auto is_allowed = [&](const InputRequest& request) {
    return is_plain(request) && has(call.client.can, request.kind);
  };
  if (!input || !is_asker || call.client.id.is_null() || call.params.is_null()) return false;
  if (interludes_.size() >= kMaxQuestions || questions_.size() >= kMaxQuestions) return false;
  if (++call.rounds > kMaxRounds || !std::ranges::all_of(input->requests, is_allowed)) return false;
  if (!take_in_requests(server, call.execution.tool, input->requests)) return false;
  ask_client({.number = next_number_++,
              .server = index,
              .requests = std::move(input->requests),
              .call = std::move(call),
              .server_state = std::move(input->state)});
  return true;
}

bool McpGuard::take_in_requests(const Server& server, const Tool* tool, std::vector<InputRequest>& requests) {
  ServerText text{.server = server.name,
                  .what = "client_request_passed_on",
                  .returns = tool == nullptr ? Returns::ToolOutput : tool->returns,
                  .sensitivity = tool == nullptr ? Sensitivity::Private : tool->sensitivity};
  for (InputRequest& request : requests) {
    if (request.kind == ClientRequest::Elicitation) {
      request.params = scrubbed_form(std::move(request.params), redactor_);
    } else if (request.kind == ClientRequest::Sampling) {
      request.params = scrubbed_texts(std::move(request.params), redactor_);
    } else {
      // Whoever asks for the folders of a client has nothing else to say.
      request.params = Json();
    }
    scrub_redacted(server.name, request.params);
    Json detail = describe_method(method_of(request.kind));
    // A name that looks like a secret is none.
    if (request.key == request.server_key && redactor_.redact(request.key) != request.key) {
      request.key = "input-" + std::to_string(text.details.size() + 1);
    }
    if (request.has_text()) {
      const std::uint64_t bytes =
          request.key.size() + (request.params.is_null() ? 0 : write_json(request.params).size());
      text.bytes += bytes;
      detail.set("bytes", bytes);
    }
    text.details.push_back(std::move(detail));
  }
  if (std::ranges::none_of(requests, &InputRequest::has_text)) {
    text.returns = Returns::Trusted;
    text.sensitivity = Sensitivity::Internal;
  }
  return text.details.empty() || gate_.take_in(text) == Delivery::Deliver;
}

// --- What the client is asked ---------------------------------------------------------------------------------------

void McpGuard::ask_client(Interlude interlude) {
  interlude.due = clock_.now() + terms_.input;
  RunningCall& call =
      interlude.call ? *interlude.call : servers_[interlude.server].running.find(interlude.running)->second;
  if (call.client.era == McpEra::Modern) {
    const Json id = std::exchange(call.client.id, Json());
    for_client_.push_back(rpc_result(id, input_required_result(interlude.requests, state_of(interlude.number))));
  } else if (interlude.requests.empty()) {
    go_on(std::move(interlude), Json(Json::Object{}));
    return;
  } else {
    for (const InputRequest& request : interlude.requests) {
      const std::uint64_t number = next_number_++;
      questions_.emplace(
          number,
          ClientQuestion{
              .server = interlude.server, .kind = request.kind, .interlude = interlude.number, .key = request.key});
      for_client_.push_back(rpc_request(number, method_of(request.kind), request.params));
    }
  }
  interludes_.push_back(std::move(interlude));
}

void McpGuard::take_client_response(RpcMessage message) {
  const auto asked = questions_.find(own_number(message.id));
  if (asked == questions_.end()) {
    gate_.note_protocol("client_response_dropped", Json());
    return;
  }
  const ClientQuestion question = std::move(asked->second);
  questions_.erase(asked);
  if (question.interlude == 0) {
    answer_legacy_question(question, std::move(message));
    return;
  }
  const auto open = std::ranges::find(interludes_, question.interlude, &Interlude::number);
  if (open == interludes_.end()) return;
  if (!message.error) open->answers.set(question.key, std::move(message.result));
  if (!message.error && open->answers.as_object()->size() < open->requests.size()) return;
  Interlude interlude = std::move(*open);
  interludes_.erase(open);
  if (message.error) {
    end_interlude(std::move(interlude), kNoAnswer);
  } else {
    Json answers = std::move(interlude.answers);
    go_on(std::move(interlude), std::move(answers));
  }
}

void McpGuard::answer_legacy_question(const ClientQuestion& question, RpcMessage message) {
  const Server& server = servers_[question.server];
  std::string why;
  std::optional<Finding> against;
  if (message.error) {
    why = kNoAnswer;
  } else if (!may_ask(server, question.kind)) {
    why = kNotOpen;
  } else if (!gate_.may_go_on()) {
    why = kStopped;
  } else if ((against = objection_at(server))) {
    why = text_of_end(*against);
  }
  if (why.empty()) {
    answer_server(question.server, rpc_raw_result(question.server_request, message.raw_result));
    return;
  }
  if (!message.error) note_refused_answer(server, against);
  answer_server(question.server, rpc_error(question.server_request, RpcErrorCode::InternalError, why));
}

void McpGuard::note_refused_answer(const Server& server, const std::optional<Finding>& against) {
  gate_.note_protocol("client_answer_refused", against ? Json::object({{"rule", to_string(against->rule)}}) : Json(),
                      server.name);
}

bool McpGuard::take_retry(const Asked& asked, const InputAnswers& answers, const Digest& digest) {
  // Answers that nobody has asked for go nowhere; the call is one like any other.
  if (!answers.state) return false;
  const auto found =
      std::ranges::find_if(interludes_, [&](const Interlude& one) { return state_of(one.number) == *answers.state; });
  const auto refuse = [&](std::string_view why) {
    gate_.note_protocol("client_retry_refused", Json());
    for_client_.push_back(rpc_error(asked.message.id, RpcErrorCode::InvalidParams, why));
  };
  if (found == interludes_.end()) {
    refuse("\"requestState\" is none that a call of this conversation waits under");
    return true;
  }
  const auto running = servers_[found->server].running.find(found->running);
  if (!found->call && running == servers_[found->server].running.end()) {
    interludes_.erase(found);
    refuse("the server has ended this call");
    return true;
  }
  RunningCall& call = found->call ? *found->call : running->second;
  if (call.client.asked != digest) {
    refuse("\"requestState\" is that of another call");
    return true;
  }
  Interlude interlude = std::move(*found);
  interludes_.erase(found);
  RunningCall& open = interlude.call ? *interlude.call : running->second;
  open.client.id = asked.message.id;
  Json given{Json::Object{}};
  for (const InputRequest& request : interlude.requests) {
    const Json* answer = answers.responses.find(request.key);
    if (answer != nullptr && answer->as_object() != nullptr) given.set(request.key, *answer);
  }
  if (given.as_object()->size() == interlude.requests.size()) {
    go_on(std::move(interlude), std::move(given));
  } else if (++open.rounds > kMaxRounds) {
    end_interlude(std::move(interlude), kNoAnswer);
  } else {
    interlude.number = next_number_++;
    ask_client(std::move(interlude));
  }
  return true;
}

void McpGuard::go_on(Interlude interlude, Json answers) {
  if (!gate_.may_go_on()) {
    note_refused_answer(servers_[interlude.server], std::nullopt);
    end_interlude(std::move(interlude), kStopped);
    return;
  }
  const Server& server = servers_[interlude.server];
  const auto is_closed = [&](const InputRequest& request) { return !may_ask(server, request.kind); };
  if (std::ranges::any_of(interlude.requests, is_closed)) {
    note_refused_answer(server, std::nullopt);
    end_interlude(std::move(interlude), kNotOpen);
    return;
  }
  // A legacy server does not say for which of its calls it has asked.
  if (const auto against = interlude.call ? objection(*interlude.call) : objection_at(server)) {
    end_refused(std::move(interlude), *against);
    return;
  }
  if (!interlude.call) {
    answer_server(interlude.server, rpc_result(interlude.server_request, answers.as_object()->front().value));
    return;
  }
  Json params = interlude.call->params;
  if (!answers.as_object()->empty()) params.set("inputResponses", answers_for_server(interlude.requests, answers));
  if (interlude.server_state) params.set("requestState", *interlude.server_state);
  run(servers_[interlude.server], *std::move(interlude.call), std::move(params));
}

// --- Ends -----------------------------------------------------------------------------------------------------------

void McpGuard::end_interlude(Interlude interlude, std::string_view why) {
  std::erase_if(questions_, [&](const auto& entry) { return entry.second.interlude == interlude.number; });
  Server& server = servers_[interlude.server];
  if (!interlude.call) {
    if (server.state == ServerState::Gone) return;
    answer_server(interlude.server, rpc_error(interlude.server_request, RpcErrorCode::InternalError, why));
    return;
  }
  RunningCall call = *std::move(interlude.call);
  // Its server has been called, and nobody will see how it ends.
  (void)gate_.settle({{std::move(call.execution), Outcome::Unknown, 0}});
  fail_call(call.client, why);
}

void McpGuard::end_interludes(std::size_t server, std::string_view why) {
  std::vector<Interlude> ended;
  std::erase_if(interludes_, [&](Interlude& one) {
    if (one.server != server) return false;
    ended.push_back(std::move(one));
    return true;
  });
  for (Interlude& one : ended) end_interlude(std::move(one), why);
  std::erase_if(questions_, [&](const auto& entry) {
    if (entry.second.server != server) return false;
    if (servers_[server].state != ServerState::Gone) {
      answer_server(server, rpc_error(entry.second.server_request, RpcErrorCode::InternalError, why));
    }
    return true;
  });
}

void McpGuard::end_overdue_interludes() {
  const TimePoint now = clock_.now();
  std::vector<Interlude> overdue;
  std::erase_if(interludes_, [&](Interlude& one) {
    if (now < one.due) return false;
    overdue.push_back(std::move(one));
    return true;
  });
  for (Interlude& one : overdue) end_interlude(std::move(one), "the client did not answer in time");
}

bool McpGuard::tell_roots_changed() {
  bool is_told = false;
  for (Server& server : servers_) {
    if (server.state != ServerState::Ready || server.talk.era() == McpEra::Modern) continue;
    if (!may_ask(server, ClientRequest::Roots)) continue;
    server.lines.push_back(rpc_notification("notifications/roots/list_changed", Json()));
    is_told = true;
  }
  return is_told;
}

}  // namespace yett
