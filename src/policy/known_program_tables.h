#pragma once

#include <span>

#include "policy/known_program.h"

namespace yett {

// What is known of widely used programs, from their own manuals, by what they are for. An option is here when it and
// its value reach no further than the words of the command: it starts no program, reads no file of settings or of
// further words, writes, reads and dials nothing that is no word of its own, and follows no link out of a folder. What
// a user's own settings make of a program (~/.gitconfig, ~/.curlrc) is the user's.

[[nodiscard]] std::span<const KnownUse> file_reading_programs();
[[nodiscard]] std::span<const KnownUse> system_programs();
[[nodiscard]] std::span<const KnownUse> file_changing_programs();
[[nodiscard]] std::span<const KnownUse> searching_programs();
[[nodiscard]] std::span<const KnownUse> git_subcommands();
[[nodiscard]] std::span<const KnownUse> building_programs();
[[nodiscard]] std::span<const KnownUse> reaching_programs();

}  // namespace yett
