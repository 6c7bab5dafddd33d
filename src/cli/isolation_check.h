#pragma once

#include <optional>
#include <span>
#include <vector>

#include "cli/command.h"
#include "cli/format_option.h"
#include "model/isolation.h"
#include "policy/policy.h"

namespace yett {

/// A backend to examine: by its name, or nullopt for what "auto" takes.
using WantedBackend = std::optional<Backend>;

/// What holds the servers and commands of a policy in, each once; for no policy (nullptr) that is "auto". Empty when
/// all of them are to run without (`isolation = { none = ... }`).
[[nodiscard]] std::vector<WantedBackend> wanted_backends(const Policy* policy);

/// Tries to get out of a sandbox of each backend and prints what came of it. Fails (1) when one lets something out or
/// gives no answer, or when there is none; Wrong (2), with the reason on stderr, when one cannot be used.
[[nodiscard]] Exit examine_isolation(std::span<const WantedBackend> wanted, Format format, Language language,
                                     const Console& console);

/// The same for every backend that is installed here; the others are named as skipped. Wrong when there is none.
[[nodiscard]] Exit examine_all_isolation(Format format, Language language, const Console& console);

}  // namespace yett
