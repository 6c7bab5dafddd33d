#pragma once

#include "approval/request.h"
#include "cli/command.h"
#include "cli/state_option.h"

namespace yett {

/// `yett approve` and `yett deny`: takes the answer of the person at the keyboard, signed where the request asks for
/// that, and shows the card of what was answered.
[[nodiscard]] Exit give_answer(const Invocation& invocation, const Console& console, Language language,
                               OpenState& state, const ApprovalRequest& request, Answer answer);

}  // namespace yett
