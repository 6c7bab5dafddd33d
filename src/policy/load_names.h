#pragma once

#include <string>
#include <utility>
#include <vector>

#include "policy/field.h"
#include "policy/policy.h"

namespace yett {

/// The names of a list, each listed once; `check(item, name)` refuses those that nothing has.
template <typename Check>
[[nodiscard]] std::vector<std::string> load_names(const Field& list, Check check) {
  std::vector<std::string> names;
  const auto items = list.items();
  if (!items) return names;
  TextSet listed;
  for (const Field& item : *items) {
    auto name = item.text();
    if (!name) continue;
    check(item, *name);
    if (!listed.insert(*name).second) item.refuse_repeated();
    names.push_back(*std::move(name));
  }
  return names;
}

/// What the words of a list stand for, each listed once.
template <typename Value, std::size_t kCount>
[[nodiscard]] std::vector<Value> load_words(const Field& list, const Choice<Value> (&choices)[kCount]) {
  std::vector<Value> values;
  const auto items = list.items();
  if (!items) return values;
  for (const Field& item : *items) {
    const auto value = item.choice(choices);
    if (!value) continue;
    if (std::ranges::find(values, *value) != values.end()) item.refuse_repeated();
    values.push_back(*value);
  }
  return values;
}

/// The tool of that name; nullptr, and a refusal of `field`, when the policy has none or two servers have one.
[[nodiscard]] const Tool* require_tool(const Field& field, const std::string& name, const Policy& policy);

/// A list of tools by their names in the policy, each there and listed once.
[[nodiscard]] std::vector<std::string> load_tool_names(const Field& list, const Policy& policy);

}  // namespace yett
