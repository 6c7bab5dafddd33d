#pragma once

#include <cstdint>

#include "redact/redactor.h"
#include "text/json.h"

namespace yett {

// What a server writes for people and models, without secrets and contact details (redact/redactor.h).

/// The definition of a tool: its titles and descriptions, at any depth. What a call has to match stays as it is.
[[nodiscard]] Json scrubbed_definition(Json definition, const Redactor& redactor);

/// The same without them, and how many bytes they were.
struct PlainDefinition {
  Json definition;
  std::uint64_t bytes = 0;
};
[[nodiscard]] PlainDefinition without_prose(Json definition);

/// A log record or a request for input: every text in it, but for what a form asks for (`requestedSchema`), whose
/// answer has to match.
[[nodiscard]] Json scrubbed_texts(Json value, const Redactor& redactor);

}  // namespace yett
