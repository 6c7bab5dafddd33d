#include "policy/table_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "text/spelling.h"

namespace yett {
namespace {

bool contains(std::span<const std::string_view> words, std::string_view word) {
  return std::ranges::find(words, word) != words.end();
}

}  // namespace

TableReader::TableReader(const Field& field, const TableKeys& keys) : field_(field), table_(field.value().as_table()) {
  if (table_ == nullptr) {
    field_.refuse_expected("a table", std::string(keys.example));
    return;
  }
  for (const Toml::Member& member : *table_) {
    if (!contains(keys.accepted, member.key)) refuse_key(member, keys);
  }
}

void TableReader::refuse_key(const Toml::Member& member, const TableKeys& keys) {
  has_foreign_key_ = true;
  const std::string name = member_name(field_.name(), member.key);
  if (contains(keys.later, member.key)) {
    field_.refusals().add(member.key_where, fmt::format("{} is not in this version", name));
    return;
  }
  const auto remark = std::ranges::find(keys.remarks, member.key, &KeyRemark::key);
  std::string hint = remark == keys.remarks.end() ? did_you_mean(member.key, keys.accepted) : std::string(remark->hint);
  field_.refusals().add(member.key_where, fmt::format("unknown key {}", name), std::move(hint));
}

std::optional<Field> TableReader::require(std::string_view key, std::string_view hint) const {
  auto found = find(key);
  if (!found && table_ != nullptr && !has_foreign_key_) {
    const std::string parent = field_.name();
    const std::string name = parent.empty() ? fmt::format("section [{}]", key) : member_name(parent, key);
    field_.refusals().add(field_.where(), fmt::format("{} is missing", name), std::string(hint));
  }
  return found;
}

}  // namespace yett
