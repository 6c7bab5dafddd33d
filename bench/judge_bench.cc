// What one judgement costs, with 1,000 tools and 10,000 allowlist entries. Read the figures as ratios to SHA-256 of
// 300 bytes in the same run: machines differ, ratios hardly do.
#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include "approval/binding.h"
#include "decide/evaluate.h"
#include "policy/load.h"
#include "policy/session_request.h"
#include "replay/call_line.h"
#include "replay/decide_stream.h"

namespace yett {
namespace {

/// A policy as large as a big installation's.
PolicyRef large_policy() {
  std::string text =
      "[policy]\nname = \"bench\"\nversion = 1\n[session]\npermissions = \"full access\"\ntenant = "
      "\"local\"\n[approval]\n"
      "unsigned = \"bench\"\n[egress]\nhosts = [\n";
  for (int i = 0; i < 10'000; ++i) text += fmt::format("\"h{}.hooks.example.com\",\n", i);
  text += "]\nemail_domains = [\n";
  for (int i = 0; i < 10'000; ++i) text += fmt::format("\"d{}.example.com\",\n", i);
  text += "]\n[tools]\n";
  for (int i = 0; i < 1'000; ++i) {
    text += fmt::format(
        "read_{0} = {{ effect = \"read\", sensitivity = \"internal\", reversible = true, content = [\"id\", \"note\"] "
        "}}\n"
        "post_{0} = {{ effect = \"send\", sensitivity = \"internal\", reversible = true, destination.url = [\"url\"], "
        "content = [\"body\"] }}\n",
        i);
  }
  Result<PolicyRef> policy = parse_policy(text, "bench.toml");
  if (!policy) {
    fmt::print(stderr, "{}\n", policy.error().to_string());
    std::abort();
  }
  return *policy;
}

struct Setting {
  PolicyRef policy = large_policy();
  TimePoint now = *parse_time("2026-12-01T10:00:00Z");
  Session session = *make_session(
      *policy, {.run = "r", .user = "u", .tenant = {}, .allowed_tenants = {}, .permissions = {}, .expires_at = {}},
      now);
  SessionState state = SessionState::of_new_run();
  Evidence evidence;
  std::vector<std::string> sealed;
};

const Setting& setting() {
  static const Setting kSetting;
  return kSetting;
}

std::string call_of_300_bytes() {
  std::string line =
      R"({"id":"c1","tool":"post_777","arguments":{"url":"https://h7777.hooks.example.com/services/T0/in","body":")";
  line.append(300 - line.size() - 3, 'x');
  return line + "\"}}";
}

void judge_calls(benchmark::State& state, const ToolCall& call, Verdict expected) {
  const Setting& s = setting();
  const Query query{.policy = *s.policy,
                    .session = s.session,
                    .state = s.state,
                    .call = call,
                    .evidence = s.evidence,
                    .now = s.now,
                    .sealed = s.sealed};
  if (judge(Engine::strict(), query).verdict() != expected) state.SkipWithError("the ruling is not the expected one");
  for (auto _ : state) benchmark::DoNotOptimize(judge(Engine::strict(), query));
}

void evaluate_without_destination(benchmark::State& state) {
  judge_calls(state, ToolCall::readable("read_777", Json::object({{"id", "T-1"}, {"note", "a short note"}})),
              Verdict::Allow);
}
BENCHMARK(evaluate_without_destination);

void evaluate_with_one_url(benchmark::State& state) {
  judge_calls(state,
              ToolCall::readable("post_777", Json::object({{"url", "https://h7777.hooks.example.com/services/T0/in"},
                                                           {"body", "hello"}})),
              Verdict::Allow);
}
BENCHMARK(evaluate_with_one_url);

void evaluate_denied_url(benchmark::State& state) {
  judge_calls(state,
              ToolCall::readable(
                  "post_777", Json::object({{"url", "https://169.254.169.254/latest/meta-data/"}, {"body", "hello"}})),
              Verdict::Deny);
}
BENCHMARK(evaluate_denied_url);

/// A call of 300 bytes on its way through the core: read, digested and judged; nothing is printed.
void parse_digest_and_judge_300_bytes(benchmark::State& state) {
  const Setting& s = setting();
  const std::string line = call_of_300_bytes();
  for (auto _ : state) {
    const CallLine read = read_call_line(line);
    const Query query{.policy = *s.policy,
                      .session = s.session,
                      .state = s.state,
                      .call = read.call,
                      .evidence = s.evidence,
                      .now = s.now,
                      .sealed = s.sealed};
    benchmark::DoNotOptimize(call_digest(read.call.tool, read.call.arguments));
    benchmark::DoNotOptimize(judge(Engine::strict(), query));
  }
}
BENCHMARK(parse_digest_and_judge_300_bytes);

/// One line of `yett decide`: parse, judge, digest, print.
void decide_a_line_of_300_bytes(benchmark::State& state) {
  const Setting& s = setting();
  DecideStream stream(
      {.engine = Engine::strict(), .policy = *s.policy, .session = s.session, .now = s.now, .sealed = s.sealed},
      Language::English);
  const std::string line = call_of_300_bytes();
  std::string out;
  for (auto _ : state) {
    out.clear();
    benchmark::DoNotOptimize(stream.judge_line(read_call_line(line), out));
  }
  state.SetItemsProcessed(state.iterations());
}
BENCHMARK(decide_a_line_of_300_bytes);

}  // namespace
}  // namespace yett
