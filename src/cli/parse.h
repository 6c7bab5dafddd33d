#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "cli/command.h"

namespace yett {

/// What the command line asks for: a command with its words, or a text to print.
struct ParsedLine {
  const CommandSpec* command = nullptr;  // null: print `text` and exit with `exit`
  Invocation invocation;
  std::string text;
  Exit exit = Exit::Done;
};

/// Reads the words behind the program's name. Help and every mistake come back as text. A command that a
/// later version brings is refused with "not in this version".
[[nodiscard]] ParsedLine parse_command_line(std::span<const std::string> words, std::span<const CommandSpec> commands);

}  // namespace yett
