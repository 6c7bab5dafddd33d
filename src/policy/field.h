#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/error.h"
#include "base/time.h"
#include "policy/refusal_list.h"
#include "text/spelling.h"
#include "text/toml.h"

namespace yett {

/// A spelling of the policy file and what it stands for.
template <typename Value>
struct Choice {
  std::string_view spelling;
  Value value;
};

/// How messages call a value: the keys and list positions that lead to it. It is put into words only for a message, so
/// that a policy of 10,000 entries loads without one. Keys are views of the document's.
struct FieldName {
  std::shared_ptr<const FieldName> above;  // none: a name of its own
  std::string_view key;                    // of a member
  std::size_t position = 0;                // of an item, from 1; 0 for a member

  /// "tools.send_email.effect", "egress.hosts[2]".
  [[nodiscard]] std::string text() const;
};

struct NamedField;

/// One value of a policy, with the name by which messages call it. A reader that finds another type or an impossible
/// value records a refusal at the value's position and returns nullopt.
/// A view: the document, its name and the refusals must outlive it.
class Field {
 public:
  /// A document, or a part of one, whose name begins with `name`.
  Field(const Toml& value, std::string_view name, RefusalList& refusals);

  [[nodiscard]] const Toml& value() const { return *value_; }
  [[nodiscard]] std::string name() const { return name_->text(); }
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
  /// A duration such as "10m", positive and at most `longest`; `why` is the hint for one that is longer.
  [[nodiscard]] std::optional<Duration> duration(Duration longest = Duration::max(), std::string_view why = {}) const;
  /// When something lapses whose last day is written, as a date: the point at which that day is over in UTC.
  [[nodiscard]] std::optional<TimePoint> lapse_point() const;
  /// A number of bytes: a whole number with a unit, "32MiB", "512KiB", "1GiB", "100B"; not zero.
  [[nodiscard]] std::optional<std::uint64_t> byte_count() const;
  /// The items of a list, each named with its position from 1 ("egress.hosts[2]"). The list may be empty.
  [[nodiscard]] std::optional<std::vector<Field>> items() const;
  /// The members of a table whose keys are names of the author's choice. The table may be empty.
  [[nodiscard]] std::optional<std::vector<NamedField>> members() const;
  /// The member of a table that has this key; nullopt when there is none or this is no table. Refuses nothing.
  [[nodiscard]] std::optional<Field> find(std::string_view key) const;

  /// What one of the spellings stands for.
  template <typename Value, std::size_t kCount>
  [[nodiscard]] std::optional<Value> choice(const Choice<Value> (&choices)[kCount]) const {
    std::array<std::string_view, kCount> spellings;
    for (std::size_t i = 0; i < kCount; ++i) spellings[i] = choices[i].spelling;
    const auto index = choose(spellings);
    return index ? std::optional(choices[*index].value) : std::nullopt;
  }

  /// "NAME: expected WHAT, found ..." at the value.
  void refuse_expected(std::string_view what, std::string hint = {}) const;
  /// "NAME: MESSAGE" at the value.
  void refuse(std::string_view message, std::string hint = {}) const;
  /// "NAME: "TEXT" is listed already" at the value, an item of a list.
  void refuse_repeated() const;
  /// Whether a refusal of this value would be one to report: a hint that takes long to find is for those alone.
  [[nodiscard]] bool would_report() const { return refusals_->would_report(where()); }

  [[nodiscard]] RefusalList& refusals() const { return *refusals_; }

 private:
  Field(const Toml& value, FieldName name, RefusalList& refusals)
      : value_(&value), name_(std::make_shared<const FieldName>(std::move(name))), refusals_(&refusals) {}

  [[nodiscard]] Field member(const Toml::Member& member) const;
  [[nodiscard]] std::optional<std::size_t> choose(std::span<const std::string_view> spellings) const;

  const Toml* value_;
  std::shared_ptr<const FieldName> name_;
  RefusalList* refusals_;
};

/// A member of a table, with its key.
struct NamedField {
  std::string_view key;
  SourcePosition where;  // of the key
  Field field;

  /// "MESSAGE" at the key.
  void refuse_key(std::string message, std::string hint = {}) const {
    field.refusals().add(where, std::move(message), std::move(hint));
  }
  [[nodiscard]] bool would_report() const { return field.refusals().would_report(where); }
};

/// did_you_mean() among the names of `items`, for a refusal of `field`: of its value or of its key. Empty when
/// other refusals are those to report, for a hostile policy has as many misspelt names as names.
template <typename Named, typename Items, typename Name>
[[nodiscard]] std::string nearest_name(const Named& field, std::string_view word, const Items& items, Name name) {
  if (!field.would_report()) return {};
  std::vector<std::string_view> known;
  for (const auto& item : items) known.emplace_back(std::invoke(name, item));
  return did_you_mean(word, known);
}

/// The name of a member in messages: `parent.key`, the key quoted when it is no bare key of TOML.
[[nodiscard]] std::string member_name(std::string_view parent, std::string_view key);

}  // namespace yett
