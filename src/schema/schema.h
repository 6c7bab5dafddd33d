#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "text/json.h"
#include "text/pointer.h"

namespace yett {

/// How an object is read whose schema says nothing of members that it does not name.
enum class Openness : std::uint8_t {
  Closed,  // they are refused, and so is a member that only looks like a named one: what a gate needs
  Open,    // they are accepted: what JSON Schema says (draft 7)
};

/// What becomes of keywords that are not among those of the contract.
enum class ForeignKeywords : std::uint8_t {
  Refused,  // an error: the author of a policy should know that nobody looks at it
  Skipped,  // left out where that only accepts more than was meant and nothing unnamed; else an error. For the
            // schemas of tool servers, which check their own arguments anyway
};

struct SchemaTerms {
  Openness openness = Openness::Closed;
  ForeignKeywords foreign = ForeignKeywords::Refused;
};

/// What a schema has against a value.
struct SchemaFault {
  enum class Kind : std::uint8_t {
    FoldedTwin,  // a member that differs from a named one only as fold_name() does not see
    Undeclared,  // a member that the schema does not name
    Mismatch,    // a value that a keyword refuses
  };
  Kind kind = Kind::Mismatch;
  std::string_view keyword;  // the one that refuses, a text of this library: "type", "maximum"; empty for the others
  std::string argument;      // the top-level member that the schema names and that holds the fault, or empty
  std::size_t key_bytes = 0; // the length of the undeclared key or twin
};

/// A JSON Schema of the closed keyword list, compiled into a flat program. Immutable, cheap to copy, safe to use from
/// several threads.
class Schema {
 public:
  /// Accepts nothing: what a schema that cannot be read comes to.
  Schema();

  /// The first thing that stands against `value`, twins before anything else of the same object; nullopt when it is
  /// valid. Linear in the value for each keyword that looks at it; no allocation for a valid object of plain values.
  [[nodiscard]] std::optional<SchemaFault> check(const Json& value) const;

  /// True when the schema names this place: by `properties`, by `items` for `*`, in any branch of any combination.
  [[nodiscard]] bool names(const Pointer& place) const;
  /// Every place that it names, lists first as `*`; each once, sorted. The root is none.
  [[nodiscard]] std::span<const Pointer> places() const;

  struct Program;  // schema/program.h

 private:
  friend class SchemaCompiler;
  explicit Schema(std::shared_ptr<const Program> program);

  std::shared_ptr<const Program> program_;
};

/// Why a schema cannot be used, and the steps of keys and list positions that lead to the place.
struct SchemaError {
  std::vector<std::string> at;
  std::string message;
  std::string hint;
};

/// Compiles a schema: an object, or true or false.
///
/// The keywords (contract section 2): type, enum, const, properties, required, additionalProperties, propertyNames,
/// items (one schema), minItems, maxItems, uniqueItems, minLength, maxLength (in code points), pattern (RE2, not
/// anchored), minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf, allOf, anyOf, oneOf, not; they mean
/// what draft 7 says, and 1.0 is an integer.
///
/// With Openness::Closed an object schema that says nothing of additionalProperties refuses members that neither it
/// nor a branch of its own allOf, anyOf or oneOf names. A schema that does not speak of objects at all (no `type` with
/// "object", no properties, required, propertyNames) stays open below. Two named members that fold alike are an error.
///
/// Refused: a keyword of another type than it takes, an impossible value (a negative length, an empty enum, a pattern
/// that RE2 does not take or that is too large), nesting deeper than 64, more than 20,000 parts.
[[nodiscard]] std::expected<Schema, SchemaError> compile_schema(const Json& schema, const SchemaTerms& terms = {});

}  // namespace yett
