#include "measure/quick_records.h"

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
constexpr std::size_t kKeptParser = 1u << 20;
constexpr std::size_t kFewKeys = 32;            // up to here comparing each with each is the fastest
constexpr std::string_view kSpace = " \t\n\r";  // RFC 8259, section 2

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

/// Whether a text with escapes may hold half of a surrogate pair, which decoders read in different ways.
bool has_surrogate(std::string_view text) {
  for (std::size_t at = text.find("\\u"); at != std::string_view::npos; at = text.find("\\u", at + 2)) {
    if (at + 2 < text.size() && (text[at + 2] == 'd' || text[at + 2] == 'D')) return true;
  }
  return false;
}

/// The keys of the object before, in their order: those of the next one are mostly the same. A key is told by comparing
/// it with the one that is expected, closing quote included.
class ExpectedKeys {
 public:
  struct Key {
    std::array<char, 48> text;  // shorter than the padding, so that comparing never leaves the buffer
    std::uint8_t size = 0;      // with the quote; 0: nothing is expected
    Meaning meaning = kIgnored;
  };
  static_assert(sizeof(Key::text) <= QuickRecords::kPadding);

  /// The key expected at `place` if it begins at `raw`.
  [[nodiscard]] const Key* at(std::size_t place, const char* raw) const {
    if (place >= keys_.size()) return nullptr;
    const Key& key = keys_[place];
    return key.size != 0 && std::memcmp(key.text.data(), raw, key.size) == 0 ? &key : nullptr;
  }

  void expect(std::size_t place, std::string_view key, Meaning meaning) {
    if (place >= keys_.size()) return;
    Key& expected = keys_[place];
    expected.size = 0;
    if (key.size() + 1 > expected.text.size()) return;
    std::ranges::copy(key, expected.text.begin());
    expected.text[key.size()] = '"';
    expected.size = static_cast<std::uint8_t>(key.size() + 1);
    expected.meaning = meaning;
  }

 private:
  std::array<Key, kMaxFeatures> keys_{};
};

}  // namespace

class QuickRecords::State {
 public:
  explicit State(const Experiment& experiment) : experiment_(experiment) {}

  std::optional<FeatureRecord> read(std::string_view line) {
    // A thread may live long: what one long line needed is given back.
    if (parser_.capacity() > kKeptParser && line.size() <= kKeptParser) parser_ = ondemand::parser();
    if (line.size() > parser_.capacity() && !make_room(line.size())) return std::nullopt;
    end_ = line.data() + line.size();
    keys_.clear();
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
  struct Key {
    std::string_view text;
    Meaning meaning = kIgnored;
  };

  bool make_room(std::size_t size) { return !parser_.allocate(std::max(size + size / 2, kSmallestParser)); }

  bool read_members(ondemand::object& object, FeatureRecord& record) {
    std::uint64_t seen = 0;
    std::size_t place = 0;
    for (auto result : object) {
      if (result.error()) return false;
      ondemand::field& field = result.value_unsafe();
      const auto meaning_of = [](std::string_view key) {
        const auto* const found = std::ranges::find(kMembers, key);
        return found == kMembers.end() ? kIgnored : static_cast<Meaning>(found - kMembers.begin());
      };
      const std::optional<Key> key = read_key(field, members_, place++, meaning_of);
      if (!key || !is_new(*key, seen, 0)) return false;
      if (!read_member(*key, field.value(), record)) return false;
    }
    return (seen & bit(kClass)) != 0 && (seen & bit(kSource)) != 0;
  }

  bool read_member(const Key& key, ondemand::value& value, FeatureRecord& record) {
    switch (key.meaning) {
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
    const std::size_t first_key = keys_.size();
    std::uint64_t seen = 0;
    std::size_t place = 0;
    for (auto result : object) {
      if (result.error()) return false;
      ondemand::field& field = result.value_unsafe();
      const auto meaning_of = [this](std::string_view key) {
        const std::optional<std::size_t> index = experiment_.feature(key);
        return index ? static_cast<Meaning>(*index) : kIgnored;
      };
      const std::optional<Key> key = read_key(field, features_, place++, meaning_of);
      if (!key || !is_new(*key, seen, first_key)) return false;
      bool holds = false;
      if (field.value().get_bool().get(holds)) return false;
      if (key->meaning == kIgnored) {
        if (experiment_.knows_all_features) return false;
      } else if (holds) {
        record.features |= bit(key->meaning);
      }
    }
    keys_.resize(first_key);
    return true;
  }

  template <typename MeaningOf>
  std::optional<Key> read_key(ondemand::field& field, ExpectedKeys& expected, std::size_t place,
                              const MeaningOf& meaning_of) {
    const char* raw = field.key().raw();
    if (const ExpectedKeys::Key* known = expected.at(place, raw)) {
      return Key{.text = {raw, known->size - 1U}, .meaning = known->meaning};
    }
    const std::optional<std::string_view> text = text_of(field);
    if (!text) return std::nullopt;
    const Meaning meaning = meaning_of(*text);
    if (text->data() == raw) expected.expect(place, *text, meaning);
    return Key{.text = *text, .meaning = meaning};
  }

  /// A key as it is meant; it lives as long as the line or until the next one.
  [[nodiscard]] std::optional<std::string_view> text_of(ondemand::field& field) const {
    const char* raw = field.key().raw();
    const std::string_view rest(raw, end_);
    const std::size_t end = rest.find_first_of("\"\\");
    if (end == std::string_view::npos) return std::nullopt;
    if (rest[end] == '"') return rest.substr(0, end);
    std::size_t quote = end;
    while (quote < rest.size() && rest[quote] != '"') quote += rest[quote] == '\\' ? 2U : 1U;
    if (has_surrogate(rest.substr(0, quote))) return std::nullopt;
    std::string_view text;
    if (field.unescaped_key().get(text)) return std::nullopt;
    return text;
  }

  /// Whether this object has no such key yet. Its ignored keys stand in keys_ from `first_key` on.
  bool is_new(const Key& key, std::uint64_t& seen, std::size_t first_key) {
    if (key.meaning != kIgnored) {
      const bool is_repeated = (seen & bit(key.meaning)) != 0;
      seen |= bit(key.meaning);
      return !is_repeated;
    }
    if (keys_.size() - first_key >= kFewKeys) return false;
    if (std::find(keys_.begin() + static_cast<std::ptrdiff_t>(first_key), keys_.end(), key.text) != keys_.end()) {
      return false;
    }
    keys_.push_back(key.text);
    return true;
  }

  static std::optional<std::string_view> read_text(ondemand::value& value) {
    std::string_view token = value.raw_json_token();
    if (token.front() != '"') return std::nullopt;
    if (!has_escape(token)) {
      token.remove_suffix(token.size() - token.rfind('"'));
      return token.substr(1);
    }
    std::string_view text;
    if (has_surrogate(token) || value.get_string().get(text)) return std::nullopt;
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
        if (!has_escape(token)) return true;
        std::string_view text;
        return !has_surrogate(token) && !value.get_string().get(text);
      }
      case '{':
        return depth <= JsonLimits{}.max_depth && check_object(value, depth);
      case '[':
        return depth <= JsonLimits{}.max_depth && check_array(value, depth);
      default: {
        const std::string_view word = token.substr(0, token.find_last_not_of(kSpace) + 1);
        return word == "true" || word == "false" || word == "null" ||
               parse_json_number(word, JsonNumbers::Approximate).has_value();
      }
    }
  }

  bool check_object(ondemand::value& value, std::size_t depth) {
    ondemand::object object;
    if (value.get_object().get(object)) return false;
    const std::size_t first_key = keys_.size();
    std::uint64_t seen = 0;
    for (auto result : object) {
      if (result.error()) return false;
      ondemand::field& field = result.value_unsafe();
      const std::optional<std::string_view> key = text_of(field);
      if (!key || !is_new({.text = *key}, seen, first_key)) return false;
      if (!check(field.value(), field.value().raw_json_token(), depth + 1)) return false;
    }
    keys_.resize(first_key);
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
  ExpectedKeys members_;
  ExpectedKeys features_;
  std::vector<std::string_view> keys_;  // ignored ones of the objects that are open
};

QuickRecords::QuickRecords(const Experiment& experiment) : state_(std::make_unique<State>(experiment)) {}
QuickRecords::QuickRecords(QuickRecords&&) noexcept = default;
QuickRecords& QuickRecords::operator=(QuickRecords&&) noexcept = default;
QuickRecords::~QuickRecords() = default;

std::optional<FeatureRecord> QuickRecords::read(std::string_view line) { return state_->read(line); }

}  // namespace yett
