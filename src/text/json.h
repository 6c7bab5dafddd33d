#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "base/error.h"

namespace yett {

/// A JSON value that owns everything below it. Objects keep the order in which members were read and never
/// hold a key twice. Value semantics; safe to read from several threads.
class Json {
 public:
  struct Member;
  using Array = std::vector<Json>;
  using Object = std::vector<Member>;

  // NOLINTBEGIN(google-explicit-constructor): literals read best without a cast
  Json();  // null
  Json(std::nullptr_t);
  template <std::same_as<bool> T>  // only a bool: a pointer must not turn into true
  Json(T value);
  Json(double value);
  Json(int value);
  Json(std::int64_t value);
  Json(std::uint64_t value);
  Json(std::string value);
  Json(std::string_view value);
  Json(const char* value);
  Json(Array value);
  Json(Object value);
  // NOLINTEND(google-explicit-constructor)
  /// An object from a list of members, in that order. The keys must differ.
  [[nodiscard]] static Json object(std::initializer_list<Member> members);

  [[nodiscard]] bool is_null() const { return std::holds_alternative<std::monostate>(value_); }
  /// Each returns a pointer to the value of that type, or nullptr when the value is of another type.
  [[nodiscard]] const bool* as_bool() const { return std::get_if<bool>(&value_); }
  [[nodiscard]] const double* as_number() const { return std::get_if<double>(&value_); }
  [[nodiscard]] const std::string* as_string() const { return std::get_if<std::string>(&value_); }
  [[nodiscard]] const Array* as_array() const { return std::get_if<Array>(&value_); }
  [[nodiscard]] const Object* as_object() const { return std::get_if<Object>(&value_); }
  [[nodiscard]] Array* as_array() { return std::get_if<Array>(&value_); }
  [[nodiscard]] Object* as_object() { return std::get_if<Object>(&value_); }

  /// The member of that name, or nullptr when there is none or this is no object. Linear in the members.
  [[nodiscard]] const Json* find(std::string_view key) const;
  [[nodiscard]] Json* find(std::string_view key);
  /// Sets or replaces a member; turns a null into an object. Must not be called on any other type.
  void set(std::string_view key, Json value);
  /// Removes a member if it is there.
  void erase(std::string_view key);
  /// Replaces this by a bool, double, std::string, Array or Object made in place, and returns it.
  template <typename T, typename... Arguments>
  T& emplace(Arguments&&... arguments) {
    return value_.template emplace<T>(std::forward<Arguments>(arguments)...);
  }

  bool operator==(const Json&) const = default;

 private:
  std::variant<std::monostate, bool, double, std::string, Array, Object> value_;
};

struct Json::Member {
  std::string key;
  Json value;
  bool operator==(const Member&) const = default;
};

// A constructor needs to know what a Member is, which in turn holds a Json: so they stand behind both.
inline Json::Json() = default;
inline Json::Json(std::nullptr_t) {}
template <std::same_as<bool> T>
Json::Json(T value) : value_(value) {}
inline Json::Json(double value) : value_(value) {}
inline Json::Json(int value) : value_(static_cast<double>(value)) {}
inline Json::Json(std::int64_t value) : value_(static_cast<double>(value)) {}
inline Json::Json(std::uint64_t value) : value_(static_cast<double>(value)) {}
inline Json::Json(std::string value) : value_(std::move(value)) {}
inline Json::Json(std::string_view value) : value_(std::string(value)) {}
inline Json::Json(const char* value) : value_(std::string(value)) {}
inline Json::Json(Array value) : value_(std::move(value)) {}
inline Json::Json(Object value) : value_(std::move(value)) {}

/// How numbers are read. What is judged must survive being written again; what is only passed on need not.
enum class JsonNumbers : std::uint8_t {
  Exact,        // refuse -0, anything out of double's range, and whole numbers beyond 2^53 in any notation
  Approximate,  // take the nearest finite double
};

struct JsonLimits {
  std::size_t max_bytes = 64u << 20;  // docs/calls.md: 64 MiB a message
  std::size_t max_depth = 128;        // nested arrays and objects; never more than 1,000, whatever stands here
  JsonNumbers numbers = JsonNumbers::Exact;
};

/// Reads one JSON text (RFC 8259), strictly: valid UTF-8, no byte order mark, nothing behind the value,
/// no repeated key (after unescaping), no lone surrogate, numbers as `limits` says. Errors carry the byte at which
/// reading stopped, from 1, as `where.column` when it is known; the message never quotes the input.
/// O(n), and O(k log k) in the k keys of an object with more than 32: sorted, because hashing without a secret seed
/// would let a caller choose keys that collide. A value of very many small parts takes up to about 40 times the memory
/// of its text. Reuses a per-thread parser buffer.
[[nodiscard]] Result<Json> parse_json(std::string_view text, const JsonLimits& limits = {});

/// Writes compact JSON, members in their own order, non-ASCII as UTF-8. Always valid JSON: a byte that is no UTF-8 is
/// written as U+FFFD, a number that is not finite as null. O(n).
[[nodiscard]] std::string write_json(const Json& value);
void append_json(std::string& out, const Json& value);
/// Appends a JSON string literal, quotes included.
void append_json_string(std::string& out, std::string_view text);

/// The canonical form of RFC 8785: members sorted by UTF-16 code units, ECMAScript numbers, minimal escapes.
/// Two values are equal as JSON exactly when their canonical texts are. O(n log n).
[[nodiscard]] std::string canonical_json(const Json& value);
void append_canonical_json(std::string& out, const Json& value);

}  // namespace yett
