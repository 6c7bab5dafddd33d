// What loading a policy costs, at the size of a big installation's: 1,000 tools and 10,000 entries of lists. A start
// and a reload wait that long. The share of TOML alone stands beside it, measured in the same run.
#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <string>

#include "policy/lint.h"
#include "policy/load.h"
#include "text/toml.h"

namespace yett {
namespace {

constexpr int kTools = 1'000;
constexpr int kEntries = 10'000;

std::string tools() {
  std::string text = "[tools]\n";
  for (int i = 0; i < kTools / 4; ++i) {
    text += fmt::format(
        "read_{0} = {{ effect = \"read\", sensitivity = \"internal\", reversible = true, content = [\"id\", \"note\"] "
        "}}\n"
        "find_{0} = {{ effect = \"read\", sensitivity = \"private\", reversible = true, content = [\"query\"] }}\n"
        "post_{0} = {{ effect = \"send\", sensitivity = \"internal\", reversible = true, destination.url = [\"url\"], "
        "content = [\"body\"] }}\n"
        "mail_{0} = {{ effect = \"send\", sensitivity = \"internal\", reversible = false, destination.email = [\"to\", "
        "\"cc\"], content = [\"subject\", \"body\"] }}\n",
        i);
  }
  return text;
}

std::string lists() {
  std::string text = "[egress]\nhosts = [\n";
  for (int i = 0; i < kEntries / 2; ++i) text += fmt::format("\"h{}.hooks.example.com\",\n", i);
  text += "]\nemail_domains = [\n";
  for (int i = 0; i < kEntries / 2; ++i)
    text += fmt::format("{{ domain = \"d{}.example.com\", why = \"OPS-{}\" }},\n", i, i);
  return text + "]\n";
}

const std::string& policy_text() {
  static const std::string kText =
      "[policy]\nname = \"bench\"\nversion = 1\n[session]\npermissions = \"no execution\"\ntenant = \"local\"\n"
      "[approval]\nunsigned = \"bench\"\n" +
      lists() + tools();
  return kText;
}

void parse_the_toml_of_a_large_policy(benchmark::State& state) {
  for (auto _ : state) benchmark::DoNotOptimize(parse_toml(policy_text(), "bench.toml"));
}
BENCHMARK(parse_the_toml_of_a_large_policy)->Unit(benchmark::kMillisecond);

void load_a_large_policy(benchmark::State& state) {
  if (!parse_policy(policy_text(), "bench.toml")) state.SkipWithError("the policy does not load");
  for (auto _ : state) benchmark::DoNotOptimize(parse_policy(policy_text(), "bench.toml"));
}
BENCHMARK(load_a_large_policy)->Unit(benchmark::kMillisecond);

void lint_a_large_policy(benchmark::State& state) {
  const Result<PolicyRef> policy = parse_policy(policy_text(), "bench.toml");
  if (!policy) state.SkipWithError("the policy does not load");
  for (auto _ : state) benchmark::DoNotOptimize(lint(**policy, TimePoint{}));
}
BENCHMARK(lint_a_large_policy)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace yett
