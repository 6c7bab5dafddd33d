#include "compare/comparison.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "policy/field.h"
#include "policy/write_toml.h"

namespace yett {

SourcePosition place_in(const Toml& document, const KeyPath& keys) {
  const Toml* value = &document;
  SourcePosition where{.file = document.where.file, .line = 0, .column = 0};
  for (const std::string& key : keys) {
    const Toml::Table* table = value->as_table();
    if (table == nullptr) break;
    const auto member = std::ranges::find(*table, key, &Toml::Member::key);
    if (member == table->end()) break;
    value = &member->value;
    where = member->key_where.line != 0 ? member->key_where : member->value.where;
  }
  return where;
}

std::string key_text(const KeyPath& keys) {
  std::string text;
  for (const std::string& key : keys) text = text.empty() ? toml_key(key) : member_name(text, key);
  return text;
}

Difference& Comparison::add(Direction direction, Matter matter, const KeyPath& keys, Change change) {
  return add(direction, matter, keys, keys, std::move(change));
}

Difference& Comparison::add(Direction direction, Matter matter, const KeyPath& before, const KeyPath& after,
                            Change change) {
  Difference difference{.direction = direction,
                        .danger = danger_of(matter),
                        .matter = matter,
                        .subject = key_text(change.after.empty() ? before : after),
                        .before = {.text = std::move(change.before), .where = place_in(before_.document, before)},
                        .after = {.text = std::move(change.after), .where = place_in(after_.document, after)}};
  return differences_.emplace_back(std::move(difference));
}

std::string list_text(const std::vector<std::string>& items) { return fmt::format("{}", fmt::join(items, ", ")); }

std::string argv_text(const std::vector<std::string>& words) {
  std::string text = "[";
  for (const std::string& word : words) text += (text.size() == 1 ? "" : ", ") + toml_text(word);
  return text + "]";
}

std::optional<Direction> bound_direction(const std::optional<std::vector<std::string>>& before,
                                         const std::optional<std::vector<std::string>>& after) {
  if (before.has_value() != after.has_value()) return before ? Direction::Grants : Direction::TakesAway;
  if (!before) return std::nullopt;
  const ListChange<std::string> change = list_change(*before, *after);
  return change.empty() ? std::nullopt : std::optional(change.direction());
}

}  // namespace yett
