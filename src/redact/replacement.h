#pragma once

#include <cstdint>
#include <string>

#include "redact/span.h"

namespace yett {

/// What redacted text is written in; English and Chinese.
enum class RedactionWords : std::uint8_t { English, Chinese };

/// Appends what stands in place of a find: "<secret redacted>", "<card ending 1111>". Those of the seed's three kinds
/// are the seed's texts.
void append_replacement(std::string& out, const RedactionSpan& span, RedactionWords words);

}  // namespace yett
