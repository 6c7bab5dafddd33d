#include "cli/session_option.h"

#include <fmt/format.h>

#include "base/digest.h"
#include "os/environment.h"
#include "os/files.h"
#include "os/process_identity.h"

namespace yett {
namespace {

constexpr std::size_t kMaxSessionBytes = 1u << 20;

/// A point in time, or a duration from now.
Result<TimePoint> parse_expiry(const std::string& text, TimePoint now) {
  if (Result<Duration> duration = parse_duration(text)) return now + *duration;
  if (Result<TimePoint> time = parse_time(text)) return *time;
  return fail(ErrorKind::Input, "--expires takes a time such as 2026-12-01T10:00:00Z or a duration such as 8h");
}

void take_flag(std::optional<std::string>& field, const Invocation& invocation, std::string_view flag) {
  if (std::optional<std::string> value = invocation.value(flag)) field = std::move(value);
}

}  // namespace

Result<std::string> default_run(const Policy& policy) {
  const Result<ProcessIdentity> parent = parent_identity();
  if (!parent) return std::unexpected(parent.error());
  const std::string text =
      fmt::format("{}\n{}\n{}\n{}", policy.digest.hex(), parent->boot_id, parent->pid, parent->start_time);
  return "p-" + sha256(text).hex().substr(0, 12);
}

Result<SessionRequest> find_session_request(const Invocation& invocation, const std::string& default_run,
                                            TimePoint now) {
  SessionRequest request;
  if (const auto file = invocation.value("--session")) {
    Result<std::string> text = read_trusted_file(*file, kMaxSessionBytes);
    if (!text) return std::unexpected(text.error());
    Result<SessionRequest> parsed = parse_session_request(*text, *file);
    if (!parsed) return std::unexpected(parsed.error());
    request = std::move(*parsed);
  }
  take_flag(request.run, invocation, "--run");
  take_flag(request.user, invocation, "--user");
  take_flag(request.tenant, invocation, "--tenant");
  take_flag(request.permissions, invocation, "--permissions");
  if (invocation.has("--allow-tenant")) request.allowed_tenants = invocation.values("--allow-tenant");
  if (const auto expires = invocation.value("--expires")) {
    Result<TimePoint> time = parse_expiry(*expires, now);
    if (!time) return std::unexpected(time.error());
    request.expires_at = *time;
  }
  if (!request.run) request.run = default_run;
  if (!request.user) {
    Result<std::string> name = user_name();
    if (!name) return std::unexpected(name.error());
    request.user = std::move(*name);
  }
  return request;
}

Result<Session> find_session(const Invocation& invocation, const Policy& policy, const std::string& default_run,
                             TimePoint now) {
  const Result<SessionRequest> request = find_session_request(invocation, default_run, now);
  if (!request) return std::unexpected(request.error());
  return make_session(policy, *request, now);
}

}  // namespace yett
