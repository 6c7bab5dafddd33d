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
constexpr std::size_t kMaxExpectedKeys = kMaxFeatures;
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

/// Whether a text with escapes may hold half of a surrogate pair, which decoders read in different ways.
bool has_surrogate(std::string_view text) {
  for (std::size_t at = text.find("\\u"); at != std::string_view::npos; at = text.find("\\u", at + 2)) {
    if (at + 2 < text.size() && (text[at + 2] == 'd' || text[at + 2] == 'D')) return true;
  }
  return false;
}

/// The keys of the object before, in their order: those of the next one are mostly the same, so that a key is told by
/// comparing it with the one that is expected at its place, closing quote included, eight bytes at a time.
class ExpectedKeys {
 public:
  struct Key {
    std::array<char, 40> bytes{};  // the quote included; 0 behind it
    std::uint64_t last_mask = 0;   // of the bytes of the last word that count
    std::uint8_t size = 0;         // without the quote
    std::uint8_t words = 0;        // 0: nothing is expected
    Meaning meaning = kIgnored;

    [[nodiscard]] std::string_view text() const { return {bytes.data(), size}; }
  };
  static_assert(sizeof(Key::bytes) <= QuickRecords::kPadding, "comparing never leaves what can be read");

  /// The key expected at `place` if it begins at `raw`.
  [[nodiscard]] const Key* at(std::size_t place, const char* raw) const {
    if (place >= keys_.size() || keys_[place].words == 0) return nullptr;
    const Key& key = keys_[place];
    const std::size_t last = key.words - 1U;
    std::uint64_t difference = (word(raw, last) ^ word(key.bytes.data(), last)) & key.last_mask;
    for (std::size_t i = 0; i < last; ++i) difference |= word(raw, i) ^ word(key.bytes.data(), i);
    return difference == 0 ? &key : nullptr;
  }
  [[nodiscard]] const Key& operator[](std::size_t place) const { return keys_[place]; }

  /// From now on `text` is expected at `place`; an empty one stands for a key that is not worth it.
  void expect(std::size_t place, std::string_view text, Meaning meaning) {
    distinct_ = std::min(distinct_, place);
    if (place >= keys_.size()) return;
    Key& key = keys_[place];
    key = {};
    if (text.empty() || text.size() >= key.bytes.size()) return;
    std::ranges::copy(text, key.bytes.begin());
    key.bytes[text.size()] = '"';
    std::array<char, kWord> mask{};
    std::fill_n(mask.begin(), text.size() % kWord + 1, '\xff');
    std::memcpy(&key.last_mask, mask.data(), kWord);
    key.size = static_cast<std::uint8_t>(text.size());
    key.words = static_cast<std::uint8_t>(text.size() / kWord + 1);
    key.meaning = meaning;
  }

  /// Whether the keys expected up to and at `place` are known to differ from each other.
  [[nodiscard]] bool are_distinct(std::size_t place) const { return place < distinct_; }
  /// Says so, when it is known of the places before.
  void set_distinct(std::size_t place) {
    if (place == distinct_ && place < keys_.size() && keys_[place].words != 0) ++distinct_;
  }

 private:
  static constexpr std::size_t kWord = sizeof(std::uint64_t);

  static std::uint64_t word(const char* bytes, std::size_t index) {
    std::uint64_t word = 0;
    std::memcpy(&word, bytes + index * kWord, kWord);
    return word;
  }

  std::array<Key, kMaxExpectedKeys> keys_{};
  std::size_t distinct_ = 0;
};

}  // namespace

class QuickRecords::State {
 public:
  explicit State(const Experiment& experiment) : experiment_(experiment) {}

  std::optional<Record> read(std::string_view line) {
    // A thread may live long: what one long line needed is given back.
    if (parser_.capacity() > kKeptParser && line.size() <= kKeptParser) parser_ = ondemand::parser();
    if (line.size() > parser_.capacity() && !make_room(line.size())) return std::nullopt;
    end_ = line.data() + line.size();
    keys_.clear();
    Record record;
    ondemand::document document;
    ondemand::object object;
    if (parser_.iterate(line.data(), line.size(), line.size() + kPadding).get(document)) return std::nullopt;
    if (document.get_object().get(object)) return std::nullopt;
    if (!read_members(object, record)) return std::nullopt;
    if (document.current_location().error() != simdjson::OUT_OF_BOUNDS) return std::nullopt;
    return record;
  }

 private:
  bool make_room(std::size_t size) { return !parser_.allocate(std::max(size + size / 2, kSmallestParser)); }

  /// The keys of an object that was begun, one after the other: each is to be new. As long as all are those that were
  /// expected and are known to differ, nothing is kept of them but what they mean.
  class KeyReader {
   public:
    KeyReader(State& state, ExpectedKeys& expected)
        : state_(state), expected_(expected), first_ignored_(state.keys_.size()) {}

    /// What the next key means; nullopt when it came before or cannot be told.
    template <typename MeaningOf>
    std::optional<Meaning> next(ondemand::field& field, const MeaningOf& meaning_of) {
      const std::size_t place = place_++;
      const char* raw = field.key().raw();
      const ExpectedKeys::Key* known = expected_.at(place, raw);
      if (known != nullptr && is_as_expected_ && expected_.are_distinct(place)) {
        if (known->meaning != kIgnored) seen_ |= bit(known->meaning);
        return known->meaning;
      }
      if (is_as_expected_) keep_expected(place);
      is_as_expected_ = false;
      if (known != nullptr) return check_new(known->text(), known->meaning, place);
      const std::optional<std::string_view> text = state_.text_of(field);
      if (!text) return std::nullopt;
      const Meaning meaning = meaning_of(*text);
      expected_.expect(place, text->data() == raw ? *text : std::string_view(), meaning);
      return check_new(*text, meaning, place);
    }

    /// Forgets the ignored keys.
    void end() { state_.keys_.resize(first_ignored_); }
    [[nodiscard]] bool has(Meaning meaning) const { return (seen_ & bit(meaning)) != 0; }

   private:
    /// The ignored keys before `place`, which were as expected.
    void keep_expected(std::size_t place) {
      for (std::size_t i = 0; i < std::min(place, kMaxExpectedKeys); ++i) {
        if (expected_[i].meaning == kIgnored) state_.keys_.push_back(expected_[i].text());
      }
    }

    std::optional<Meaning> check_new(std::string_view text, Meaning meaning, std::size_t place) {
      if (meaning == kIgnored) {
        if (!state_.is_new(text, first_ignored_)) return std::nullopt;
        state_.keys_.push_back(text);
      } else {
        if (has(meaning)) return std::nullopt;
        seen_ |= bit(meaning);
      }
      expected_.set_distinct(place);
      return meaning;
    }

    State& state_;
    ExpectedKeys& expected_;
    std::size_t first_ignored_;  // in keys_
    std::size_t place_ = 0;
    std::uint64_t seen_ = 0;  // meanings
    bool is_as_expected_ = true;
  };

  bool read_members(ondemand::object& object, Record& record) {
    KeyReader keys(*this, members_);
    const auto meaning_of = [](std::string_view key) {
      const auto* const found = std::ranges::find(kMembers, key);
      return found == kMembers.end() ? kIgnored : static_cast<Meaning>(found - kMembers.begin());
    };
    for (auto result : object) {
      if (result.error()) return false;
      const std::optional<Meaning> meaning = keys.next(result.value_unsafe(), meaning_of);
      if (!meaning || !read_member(*meaning, result.value_unsafe().value(), record)) return false;
    }
    return keys.has(kClass) && keys.has(kSource);
  }

  bool read_member(Meaning meaning, ondemand::value& value, Record& record) {
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

  bool read_features(ondemand::value& value, Record& record) {
    ondemand::object object;
    if (value.get_object().get(object)) return false;
    KeyReader keys(*this, features_);
    const auto meaning_of = [this](std::string_view key) {
      const std::optional<std::size_t> index = experiment_.feature(key);
      return index ? static_cast<Meaning>(*index) : kIgnored;
    };
    for (auto result : object) {
      if (result.error()) return false;
      const std::optional<Meaning> meaning = keys.next(result.value_unsafe(), meaning_of);
      bool holds = false;
      if (!meaning || result.value_unsafe().value().get_bool().get(holds)) return false;
      if (*meaning == kIgnored) {
        if (experiment_.knows_all_features) return false;
      } else {
        record.features |= std::uint64_t{holds} << *meaning;  // no branch: nobody can foresee it
      }
    }
    keys.end();
    return true;
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

  /// Whether none of the ignored keys from `first` on is this one; not when there are too many to look.
  [[nodiscard]] bool is_new(std::string_view key, std::size_t first) const {
    const auto begin = keys_.begin() + static_cast<std::ptrdiff_t>(first);
    return keys_.size() - first < kFewKeys && std::find(begin, keys_.end(), key) == keys_.end();
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
        if (!has_escape(token)) return take_string(value);
        std::string_view text;
        return !has_surrogate(token) && !value.get_string().get(text);
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
    const std::size_t first_key = keys_.size();
    for (auto result : object) {
      if (result.error()) return false;
      ondemand::field& field = result.value_unsafe();
      const std::optional<std::string_view> key = text_of(field);
      if (!key || !is_new(*key, first_key)) return false;
      keys_.push_back(*key);
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

std::optional<Record> QuickRecords::read(std::string_view line) { return state_->read(line); }

}  // namespace yett
