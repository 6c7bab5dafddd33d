#include "measure/line_shape.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

#include "measure/quick_records.h"

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

/// The first byte from `at` on that is no printable ASCII, or is a quote or a backslash. There has to be one, or
/// `kWord` bytes more can be read.
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
    const std::size_t end = line_.find_first_of("\"\\", at_ + 1);
    if (end == std::string_view::npos || line_[end] == '\\') return false;
    const std::string_view text = line_.substr(at_ + 1, end - at_ - 1);
    std::size_t next = end + 1;
    while (next < line_.size() && is_space(line_[next])) ++next;
    if (next < line_.size() && line_[next] == ':') {
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

bool LineShape::take_text(const Slot& slot, std::string_view text, Record& record) {
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

const char* LineShape::take_value(const Slot& slot, std::string_view rest, Record& record) {
  switch (slot.value) {
    case Value::Flag: {
      const bool holds = rest.starts_with("true");
      if (!holds && !rest.starts_with("false")) return nullptr;
      if (slot.target == Target::Feature) record.features |= FeatureBits{holds} << slot.feature;
      return rest.data() + (holds ? 4 : 5);
    }
    case Value::Digits:
      return end_of_digits(rest.data(), rest.end());
    case Value::Text: {
      const char* end = end_of_plain(rest.data(), rest.end());
      const bool is_whole = end < rest.end() && *end == '"';
      return is_whole && take_text(slot, {rest.data(), end}, record) ? end : nullptr;
    }
  }
  return nullptr;
}

std::optional<Record> LineShape::read(std::string_view line) const {
  if (slots_.empty()) return std::nullopt;
  Record record;
  std::string_view rest = line;
  std::string_view literals = literals_;
  for (const Slot& slot : slots_) {
    if (!rest.starts_with(literals.substr(0, slot.literal))) return std::nullopt;
    rest.remove_prefix(slot.literal);
    literals.remove_prefix(slot.literal);
    const char* end = take_value(slot, rest, record);
    if (end == nullptr) return std::nullopt;
    rest.remove_prefix(static_cast<std::size_t>(end - rest.data()));
  }
  return rest == literals ? std::optional(record) : std::nullopt;
}

}  // namespace yett
