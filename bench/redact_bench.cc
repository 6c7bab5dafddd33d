// What redaction costs on one core, in bytes a second: on text without finds, which most text is, and on text that is
// dense with them. Read the figures as ratios to memcpy of the same text in the same run.
#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "bench_texts.h"
#include "redact/redaction_stream.h"
#include "redact/redactor.h"

namespace yett {
namespace {

using bench_texts::base64;
using bench_texts::json;
using bench_texts::prose;

constexpr std::size_t kTextBytes = 1 << 20;

/// Parts that `next` makes, until there are enough bytes.
template <typename Next>
std::string text_of(Next next) {
  return bench_texts::text_of(kTextBytes, next);
}

std::string dense() {
  return text_of([](std::mt19937& random) {
    static constexpr std::string_view kFinds[] = {"ana.b@acme.example",
                                                  "13812345678",
                                                  "sk-abcdefgh12345678",
                                                  "4111 1111 1111 1111",
                                                  "DE89 3704 0044 0532 0130 00",
                                                  "+49 30 1234567",
                                                  "AKIAIOSFODNN7EXAMPLE",
                                                  "ghp_abcdefghijklmnopqrstuvwxyz0123456789",
                                                  "https://ana:secret@acme.example/in",
                                                  "11010519491231002X"};
    return fmt::format("from {} to\n", kFinds[random() % std::size(kFinds)]);
  });
}

std::string chinese() {
  return text_of([](std::mt19937& random) {
    static constexpr std::string_view kWords[] = {"客户", "来信",   "询问", "上个月的", "电费", "为什么",
                                                  "比",   "预计的", "高",   "我们",     "会",   "答复"};
    return std::string(kWords[random() % std::size(kWords)]) + (random() % 10 == 0 ? "。" : "");
  });
}

/// Capitals and digits as account numbers begin, and no account.
std::string near_accounts() {
  return text_of([](std::mt19937& random) { return fmt::format("DE{:02} {} ", random() % 100, random() % 10'000); });
}

void redact_text(benchmark::State& state, const std::string& text) {
  const Redactor redactor;
  for (auto _ : state) benchmark::DoNotOptimize(redactor.redact(text));
  state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations()) * static_cast<std::int64_t>(text.size()));
}
BENCHMARK_CAPTURE(redact_text, prose, prose(kTextBytes));
BENCHMARK_CAPTURE(redact_text, json, json(kTextBytes));
BENCHMARK_CAPTURE(redact_text, dense, dense());
BENCHMARK_CAPTURE(redact_text, base64, base64(kTextBytes));
BENCHMARK_CAPTURE(redact_text, chinese, chinese());
BENCHMARK_CAPTURE(redact_text, near_accounts, near_accounts());

void copy_text(benchmark::State& state, const std::string& text) {
  for (auto _ : state) {
    std::string copy(text);
    benchmark::DoNotOptimize(copy.data());
  }
  state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations()) * static_cast<std::int64_t>(text.size()));
}
BENCHMARK_CAPTURE(copy_text, prose, prose(kTextBytes));

/// Each by itself, as arguments and results of calls come.
void redact_pieces_of_300_bytes(benchmark::State& state, const std::string& text) {
  constexpr std::size_t kPiece = 300;
  const Redactor redactor;
  std::size_t begin = 0;
  for (auto _ : state) {
    benchmark::DoNotOptimize(redactor.redact(std::string_view(text).substr(begin, kPiece)));
    begin = begin + 2 * kPiece > text.size() ? 0 : begin + kPiece;
  }
  state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations()) * static_cast<std::int64_t>(kPiece));
}
BENCHMARK_CAPTURE(redact_pieces_of_300_bytes, prose, prose(kTextBytes));
BENCHMARK_CAPTURE(redact_pieces_of_300_bytes, json, json(kTextBytes));

void redact_stream_of_64_kib_pieces(benchmark::State& state, const std::string& text) {
  constexpr std::size_t kPiece = 65'536;
  const Redactor redactor;
  for (auto _ : state) {
    RedactionStream stream(redactor);
    for (std::size_t begin = 0; begin < text.size(); begin += kPiece) {
      benchmark::DoNotOptimize(stream.take(std::string_view(text).substr(begin, kPiece)));
    }
    benchmark::DoNotOptimize(stream.finish());
  }
  state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations()) * static_cast<std::int64_t>(text.size()));
}
BENCHMARK_CAPTURE(redact_stream_of_64_kib_pieces, json, json(kTextBytes));

void make_redactor(benchmark::State& state) {
  for (auto _ : state) {
    const Redactor redactor;
    benchmark::DoNotOptimize(redactor.redact("from ana@acme.example"));
  }
}
BENCHMARK(make_redactor);

}  // namespace
}  // namespace yett
