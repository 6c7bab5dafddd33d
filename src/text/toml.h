#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "base/error.h"
#include "base/time.h"

namespace yett {

/// A TOML value that remembers where it stands. Tables keep document order and never hold a key twice.
class Toml {
 public:
  struct Member;
  using Array = std::vector<Toml>;
  using Table = std::vector<Member>;

  std::variant<bool, std::int64_t, double, std::string, std::chrono::year_month_day, TimePoint, Array, Table> value;
  SourcePosition where;

  [[nodiscard]] const bool* as_bool() const { return std::get_if<bool>(&value); }
  [[nodiscard]] const std::int64_t* as_integer() const { return std::get_if<std::int64_t>(&value); }
  [[nodiscard]] const double* as_float() const { return std::get_if<double>(&value); }
  [[nodiscard]] const std::string* as_string() const { return std::get_if<std::string>(&value); }
  [[nodiscard]] const std::chrono::year_month_day* as_date() const {
    return std::get_if<std::chrono::year_month_day>(&value);
  }
  [[nodiscard]] const TimePoint* as_time() const { return std::get_if<TimePoint>(&value); }
  [[nodiscard]] const Array* as_array() const { return std::get_if<Array>(&value); }
  [[nodiscard]] const Table* as_table() const { return std::get_if<Table>(&value); }
  /// The member of a table, or nullptr.
  [[nodiscard]] const Toml* find(std::string_view key) const;
  /// "a string", "a table" …: the type in words, for messages.
  [[nodiscard]] std::string_view type_name() const;
};

struct Toml::Member {
  std::string key;
  SourcePosition key_where;
  Toml value;
};

/// Reads a TOML 1.0 document whose root is a table. `file` only names it in positions and messages.
/// Refused, with position: syntax errors, every kind of repeated key, invalid UTF-8, a byte order mark, NUL, local
/// times and date-times without a zone, non-finite floats, more than 16 MiB, nesting deeper than 64. Columns count
/// characters. O(n log n), but for dotted keys: each searches the tables that dotted keys have made so far.
[[nodiscard]] Result<Toml> parse_toml(std::string_view text, std::string file);

}  // namespace yett
