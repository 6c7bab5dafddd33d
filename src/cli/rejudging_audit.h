#pragma once

#include "cli/command.h"
#include "cli/difference_view.h"
#include "policy/policy.h"

namespace yett {

/// Judges the decisions of the audit again, as far as what a record holds lets that be (replay/rejudge_record.h). The
/// filter options are those of `yett audit list`.
[[nodiscard]] Result<void> rejudge_audit(const Invocation& invocation, const Console& console, const Policy& before,
                                         const Policy& after, DifferenceReport& report);

}  // namespace yett
