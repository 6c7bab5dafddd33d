#pragma once

#include <string>
#include <string_view>

#include "ledger/record.h"

namespace yett {

/// A record as an event of the Open Cybersecurity Schema Framework, version 1.3.0: class API Activity (6003) with the
/// profile security_control, as one line of JSON without a line break. What the class has no attribute for stands under
/// `unmapped`. `body` is the record's, read.
[[nodiscard]] std::string ocsf_line(const Record& record, const Json& body, std::string_view version);

}  // namespace yett
