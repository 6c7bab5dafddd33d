// Texts without finds that benches search: the same ones in every run, of at least as many bytes as asked for.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <iterator>
#include <random>
#include <string>
#include <string_view>

namespace yett::bench_texts {

/// Parts that `next` makes, until there are enough bytes.
template <typename Next>
std::string text_of(std::size_t bytes, Next next) {
  std::mt19937 random(7);
  std::string text;
  while (text.size() < bytes) text += next(random);
  return text;
}

inline std::string sentence(std::mt19937& random) {
  static constexpr std::string_view kWords[] = {
      "the",  "customer", "writes", "that",   "an",      "invoice", "of",    "last",    "month", "was",      "higher",
      "than", "expected", "and",    "asks",   "whether", "a",       "meter", "reading", "may",   "be",       "wrong",
      "our",  "team",     "will",   "answer", "until",   "Tuesday", "in",    "Ankara",  "Jane",  "Kowalski", "thanks"};
  std::string text;
  for (std::size_t words = 8 + random() % 12; words > 0; --words)
    text.append(kWords[random() % std::size(kWords)]) += ' ';
  if (random() % 8 == 0) text += fmt::format("on day {} of 2026 ", random() % 31);
  text.back() = '.';
  return text += random() % 6 == 0 ? '\n' : ' ';
}

inline std::string prose(std::size_t bytes) { return text_of(bytes, sentence); }

inline std::string json(std::size_t bytes) {
  return text_of(bytes, [](std::mt19937& random) {
    return fmt::format(
        R"({{"id":"{:08x}-{:04x}-4{:03x}-a{:03x}-{:012x}","created_at":"2026-03-{:02}T{:02}:{:02}:09.{:03}Z","amount":{}.{:02},)"
        R"("status":"open","retry_count":{},"tags":["billing","meter-reading"],"order_no":{},"summary":"{}","ok":true}},)"
        "\n",
        random(), random() & 0xFFFF, random() & 0xFFF, random() & 0xFFF, std::uint64_t{random()} << 12U,
        1 + random() % 28, random() % 24, random() % 60, random() % 1000, random() % 900, random() % 100, random() % 9,
        20'000'000 + random() % 1'000'000, [&] {
          std::string text = sentence(random);
          text.pop_back();
          return text;
        }());
  });
}

inline std::string base64(std::size_t bytes) {
  return text_of(bytes, [](std::mt19937& random) {
    static constexpr std::string_view kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    return std::string(1, kDigits[random() % kDigits.size()]);
  });
}

}  // namespace yett::bench_texts
