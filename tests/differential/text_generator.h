#pragma once

#include <cstdint>
#include <random>
#include <span>
#include <string>
#include <string_view>

namespace yett::differential {

/// Texts that are nearly URLs and e-mail addresses: built by their grammars from parts on which parsers are known to
/// differ, then often changed at a place or two. The same seed gives the same texts on every machine.
class TextGenerator {
 public:
  explicit TextGenerator(std::uint64_t seed) : random_(seed) {}

  [[nodiscard]] std::string url();
  /// A recipient, with or without a display name.
  [[nodiscard]] std::string recipient();

 private:
  [[nodiscard]] std::size_t below(std::size_t n) { return random_() % n; }
  [[nodiscard]] bool one_in(std::size_t n) { return below(n) == 0; }
  [[nodiscard]] std::string_view pick(std::span<const std::string_view> texts) { return texts[below(texts.size())]; }

  [[nodiscard]] std::string host();
  [[nodiscard]] std::string name();
  [[nodiscard]] std::string label();
  [[nodiscard]] std::string international_label();
  [[nodiscard]] std::string address();
  [[nodiscard]] char32_t letter();
  [[nodiscard]] std::string local_part();
  [[nodiscard]] std::string tail();
  void change(std::string& text);

  std::mt19937_64 random_;
};

}  // namespace yett::differential
