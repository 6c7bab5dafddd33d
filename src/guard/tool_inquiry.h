#pragma once

#include <chrono>
#include <string_view>
#include <vector>

#include "guard/guard_server.h"
#include "redact/redactor.h"
#include "text/json.h"

namespace yett {

/// Starts a server, asks it for its tools and ends it again: no call is made. One that ends before it has said anything
/// is started once more and spoken to in the legacy way. Blocks until it has answered, for at most `patience`. What it
/// writes to its stderr goes to `tell`, redacted by `redactor` and with everything visible. Fails with what spawn()
/// or start_server() fails with, and with Input, naming the server, when it does not answer as a server does.
/// `ground` is null where there is no policy yet: then nothing holds it in.
/// Without `ground` there is no policy yet, and nothing holds it in.
[[nodiscard]] Result<std::vector<Json>> ask_for_tools(const ServerStart& server, std::string_view version,
                                                      std::chrono::milliseconds patience, const GuardLoop::Tell& tell,
                                                      const Redactor& redactor, const SandboxGround* ground);

}  // namespace yett
