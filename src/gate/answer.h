#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "approval/request.h"
#include "base/error.h"
#include "store/store.h"

namespace yett {

/// The one request whose id begins with `prefix`. Fails when there is none or when several do.
[[nodiscard]] Result<ApprovalRequest> find_request_by_prefix(Store& store, std::string_view prefix);

/// A person's answer, on the human's side of the gate: checks that the request can be answered and that its card shows
/// what would run, writes answer and record in one transaction. An approval needs the card, a denial does not.
/// `ancestry` are the processes above the answering one, as texts of their identities: an approval that comes from
/// below the gate, from a tool of the very run, is refused, and that is recorded (approval.self). The caller rings the
/// bell afterwards.
[[nodiscard]] Result<ApprovalRequest> answer_request(Store& store, std::string_view id, GivenAnswer given,
                                                     std::span<const std::string> ancestry);

}  // namespace yett
