#include "guard/subscriptions.h"

#include <algorithm>
#include <utility>

#include "wire/mcp_modern.h"

namespace yett {
namespace {

struct FilterKey {
  std::string_view key;
  bool ChangeFilter::* wanted;
};
constexpr FilterKey kFilterKeys[] = {{"toolsListChanged", &ChangeFilter::tools},
                                     {"promptsListChanged", &ChangeFilter::prompts},
                                     {"resourcesListChanged", &ChangeFilter::resources}};

Json meta_of(const Json& id) { return Json::object({{std::string(kMetaSubscription), id}}); }

}  // namespace

bool ChangeFilter::has(Changed changed) const {
  switch (changed) {
    case Changed::Tools:
      return tools;
    case Changed::Prompts:
      return prompts;
    case Changed::Resources:
      return resources;
  }
  return false;
}

std::string_view notification_of(Changed changed) {
  switch (changed) {
    case Changed::Tools:
      return "notifications/tools/list_changed";
    case Changed::Prompts:
      return "notifications/prompts/list_changed";
    case Changed::Resources:
      return "notifications/resources/list_changed";
  }
  return {};
}

std::expected<std::string, RpcFault> Subscriptions::open(const Json& id, const Json& params,
                                                         const ChangeFilter& offered) {
  const Json* wanted = params.find("notifications");
  if (wanted == nullptr || wanted->as_object() == nullptr) {
    return std::unexpected(RpcFault{
        .code = RpcErrorCode::InvalidParams, .id = id, .message = "\"notifications\" must say what to listen for"});
  }
  if (open_.size() >= kMaxOpen) {
    return std::unexpected(
        RpcFault{.code = RpcErrorCode::InternalError, .id = id, .message = "too many subscriptions are open"});
  }
  ChangeFilter filter;
  Json granted{Json::Object{}};
  for (const FilterKey& key : kFilterKeys) {
    const Json* value = wanted->find(key.key);
    const bool* flag = value == nullptr ? nullptr : value->as_bool();
    if (flag == nullptr || !*flag || !(offered.*key.wanted)) continue;
    filter.*key.wanted = true;
    granted.set(key.key, true);
  }
  open_.push_back({id, filter});
  return rpc_notification("notifications/subscriptions/acknowledged",
                          Json::object({{"_meta", meta_of(id)}, {"notifications", std::move(granted)}}));
}

bool Subscriptions::close(const Json& id) {
  return std::erase_if(open_, [&](const Subscription& one) { return one.id == id; }) != 0;
}

bool Subscriptions::has(const Json& id) const { return std::ranges::find(open_, id, &Subscription::id) != open_.end(); }

std::vector<std::string> Subscriptions::lines_about(Changed changed) const {
  std::vector<std::string> lines;
  for (const Subscription& one : open_) {
    if (!one.filter.has(changed)) continue;
    lines.push_back(rpc_notification(notification_of(changed), Json::object({{"_meta", meta_of(one.id)}})));
  }
  return lines;
}

std::vector<std::string> Subscriptions::close_all() {
  std::vector<std::string> lines;
  for (const Subscription& one : std::exchange(open_, {})) {
    lines.push_back(rpc_result(one.id, Json::object({{"resultType", "complete"}, {"_meta", meta_of(one.id)}})));
  }
  return lines;
}

}  // namespace yett
