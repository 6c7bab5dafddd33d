#pragma once

#include <cstdint>
#include <functional>

#include "text/json.h"

namespace yett {

// Of a schema there is a closed list of what is structure: the keywords of JSON Schema by which a value is judged, with
// values of the shape that they have there; the names of arguments; and what an argument has to match (`const`, `enum`,
// `pattern`). Everything else in a definition is prose: titles, descriptions, comments, examples, defaults, and
// whatever stands under a name that is not in the list, that name included. Numbers and flags are none.

/// What becomes of a piece of prose, a member with its name and value: true when it is to be taken out.
using ProseVisitor = std::function<bool(Json::Member& member)>;

/// How much text a piece of prose is: its own, and its name where no list has it.
[[nodiscard]] std::uint64_t prose_bytes(const Json::Member& member);

/// Shows each piece of prose of a definition of a tool to `visit`, the outermost members alone, and takes out those for
/// which it says so. What no list has is prose, and so is a value of a wrong shape.
void visit_definition_prose(Json& definition, const ProseVisitor& visit);

/// The same of a schema.
void visit_schema_prose(Json& schema, const ProseVisitor& visit);

}  // namespace yett
