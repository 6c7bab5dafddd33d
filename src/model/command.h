#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/error.h"
#include "model/risk.h"

namespace yett {

/// What a word of a command is: the value of an option, or an operand.
enum class WordKind : std::uint8_t {
  None,       // there is no such word
  Text,       // data, whatever stands in it
  Number,     // decimal digits
  Name,       // a plain name: is_plain_name (text/command_word.h)
  Revision,   // of a version control system: is_revision; it ends at a "--"
  ReadPath,   // judged against the tool's roots
  WritePath,  // the same, to be written
  Url,        // judged against the hosts of [egress]
  Rest,       // of operands: all words from here on belong to a script, options and all
};

/// Where the value of an option may stand.
enum class ValuePlace : std::uint8_t {
  Anywhere,      // the next word, or behind `=` of a long option
  BehindEquals,  // of options whose value is optional: the program takes the next word for an operand
};

/// Where a command may have options.
enum class OptionPlace : std::uint8_t {
  Anywhere,
  InFrontOfOperands,  // what follows an operand is one too, to the program
};

/// What a program takes a path for that stands in front of no "--".
enum class BarePath : std::uint8_t {
  Path,
  PerhapsARevision,  // so the gate puts a "--" in front of the first one
};

/// An option that a command may be given, spelt whole: "-n", "--max-count".
struct ListedOption {
  std::string name;
  WordKind value = WordKind::None;
  ValuePlace place = ValuePlace::Anywhere;

  bool operator==(const ListedOption&) const = default;
};

/// A program that an execute tool may start, and how: `[[tools.X.commands]]` (docs/policy.md, commands).
struct ListedCommand {
  std::string program;                   // absolute
  std::vector<std::string> fixed;        // put in behind the program, whatever a call says
  std::vector<std::string> subcommands;  // the first argument is one of them; none: the program has no subcommands
  std::vector<ListedOption> options;     // nothing else that begins with "-" is accepted
  std::vector<WordKind> operands;        // what its other arguments are, the last for all that follow; empty: none.
                                         // Those in front of Rest have to be there
  Effect effect = Effect::Execute;
  OptionPlace option_place = OptionPlace::Anywhere;
  BarePath bare_path = BarePath::Path;
  SourcePosition where;

  /// True when a word of it can be of that kind.
  [[nodiscard]] bool has(WordKind kind) const;
  [[nodiscard]] bool has_url() const { return has(WordKind::Url); }

  bool operator==(const ListedCommand&) const = default;
};

}  // namespace yett
