#include "guard/method_names.h"

#include <algorithm>
#include <array>

namespace yett {
namespace {

/// Methods of the legacy protocol and of 2026-07-28 that the guard does not serve, or not always.
constexpr std::array<std::string_view, 25> kMcpMethods = {"resources/list",
                                                          "resources/templates/list",
                                                          "resources/read",
                                                          "resources/subscribe",
                                                          "resources/unsubscribe",
                                                          "prompts/list",
                                                          "prompts/get",
                                                          "completion/complete",
                                                          "logging/setLevel",
                                                          "tasks/get",
                                                          "tasks/result",
                                                          "tasks/list",
                                                          "tasks/cancel",
                                                          "tasks/update",
                                                          "sampling/createMessage",
                                                          "elicitation/create",
                                                          "roots/list",
                                                          "server/discover",
                                                          "subscriptions/listen",
                                                          "notifications/message",
                                                          "notifications/resources/updated",
                                                          "notifications/roots/list_changed",
                                                          "notifications/tasks/status",
                                                          "notifications/resources/list_changed",
                                                          "notifications/prompts/list_changed"};

}  // namespace

Json describe_method(std::string_view method) {
  if (std::ranges::find(kMcpMethods, method) != kMcpMethods.end()) return Json::object({{"method", method}});
  return Json::object({{"method_bytes", static_cast<std::uint64_t>(method.size())}});
}

}  // namespace yett
