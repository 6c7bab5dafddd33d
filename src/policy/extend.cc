#include "policy/extend.h"

#include <algorithm>

namespace yett {
namespace {

constexpr std::string_view kSection = "policy";
constexpr std::string_view kKey = "extends";

void put_over(Toml& base, const Toml& changes) {
  auto* table = std::get_if<Toml::Table>(&base.value);
  const Toml::Table* changed = changes.as_table();
  if (table == nullptr || changed == nullptr) {
    base = changes;
    return;
  }
  for (const Toml::Member& member : *changed) {
    const auto there = std::ranges::find(*table, member.key, &Toml::Member::key);
    if (there == table->end()) {
      table->push_back(member);
      continue;
    }
    const bool is_merged = there->value.as_table() != nullptr && member.value.as_table() != nullptr;
    if (!is_merged) there->key_where = member.key_where;
    put_over(there->value, member.value);
  }
}

void take_out_extends(Toml& document) {
  auto* table = std::get_if<Toml::Table>(&document.value);
  if (table == nullptr) return;
  const auto section = std::ranges::find(*table, kSection, &Toml::Member::key);
  if (section == table->end()) return;
  auto* members = std::get_if<Toml::Table>(&section->value.value);
  if (members != nullptr) std::erase_if(*members, [](const Toml::Member& member) { return member.key == kKey; });
}

}  // namespace

Result<std::optional<std::string>> extended_file(const Toml& document) {
  const Toml* section = document.find(kSection);
  const Toml* file = section == nullptr ? nullptr : section->find(kKey);
  if (file == nullptr) return std::nullopt;
  if (section->find("version") == nullptr) {
    return fail(ErrorKind::Input, "policy.version is missing", section->where, "version = 1");
  }
  const std::string* text = file->as_string();
  if (text != nullptr && !text->empty()) return *text;
  return fail(ErrorKind::Input, "policy.extends: expected the name of a file", file->where,
              "extends = \"base.toml\", beside this file");
}

Toml extended(const Toml& base, const Toml& changes) {
  Toml whole = base;
  put_over(whole, changes);
  take_out_extends(whole);
  return whole;
}

}  // namespace yett
