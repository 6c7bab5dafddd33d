#include "guard/request_notifier.h"

#include <fmt/format.h>
#include <unistd.h>

#include <utility>

#include "text/json.h"

namespace yett {
namespace {

/// What a program needs to find others, and nothing of ours.
Environment plain_environment() { return Environment({{"PATH", "/usr/bin:/bin"}, {"LANG", "C.UTF-8"}}); }

}  // namespace

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

void RequestNotifier::notify(const std::vector<std::string>& argv, const ApprovalRequest& request) {
  const TimePoint now = clock_.now();
  sweep(now);
  if (argv.empty()) return;
  if (running_.size() >= kMaxRunning) {
    tell_(fmt::format("nobody was notified of request {}: {} notifications still run", request.id, running_.size()));
    return;
  }
  Result<ChildProcess> process = spawn({.argv = argv, .env = plain_environment(), .cwd = "/"});
  if (!process) {
    tell_(fmt::format("nobody was notified of request {}: {}", request.id, process.error().to_string()));
    return;
  }
  // A pipe takes at least 4 KiB at once (POSIX.1-2017, PIPE_BUF on Linux), and this is shorter.
  const std::string text = notification_text(request);
  if (::write(process->input().get(), text.data(), text.size()) != static_cast<ssize_t>(text.size())) {
    tell_(fmt::format("request {} was not told whole to {}", request.id, argv.front()));
  }
  process->close_input();
  running_.push_back({*std::move(process), now});
}

void RequestNotifier::sweep(TimePoint now) {
  for (auto at = running_.begin(); at != running_.end();) {
    const std::optional<ExitStatus> status = at->process.try_wait();
    if (status && *status != ExitStatus{ExitStatus::Kind::Exited, 0}) {
      tell_(fmt::format("the notification of a request {}", status->to_string()));
    }
    if (!status && now - at->since >= kLongest) {
      tell_("the notification of a request took too long and was ended");
      at->process.terminate();
      at->since = now;  // SIGTERM may be ignored: then the end of the gate ends it
    }
    at = status ? running_.erase(at) : std::next(at);
  }
}

}  // namespace yett
