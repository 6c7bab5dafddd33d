#pragma once

#include <string>

#include "gate/gate.h"
#include "model/decision.h"
#include "wire/mcp.h"
#include "words/language.h"

namespace yett {

/// The tool result that tells an agent that its call was refused: a text that begins "Denied".
[[nodiscard]] Json denied_reply(Language language, const Finding& finding);

/// The same for a call that was executed, and whose result may not be given: it must not be taken for one that can
/// simply be sent again.
[[nodiscard]] Json withheld_reply(Language language, const Finding& finding);

/// The tool result for a call that still waits when its caller cannot be kept longer: a text that begins
/// "NOT EXECUTED" and says how to go on.
[[nodiscard]] Json pending_reply(Language language, const HeldCall& held);

}  // namespace yett
