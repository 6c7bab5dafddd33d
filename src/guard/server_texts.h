#pragma once

#include <cstdint>

#include "redact/redactor.h"
#include "text/json.h"

namespace yett {

// What a server writes for people and models, without secrets and contact details (redact/redactor.h).
// What is prose in a definition says guard/schema_prose.h.

/// The result of tools/list: its prose at any depth. What a call has to match stays as it is.
[[nodiscard]] Json scrubbed_definitions(Json list, const Redactor& redactor);

/// The same without its prose, and how many bytes that was.
struct PlainDefinitions {
  Json list;
  std::uint64_t bytes = 0;
};
[[nodiscard]] PlainDefinitions without_prose(Json list);

/// A log record: every text in it, names of members too. Of two names that are the same then, the first stays.
[[nodiscard]] Json scrubbed_texts(Json value, const Redactor& redactor);

/// The params of a request for input that is a form: the same, but of `requestedSchema` its prose alone, because an
/// answer has to match it.
[[nodiscard]] Json scrubbed_form(Json params, const Redactor& redactor);

}  // namespace yett
