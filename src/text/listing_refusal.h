#pragma once

#include <expected>
#include <string_view>

#include "base/error.h"
#include "text/flaw.h"

namespace yett {

/// Why a host, a domain or an authority may not stand in an allowlist: a message for the gravest flaw, and a hint
/// where the text shows what its author meant.
[[nodiscard]] std::unexpected<Error> refuse_listing(std::string_view text, FlawSet flaws);

}  // namespace yett
