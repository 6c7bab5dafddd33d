#include "schema/reading.h"

#include <fmt/format.h>

namespace yett {
namespace {

std::string_view kind_of(const Json& value) {
  if (value.as_string() != nullptr) return "a string";
  if (value.as_number() != nullptr) return "a number";
  if (value.as_bool() != nullptr) return "true or false";
  if (value.as_array() != nullptr) return "a list";
  if (value.as_object() != nullptr) return "an object";
  return "null";
}

}  // namespace

void SchemaReading::refuse(std::string message, std::string hint) {
  if (error_) return;
  error_ = SchemaError{.at = at_, .message = std::move(message), .hint = std::move(hint)};
}

void SchemaReading::refuse_type(std::string_view what, const Json& found) {
  refuse(fmt::format("expected {}, found {}", what, kind_of(found)));
}

void SchemaReading::expect_depth(std::size_t depth) {
  if (depth > kMaxDepth) refuse(fmt::format("schemas nested deeper than {}", kMaxDepth), "nest fewer schemas");
}

void SchemaReading::spend(std::size_t parts) {
  if (parts > parts_left_) {
    refuse(fmt::format("the schema has more than {} parts", kMaxParts), "say less, or split the tool");
    return;
  }
  parts_left_ -= parts;
}

void SchemaReading::spend_on_text(std::size_t bytes) { spend(1 + bytes / kBytesForOnePart); }

}  // namespace yett
