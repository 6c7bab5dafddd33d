#include "ledger/quick_body.h"

#include <array>
#include <cstring>

#include "text/unicode.h"

namespace yett {
namespace {

constexpr int kDeepest = 16;         // an intent has three levels
constexpr std::size_t kDigits = 15;  // each whole number of so many digits is a double of its own

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_plain(char c) { return c >= 0x20 && static_cast<unsigned char>(c) < 0x80 && c != '"' && c != '\\'; }

/// Reads canonical JSON from the front. Every function returns false when what stands there is not certainly what it
/// reads; the place is of no meaning then.
class Reader {
 public:
  explicit Reader(std::string_view text) : text_(text) {}

  [[nodiscard]] bool is_at_end() const { return at_ == text_.size(); }

  bool word(std::string_view expected) {
    if (text_.compare(at_, expected.size(), expected) != 0) return false;
    at_ += expected.size();
    return true;
  }

  bool text() {
    if (!word("\"")) return false;
    for (;;) {
      skip_plain();
      if (is_at_end()) return false;
      if (text_[at_] == '"') {
        ++at_;
        return true;
      }
      if (text_[at_] == '\\' ? !escape() : !character()) return false;
    }
  }

  bool text_or_null() { return next_is('n') ? word("null") : text(); }

  bool number(std::uint64_t& value) {
    const std::size_t begin = at_;
    value = 0;
    while (!is_at_end() && is_digit(text_[at_])) value = value * 10 + static_cast<std::uint64_t>(text_[at_++] - '0');
    const std::size_t digits = at_ - begin;
    if (digits == 0 || digits > kDigits || (digits > 1 && text_[begin] == '0')) return false;
    return next_is(',') || next_is('}') || next_is(']');
  }

  bool value(int depth = 0) {
    if (is_at_end() || depth > kDeepest) return false;
    std::uint64_t ignored = 0;
    switch (text_[at_]) {
      case '{':
        return object(depth);
      case '[':
        return array(depth);
      case '"':
        return text();
      case 'n':
        return word("null");
      case 't':
        return word("true");
      case 'f':
        return word("false");
      default:
        return number(ignored);
    }
  }

 private:
  [[nodiscard]] bool next_is(char c) const { return at_ < text_.size() && text_[at_] == c; }

  /// To the first byte that is a quotation mark, a backslash, a control or no ASCII.
  void skip_plain() {
    constexpr std::uint64_t kOnes = 0x0101010101010101;
    constexpr std::uint64_t kHighBits = 0x80 * kOnes;
    // The high bit of every byte that is zero, and perhaps of others above such a one.
    const auto zeros = [](std::uint64_t word) { return (word - kOnes) & ~word & kHighBits; };
    for (std::uint64_t eight = 0; at_ + sizeof eight <= text_.size(); at_ += sizeof eight) {
      std::memcpy(&eight, text_.data() + at_, sizeof eight);
      const std::uint64_t others = ((eight - 0x20 * kOnes) | eight) & kHighBits;
      if ((others | zeros(eight ^ '"' * kOnes) | zeros(eight ^ '\\' * kOnes)) != 0) break;
    }
    while (at_ < text_.size() && is_plain(text_[at_])) ++at_;
  }

  /// The escapes that RFC 8785, section 3.2.2.2 leaves: those with a letter, else \u00 and two digits in lower case.
  bool escape() {
    if (at_ + 1 >= text_.size()) return false;
    const char letter = text_[at_ + 1];
    if (std::string_view(R"("\bfnrt)").find(letter) != std::string_view::npos) {
      at_ += 2;
      return true;
    }
    const std::string_view code = text_.substr(at_, 6);
    if (code.size() < 6 || !code.starts_with("\\u00") || (code[4] != '0' && code[4] != '1')) return false;
    const bool is_hex = is_digit(code[5]) || (code[5] >= 'a' && code[5] <= 'f');
    const bool has_letter = code[4] == '0' && std::string_view("89acd").find(code[5]) != std::string_view::npos;
    at_ += 6;
    return is_hex && !has_letter;
  }

  /// One that is written as it is, beyond ASCII.
  bool character() {
    if (static_cast<unsigned char>(text_[at_]) < 0x80) return false;  // a control
    const std::size_t length = decode_utf8(text_.substr(at_)).length;
    at_ += length;
    return length != 0;
  }

  bool object(int depth) {
    ++at_;
    if (next_is('}')) return word("}");
    std::string_view before;
    for (bool first = true;; first = false) {
      const std::size_t begin = at_ + 1;
      if (!word("\"")) return false;
      skip_plain();
      const std::string_view key = text_.substr(begin, at_ - begin);
      // Plain keys sort by their bytes as they do by UTF-16 code units.
      if (!word("\":") || (!first && key <= before)) return false;
      before = key;
      if (!value(depth + 1)) return false;
      if (next_is('}')) return word("}");
      if (!word(",")) return false;
    }
  }

  bool array(int depth) {
    ++at_;
    if (next_is(']')) return word("]");
    for (;;) {
      if (!value(depth + 1)) return false;
      if (next_is(']')) return word("]");
      if (!word(",")) return false;
    }
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

}  // namespace

std::optional<std::uint64_t> quick_body_seq(std::string_view body) {
  Reader reader(body);
  std::uint64_t seq = 0;
  const auto texts = [&reader](std::initializer_list<std::string_view> names) {
    for (const std::string_view name : names) {
      if (!reader.word(name) || !reader.text_or_null()) return false;
    }
    return true;
  };
  const bool is_certain =
      texts({R"({"call":)", R"(,"decision":)"}) && reader.word(R"(,"intent":)") && reader.value() &&
      reader.word(R"(,"kind":)") && reader.text() &&
      texts({R"(,"policy":)", R"(,"reason":)", R"(,"rule":)", R"(,"run":)"}) && reader.word(R"(,"seq":)") &&
      reader.number(seq) && texts({R"(,"server":)", R"(,"tenant":)", R"(,"tier":)"}) && reader.word(R"(,"time":)") &&
      reader.text() && texts({R"(,"tool":)", R"(,"user":)"}) && reader.word("}") && reader.is_at_end();
  return is_certain ? std::optional(seq) : std::nullopt;
}

}  // namespace yett
