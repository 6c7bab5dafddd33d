#include "records/line_shape.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

#include "records/quick_records.h"
#include "text/unicode.h"

namespace yett {
namespace {

constexpr std::size_t kMostSlots = 256;
constexpr std::size_t kLongestLine = 64u << 10;  // that is worth it
constexpr std::size_t kMostDigits = 15;          // that any reader of numbers takes
constexpr std::size_t kWord = sizeof(std::uint64_t);

static_assert(QuickRecords::kPadding >= kWord);

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_space(char c) { return c == ' ' || c == '\t' || c == '\r'; }
bool ends_value(char c) { return c == ',' || c == '}' || c == ']' || is_space(c); }

/// The first byte from `at` on that is a control character, a quote, a backslash or not ASCII; `end` or behind it when
/// there is none. `kWord` bytes behind `end` can be read.
const char* end_of_plain(const char* at, const char* end) {
  constexpr std::uint64_t kEach = 0x0101010101010101;
  constexpr std::uint64_t kTop = kEach << 7;
  for (; at < end; at += kWord) {
    std::uint64_t word = 0;
    std::memcpy(&word, at, kWord);
    if constexpr (std::endian::native == std::endian::big) word = std::byteswap(word);
    // The top bit of a byte that is too small or equal; a borrow spoils only the bytes above the first such one.
    const auto equals = [word](char c) {
      const std::uint64_t difference = word ^ (kEach * static_cast<unsigned char>(c));
      return (difference - kEach) & ~difference;
    };
    const std::uint64_t found = (word | ((word - kEach * ' ') & ~word) | equals('"') | equals('\\')) & kTop;
    if (found != 0) return at + std::countr_zero(found) / 8;
  }
  return end;
}

/// How long the escape is with which `text` begins (RFC 8259, section 7); 0: none, or one of a surrogate.
std::size_t escape_length(std::string_view text) {
  if (text.size() < 2) return 0;
  if (std::string_view("\"\\/bfnrt").find(text[1]) != std::string_view::npos) return 2;
  constexpr std::size_t kUnicode = 6;
  const auto is_hex = [](char c) { return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'); };
  if (text[1] != 'u' || text.size() < kUnicode || !std::ranges::all_of(text.substr(2, 4), is_hex)) return 0;
  const bool is_surrogate = (text[2] == 'd' || text[2] == 'D') && text[3] > '7';
  return is_surrogate ? 0 : kUnicode;
}

struct Text {
  const char* end = nullptr;  // the closing quote; null when there is none or something before it is wrong
  bool is_raw = true;         // it has no escapes
};

/// Reads a text up to its closing quote.
Text read_text(const char* at, const char* end) {
  Text text;
  while (true) {
    at = end_of_plain(at, end);
    if (at >= end) return {};
    if (*at == '"') break;
    const std::string_view rest(at, end);
    const std::size_t length = *at == '\\' ? escape_length(rest) : decode_utf8(rest).length;
    if (length == 0 || (length == 1 && *at < ' ')) return {};
    text.is_raw = text.is_raw && *at != '\\';
    at += length;
  }
  text.end = at;
  return text;
}

/// Behind the digits at `at`, if they are a number by themselves.
const char* end_of_digits(const char* at, const char* end) {
  const char* behind = at;
  while (behind < end && is_digit(*behind)) ++behind;
  const auto count = static_cast<std::size_t>(behind - at);
  const bool is_number = count != 0 && count <= kMostDigits && (*at != '0' || count == 1);
  return is_number ? behind : nullptr;
}

}  // namespace

/// Goes over a line that is known to be a record.
class LineShape::Learner {
 public:
  Learner(LineShape& shape, std::string_view line, const Experiment& experiment)
      : shape_(shape), line_(line), experiment_(experiment) {}

  /// Whether the line has a shape.
  bool learn() {
    while (at_ < line_.size() && shape_.slots_.size() <= kMostSlots) {
      const char c = line_[at_];
      const bool begins_value = at_ != 0 && !is_within_word();
      if (c == '"') {
        if (!take_string()) return false;
      } else if (begins_value && is_digit(c) && take_digits()) {
        continue;
      } else if (begins_value && (line_.substr(at_).starts_with("true") || line_.substr(at_).starts_with("false"))) {
        add(Value::Flag, c == 't' ? 4 : 5);
      } else {
        if (c == '{' || c == '[') ++depth_;
        if (c == '}' || c == ']') --depth_;
        ++at_;
      }
    }
    shape_.literals_ += line_.substr(literal_);
    return !shape_.slots_.empty() && shape_.slots_.size() <= kMostSlots;
  }

 private:
  /// Whether a word or a number has begun and goes on here.
  [[nodiscard]] bool is_within_word() const {
    const char before = line_[at_ - 1];
    return !(before == ':' || before == ',' || before == '[' || is_space(before));
  }

  bool take_string() {
    const Text read = read_text(line_.data() + at_ + 1, line_.data() + line_.size());
    if (read.end == nullptr) return false;
    const auto end = static_cast<std::size_t>(read.end - line_.data());
    const std::string_view text = line_.substr(at_ + 1, end - at_ - 1);
    std::size_t next = end + 1;
    while (next < line_.size() && is_space(line_[next])) ++next;
    if (next < line_.size() && line_[next] == ':') {
      if (!read.is_raw) return false;
      if (depth_ == 1) member_ = text;
      if (depth_ == 2) feature_ = text;
      at_ = next + 1;
      return true;
    }
    ++at_;  // the quote
    add(Value::Text, text.size());
    ++at_;
    return true;
  }

  bool take_digits() {
    const char* begin = line_.data() + at_;
    const char* end = end_of_digits(begin, line_.data() + line_.size());
    if (end == nullptr || end == line_.data() + line_.size() || !ends_value(*end)) return false;
    add(Value::Digits, static_cast<std::size_t>(end - begin));
    return true;
  }

  void add(Value value, std::size_t size) {
    Slot slot{.literal = static_cast<std::uint32_t>(at_ - literal_), .value = value};
    if (depth_ == 1) {
      slot.target = member_ == "class"        ? Target::Class
                    : member_ == "source"     ? Target::Source
                    : member_ == "capability" ? Target::Capability
                    : member_ == "label"      ? Target::Label
                                              : Target::None;
    } else if (depth_ == 2 && member_ == "features") {
      const std::optional<std::size_t> index = experiment_.feature(feature_);
      if (index) slot.target = Target::Feature;
      slot.feature = static_cast<std::uint8_t>(index.value_or(0));
    }
    shape_.literals_ += line_.substr(literal_, at_ - literal_);
    shape_.slots_.push_back(slot);
    at_ += size;
    literal_ = at_;
  }

  LineShape& shape_;
  std::string_view line_;
  const Experiment& experiment_;
  std::size_t at_ = 0;
  std::size_t literal_ = 0;  // where the literal begins that is being read
  std::size_t depth_ = 0;
  std::string_view member_;   // of the record, the last one
  std::string_view feature_;  // the last key one level below
};

void LineShape::learn(std::string_view line, const Experiment& experiment) {
  slots_.clear();
  literals_.clear();
  if (line.size() > kLongestLine || !Learner(*this, line, experiment).learn()) slots_.clear();
}

bool LineShape::take_text(const Slot& slot, std::string_view text, FeatureRecord& record) {
  switch (slot.target) {
    case Target::Class:
      record.class_name = text;
      return true;
    case Target::Source: {
      const std::optional<SourceKind> source = parse_source_kind(text);
      record.source = source.value_or(record.source);
      return source.has_value();
    }
    case Target::Capability:
      record.capability = parse_capability(text);
      return record.capability.has_value();
    case Target::Label:
      record.label = parse_truth(text);
      return record.label.has_value();
    case Target::None:
    case Target::Feature:
      break;
  }
  return true;
}

const char* LineShape::take_value(const Slot& slot, const char* at, const char* end, FeatureRecord& record) {
  switch (slot.value) {
    case Value::Flag: {
      const std::string_view rest(at, end);
      const bool holds = rest.starts_with("true");
      if (!holds && !rest.starts_with("false")) return nullptr;
      if (slot.target == Target::Feature) record.features |= FeatureBits{holds} << slot.feature;
      return at + (holds ? 4 : 5);
    }
    case Value::Digits:
      return end_of_digits(at, end);
    case Value::Text: {
      const Text text = read_text(at, end);
      if (text.end == nullptr || slot.target == Target::None) return text.end;
      return text.is_raw && take_text(slot, {at, text.end}, record) ? text.end : nullptr;
    }
  }
  return nullptr;
}

std::optional<FeatureRecord> LineShape::read(std::string_view line) const {
  if (slots_.empty()) return std::nullopt;
  FeatureRecord record;
  const char* at = line.data();
  const char* const end = at + line.size();
  const char* literal = literals_.data();
  for (const Slot& slot : slots_) {
    const bool is_same =
        static_cast<std::size_t>(end - at) >= slot.literal && std::memcmp(at, literal, slot.literal) == 0;
    if (!is_same) return std::nullopt;
    literal += slot.literal;
    at = take_value(slot, at + slot.literal, end, record);
    if (at == nullptr) return std::nullopt;
  }
  const std::string_view behind(literal, literals_.data() + literals_.size());
  return std::string_view(at, end) == behind ? std::optional(record) : std::nullopt;
}

}  // namespace yett
