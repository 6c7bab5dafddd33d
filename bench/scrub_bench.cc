// What it costs to search a result of 20 MB for ten live secrets in all their forms, and to make what searches for
// them. Read the figures as ratios to copying the same text in the same run.
#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <cstring>
#include <memory>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "bench_texts.h"
#include "redact/redactor.h"
#include "secrets/scrubber.h"
#include "secrets/secret_forms.h"

namespace yett {
namespace {

constexpr std::size_t kTextBytes = 20 << 20;
constexpr std::size_t kTokenBytes = 40;
constexpr std::size_t kShortTokenBytes = 8;

/// Ten tokens of so many bytes.
std::vector<std::string> tokens(std::size_t bytes) {
  static constexpr std::string_view kBytes =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnop_-/+=";
  std::mt19937 random(11);
  std::vector<std::string> all(10);
  for (std::string& token : all) {
    while (token.size() < bytes) token += kBytes[random() % kBytes.size()];
  }
  return all;
}

Scrubber scrubber_of(const std::vector<std::string>& secrets) {
  return std::move(
      *Scrubber::of(std::vector<std::string_view>(secrets.begin(), secrets.end()), RedactionWords::English));
}

/// Each form of each secret without its last byte: the search has to look at all of it to know that it is none.
std::string near_misses(const std::vector<std::string>& secrets) {
  std::vector<std::string> beginnings;
  for (const std::string& secret : secrets) {
    const SecretForms forms = std::move(*SecretForms::of(secret));
    for (const std::string_view form : forms.texts()) beginnings.emplace_back(form.substr(0, form.size() - 1));
  }
  return bench_texts::text_of(kTextBytes,
                              [&](std::mt19937& random) { return beginnings[random() % beginnings.size()] + " \n"; });
}

/// A secret behind each 500 bytes of JSON, or right behind the next one.
std::string finds(const std::vector<std::string>& secrets, std::size_t between) {
  const std::string json = bench_texts::json(1 << 20);
  return bench_texts::text_of(kTextBytes, [&](std::mt19937& random) {
    return json.substr(random() % (json.size() - between), between) + secrets[random() % secrets.size()];
  });
}

void count_bytes(benchmark::State& state, std::size_t bytes) {
  state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations()) * static_cast<std::int64_t>(bytes));
}

/// A text that holds nothing stays where it is; of one that holds secrets a copy is made before, which is not counted.
void scrub_whole(benchmark::State& state, const std::vector<std::string>& secrets, const std::string& text) {
  const Scrubber scrubber = scrubber_of(secrets);
  std::string own = text;
  const bool has_finds = scrubber.scrub(own) != 0;
  for (auto _ : state) {
    if (has_finds) {
      state.PauseTiming();
      own = text;
      state.ResumeTiming();
    }
    benchmark::DoNotOptimize(scrubber.scrub(own));
  }
  count_bytes(state, text.size());
}

void scrub_stream(benchmark::State& state, const std::vector<std::string>& secrets, const std::string& text,
                  std::size_t piece) {
  const Scrubber scrubber = scrubber_of(secrets);
  for (auto _ : state) {
    ScrubStream stream(scrubber);
    for (std::size_t begin = 0; begin < text.size(); begin += piece) {
      benchmark::DoNotOptimize(stream.take(std::string_view(text).substr(begin, piece)));
    }
    benchmark::DoNotOptimize(stream.finish());
  }
  count_bytes(state, text.size());
}

void copy_result(benchmark::State& state, const std::string& text) {
  std::string copy = text;
  for (auto _ : state) {
    std::memcpy(copy.data(), text.data(), text.size());
    benchmark::ClobberMemory();
  }
  count_bytes(state, text.size());
}

void find_byte_in_result(benchmark::State& state, const std::string& text) {
  for (auto _ : state) benchmark::DoNotOptimize(std::memchr(text.data(), '\x01', text.size()));
  count_bytes(state, text.size());
}

void make_scrubber(benchmark::State& state) {
  const std::vector<std::string> secrets = tokens(kTokenBytes);
  for (auto _ : state) benchmark::DoNotOptimize(scrubber_of(secrets).longest());
}
BENCHMARK(make_scrubber)->Unit(benchmark::kMicrosecond);

void make_redactor_and_scrubber(benchmark::State& state) {
  const std::vector<std::string> secrets = tokens(kTokenBytes);
  for (auto _ : state) {
    const Redactor redactor;
    const Scrubber scrubber = scrubber_of(secrets);
    std::string text = "from ana@acme.example";
    benchmark::DoNotOptimize(scrubber.scrub(text));
    benchmark::DoNotOptimize(redactor.redact(text));
  }
}
BENCHMARK(make_redactor_and_scrubber)->Unit(benchmark::kMicrosecond);

/// The texts are made once this bench is chosen: they are large.
template <typename Run>
void add_bench(const std::string& name, Run run) {
  benchmark::RegisterBenchmark(name.c_str(), run)->Unit(benchmark::kMillisecond);
}

[[maybe_unused]] const bool kAdded = [] {
  add_bench("scrub/yardstick_memcpy", [](auto& state) { copy_result(state, bench_texts::json(kTextBytes)); });
  add_bench("scrub/yardstick_memchr", [](auto& state) { find_byte_in_result(state, bench_texts::json(kTextBytes)); });
  add_bench("scrub/json", [](auto& state) { scrub_whole(state, tokens(kTokenBytes), bench_texts::json(kTextBytes)); });
  add_bench("scrub/prose",
            [](auto& state) { scrub_whole(state, tokens(kTokenBytes), bench_texts::prose(kTextBytes)); });
  add_bench("scrub/base64",
            [](auto& state) { scrub_whole(state, tokens(kTokenBytes), bench_texts::base64(kTextBytes)); });
  add_bench("scrub/json_tokens_of_8_bytes",
            [](auto& state) { scrub_whole(state, tokens(kShortTokenBytes), bench_texts::json(kTextBytes)); });
  add_bench("scrub/near_misses",
            [](auto& state) { scrub_whole(state, tokens(kTokenBytes), near_misses(tokens(kTokenBytes))); });
  add_bench("scrub/near_misses_tokens_of_8_bytes",
            [](auto& state) { scrub_whole(state, tokens(kShortTokenBytes), near_misses(tokens(kShortTokenBytes))); });
  add_bench("scrub/finds_every_500_bytes",
            [](auto& state) { scrub_whole(state, tokens(kTokenBytes), finds(tokens(kTokenBytes), 500)); });
  add_bench("scrub/finds_end_to_end",
            [](auto& state) { scrub_whole(state, tokens(kTokenBytes), finds(tokens(kTokenBytes), 0)); });
  add_bench("scrub/stream_of_64_kib_pieces",
            [](auto& state) { scrub_stream(state, tokens(kTokenBytes), bench_texts::json(kTextBytes), 65'536); });
  add_bench("scrub/stream_of_300_byte_pieces",
            [](auto& state) { scrub_stream(state, tokens(kTokenBytes), bench_texts::json(kTextBytes), 300); });
  add_bench("scrub/stream_of_300_byte_pieces_tokens_of_2_kib",
            [](auto& state) { scrub_stream(state, tokens(2'048), bench_texts::json(kTextBytes), 300); });
  return true;
}();

}  // namespace
}  // namespace yett
