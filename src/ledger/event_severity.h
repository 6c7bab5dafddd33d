#pragma once

#include <cstdint>

#include "text/json.h"

namespace yett {

/// How much a record matters to whoever watches many systems at once.
enum class EventSeverity : std::uint8_t { Informational, Low, Medium, High };

/// Of a record's body: the higher, the more it is about something that was stopped, or that nobody knows.
[[nodiscard]] EventSeverity severity_of(const Json& body);

/// A text member of a body; empty where there is none.
[[nodiscard]] std::string_view body_text(const Json& body, std::string_view member);

/// The host, or the domain of the address, of the first destination of a body's intent; empty where there is none.
[[nodiscard]] std::string_view first_destination(const Json& body);

}  // namespace yett
