#pragma once

#include <string>
#include <string_view>

#include "ledger/record.h"

namespace yett {

/// A record as one line of ArcSight's Common Event Format (CEF:0, Implementation Standard of 2017), without a line
/// break: "CEF:0|Yett|Yett|VERSION|destination.unlisted|call denied|8|rt=…". In the header "|" and "\" are escaped, in
/// the extension "=", "\" and line breaks, so that no text of a record makes a field or a line of its own. Texts are
/// cut to the lengths that the format has for their fields. `body` is the record's, read.
[[nodiscard]] std::string cef_line(const Record& record, const Json& body, std::string_view version);

}  // namespace yett
