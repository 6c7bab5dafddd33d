#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "text/json.h"
#include "text/pointer.h"

namespace yett {

/// How an object is read whose schema says nothing of members that it does not name.
enum class Openness : std::uint8_t {
  Closed,  // they are refused, and so is a member that only looks like a named one: what a gate needs
  Open,    // they are accepted: what JSON Schema says (draft 7)
};

/// What becomes of keywords that are not read (docs/policy.md lists those that are).
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
  std::string_view keyword;   // the one that refuses, a text of this library: "type", "maximum", or "false" for the
                              // schema of that name; empty for the other kinds
  std::string argument;       // the top-level member that the schema names and that holds the fault, or empty
  std::size_t key_bytes = 0;  // the length of the undeclared key or twin
};

/// A JSON Schema of the closed keyword list, compiled into a flat program. Immutable, cheap to copy, safe to use from
/// several threads.
class Schema {
 public:
  /// Accepts nothing: what a schema that cannot be read comes to.
  Schema();

  /// The first thing that stands against `value`, twins before everything else; nullopt when it is valid. A value that
  /// fits no branch is a fault of `anyOf` or `oneOf` itself; `allOf` passes on the fault of its branch.
  /// Linear in the value for each keyword that looks at it; uniqueItems, and enum and const that list arrays or
  /// objects, sort: O(n log n). Allocates only for these, for propertyNames and for members that the schema does not
  /// name.
  [[nodiscard]] std::optional<SchemaFault> check(const Json& value) const;

  /// True when the schema names this place: by `properties`, by `items` for `*`, in any branch of allOf, anyOf and
  /// oneOf. O(log n) comparisons.
  [[nodiscard]] bool names(const Pointer& place) const;
  /// Every place that it names, lists first as `*`; each once, sorted. The root is none.
  [[nodiscard]] std::span<const Pointer> places() const;

  struct Program;  // schema/program.h

 private:
  friend class SchemaCompiler;
  explicit Schema(std::shared_ptr<const Program> program);

  std::shared_ptr<const Program> program_;
};

/// Why a schema cannot be used, and where.
struct SchemaError {
  std::vector<std::string> at;  // the keys and list positions, from 0, that lead to the keyword or value that is wrong
  std::string message;
  std::string hint;
};

/// Compiles a schema: an object, or true or false.
///
/// The keywords (docs/policy.md): type, enum, const, properties, required, additionalProperties, propertyNames,
/// items (one schema), minItems, maxItems, uniqueItems, minLength, maxLength (in code points), pattern (RE2, not
/// anchored), minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf, allOf, anyOf, oneOf, not; they mean
/// what draft 7 says, and 1.0 is an integer.
///
/// With Openness::Closed an object schema that says nothing of additionalProperties refuses members that no schema
/// names at the same place of the value: two closed parts under allOf stay usable. Each branch of its anyOf and oneOf
/// refuses them again, and there the names of the other branches do not count, which nothing in this branch would look
/// at; so a value that needs two branches of anyOf to be named whole is refused. What a schema says of
/// additionalProperties holds for its branches too. A schema that does not speak of
/// objects at all (no `type` with "object", no properties, required, propertyNames) stays open below, and so does what
/// stands below `not`, which names nothing. A twin is refused at every place that has names, whatever
/// additionalProperties says. Two named members that fold alike are an error. A closed schema accepts nothing that the
/// same schema refuses when it is open.
///
/// With ForeignKeywords::Skipped, other keywords of drafts 3 to 2020-12 and of OpenAPI 3.0 are
///   - left out when they refuse no value: title, description, default, example, examples, readOnly, writeOnly,
///     deprecated, $schema, $vocabulary, $comment, $anchor, $id of the whole schema, $defs, definitions,
///     additionalItems, and what begins with `x-`;
///   - left out when they only refuse values: minProperties, maxProperties, dependentRequired, contains,
///     minContains, maxContains, format, contentEncoding, contentMediaType, contentSchema,
///     `unevaluatedProperties: false`, required or an exclusive bound as true or false, a pattern that is refused
///     below; and if, then, else, dependencies and dependentSchemas, when they name no member that nothing else names.
///     A `not` that holds one of these is left out as a whole, and of a oneOf that does, more than one may hold;
///   - read: $ref to a place of the same schema (`#/$defs/X`), together with what stands beside it, as since draft
///     2019-09; and `nullable: true`, which accepts null beside the type;
///   - an error: every other one (patternProperties, prefixItems, a list under `items`), a reference that leaves the
///     schema or leads back to where it stands, and $id in a schema within the schema.
///
/// Refused: a keyword of another type than it takes, an impossible value (a negative length, an empty enum), a pattern
/// that RE2 does not take, that has more than 2,048 bytes or needs more than 4 MiB, patterns that cost too much
/// together (about 100 small ones do), schemas nested deeper than 64, and more than 20,000 parts: schemas, keywords,
/// names, places and listed values. Long texts count for more, and what is referred to counts each time.
///
/// These limits bound the work to about a second and the memory to tens of MiB, apart from one pass over the schema,
/// which is not kept.
[[nodiscard]] std::expected<Schema, SchemaError> compile_schema(const Json& schema, const SchemaTerms& terms = {});

}  // namespace yett
