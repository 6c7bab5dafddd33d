// What the guard answers of its own accord, in the era of who asks.
#include <algorithm>
#include <initializer_list>
#include <iterator>
#include <utility>

#include "guard/mcp_guard.h"
#include "guard/method_names.h"

namespace yett {
namespace {

/// Whether all that a session may do, it may still do once it has taken in text of tools.
bool listens_to_tools(const PermissionSet& permissions) {
  return std::ranges::all_of(permissions.grants, [](const SourceSet& sources) {
    return sources.empty() || sources.contains(SourceKind::ToolOutput);
  });
}

}  // namespace

ServerOffer McpGuard::offer() {
  ServerOffer offer{.capabilities = Json::object({{"tools", Json::object({{"listChanged", true}})}})};
  const auto is_any = [&](std::initializer_list<McpMethod> methods) {
    return std::ranges::any_of(methods, [&](McpMethod method) { return is_offered(method); });
  };
  using enum McpMethod;
  if (is_any({ResourcesList, ResourceTemplatesList, ResourcesRead})) {
    Json resources{Json::Object{}};
    if (is_offered(ResourcesSubscribe)) resources.set("subscribe", true);
    if (is_offered(ResourcesList)) resources.set("listChanged", true);
    offer.capabilities.set("resources", std::move(resources));
  }
  if (is_any({PromptsList, PromptsGet})) {
    Json prompts{Json::Object{}};
    if (is_offered(PromptsList)) prompts.set("listChanged", true);
    offer.capabilities.set("prompts", std::move(prompts));
  }
  if (is_offered(CompletionComplete)) offer.capabilities.set("completions", Json(Json::Object{}));
  if (is_offered(LoggingSetLevel)) offer.capabilities.set("logging", Json(Json::Object{}));
  // A session that listens to no text of tools would lose its rights by the first words of a server.
  if (!listens_to_tools(gate_.session().permissions)) return offer;
  for (const Server& server : servers_) {
    if (server.state != ServerState::Ready || server.talk.instructions().empty()) continue;
    Json said = redactor_.redact(server.talk.instructions());
    scrub_redacted(server.name, said);
    const std::string& text = *said.as_string();
    const Delivery delivery = gate_.take_in({.server = server.name,
                                             .what = "server_instructions_delivered",
                                             .returns = Returns::ToolOutput,
                                             .sensitivity = Sensitivity::Internal,
                                             .bytes = text.size()});
    if (delivery == Delivery::Withhold) continue;
    if (!offer.instructions.empty()) offer.instructions += "\n\n";
    if (servers_.size() > 1) offer.instructions += server.name + ": ";
    offer.instructions += text;
  }
  return offer;
}

void McpGuard::answer_discover(const Json& id) {
  if (is_over()) {
    for_client_.push_back(rpc_error(id, RpcErrorCode::InternalError, servers_.front().gone_because));
    return;
  }
  for_client_.push_back(rpc_result(id, discover_result(terms_.version, offer())));
}

void McpGuard::refuse_unsaid_revision(const RpcMessage& message) {
  gate_.note_protocol("client_request_refused", describe_method(message.method));
  for_client_.push_back(rpc_error(message.id, RpcErrorCode::InvalidParams,
                                  "this method needs io.modelcontextprotocol/protocolVersion in _meta"));
}

Json McpGuard::shown_tools() {
  const std::string only_server = servers_.size() == 1 ? servers_.front().name : std::string();
  Json list = scrubbed_definitions(tools_.list(), redactor_);
  scrub_redacted(only_server, list);
  // What a lock has, a person has accepted.
  if (gate_.policy()->lock) return list;
  PlainDefinitions plain = without_prose(list);
  if (plain.bytes == 0) return list;
  if (!listens_to_tools(gate_.session().permissions)) return std::move(plain.list);
  const Delivery delivery = gate_.take_in({.server = only_server,
                                           .what = "tool_descriptions_delivered",
                                           .returns = Returns::ToolOutput,
                                           .sensitivity = Sensitivity::Internal,
                                           .bytes = plain.bytes});
  return delivery == Delivery::Deliver ? std::move(list) : std::move(plain.list);
}

void McpGuard::answer_tools(const Json& id, McpEra era) {
  if (is_over()) {
    for_client_.push_back(rpc_error(id, RpcErrorCode::InternalError, servers_.front().gone_because));
    return;
  }
  Json list = shown_tools();
  for_client_.push_back(
      rpc_result(id, era == McpEra::Modern ? modern_result(std::move(list), Cached::Private) : std::move(list)));
}

void McpGuard::answer_unrun(const ClientCall& client, Json refusal) {
  // It may name a place that the agent has put a secret into.
  scrubber_->scrub(refusal);
  if (client.method) {
    for_client_.push_back(
        rpc_error(client.id, RpcErrorCode::CallRefused, text_of_refusal(refusal), *refusal.find("_meta")));
    return;
  }
  const bool is_modern = client.era == McpEra::Modern;
  for_client_.push_back(
      rpc_result(client.id, is_modern ? modern_result(std::move(refusal), Cached::Unsaid) : std::move(refusal)));
}

void McpGuard::open_subscription(const RpcMessage& message, std::span<const ClientCall> unjudged) {
  if (refuse_duplicate(message.id, unjudged)) return;
  std::expected<std::string, RpcFault> opened =
      subscriptions_.open(message.id, message.params,
                          {.tools = true,
                           .prompts = is_offered(McpMethod::PromptsList),
                           .resources = is_offered(McpMethod::ResourcesList)});
  if (opened) {
    for_client_.push_back(*std::move(opened));
    return;
  }
  gate_.note_protocol("subscription_refused", Json());
  for_client_.push_back(rpc_error(message.id, opened.error().code, opened.error().message));
}

void McpGuard::tell_changed(Changed changed) {
  if (!is_open_) return;
  std::ranges::move(subscriptions_.lines_about(changed), std::back_inserter(for_client_));
  // A client that has only ever made modern requests hears of what it has subscribed to and of nothing else.
  if (has_been_modern_ && !has_initialized_) return;
  for_client_.push_back(rpc_notification(notification_of(changed), Json()));
}

}  // namespace yett
