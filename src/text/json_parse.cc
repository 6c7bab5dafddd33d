#include <simdjson.h>

#include <algorithm>
#include <charconv>
#include <cstring>
#include <memory>
#include <optional>

#include "text/json.h"
#include "text/json_number.h"
#include "text/json_refusal.h"
#include "text/unicode.h"

namespace yett {
namespace {

namespace ondemand = simdjson::ondemand;

constexpr std::size_t kDeepest = 1000;         // the stack has to hold the recursion, whatever the caller allows
constexpr std::size_t kDepthReserve = 8;       // levels that simdjson counts beyond ours
constexpr std::size_t kFewMembers = 32;        // up to here comparing each key with each is the fastest
constexpr std::size_t kSmallText = 64u << 10;  // up to here room is made ahead, at the cost of memory
constexpr std::size_t kUsualMembers = 8;
constexpr std::size_t kSmallestBuffer = 4096;
constexpr std::size_t kKeptBuffer = 1u << 20;  // a thread may live long: what one long text needed is given back
constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";
constexpr std::string_view kSpace = " \t\n\r";  // RFC 8259, section 2

JsonRefusal refusal_of(simdjson::error_code error) {
  switch (error) {
    case simdjson::EMPTY:
      return JsonRefusal::Empty;
    case simdjson::UTF8_ERROR:
      return JsonRefusal::InvalidUtf8;
    case simdjson::UNCLOSED_STRING:
      return JsonRefusal::UnclosedString;
    case simdjson::UNESCAPED_CHARS:
      return JsonRefusal::ControlCharacter;
    case simdjson::STRING_ERROR:
      return JsonRefusal::UnknownEscape;
    case simdjson::MEMALLOC:
      return JsonRefusal::OutOfMemory;
    default:
      return JsonRefusal::Malformed;
  }
}

JsonRefusal refusal_of(JsonNumberRefusal refusal) {
  switch (refusal) {
    case JsonNumberRefusal::NegativeZero:
      return JsonRefusal::NegativeZero;
    case JsonNumberRefusal::TooPrecise:
      return JsonRefusal::NumberTooPrecise;
    case JsonNumberRefusal::OutOfRange:
      return JsonRefusal::NumberOutOfRange;
    case JsonNumberRefusal::Malformed:
      break;
  }
  return JsonRefusal::MalformedWord;
}

/// The code unit of "\uXXXX" at the front of `text`, if there is one.
std::optional<std::uint16_t> escaped_unit(std::string_view text) {
  constexpr std::size_t kLength = 6;
  std::uint16_t unit = 0;
  if (text.size() < kLength || !text.starts_with("\\u")) return std::nullopt;
  const auto [end, error] = std::from_chars(text.data() + 2, text.data() + kLength, unit, 16);
  if (error != std::errc{} || end != text.data() + kLength) return std::nullopt;
  return unit;
}

bool is_high_surrogate(std::uint16_t unit) { return unit >= 0xd800 && unit <= 0xdbff; }
bool is_low_surrogate(std::uint16_t unit) { return unit >= 0xdc00 && unit <= 0xdfff; }

/// Where an escaped surrogate stands without its other half. Looks at the raw text, in which a backslash can only
/// stand in a string, because what becomes of such an escape differs from decoder to decoder.
std::optional<std::size_t> find_lone_surrogate(std::string_view text) {
  for (auto at = text.find('\\'); at != std::string_view::npos; at = text.find('\\', at)) {
    const auto unit = escaped_unit(text.substr(at));
    if (!unit) {
      at += 2;
    } else if (is_high_surrogate(*unit)) {
      const auto next = escaped_unit(text.substr(at + 6));
      if (!next || !is_low_surrogate(*next)) return at;
      at += 12;
    } else {
      if (is_low_surrogate(*unit)) return at;
      at += 6;
    }
  }
  return std::nullopt;
}

bool has_repeated_key(const Json::Object& members) {
  std::vector<std::string_view> keys(members.size());
  std::ranges::transform(members, keys.begin(), &Json::Member::key);
  const auto by_size_first = [](std::string_view a, std::string_view b) {
    return a.size() != b.size() ? a.size() < b.size() : a < b;
  };
  std::ranges::sort(keys, by_size_first);
  return std::ranges::adjacent_find(keys) != keys.end();
}

/// Makes Json values of what simdjson iterates over, each in its final place. On-Demand checks only what is visited,
/// so everything is visited.
class Reader {
 public:
  Reader(std::string_view text, const JsonLimits& limits) : text_(text), limits_(limits) {}

  [[nodiscard]] JsonRefusal read_document(ondemand::document& document, Json& out) {
    std::string_view token;
    if (const auto error = document.raw_json_token().get(token)) return refusal_of(error);
    const JsonRefusal refusal = read_value(document, token, 1, out);
    if (refusal != JsonRefusal::None) return refusal;
    // A bare word or number isn't consumed by looking at it, so its own end tells what stands behind it.
    const bool is_bare = std::string_view("{[\"").find(token.front()) == std::string_view::npos;
    if (is_bare)
      return token.end() == text_.end() ? JsonRefusal::None : refuse(JsonRefusal::SomethingBehind, token.end());
    const bool is_at_end = document.current_location().error() == simdjson::OUT_OF_BOUNDS;
    return is_at_end ? JsonRefusal::None : JsonRefusal::SomethingBehind;
  }

  /// Where the refused thing stands, or null when only simdjson knows.
  [[nodiscard]] const char* where() const { return where_; }

 private:
  JsonRefusal refuse(JsonRefusal refusal, const char* where) {
    where_ = where;
    return refusal;
  }

  /// `Source` is a document or a value of simdjson, of which `token` is the first token.
  template <typename Source>
  JsonRefusal read_value(Source& source, std::string_view token, std::size_t depth, Json& out) {
    const char kind = token.front();
    if (kind == '"') return read_string(source.get_string(), out);
    if (kind != '{' && kind != '[') return read_word(token, out);
    if (depth > limits_.max_depth) return refuse(JsonRefusal::TooDeep, token.data());
    return kind == '{' ? read_object(source.get_object(), depth, out) : read_array(source.get_array(), depth, out);
  }

  JsonRefusal read_child(ondemand::value& child, std::size_t depth, Json& out) {
    return read_value(child, child.raw_json_token(), depth, out);
  }

  JsonRefusal read_string(simdjson::simdjson_result<std::string_view> string, Json& out) {
    if (string.error()) return refusal_of(string.error());
    out.emplace<std::string>(string.value_unsafe());
    return JsonRefusal::None;
  }

  JsonRefusal read_word(std::string_view token, Json& out) {
    const auto word = token.substr(0, token.find_last_not_of(kSpace) + 1);
    if (word == "true") {
      out.emplace<bool>(true);
    } else if (word == "false") {
      out.emplace<bool>(false);
    } else if (word != "null") {
      const auto number = parse_json_number(word, limits_.numbers);
      if (!number) return refuse(refusal_of(number.error()), token.data());
      out.emplace<double>(*number);
    }
    return JsonRefusal::None;
  }

  JsonRefusal read_array(simdjson::simdjson_result<ondemand::array> array, std::size_t depth, Json& out) {
    if (array.error()) return refusal_of(array.error());
    auto& elements = out.emplace<Json::Array>();
    for (auto element : array) {
      if (element.error()) return refusal_of(element.error());
      const JsonRefusal refusal = read_child(element.value_unsafe(), depth + 1, elements.emplace_back());
      if (refusal != JsonRefusal::None) return refusal;
    }
    return JsonRefusal::None;
  }

  JsonRefusal read_object(simdjson::simdjson_result<ondemand::object> object, std::size_t depth, Json& out) {
    if (object.error()) return refusal_of(object.error());
    auto& members = out.emplace<Json::Object>();
    for (auto result : object) {
      if (result.error()) return refusal_of(result.error());
      ondemand::field& field = result.value_unsafe();
      const char* opening_quote = field.key().raw() - 1;
      std::string_view key;
      if (const auto error = field.unescaped_key().get(key)) return refusal_of(error);
      const auto has_this_key = [key](const Json::Member& member) { return member.key == key; };
      if (members.size() < kFewMembers && std::ranges::any_of(members, has_this_key)) {
        return refuse(JsonRefusal::RepeatedKey, opening_quote);
      }
      if (members.empty() && text_.size() <= kSmallText) members.reserve(kUsualMembers);
      Json::Member& member = members.emplace_back();
      member.key.assign(key);
      const JsonRefusal refusal = read_child(field.value(), depth + 1, member.value);
      if (refusal != JsonRefusal::None) return refusal;
    }
    const bool is_unchecked = members.size() > kFewMembers;
    return is_unchecked && has_repeated_key(members) ? JsonRefusal::RepeatedKey : JsonRefusal::None;
  }

  std::string_view text_;
  const JsonLimits& limits_;
  const char* where_ = nullptr;
};

std::unexpected<Error> refuse(JsonRefusal refusal, const JsonLimits& limits, std::optional<std::size_t> offset = {}) {
  Error error = describe(refusal, limits);
  if (offset) error.where.column = static_cast<std::uint32_t>(*offset) + 1;
  return std::unexpected(std::move(error));
}

/// What a thread keeps from text to text: simdjson's tables and a copy of the text with the padding that it needs.
class Workspace {
 public:
  [[nodiscard]] Result<Json> parse(std::string_view text, const JsonLimits& limits) {
    if (!prepare(text.size(), limits.max_depth)) return refuse(JsonRefusal::OutOfMemory, limits);
    std::ranges::copy(text, bytes_.get());
    std::memset(bytes_.get() + text.size(), 0, simdjson::SIMDJSON_PADDING);
    const std::string_view copy(bytes_.get(), text.size());

    ondemand::document document;
    if (const auto error = parser_.iterate(copy, copy.size() + simdjson::SIMDJSON_PADDING).get(document)) {
      const JsonRefusal refusal = refusal_of(error);
      if (refusal == JsonRefusal::InvalidUtf8) return refuse(refusal, limits, valid_utf8_prefix(copy));
      return refuse(refusal, limits);
    }
    Json value;
    Reader reader(copy, limits);
    const JsonRefusal refusal = reader.read_document(document, value);
    if (refusal == JsonRefusal::None) return value;
    const char* where = reader.where();
    // Only of the repeated keys of a large object is the place not known.
    if (where == nullptr && refusal == JsonRefusal::RepeatedKey) return refuse(refusal, limits);
    if (where == nullptr && document.current_location().get(where)) where = copy.end();
    return refuse(refusal, limits, where - copy.data());
  }

  void give_back_excess() {
    if (capacity_ > kKeptBuffer) *this = Workspace();
  }

 private:
  [[nodiscard]] bool prepare(std::size_t size, std::size_t max_depth) {
    const std::size_t depth = std::max(max_depth + kDepthReserve, parser_.max_depth());
    if (bytes_ != nullptr && size <= capacity_ && depth == parser_.max_depth()) return true;
    const std::size_t capacity = std::max({size + size / 2, capacity_, kSmallestBuffer});
    capacity_ = 0;
    bytes_ = std::make_unique_for_overwrite<char[]>(capacity + simdjson::SIMDJSON_PADDING);
    if (parser_.allocate(capacity, depth)) return false;
    capacity_ = capacity;
    return true;
  }

  ondemand::parser parser_;
  std::unique_ptr<char[]> bytes_;
  std::size_t capacity_ = 0;
};

}  // namespace

Result<Json> parse_json(std::string_view text, const JsonLimits& limits) {
  JsonLimits bounded = limits;
  bounded.max_depth = std::min(limits.max_depth, kDeepest);
  if (text.size() > limits.max_bytes) return refuse(JsonRefusal::TooLong, bounded);
  if (text.starts_with(kByteOrderMark)) return refuse(JsonRefusal::ByteOrderMark, bounded, 0);
  if (const auto at = find_lone_surrogate(text)) return refuse(JsonRefusal::LoneSurrogate, bounded, at);

  thread_local Workspace workspace;
  auto result = workspace.parse(text, bounded);
  workspace.give_back_excess();
  return result;
}

}  // namespace yett
