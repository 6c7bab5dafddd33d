#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace yett {

/// The keywords that are read: docs/policy.md.
enum class Keyword : std::uint8_t {
  Type,
  Enum,
  Const,
  Properties,
  Required,
  AdditionalProperties,
  PropertyNames,
  Items,
  MinItems,
  MaxItems,
  UniqueItems,
  MinLength,
  MaxLength,
  Pattern,
  Minimum,
  Maximum,
  ExclusiveMinimum,
  ExclusiveMaximum,
  MultipleOf,
  AllOf,
  AnyOf,
  OneOf,
  Not,
};

/// Their spellings, in the order of the enumerators.
[[nodiscard]] std::span<const std::string_view> keyword_names();
[[nodiscard]] std::string_view name_of(Keyword keyword);
/// The keyword of that spelling; nullopt for every other word.
[[nodiscard]] std::optional<Keyword> find_keyword(std::string_view word);

/// What a keyword that is not read does in the schema of a tool server. It can be left out where that accepts more
/// of what is named and nothing else.
enum class ForeignRole : std::uint8_t {
  Unknown,             // might do anything: cannot be left out
  Annotation,          // says something about values and refuses none
  Restriction,         // only refuses values
  ObjectRestriction,   // only refuses objects, and so speaks of them
  Consequence,         // a schema for the same value, under a condition
  Consequences,        // members, each with a list of names or a schema for the same value
  Reference,           // stands for another schema
  Identifier,          // moves the base of references, unless it is a bare fragment
  Nullable,            // `true` accepts null beside the type
  UnevaluatedMembers,  // `false` only refuses; anything else accepts unnamed members
};

/// The role of a word that find_keyword() does not find.
[[nodiscard]] ForeignRole role_of(std::string_view word);

}  // namespace yett
