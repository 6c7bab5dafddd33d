#pragma once

#include <optional>
#include <span>
#include <string>

#include "model/mcp_opening.h"
#include "redact/redactor.h"
#include "text/json.h"
#include "text/pointer.h"

namespace yett {

// What the line of a tool says of its results, before they reach the agent.

/// The result of a call that says throughout that it is of `tenant`: at each of the places stands that name, and
/// nothing else. Of a tool the structured content is judged, or its only text where that is JSON, and only what was
/// judged is in what comes back: another text beside it may be anybody's. Of an opened method the whole result is
/// judged. nullopt: it is to be withheld; so is one in which nothing stands at a place, one in which something
/// that a `*` stands for is without it, and one that tells of an error.
[[nodiscard]] std::optional<Json> own_result(const Json& result, std::span<const Pointer> places,
                                             const std::string& tenant, const std::optional<McpMethod>& method);

/// The result with all its texts redacted, names of members too. What is named by a media type beside it is no text. A
/// number is one: it becomes a string where something is found in it.
[[nodiscard]] Json redacted_result(Json result, const Redactor& redactor);

/// Redacts the numbers of a JSON text as they are written there, with all their digits, and nothing else of it. Returns
/// how many.
std::size_t redact_numbers(std::string& json, const Redactor& redactor);

}  // namespace yett
