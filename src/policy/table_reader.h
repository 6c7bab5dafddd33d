#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "policy/field.h"

namespace yett {

/// A key that nobody may use, and why.
struct KeyRemark {
  std::string_view key;
  std::string_view hint;
};

/// The keys of one kind of table.
struct TableKeys {
  std::span<const std::string_view> accepted;
  std::span<const std::string_view> later{};  // those that the format names and this version does not have
  std::span<const KeyRemark> remarks{};       // unknown ones that deserve a better hint than the nearest word
  std::string_view example{};                 // what such a table looks like, for one who wrote something else
};

/// A table with a fixed set of keys. Refuses on construction: another type, and every key that is not accepted.
class TableReader {
 public:
  TableReader(const Field& field, const TableKeys& keys);

  /// The value under `key`; nullopt when it is absent or nothing can be read here.
  [[nodiscard]] std::optional<Field> find(std::string_view key) const { return field_.find(key); }
  /// The same, but absence is refused at the table, with `hint` saying what to write. A table that has a key too
  /// many is refused for that one already: it is probably the missing one, misspelt.
  [[nodiscard]] std::optional<Field> require(std::string_view key, std::string_view hint) const;
  [[nodiscard]] const Field& field() const { return field_; }

 private:
  void refuse_key(const Toml::Member& member, const TableKeys& keys);

  Field field_;
  const Toml::Table* table_;
  bool has_foreign_key_ = false;
};

}  // namespace yett
