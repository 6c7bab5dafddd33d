#include "schema/keyword.h"

#include <algorithm>
#include <utility>

namespace yett {
namespace {

constexpr std::string_view kNames[] = {
    "type",
    "enum",
    "const",
    "properties",
    "required",
    "additionalProperties",
    "propertyNames",
    "items",
    "minItems",
    "maxItems",
    "uniqueItems",
    "minLength",
    "maxLength",
    "pattern",
    "minimum",
    "maximum",
    "exclusiveMinimum",
    "exclusiveMaximum",
    "multipleOf",
    "allOf",
    "anyOf",
    "oneOf",
    "not",
};
static_assert(std::size(kNames) == static_cast<std::size_t>(Keyword::Not) + 1);

struct ForeignWord {
  std::string_view word;
  ForeignRole role = ForeignRole::Unknown;
};

// Of drafts 4 to 2020-12 and OpenAPI 3.0. What is missing here is unknown on purpose: patternProperties and prefixItems
// name what they check, $dynamicRef and $recursiveRef lead to schemas that nobody can name in advance.
constexpr ForeignWord kForeignWords[] = {
    {"title", ForeignRole::Annotation},
    {"description", ForeignRole::Annotation},
    {"default", ForeignRole::Annotation},
    {"examples", ForeignRole::Annotation},
    {"example", ForeignRole::Annotation},
    {"readOnly", ForeignRole::Annotation},
    {"writeOnly", ForeignRole::Annotation},
    {"deprecated", ForeignRole::Annotation},
    {"$schema", ForeignRole::Annotation},
    {"$vocabulary", ForeignRole::Annotation},
    {"$comment", ForeignRole::Annotation},
    {"$anchor", ForeignRole::Annotation},
    // Nothing of these counts before something refers to it.
    {"$defs", ForeignRole::Annotation},
    {"definitions", ForeignRole::Annotation},
    // Speaks only of what follows a list of items, which is refused as such.
    {"additionalItems", ForeignRole::Annotation},
    // By itself it decides nothing; its consequences stand in `then` and `else`.
    {"if", ForeignRole::Annotation},
    {"then", ForeignRole::Consequence},
    {"else", ForeignRole::Consequence},
    {"dependencies", ForeignRole::Consequences},
    {"dependentSchemas", ForeignRole::Consequences},
    {"dependentRequired", ForeignRole::ObjectRestriction},
    {"minProperties", ForeignRole::ObjectRestriction},
    {"maxProperties", ForeignRole::ObjectRestriction},
    {"contains", ForeignRole::Restriction},
    {"minContains", ForeignRole::Restriction},
    {"maxContains", ForeignRole::Restriction},
    // Whether these refuse anything is up to who reads them.
    {"format", ForeignRole::Restriction},
    {"contentEncoding", ForeignRole::Restriction},
    {"contentMediaType", ForeignRole::Restriction},
    {"contentSchema", ForeignRole::Restriction},
    {"$ref", ForeignRole::Reference},
    {"$id", ForeignRole::Identifier},
    {"id", ForeignRole::Identifier},
    {"nullable", ForeignRole::Nullable},
    {"unevaluatedProperties", ForeignRole::UnevaluatedMembers},
};

}  // namespace

std::span<const std::string_view> keyword_names() { return kNames; }

std::string_view name_of(Keyword keyword) { return kNames[static_cast<std::size_t>(keyword)]; }

std::optional<Keyword> find_keyword(std::string_view word) {
  const auto found = std::ranges::find(kNames, word);
  if (found == std::end(kNames)) return std::nullopt;
  return static_cast<Keyword>(found - std::begin(kNames));
}

ForeignRole role_of(std::string_view word) {
  if (word.starts_with("x-")) return ForeignRole::Annotation;
  const auto found = std::ranges::find(kForeignWords, word, &ForeignWord::word);
  return found == std::end(kForeignWords) ? ForeignRole::Unknown : found->role;
}

}  // namespace yett
