#include "policy/load_redaction.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>

#include "policy/format_keys.h"
#include "policy/format_words.h"
#include "policy/table_reader.h"

namespace yett {
namespace {

constexpr std::string_view kExample =
    "add = [{ name = \"employee id\", pattern = 'E-[0-9]{6}', with = \"<employee>\" }]";

RedactionKinds load_kinds(const Field& off) {
  RedactionKinds kinds = RedactionKinds::all();
  const auto items = off.items();
  if (!items) return kinds;
  for (const Field& item : *items) {
    const auto kind = item.choice(kRedactionKindWords);
    if (kind && !kinds.contains(*kind)) item.refuse_repeated();
    if (kind) kinds.remove(*kind);
  }
  return kinds;
}

std::optional<AddedRedaction> load_added_kind(const Field& item) {
  const TableReader table(item, {.accepted = kAddedKindKeys, .example = kExample});
  const auto name = table.require("name", "name = \"employee id\"");
  const auto pattern = table.require("pattern", "pattern = 'E-[0-9]{6}'");
  const auto with = table.require("with", "with = \"<employee>\"");
  if (!name || !pattern || !with) return std::nullopt;
  auto name_text = name->readable_name();
  auto pattern_text = pattern->text();
  auto with_text = with->readable_name();
  if (!name_text || !pattern_text || !with_text) return std::nullopt;
  if (const Result<void> checked = AddedPatterns::check(*pattern_text); !checked) {
    pattern->refuse(checked.error().message, checked.error().hint);
    return std::nullopt;
  }
  return AddedRedaction{*std::move(name_text), *std::move(pattern_text), *std::move(with_text)};
}

std::vector<AddedRedaction> load_added_kinds(const Field& list) {
  std::vector<AddedRedaction> kinds;
  const auto items = list.items();
  if (!items) return kinds;
  if (items->size() > AddedPatterns::kMost) {
    list.refuse(fmt::format("more than {} added kinds", AddedPatterns::kMost));
    return kinds;
  }
  for (const Field& item : *items) {
    auto kind = load_added_kind(item);
    if (!kind) continue;
    if (std::ranges::find(kinds, kind->name, &AddedRedaction::name) != kinds.end()) {
      item.refuse(fmt::format("{} is the name of another added kind", in_quotes(kind->name)));
      continue;
    }
    kinds.push_back(*std::move(kind));
  }
  return kinds;
}

}  // namespace

RedactionRules load_redaction(const Field& section) {
  const TableReader table(section, {.accepted = kRedactKeys});
  RedactionRules rules;
  if (const auto off = table.find("off")) rules.kinds = load_kinds(*off);
  if (const auto add = table.find("add")) rules.added = load_added_kinds(*add);
  return rules;
}

}  // namespace yett
