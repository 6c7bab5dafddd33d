#pragma once

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "schema/schema.h"
#include "text/json.h"

namespace yett::schema_test {

inline Json json_of(std::string_view text) {
  auto value = parse_json(text, {.numbers = JsonNumbers::Approximate});
  EXPECT_TRUE(value) << text << ": " << value.error().to_string();
  return value ? *std::move(value) : Json();
}

inline constexpr SchemaTerms kOpen = {.openness = Openness::Open, .foreign = ForeignKeywords::Refused};
inline constexpr SchemaTerms kClosed = {.openness = Openness::Closed, .foreign = ForeignKeywords::Refused};
inline constexpr SchemaTerms kServer = {.openness = Openness::Closed, .foreign = ForeignKeywords::Skipped};

/// "properties/a/maximum: expected a number, found a string (hint)"
inline std::string to_string(const SchemaError& error) {
  std::string text;
  for (const std::string& step : error.at) text += (text.empty() ? "" : "/") + step;
  text += (text.empty() ? "" : ": ") + error.message;
  if (!error.hint.empty()) text += " (" + error.hint + ")";
  return text;
}

/// "undeclared 3 in a", "twin 2", "maximum in a", or empty for none.
inline std::string to_string(const std::optional<SchemaFault>& fault) {
  if (!fault) return {};
  std::string text(fault->keyword);
  if (fault->kind == SchemaFault::Kind::Undeclared) text += "undeclared " + std::to_string(fault->key_bytes);
  if (fault->kind == SchemaFault::Kind::FoldedTwin) text += "twin " + std::to_string(fault->key_bytes);
  return fault->argument.empty() ? text : text + " in " + fault->argument;
}

inline Schema compiled(std::string_view text, const SchemaTerms& terms) {
  auto schema = compile_schema(json_of(text), terms);
  EXPECT_TRUE(schema) << text << ": " << to_string(schema.error());
  return schema ? *std::move(schema) : Schema();
}

/// What the schema has against the value, in words; empty for nothing.
inline std::string fault_of(const Schema& schema, std::string_view value) {
  return to_string(schema.check(json_of(value)));
}

/// Why the schema cannot be used, in words; empty when it can.
inline std::string error_of(std::string_view text, const SchemaTerms& terms) {
  const auto schema = compile_schema(json_of(text), terms);
  return schema ? std::string() : to_string(schema.error());
}

}  // namespace yett::schema_test
