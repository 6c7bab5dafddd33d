#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/error.h"
#include "base/time.h"
#include "policy/refusals.h"
#include "policy/spelling.h"
#include "text/toml.h"

namespace yett {

/// A spelling of the policy file and what it stands for.
template <typename Value>
struct Choice {
  std::string_view spelling;
  Value value;
};

struct NamedField;

/// One value of a policy, with the name by which messages call it ("tools.send_email.effect"). A reader that finds
/// another type or an impossible value records a refusal at the value's position and returns nullopt.
/// A view: the document and the refusals must outlive it.
class Field {
 public:
  Field(const Toml& value, std::string name, Refusals& refusals)
      : value_(&value), name_(std::move(name)), refusals_(&refusals) {}

  [[nodiscard]] const Toml& value() const { return *value_; }
  [[nodiscard]] const std::string& name() const { return name_; }
  [[nodiscard]] const SourcePosition& where() const { return value_->where; }

  /// A string that is not empty and not only white space.
  [[nodiscard]] std::optional<std::string> text() const;
  /// A string that is_readable_name() accepts.
  [[nodiscard]] std::optional<std::string> readable_name() const;
  /// A string that names an absolute path of this machine: begins with one `/`, no `.`, `..` or empty components,
  /// fully visible, no trailing `/` but for the root itself.
  [[nodiscard]] std::optional<std::string> absolute_path() const;
  [[nodiscard]] std::optional<bool> flag() const;
  /// A whole number from `low` to `high`, both included.
  [[nodiscard]] std::optional<std::int64_t> integer(std::int64_t low, std::int64_t high) const;
  /// A duration such as "10m", positive and at most `longest`.
  [[nodiscard]] std::optional<Duration> duration(Duration longest = Duration::max()) const;
  /// The end of a day, written as a date: from that point on the day is over everywhere in UTC.
  [[nodiscard]] std::optional<TimePoint> last_day() const;
  /// A number of bytes: a whole number with a unit, "32MiB", "512KiB", "1GiB", "100B"; not zero.
  [[nodiscard]] std::optional<std::uint64_t> byte_count() const;
  /// The items of a list, each named with its index from 1 ("egress.hosts[2]"). The list may be empty.
  [[nodiscard]] std::optional<std::vector<Field>> items() const;
  /// The members of a table whose keys are names of the author's choice. The table may be empty.
  [[nodiscard]] std::optional<std::vector<NamedField>> members() const;

  /// What one of the spellings stands for.
  template <typename Value, std::size_t kCount>
  [[nodiscard]] std::optional<Value> choice(const Choice<Value> (&choices)[kCount]) const {
    std::vector<std::string_view> spellings;
    for (const Choice<Value>& one : choices) spellings.push_back(one.spelling);
    const auto index = choose(spellings);
    return index ? std::optional(choices[*index].value) : std::nullopt;
  }

  /// "NAME: expected WHAT, found ..." at the value.
  void refuse_expected(std::string_view what, std::string hint = {}) const;
  /// "NAME: MESSAGE" at the value.
  void refuse(std::string_view message, std::string hint = {}) const;
  /// "NAME: WHAT is not in this version" at the value.
  void refuse_later(std::string_view what) const;

  [[nodiscard]] Refusals& refusals() const { return *refusals_; }

 private:
  [[nodiscard]] std::optional<std::size_t> choose(std::span<const std::string_view> spellings) const;

  const Toml* value_;
  std::string name_;
  Refusals* refusals_;
};

/// A member of a table, with its key.
struct NamedField {
  std::string key;
  SourcePosition where;  // of the key
  Field field;
};

/// A key that nobody may use, and why.
struct KeyRemark {
  std::string_view key;
  std::string_view hint;
};

/// What a key is that stands in no list of its table.
enum class ForeignKey : std::uint8_t { Unknown, AuthorsChoice };

/// The keys of one kind of table.
struct TableKeys {
  std::span<const std::string_view> accepted;
  std::span<const std::string_view> later{};  // those that the format names and this version does not have
  std::span<const KeyRemark> remarks{};       // unknown ones that deserve a better hint than the nearest word
  ForeignKey others = ForeignKey::Unknown;    // AuthorsChoice: the reader of the table looks itself
};

/// A table with a fixed set of keys. Refuses on construction: another type, and every key that is not accepted.
class TableReader {
 public:
  TableReader(const Field& field, const TableKeys& keys);

  /// The value under `key`; nullopt when it is absent or nothing can be read here.
  [[nodiscard]] std::optional<Field> find(std::string_view key) const;
  /// The same, but absence is refused at the table, with `hint` saying what to write. A table that has a key too
  /// many is refused for that one already: it is probably the missing one, misspelt.
  [[nodiscard]] std::optional<Field> require(std::string_view key, std::string hint) const;
  [[nodiscard]] const Field& field() const { return field_; }

 private:
  void refuse_key(const Toml::Member& member, const TableKeys& keys);

  Field field_;
  const Toml::Table* table_;
  bool has_foreign_key_ = false;
};

/// The name of a member in messages: `parent.key`, the key quoted when it is no bare key of TOML.
[[nodiscard]] std::string member_name(std::string_view parent, std::string_view key);

}  // namespace yett
