#include "schema/json_values.h"

#include <algorithm>
#include <cstddef>
#include <set>
#include <string>
#include <utility>

namespace yett {
namespace {

/// Up to here comparing each scalar with each other is faster than sorting.
constexpr std::size_t kFew = 16;

bool is_compound(const Json& value) { return value.as_array() != nullptr || value.as_object() != nullptr; }

KeyTable table_of(std::set<std::string> texts) {
  return KeyTable(std::vector<std::string>(texts.begin(), texts.end()));
}

}  // namespace

ValueSet::ValueSet(const Json::Array& values) {
  std::set<std::string> strings;
  std::set<std::string> compounds;
  for (const Json& value : values) {
    if (value.is_null()) {
      has_null_ = true;
    } else if (const bool* flag = value.as_bool()) {
      (*flag ? has_true_ : has_false_) = true;
    } else if (const double* number = value.as_number()) {
      numbers_.push_back(*number);
    } else if (const std::string* text = value.as_string()) {
      strings.insert(*text);
    } else {
      compounds.insert(canonical_json(value));
    }
  }
  std::ranges::sort(numbers_);
  strings_ = table_of(std::move(strings));
  compounds_ = table_of(std::move(compounds));
}

bool ValueSet::contains(const Json& value) const {
  if (const std::string* text = value.as_string()) return strings_.contains(*text);
  if (const double* number = value.as_number()) return std::ranges::binary_search(numbers_, *number);
  if (const bool* flag = value.as_bool()) return *flag ? has_true_ : has_false_;
  if (value.is_null()) return has_null_;
  return !compounds_.empty() && compounds_.contains(canonical_json(value));
}

bool all_differ(const Json::Array& items) {
  if (items.size() <= kFew && std::ranges::none_of(items, is_compound)) {
    for (auto item = items.begin(); item != items.end(); ++item) {
      if (std::find(items.begin(), item, *item) != item) return false;
    }
    return true;
  }
  std::vector<std::string> texts;
  texts.reserve(items.size());
  for (const Json& item : items) texts.push_back(canonical_json(item));
  std::ranges::sort(texts);
  return std::ranges::adjacent_find(texts) == texts.end();
}

}  // namespace yett
