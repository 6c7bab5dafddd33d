#include "records/quick_records.h"

#include <simdjson.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <vector>

#include "text/json.h"
#include "text/json_number.h"

namespace yett {
namespace {

namespace ondemand = simdjson::ondemand;

static_assert(QuickRecords::kPadding >= simdjson::SIMDJSON_PADDING);

constexpr std::size_t kSmallestParser = 64u << 10;
constexpr std::size_t kFewKeys = 32;  // up to here comparing each with each is the fastest

/// What a key of a record or of its features stands for: the place of a feature, or one of these.
using Meaning = std::uint8_t;
constexpr Meaning kIgnored = 255;
constexpr Meaning kClass = 0;
constexpr Meaning kSource = 1;
constexpr Meaning kFeatures = 2;
constexpr Meaning kCapability = 3;
constexpr Meaning kLabel = 4;
constexpr Meaning kTool = 5;
constexpr std::array<std::string_view, 6> kMembers = {"class", "source", "features", "capability", "label", "tool"};

std::uint64_t bit(Meaning meaning) { return std::uint64_t{1} << meaning; }

bool has_escape(std::string_view text) { return std::memchr(text.data(), '\\', text.size()) != nullptr; }

/// A token as simdjson gives it goes on to the next one.
std::string_view without_space_behind(std::string_view token) {
  const auto is_space = [](char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; };  // RFC 8259, section 2
  while (!token.empty() && is_space(token.back())) token.remove_suffix(1);
  return token;
}

/// Most numbers are such.
bool is_short_whole(std::string_view word) {
  constexpr std::size_t kShort = 15;
  if (word.empty() || word.size() > kShort || (word.front() == '0' && word.size() > 1)) return false;
  return std::ranges::all_of(word, [](char c) { return c >= '0' && c <= '9'; });
}

}  // namespace

class QuickRecords::State {
 public:
  explicit State(const Experiment& experiment) : experiment_(experiment) {}

  std::optional<FeatureRecord> read(std::string_view line) {
    if (line.size() > parser_.capacity() && !make_room(line.size())) return std::nullopt;
    end_ = line.data() + line.size();
    FeatureRecord record;
    ondemand::document document;
    ondemand::object object;
    if (parser_.iterate(line.data(), line.size(), line.size() + kPadding).get(document)) return std::nullopt;
    if (document.get_object().get(object)) return std::nullopt;
    if (!read_members(object, record)) return std::nullopt;
    if (document.current_location().error() != simdjson::OUT_OF_BOUNDS) return std::nullopt;
    return record;
  }

 private:
  /// The keys of an object that is open.
  class Keys {
   public:
    explicit Keys(State& state) : ignored_(state.ignored_), first_(ignored_.size()) {}
    Keys(const Keys&) = delete;
    Keys& operator=(const Keys&) = delete;
    ~Keys() { ignored_.resize(first_); }

    /// Whether the object has no such key yet; not when there are too many to look.
    bool take(std::string_view key, Meaning meaning) {
      if (meaning != kIgnored) {
        const bool is_new = !has(meaning);
        seen_ |= bit(meaning);
        return is_new;
      }
      const auto begin = ignored_.begin() + static_cast<std::ptrdiff_t>(first_);
      if (ignored_.size() - first_ >= kFewKeys || std::find(begin, ignored_.end(), key) != ignored_.end()) return false;
      ignored_.push_back(key);
      return true;
    }
    [[nodiscard]] bool has(Meaning meaning) const { return (seen_ & bit(meaning)) != 0; }

   private:
    std::vector<std::string_view>& ignored_;
    std::size_t first_;
    std::uint64_t seen_ = 0;  // meanings
  };

  bool make_room(std::size_t size) {
    return !parser_.allocate(std::max(std::min(size + size / 2, kMaxRecordBytes), kSmallestParser));
  }

  bool read_members(ondemand::object& object, FeatureRecord& record) {
    Keys keys(*this);
    for (auto result : object) {
      if (result.error()) return false;
      const std::optional<std::string_view> key = text_of(result.value_unsafe());
      if (!key) return false;
      const auto* const found = std::ranges::find(kMembers, *key);
      const Meaning meaning = found == kMembers.end() ? kIgnored : static_cast<Meaning>(found - kMembers.begin());
      if (!keys.take(*key, meaning) || !read_member(meaning, result.value_unsafe().value(), record)) return false;
    }
    return keys.has(kClass) && keys.has(kSource);
  }

  bool read_member(Meaning meaning, ondemand::value& value, FeatureRecord& record) {
    switch (meaning) {
      case kClass: {
        const std::optional<std::string_view> name = read_text(value);
        if (name) record.class_name = *name;
        return name.has_value();
      }
      case kSource: {
        const std::optional<SourceKind> source = read_word(value, parse_source_kind);
        if (source) record.source = *source;
        return source.has_value();
      }
      case kFeatures:
        return read_features(value, record);
      case kCapability:
        record.capability = read_word(value, parse_capability);
        return record.capability.has_value();
      case kLabel:
        record.label = read_word(value, parse_truth);
        return record.label.has_value();
      case kTool:
        return false;
      default:
        return check(value, value.raw_json_token(), 2);
    }
  }

  bool read_features(ondemand::value& value, FeatureRecord& record) {
    ondemand::object object;
    if (value.get_object().get(object)) return false;
    Keys keys(*this);
    for (auto result : object) {
      if (result.error()) return false;
      const std::optional<std::string_view> key = text_of(result.value_unsafe());
      bool holds = false;
      if (!key || result.value_unsafe().value().get_bool().get(holds)) return false;
      const std::optional<std::size_t> feature = experiment_.feature(*key);
      if (!feature && experiment_.knows_all_features) return false;
      const Meaning meaning = feature ? static_cast<Meaning>(*feature) : kIgnored;
      if (!keys.take(*key, meaning)) return false;
      if (holds && feature) record.features |= bit(meaning);
    }
    return true;
  }

  /// A key as it is meant; it lives as long as the line or until the next one.
  [[nodiscard]] std::optional<std::string_view> text_of(ondemand::field& field) const {
    const char* raw = field.key().raw();
    const std::string_view rest(raw, end_);
    std::size_t end = 0;
    while (end < rest.size() && rest[end] != '"' && rest[end] != '\\') ++end;
    if (end == rest.size()) return std::nullopt;
    if (rest[end] == '"') return rest.substr(0, end);
    std::string_view text;
    if (field.unescaped_key().get(text)) return std::nullopt;
    return text;
  }

  /// Steps over a string. One that is left where it is counts as a key if a colon follows, and no error is found.
  static bool take_string(ondemand::value& value) { return value.get_raw_json_string().error() == simdjson::SUCCESS; }

  static std::optional<std::string_view> read_text(ondemand::value& value) {
    std::string_view token = value.raw_json_token();
    if (token.front() != '"') return std::nullopt;
    if (!has_escape(token)) {
      if (!take_string(value)) return std::nullopt;
      token.remove_suffix(token.size() - token.rfind('"'));
      return token.substr(1);
    }
    std::string_view text;
    if (value.get_string().get(text)) return std::nullopt;
    return text;
  }

  template <typename Word>
  static std::optional<Word> read_word(ondemand::value& value, std::optional<Word> (*parse)(std::string_view)) {
    const std::optional<std::string_view> text = read_text(value);
    return text ? parse(*text) : std::nullopt;
  }

  /// Whether a value that is not asked for is JSON: On-Demand checks only what is visited.
  bool check(ondemand::value& value, std::string_view token, std::size_t depth) {
    switch (token.front()) {
      case '"': {
        if (!has_escape(token)) return take_string(value);
        std::string_view text;
        return !value.get_string().get(text);
      }
      case '{':
        return depth <= JsonLimits{}.max_depth && check_object(value, depth);
      case '[':
        return depth <= JsonLimits{}.max_depth && check_array(value, depth);
      default: {
        const std::string_view word = without_space_behind(token);
        return is_short_whole(word) || word == "true" || word == "false" || word == "null" ||
               parse_json_number(word, JsonNumbers::Approximate).has_value();
      }
    }
  }

  bool check_object(ondemand::value& value, std::size_t depth) {
    ondemand::object object;
    if (value.get_object().get(object)) return false;
    Keys keys(*this);
    for (auto result : object) {
      if (result.error()) return false;
      ondemand::field& field = result.value_unsafe();
      const std::optional<std::string_view> key = text_of(field);
      if (!key || !keys.take(*key, kIgnored)) return false;
      if (!check(field.value(), field.value().raw_json_token(), depth + 1)) return false;
    }
    return true;
  }

  bool check_array(ondemand::value& value, std::size_t depth) {
    ondemand::array array;
    if (value.get_array().get(array)) return false;
    for (auto element : array) {
      if (element.error()) return false;
      if (!check(element.value_unsafe(), element.value_unsafe().raw_json_token(), depth + 1)) return false;
    }
    return true;
  }

  const Experiment& experiment_;
  ondemand::parser parser_;
  const char* end_ = nullptr;
  std::vector<std::string_view> ignored_;  // keys of the objects that are open
};

QuickRecords::QuickRecords(const Experiment& experiment) : state_(std::make_unique<State>(experiment)) {}
QuickRecords::QuickRecords(QuickRecords&&) noexcept = default;
QuickRecords& QuickRecords::operator=(QuickRecords&&) noexcept = default;
QuickRecords::~QuickRecords() = default;

std::optional<FeatureRecord> QuickRecords::read(std::string_view line) { return state_->read(line); }

}  // namespace yett
