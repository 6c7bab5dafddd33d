#include "schema/scalar_keywords.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "schema/json_type.h"
#include "text/spelling.h"

namespace yett {
namespace {

using Step = SchemaReading::Step;

struct TypeName {
  std::string_view name;
  TypeBits bits = 0;
};

constexpr TypeName kTypeNames[] = {
    {"null", bit(TypeBit::Null)},       {"boolean", bit(TypeBit::Boolean)}, {"number", bit(TypeBit::Number)},
    {"integer", bit(TypeBit::Integer)}, {"string", bit(TypeBit::String)},   {"array", bit(TypeBit::Array)},
    {"object", bit(TypeBit::Object)},
};
constexpr std::string_view kTypes = "the types are null, boolean, number, integer, string, array and object";

/// The bits of one name, or none when it was refused.
TypeBits read_type(const Json& value, SchemaReading& reading) {
  const std::string* name = value.as_string();
  if (name == nullptr) {
    reading.refuse_type("the name of a type", value);
    return 0;
  }
  const auto known = std::ranges::find(kTypeNames, *name, &TypeName::name);
  if (known != std::end(kTypeNames)) return known->bits;
  reading.refuse("unknown type " + in_quotes(*name), std::string(kTypes));
  return 0;
}

TypeBits read_types(const Json& value, SchemaReading& reading) {
  const Json::Array* names = value.as_array();
  if (names == nullptr) return read_type(value, reading);
  if (names->empty()) reading.refuse("no type", std::string(kTypes));
  TypeBits bits = 0;
  for (std::size_t i = 0; i < names->size() && !reading.has_failed(); ++i) {
    const Step step(reading, i);
    bits |= read_type((*names)[i], reading);
  }
  return bits;
}

std::uint32_t index_of_last(const auto& table) { return static_cast<std::uint32_t>(table.size() - 1); }

}  // namespace

void ScalarKeywords::emit(const Statement& said, Code& code) {
  using enum Keyword;
  emit_type(said, code);
  if (const Json* values = said[Enum]) emit_enum(*values, code);
  if (const Json* value = said[Const]) {
    const Step step(reading_, Const);
    emit_values(Opcode::Const, {*value}, code);
  }
  emit_number(said, Minimum, Opcode::Minimum, code);
  emit_number(said, Maximum, Opcode::Maximum, code);
  emit_number(said, ExclusiveMinimum, Opcode::ExclusiveMinimum, code);
  emit_number(said, ExclusiveMaximum, Opcode::ExclusiveMaximum, code);
  if (const Json* value = said[MultipleOf]) emit_multiple_of(*value, code);
  emit_count(said, MinLength, Opcode::MinLength, code);
  emit_count(said, MaxLength, Opcode::MaxLength, code);
  if (const Json* value = said[Keyword::Pattern]) emit_pattern(*value, code);
  emit_count(said, MinItems, Opcode::MinItems, code);
  emit_count(said, MaxItems, Opcode::MaxItems, code);
  if (const Json* value = said[UniqueItems]) emit_unique_items(*value, code);
}

void ScalarKeywords::emit_type(const Statement& said, Code& code) {
  const Json* value = said[Keyword::Type];
  if (value == nullptr) return;
  const Step step(reading_, Keyword::Type);
  TypeBits bits = read_types(*value, reading_);
  if (said.accepts_null_besides) bits |= bit(TypeBit::Null);
  code.push_back({.opcode = Opcode::Type, .index = bits});
}

void ScalarKeywords::emit_enum(const Json& values, Code& code) {
  const Step step(reading_, Keyword::Enum);
  const Json::Array* list = values.as_array();
  if (list == nullptr) return reading_.refuse_type("a list of values", values);
  if (list->empty()) return reading_.refuse("an empty list accepts nothing", "list the values that are accepted");
  emit_values(Opcode::Enum, *list, code);
}

void ScalarKeywords::emit_values(Opcode opcode, const Json::Array& values, Code& code) {
  for (const Json& value : values) {
    const std::string* text = value.as_string();
    const bool is_compound = value.as_array() != nullptr || value.as_object() != nullptr;
    reading_.spend_on_text(text != nullptr ? text->size() : is_compound ? canonical_json(value).size() : 0);
    if (reading_.has_failed()) return;
  }
  program_.values.emplace_back(values);
  code.push_back({.opcode = opcode, .index = index_of_last(program_.values)});
}

void ScalarKeywords::emit_number(const Statement& said, Keyword keyword, Opcode opcode, Code& code) {
  const Json* value = said[keyword];
  if (value == nullptr) return;
  const Step step(reading_, keyword);
  const double* number = value->as_number();
  if (number == nullptr) return reading_.refuse_type("a number", *value);
  code.push_back({.opcode = opcode, .bound = *number});
}

void ScalarKeywords::emit_count(const Statement& said, Keyword keyword, Opcode opcode, Code& code) {
  const Json* value = said[keyword];
  if (value == nullptr) return;
  const Step step(reading_, keyword);
  const double* number = value->as_number();
  if (number == nullptr) return reading_.refuse_type("a whole number from 0", *value);
  if (!is_whole(*number) || *number < 0) return reading_.refuse("not a whole number from 0");
  code.push_back({.opcode = opcode, .bound = *number});
}

void ScalarKeywords::emit_multiple_of(const Json& value, Code& code) {
  const Step step(reading_, Keyword::MultipleOf);
  const double* number = value.as_number();
  if (number == nullptr) return reading_.refuse_type("a number above 0", value);
  if (!std::isfinite(*number) || *number <= 0) return reading_.refuse("not a number above 0");
  program_.divisors.emplace_back(*number);
  code.push_back({.opcode = Opcode::MultipleOf, .index = index_of_last(program_.divisors)});
}

void ScalarKeywords::emit_unique_items(const Json& value, Code& code) {
  const Step step(reading_, Keyword::UniqueItems);
  const bool* unique = value.as_bool();
  if (unique == nullptr) return reading_.refuse_type("true or false", value);
  if (*unique) code.push_back({.opcode = Opcode::UniqueItems});
}

void ScalarKeywords::emit_pattern(const Json& value, Code& code) {
  const Step step(reading_, Keyword::Pattern);
  const std::string* text = value.as_string();
  if (text == nullptr) return reading_.refuse_type("a pattern", value);
  auto pattern = pattern_budget_.compile(*text);
  if (pattern) {
    program_.patterns.push_back(*std::move(pattern));
    code.push_back({.opcode = Opcode::Pattern, .index = index_of_last(program_.patterns)});
    return;
  }
  if (foreign_ == ForeignKeywords::Skipped) return reading_.leave_out();
  switch (pattern.error().kind) {
    case PatternRefusal::Kind::Unreadable:
      return reading_.refuse("a pattern that RE2 does not take: " + in_quotes(pattern.error().reason),
                             "RE2 has no look-around and no back-references");
    case PatternRefusal::Kind::TooLarge:
      return reading_.refuse("a pattern that is too large",
                             fmt::format("at most {} bytes, and no long repetition of large classes; maxLength limits "
                                         "a length for less",
                                         PatternBudget::kMaxBytes));
    case PatternRefusal::Kind::TooMany:
      return reading_.refuse("the patterns of this schema are too large together", "use fewer or simpler ones");
  }
}

}  // namespace yett
