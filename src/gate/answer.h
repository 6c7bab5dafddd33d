#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "approval/request.h"
#include "base/error.h"
#include "gate/answering_side.h"
#include "store/store.h"

namespace yett {

/// The one request whose id begins with `prefix`. Fails when there is none or when several do.
[[nodiscard]] Result<ApprovalRequest> find_request_by_prefix(Store& store, std::string_view prefix);

/// A person's answer, on the human's side of the gate: checks that the request can be answered and that its card shows
/// what would run, writes answer and record in one transaction. An approval needs the card, a denial does not.
/// An approval that comes from below a gate, from a tool, or from other namespaces than a gate's, is refused, and that
/// is recorded (approval.self). The caller rings the bell afterwards.
[[nodiscard]] Result<ApprovalRequest> answer_request(Store& store, std::string_view id, GivenAnswer given,
                                                     const AnsweringSide& side);

}  // namespace yett
