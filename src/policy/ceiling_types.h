#pragma once

#include <optional>

#include "schema/schema.h"
#include "text/json.h"

namespace yett {

/// What is wrong with the schema of a ceiling: a keyword that bounds values of one type beside no `type` that says so.
/// JSON Schema lets values of every other type pass such a keyword ({"maximum": 50} accepts the text "1000000"), and
/// what passes a ceiling runs unasked. A branch takes over the type of the schema that it is a branch of.
/// nullopt: every bound is one. Linear in the schema. Keywords that are not read are left to compile_schema().
[[nodiscard]] std::optional<SchemaError> find_untyped_bound(const Json& schema);

/// Demands every member that the schema of a ceiling names, at any depth: a bound on what is not there would bound
/// nothing, because the tool has a default of its own. What stands below `oneOf` and `not` stays as it is: there a
/// stricter branch accepts more.
void demand_what_is_named(Json& schema);

}  // namespace yett
