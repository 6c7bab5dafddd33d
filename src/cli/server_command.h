#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "cli/command.h"
#include "draft/policy_draft.h"

namespace yett {

/// A command line as a policy may hold it: the program by its absolute path, looked up in $PATH where it is a plain
/// name; the folder to start in where an argument is a file of `base` by a relative path; PATH, and for programs that
/// fetch what they run HOME, as its environment; and the folders that it names.
/// Fails with NotFound when there is no such program, and with Input when an argument looks like a secret.
[[nodiscard]] Result<DraftServer> settle_command(std::string name, std::vector<std::string> command,
                                                 const std::string& base, const Console& console);

/// The program that a word names: a path, below `base` where it is relative, or a plain name that is looked up in the
/// absolute folders of $PATH. Fails with NotFound.
[[nodiscard]] Result<std::string> find_program(const std::string& name, const std::string& base,
                                               const Console& console);

/// What every program gets to find others by: the folder of `program` where that is none of the system's, and those.
[[nodiscard]] std::string path_for(const std::string& program);

/// A folder as a policy may hold it: `path`, below `base` where it is relative, absolute and without final slash.
[[nodiscard]] std::string absolute_folder(std::string_view path, const std::string& base);

}  // namespace yett
