#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/error.h"
#include "model/risk.h"

namespace yett {

/// What stands behind an option, or in the place of a positional argument.
enum class WordKind : std::uint8_t { None, Text, Number, ReadPath, WritePath };

/// An option that a command may be given, spelt whole: "-n", "--max-count".
struct ListedOption {
  std::string name;
  WordKind value = WordKind::None;

  bool operator==(const ListedOption&) const = default;
};

/// A program that an execute tool may start, and how: `[[tools.X.commands]]` (docs/policy.md).
struct ListedCommand {
  std::string program;                   // absolute
  std::vector<std::string> subcommands;  // the first argument is one of them; none: the program has no subcommands
  std::vector<ListedOption> options;     // nothing else that begins with "-" is accepted
  WordKind operands = WordKind::None;    // what its other arguments are
  Effect effect = Effect::Execute;
  SourcePosition where;

  bool operator==(const ListedCommand&) const = default;
};

}  // namespace yett
