#pragma once

#include <cstddef>
#include <span>
#include <string_view>

#include "decide/facts.h"
#include "model/tool.h"
#include "schema/schema.h"

namespace yett {

/// The schema that closes the tool's arguments: the policy's own, else its server's (docs/policy.md); nullptr when
/// the tool's line closes them.
[[nodiscard]] const Schema* closing_schema(const Query& query, const Tool& tool);

/// True for a top-level key that the tool's line or the schema names. Any other is the caller's choice, and may be a
/// message in disguise.
[[nodiscard]] bool is_declared(const Tool& tool, const Schema* schema, std::string_view key);

/// True when `key`, which no argument is named by, folds into the step at `depth` of one of them.
[[nodiscard]] bool is_folded_twin(std::span<const BoundArgument* const> arguments, std::size_t depth,
                                  std::string_view key);

/// True for the arguments of a mail tool in which line breaks are text and not structure, unless the policy lists its
/// own (docs/policy.md: body, text, html, content, message).
[[nodiscard]] bool is_body_name(std::string_view name);

}  // namespace yett
