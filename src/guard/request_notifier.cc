#include "guard/request_notifier.h"

#include <fmt/format.h>

#include <optional>
#include <utility>

#include "text/json.h"

namespace yett {
std::string notification_text(const ApprovalRequest& request) {
  Json::Array approvers;
  for (const EntitledKey& one : request.rules.approvers) approvers.emplace_back(one.name);
  return write_json(Json::object({{"event", "asked"},
                                  {"id", request.id},
                                  {"run", request.run},
                                  {"user", request.user},
                                  {"tenant", request.tenant ? Json(*request.tenant) : Json()},
                                  {"server", request.server},
                                  {"tool", request.tool},
                                  {"tier", request.tier},
                                  {"rule", request.rule},
                                  {"reason", request.reason},
                                  {"created_at", format_time(request.created_at)},
                                  {"expires_at", format_time(request.expires_at)},
                                  {"quorum", static_cast<std::int64_t>(request.rules.quorum)},
                                  {"approvers", std::move(approvers)}})) +
         "\n";
}

void RequestNotifier::notify(const std::vector<std::string>& program, const ApprovalRequest& request) {
  sweep();
  if (program.empty()) return;
  if (running_.size() >= kMaxRunning) {
    tell_(fmt::format("nobody was notified of request {}: {} notifications still run", request.id, running_.size()));
    return;
  }
  Result<HandOver> started = HandOver::start(program, notification_text(request));
  if (started) {
    running_.push_back(*std::move(started));
  } else {
    tell_(fmt::format("nobody was notified of request {}: {}", request.id, started.error().to_string()));
  }
}

void RequestNotifier::sweep() {
  std::erase_if(running_, [this](HandOver& one) {
    const std::optional<HandOverEnd> end = one.look();
    if (end && !end->is_done()) tell_(fmt::format("the notification of a request {}", end->to_string()));
    return end.has_value();
  });
}

}  // namespace yett
