// What the guard answers of its own accord, in the era of who asks.
#include <algorithm>
#include <iterator>
#include <utility>

#include "guard/mcp_guard.h"

namespace yett {

Json McpGuard::capabilities() const { return Json::object({{"tools", Json::object({{"listChanged", true}})}}); }

void McpGuard::answer_discover(const Json& id) {
  if (is_over()) {
    for_client_.push_back(rpc_error(id, RpcErrorCode::InternalError, servers_.front().gone_because));
    return;
  }
  for_client_.push_back(rpc_result(id, discover_result(terms_.version, {.capabilities = capabilities()})));
}

void McpGuard::answer_tools(const Json& id, McpEra era) {
  if (is_over()) {
    for_client_.push_back(rpc_error(id, RpcErrorCode::InternalError, servers_.front().gone_because));
    return;
  }
  Json list = tools_.list();
  for_client_.push_back(
      rpc_result(id, era == McpEra::Modern ? modern_result(std::move(list), Cached::Private) : std::move(list)));
}

void McpGuard::answer(const ClientCall& client, Json result) {
  const bool is_modern = client.era == McpEra::Modern;
  for_client_.push_back(
      rpc_result(client.id, is_modern ? modern_result(std::move(result), Cached::Unsaid) : std::move(result)));
}

void McpGuard::open_subscription(const RpcMessage& message, std::span<const ClientCall> unjudged) {
  if (refuse_duplicate(message.id, unjudged)) return;
  std::expected<std::string, RpcFault> opened = subscriptions_.open(message.id, message.params, {.tools = true});
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
