// Runs a fuzz target on its seeds and on mutations of them, the same ones in every run.
//
//   X_rounds ROUNDS             0: all rounds held. Aborts at the first input that finds something, and prints it.
//   X_rounds --write-seeds DIR  writes each seed into a file of its own, for libFuzzer to begin with.

#include <algorithm>
#include <array>
#include <charconv>
#include <csignal>
#include <fstream>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "target.h"

namespace yett::fuzz {
namespace {

/// The input that is being looked at, for whoever has to look at it again.
std::string current;

void print_current(int signal) {
  std::fputs("with the input: \"", stderr);
  for (const char c : current) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte >= ' ' && byte <= '~' && c != '"' && c != '\\') {
      std::fputc(c, stderr);
    } else {
      std::fprintf(stderr, "\\x%02x\"\"", byte);
    }
  }
  std::fputs("\"\n", stderr);
  std::signal(signal, SIG_DFL);
  std::raise(signal);
}

class Mutator {
 public:
  explicit Mutator(const std::vector<std::string>& seeds) : seeds_(seeds) {}

  std::size_t below(std::size_t n) { return random_() % n; }
  template <typename Values>
  const auto& pick(const Values& values) {
    return values[below(std::size(values))];
  }

  /// A seed with one change, or up to eight: most that is changed a lot is refused at the first of them.
  std::string next() {
    std::string text = pick(seeds_);
    for (std::size_t left = below(2) == 0 ? 1 : 1 + below(8); left > 0; --left) change(text);
    return text;
  }

 private:
  /// A begin and a length within the text, short more often than long.
  std::pair<std::size_t, std::size_t> some_part(const std::string& text) {
    const std::size_t begin = below(text.size() + 1);
    const std::size_t longest = std::min(text.size() - begin, std::size_t{1} << below(8));
    return {begin, longest == 0 ? 0 : 1 + below(longest)};
  }

  /// The begin and the length of a line, its end included.
  std::pair<std::size_t, std::size_t> some_line(const std::string& text) {
    const std::size_t before = text.rfind('\n', below(text.size() + 1));
    const std::size_t begin = before == std::string::npos || before + 1 > text.size() ? 0 : before + 1;
    const std::size_t end = text.find('\n', begin);
    return {begin, end == std::string::npos ? text.size() - begin : end + 1 - begin};
  }

  void change(std::string& text) {
    // What parsers treat as special, and what lies at the edges of their ranges.
    static constexpr std::array<std::string_view, 54> kTokens = {"\"",
                                                                 "'",
                                                                 "\\",
                                                                 "/",
                                                                 "*",
                                                                 "~",
                                                                 "{",
                                                                 "}",
                                                                 "[",
                                                                 "]",
                                                                 "=",
                                                                 ":",
                                                                 ",",
                                                                 ".",
                                                                 "#",
                                                                 "\n",
                                                                 "\r",
                                                                 "\t",
                                                                 " ",
                                                                 "\0",
                                                                 "\xff",
                                                                 "\xc3",
                                                                 "\xe2\x80\xae",
                                                                 "\xef\xbb\xbf",
                                                                 "\xed\xa0\x80",
                                                                 "\\u0000",
                                                                 "\\ud800",
                                                                 "0",
                                                                 "-0",
                                                                 "1e999",
                                                                 "9007199254740993",
                                                                 "-1",
                                                                 "true",
                                                                 "null",
                                                                 "\"\"\"",
                                                                 "'''",
                                                                 "[[",
                                                                 "]]",
                                                                 "inf",
                                                                 "1979-05-27",
                                                                 "@",
                                                                 "%2e",
                                                                 "%",
                                                                 "?",
                                                                 "-",
                                                                 "..",
                                                                 "xn--",
                                                                 "//",
                                                                 ":443",
                                                                 "[::1]",
                                                                 "0x7f",
                                                                 "\u200D",
                                                                 "\uFF0E",
                                                                 "\u00DF"};
    const auto [begin, length] = some_part(text);
    switch (below(10)) {
      case 0:
        if (!text.empty()) text[below(text.size())] = static_cast<char>(random_());
        return;
      case 1:
        text.insert(begin, 1, static_cast<char>(random_()));
        return;
      case 2:
        text.erase(begin, length);
        return;
      case 3:
        text.insert(below(text.size() + 1), text.substr(begin, length));
        return;
      case 4: {
        const std::string& other = pick(seeds_);
        const auto [other_begin, other_length] = some_part(other);
        text.replace(begin, length, other.substr(other_begin, other_length));
        return;
      }
      case 5:
        if (!text.empty()) text[begin % text.size()] = static_cast<char>(text[begin % text.size()] ^ (1 << below(8)));
        return;
      case 6: {
        const auto [line, line_length] = some_line(text);
        text.erase(line, line_length);
        return;
      }
      case 7: {
        const std::string& other = pick(seeds_);
        const auto [line, line_length] = some_line(other);
        text.insert(some_line(text).first, other.substr(line, line_length));
        return;
      }
      default: {
        const std::string_view token = pick(kTokens);
        text.replace(begin, below(2) == 0 ? 0 : length, token.empty() ? std::string_view("\0", 1) : token);
      }
    }
  }

  const std::vector<std::string>& seeds_;
  std::mt19937 random_{20260101};  // NOLINT(cert-msc32-c,cert-msc51-cpp): every run is to try the same
};

void run_one(std::string text) {
  current = std::move(text);
  (void)LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(current.data()), current.size());
}

int run_rounds(std::size_t rounds) {
  std::signal(SIGABRT, print_current);
  std::signal(SIGSEGV, print_current);
  const std::vector<std::string> all = seeds();
  for (const std::string& seed : all) run_one(seed);
  Mutator mutator(all);
  for (std::size_t round = 0; round < rounds; ++round) run_one(mutator.next());
  return 0;
}

int write_seeds(const std::string& folder) {
  std::size_t number = 0;
  for (const std::string& seed : seeds()) {
    std::ofstream file(folder + "/seed-" + std::to_string(number++), std::ios::binary);
    if (!(file << seed)) return 1;
  }
  return 0;
}

}  // namespace
}  // namespace yett::fuzz

int main(int count, char** words) {
  const std::vector<std::string_view> arguments(words + 1, words + count);
  if (arguments.size() == 2 && arguments[0] == "--write-seeds") {
    return yett::fuzz::write_seeds(std::string(arguments[1]));
  }
  std::size_t rounds = 0;
  const std::string_view number = arguments.size() == 1 ? arguments[0] : std::string_view();
  const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), rounds);
  if (number.empty() || error != std::errc() || end != number.data() + number.size()) {
    std::fputs("usage: ROUNDS | --write-seeds DIR\n", stderr);
    return 2;
  }
  return yett::fuzz::run_rounds(rounds);
}
