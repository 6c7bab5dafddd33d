#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "cli/command.h"
#include "words/language.h"

namespace yett {

/// Whether the servers of a configuration are started.
enum class Asking : std::uint8_t { EachServer, Nobody };

/// `yett init --server`: starts the server, asks it for its tools, calls none, and writes a policy to be reviewed.
/// Nothing is written when it does not answer.
[[nodiscard]] Exit draft_from_command(const std::vector<std::string>& command, const std::string& file,
                                      Language language, const Console& console);

/// `yett init --from`: the same for each server of a client's configuration. A server that cannot be taken is named
/// with the reason; one that does not answer stands in the policy without tools, and the exit code is 1.
[[nodiscard]] Exit draft_from_config(const std::string& config, Asking asking, const std::string& file,
                                     Language language, const Console& console);

}  // namespace yett
