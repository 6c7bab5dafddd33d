// Methods that a policy opens beside the tools. Each is judged as the tool of its name.
#include <algorithm>
#include <utility>

#include "guard/mcp_guard.h"
#include "guard/method_names.h"

namespace yett {
namespace {

/// What a server says that it has when it serves a method (MCP 2025-11-25 and 2026-07-28, capabilities).
std::string_view capability_of(McpMethod method) {
  switch (method) {
    case McpMethod::ResourcesList:
    case McpMethod::ResourceTemplatesList:
    case McpMethod::ResourcesRead:
    case McpMethod::ResourcesSubscribe:
    case McpMethod::ResourcesUnsubscribe:
      return "resources";
    case McpMethod::PromptsList:
    case McpMethod::PromptsGet:
      return "prompts";
    case McpMethod::CompletionComplete:
      return "completions";
    case McpMethod::LoggingSetLevel:
      return "logging";
  }
  return {};
}

/// The modern protocol has other ways for these.
bool is_legacy_only(McpMethod method) {
  return method == McpMethod::ResourcesSubscribe || method == McpMethod::ResourcesUnsubscribe ||
         method == McpMethod::LoggingSetLevel;
}

const std::string* text_at(const Json& params, std::string_view key) {
  const Json* value = params.find(key);
  return value == nullptr ? nullptr : value->as_string();
}

}  // namespace

const Tool* McpGuard::line_of(McpMethod method, const Server& server) const {
  const ServerSpec* spec = gate_.policy()->find_server(server.name);
  if (spec == nullptr || !spec->is_open(method)) return nullptr;
  return gate_.policy()->tools.find_at(server.name, to_string(method));
}

McpGuard::Server* McpGuard::server_of(McpMethod method) {
  Server* only = nullptr;
  for (Server& server : servers_) {
    if (line_of(method, server) == nullptr) continue;
    if (only != nullptr) return nullptr;
    only = &server;
  }
  return only;
}

bool McpGuard::is_offered(McpMethod method) {
  const Server* server = server_of(method);
  if (server == nullptr || server->state != ServerState::Ready) return false;
  if (is_legacy_only(method) && server->talk.era() == McpEra::Modern) return false;
  return server->talk.capabilities().find(capability_of(method)) != nullptr;
}

void McpGuard::take_method(Asked asked, McpMethod method, std::vector<ClientCall>& calls,
                           std::vector<Submission>& submissions) {
  RpcMessage& message = asked.message;
  Server* server = server_of(method);
  const bool is_modern = asked.terms.era == McpEra::Modern;
  if (server == nullptr || (is_legacy_only(method) && (is_modern || server->talk.era() == McpEra::Modern))) {
    refuse_method(message);
    return;
  }
  if (refuse_duplicate(message.id, calls)) return;
  ClientCall call;
  call.era = asked.terms.era;
  call.method = method;
  call.log_level = asked.terms.log_level;
  if (is_modern) {
    InputAnswers answers = take_input_answers(message.params);
    call.asked = digest_of(message);
    if (take_retry(asked, answers, call.asked)) return;
    call.given = std::move(answers.responses);
  }
  if (const std::string_view why = hindrance(*server); !why.empty()) {
    for_client_.push_back(rpc_error(message.id, RpcErrorCode::InternalError, why));
    return;
  }
  CallRequest request = read_method_request(message.method, std::move(message.params));
  call.id = std::move(message.id);
  call.progress_token = std::move(request.progress_token);
  call.can = askable(*server, asked.terms);
  Submission submission{.call = std::move(request.call)};
  submission.tool = is_offered(method) ? Observation::Offered : Observation::Absent;
  submission.server = server->name;
  if (may_ask_anything(*server)) call.submission = submission;
  calls.push_back(std::move(call));
  submissions.push_back(std::move(submission));
}

void McpGuard::note_subscription(const RunningCall& call) {
  if (!call.client.method || call.resource.empty()) return;
  if (*call.client.method == McpMethod::ResourcesSubscribe) resource_subscriptions_.insert(call.resource);
  if (*call.client.method == McpMethod::ResourcesUnsubscribe) resource_subscriptions_.erase(call.resource);
}

/// Only of a resource that the client has named itself, so that the server says nothing by it but that it has changed.
void McpGuard::take_resource_update(const Server& server, const Json& params) {
  const std::string* uri = text_at(params, "uri");
  if (line_of(McpMethod::ResourcesSubscribe, server) == nullptr || uri == nullptr ||
      !resource_subscriptions_.contains(*uri)) {
    gate_.note_protocol("server_notification_dropped", describe_method("notifications/resources/updated"), server.name);
    return;
  }
  for_client_.push_back(rpc_notification("notifications/resources/updated", Json::object({{"uri", *uri}})));
}

/// A log is what the line of logging/setLevel says that it is. A modern client hears of it while a call of its runs
/// that has asked for it.
void McpGuard::take_log(const Server& server, const Json& params) {
  const Tool* line = line_of(McpMethod::LoggingSetLevel, server);
  const std::string* level = text_at(params, "level");
  const auto wants = [&](const auto& entry) {
    const ClientCall& client = entry.second.client;
    return level != nullptr && !client.log_level.empty() && is_as_grave(*level, client.log_level);
  };
  const bool is_wanted = has_initialized_ || std::ranges::any_of(server.running, wants);
  const Json* data = params.find("data");
  if (line == nullptr || !is_wanted || level == nullptr || !is_as_grave(*level, "debug") || data == nullptr) {
    gate_.note_protocol("server_notification_dropped", describe_method("notifications/message"), server.name);
    return;
  }
  Json told = Json::object({{"level", *level}});
  if (const std::string* logger = text_at(params, "logger")) told.set("logger", redactor_.redact(*logger));
  told.set("data", scrubbed_texts(*data, redactor_));
  scrub_redacted(server.name, told);
  std::string text = rpc_notification("notifications/message", told);
  const Delivery delivery = gate_.take_in({.server = server.name,
                                           .what = "server_log_delivered",
                                           .returns = line->returns,
                                           .sensitivity = line->sensitivity,
                                           .bytes = text.size()});
  if (delivery == Delivery::Deliver) for_client_.push_back(std::move(text));
}

}  // namespace yett
