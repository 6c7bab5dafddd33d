#include "policy/field.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <chrono>

#include "policy/lapse.h"
#include "policy/name_rules.h"
#include "text/ascii.h"
#include "text/byte_count.h"
#include "text/spelling.h"
#include "text/unicode.h"

namespace yett {
namespace {

/// What stands in the file, for "found ...". Strings are shown, since the author has to find them again.
std::string description(const Toml& value) {
  if (const std::string* text = value.as_string()) return text->empty() ? "an empty string" : in_quotes(*text);
  if (const bool* flag = value.as_bool()) return *flag ? "true" : "false";
  if (const std::int64_t* number = value.as_integer()) return fmt::format("the number {}", *number);
  if (const Toml::Array* items = value.as_array()) return items->empty() ? "an empty list" : "a list";
  return std::string(value.type_name());
}

std::string list_of(std::span<const std::string_view> spellings) {
  std::string out;
  for (std::size_t i = 0; i < spellings.size(); ++i) {
    if (i > 0) out += i + 1 == spellings.size() ? " or " : ", ";
    out += fmt::format("\"{}\"", spellings[i]);
  }
  return out;
}

bool is_blank(std::string_view text) { return text.find_first_not_of(" \t\r\n") == std::string_view::npos; }

bool is_absolute_path(std::string_view path) {
  if (path.empty() || path.front() != '/') return false;
  if (path == "/") return true;
  if (!is_fully_visible(path)) return false;
  path.remove_prefix(1);
  while (true) {
    const std::size_t end = path.find('/');
    const std::string_view component = path.substr(0, end);
    if (component.empty() || component == "." || component == "..") return false;
    if (end == std::string_view::npos) return true;
    path.remove_prefix(end + 1);
  }
}

}  // namespace

std::string FieldName::text() const {
  if (above == nullptr) return std::string(key);
  const std::string name = above->text();
  return position == 0 ? member_name(name, key) : fmt::format("{}[{}]", name, position);
}

Field::Field(const Toml& value, std::string_view name, RefusalList& refusals)
    : Field(value, FieldName{.above = nullptr, .key = name}, refusals) {}

Field Field::member(const Toml::Member& member) const {
  return {member.value, FieldName{.above = name_, .key = member.key}, *refusals_};
}

void Field::refuse(std::string_view message, std::string hint) const {
  refusals_->add(where(), fmt::format("{}: {}", name(), message), std::move(hint));
}

void Field::refuse_expected(std::string_view what, std::string hint) const {
  refuse(fmt::format("expected {}, found {}", what, description(*value_)), std::move(hint));
}

void Field::refuse_repeated() const { refuse(description(*value_) + " is listed already", "remove one of them"); }

std::optional<std::string> Field::text() const {
  const std::string* text = value_->as_string();
  if (text != nullptr && !is_blank(*text)) return *text;
  refuse_expected(text == nullptr ? "a string" : "a text that is not blank");
  return std::nullopt;
}

std::optional<std::string> Field::readable_name() const {
  auto name = text();
  if (!name || is_readable_name(*name)) return name;
  refuse_expected("a readable name", std::string(kReadableName));
  return std::nullopt;
}

std::optional<std::string> Field::absolute_path() const {
  auto path = text();
  if (!path || is_absolute_path(*path)) return path;
  refuse_expected("an absolute path", "it begins with / and has no . or .. or empty component");
  return std::nullopt;
}

std::optional<bool> Field::flag() const {
  if (const bool* flag = value_->as_bool()) return *flag;
  refuse_expected("true or false");
  return std::nullopt;
}

std::optional<std::int64_t> Field::integer(std::int64_t low, std::int64_t high) const {
  const std::int64_t* number = value_->as_integer();
  if (number != nullptr && *number >= low && *number <= high) return *number;
  refuse_expected(low == high ? fmt::format("the number {}", low) : fmt::format("a number from {} to {}", low, high));
  return std::nullopt;
}

std::optional<Duration> Field::duration(Duration longest, std::string_view why) const {
  const std::string* text = value_->as_string();
  const auto duration = text == nullptr ? std::nullopt : std::optional(parse_duration(*text));
  if (!duration || !*duration) {
    refuse_expected("a duration", "a whole number with a unit: \"500ms\", \"30s\", \"10m\", \"12h\", \"2d\"");
    return std::nullopt;
  }
  if (**duration > longest) {
    refuse_expected(fmt::format("at most \"{}\"", format_duration(longest)), std::string(why));
    return std::nullopt;
  }
  return **duration;
}

std::optional<TimePoint> Field::lapse_point() const {
  if (const std::chrono::year_month_day* day = value_->as_date()) {
    return lapse_after(*day);
  }
  refuse_expected("a date", "a day without quotes, such as 2027-03-01");
  return std::nullopt;
}

std::optional<std::uint64_t> Field::byte_count() const {
  const std::string* text = value_->as_string();
  const auto count = text == nullptr ? std::nullopt : parse_byte_count(*text);
  if (!count)
    refuse_expected("a number of bytes", "a whole number with a unit: \"100B\", \"64KiB\", \"32MiB\", \"1GiB\"");
  return count;
}

std::optional<std::vector<Field>> Field::items() const {
  const Toml::Array* array = value_->as_array();
  if (array == nullptr) {
    const std::string* text = value_->as_string();
    refuse_expected("a list", text == nullptr ? std::string() : fmt::format("write [{}]", in_quotes(*text)));
    return std::nullopt;
  }
  std::vector<Field> items;
  items.reserve(array->size());
  for (const Toml& item : *array) {
    items.push_back(Field(item, FieldName{.above = name_, .key = {}, .position = items.size() + 1}, *refusals_));
  }
  return items;
}

std::optional<std::vector<NamedField>> Field::members() const {
  const Toml::Table* table = value_->as_table();
  if (table == nullptr) {
    refuse_expected("a table");
    return std::nullopt;
  }
  std::vector<NamedField> members;
  members.reserve(table->size());
  for (const Toml::Member& member : *table) {
    members.push_back({.key = member.key, .where = member.key_where, .field = this->member(member)});
  }
  return members;
}

std::optional<Field> Field::find(std::string_view key) const {
  const Toml::Table* table = value_->as_table();
  if (table == nullptr) return std::nullopt;
  const auto found = std::ranges::find(*table, key, &Toml::Member::key);
  return found == table->end() ? std::nullopt : std::optional(member(*found));
}

std::optional<std::size_t> Field::choose(std::span<const std::string_view> spellings) const {
  const std::string* text = value_->as_string();
  if (text != nullptr) {
    const auto found = std::ranges::find(spellings, *text);
    if (found != spellings.end()) return static_cast<std::size_t>(found - spellings.begin());
  }
  refuse_expected(list_of(spellings), text == nullptr ? std::string() : did_you_mean(*text, spellings));
  return std::nullopt;
}

std::string member_name(std::string_view parent, std::string_view key) {
  const std::string shown = is_bare_key(key) ? std::string(key) : in_quotes(key);
  return parent.empty() ? shown : fmt::format("{}.{}", parent, shown);
}

}  // namespace yett
