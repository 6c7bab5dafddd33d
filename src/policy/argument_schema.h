#pragma once

#include <expected>

#include "model/tool.h"
#include "policy/field.h"
#include "schema/schema.h"
#include "text/json.h"

namespace yett {

/// Reads `[tools.X.arguments]`, the schema that closes the arguments of `tool`, whose bindings are there. Refused: what
/// compile_schema() refuses, at the place in the file. A schema that was refused accepts nothing.
[[nodiscard]] Schema load_argument_schema(const Field& field, const Tool& tool);

/// The same as its author wrote it, for whoever makes up calls of the tool; null for what is no table. Refuses nothing.
[[nodiscard]] Json written_argument_schema(const Field& field);

/// Reads `[approval.grants.X] arguments`, the ceiling of what may be granted ahead: what it names has to be there and
/// within its bounds, of other arguments it says nothing. Refused: as above, and a bound without the type of what it
/// bounds.
[[nodiscard]] Schema load_ceiling(const Field& field);

/// Bindings and schema describe the same arguments. Refused: a bound argument that the schema of `tool` does not name;
/// and a name anywhere in it that looks like a destination, a path, a tenant or a credential and is neither bound nor
/// unbound. `field` is what that schema was read from; the tool has one.
void check_schema_names(const Field& field, const Tool& tool);

/// The schema by which the tool's own server declares the arguments, as far as it can be read: one that cannot be read
/// accepts nothing (docs/policy.md, "The set of arguments is closed"). What it demands of bound tenant arguments it
/// does not demand of the call.
[[nodiscard]] Schema observed_schema(const Json& declared, const Tool& tool);

}  // namespace yett
