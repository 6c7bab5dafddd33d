#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "model/command.h"
#include "model/risk.h"

namespace yett {

/// How a program reads a word that begins with one `-`.
enum class ShortOptions : std::uint8_t {
  Clustered,  // "-la" is "-l" and "-a"
  Whole,      // "-name" is one option
};

/// Where a policy lists the scripts that a program knows by name.
enum class ScriptNames : std::uint8_t {
  OfOperands,   // it knows none, or any plain name is one
  Subcommands,  // one by one: beside them the program has names of its own
};

/// One row of what is known: options and operands of a program, or of some of its subcommands, that reach no further
/// than the words say. What no row has is not listed. Rows of one program stand together; those of one subcommand add
/// up.
///
/// Texts are lists with spaces between. Options are written as in a policy, with what their value is at most:
/// "-n=number",
/// "--grep=text"; "--color[=name]" has a value only behind `=`, or none. Operands are written as `paths` of a policy,
/// in their order, the last for all that follow, "none" at the end for no more; `|` parts what else they can be.
struct KnownUse {
  std::string_view programs;     // by the last components of their paths
  std::string_view subcommands;  // those that begin with `-` stand in `fixed`; empty: there are none, or before them
  std::string_view options;
  std::string_view operands;  // empty: this row says nothing of them
  Effect effect = Effect::Read;
  ShortOptions short_options = ShortOptions::Clustered;
  std::string_view patterns{};  // options by which the first operand is no pattern any more, but what follows it
  std::string_view beside{};    // words that have to stand in `fixed` too
  OptionPlace option_place = OptionPlace::Anywhere;
  BarePath bare_path = BarePath::Path;
  ScriptNames script_names = ScriptNames::OfOperands;
};

/// An option of a row, as far as it may be listed.
struct KnownOption {
  WordKind value = WordKind::None;  // the widest kind
  bool is_optional = false;         // with a value only behind `=`
};

/// What is known of one program, for one subcommand or none.
using KnownUses = std::vector<const KnownUse*>;

/// A program of which the table has rows: a view of them.
class KnownProgram {
 public:
  explicit KnownProgram(std::span<const KnownUse> rows) : rows_(rows) {}

  /// Whether nothing can be listed of the program itself, only of its subcommands.
  [[nodiscard]] bool has_subcommands() const;
  /// Those of them that are known, "*" for any plain word, and the options that must be fixed.
  [[nodiscard]] std::vector<std::string_view> subcommands() const;
  /// The rows of a subcommand; with an empty text those of the program itself. Empty when the table has none.
  [[nodiscard]] KnownUses uses_of(std::string_view subcommand) const;
  /// Whether its first operand is a script that it runs.
  [[nodiscard]] bool runs_scripts() const;
  [[nodiscard]] OptionPlace option_place() const;
  [[nodiscard]] BarePath bare_path() const;

 private:
  std::span<const KnownUse> rows_;
};

/// The rows of that program, an absolute path or a name; nullopt when nothing is known of it. Versions count as the
/// program: "python3.11", "gcc-12". O(programs).
[[nodiscard]] std::optional<KnownProgram> find_known_program(std::string_view program);

/// The option as the rows have it; where they cluster short options, also several without a value in one word.
[[nodiscard]] std::optional<KnownOption> find_option(const KnownUses& uses, std::string_view option);

/// Whether the program takes several short options in one word.
[[nodiscard]] bool take_clusters(const KnownUses& uses);

/// The words of all options of the rows, for suggestions.
[[nodiscard]] std::vector<std::string_view> option_names(const KnownUses& uses);

/// Whether a policy may list a word of kind `listed` where a word can be at most `known`.
[[nodiscard]] bool is_within(WordKind listed, WordKind known);

/// Whether the operands fit into one of the ways in which the rows take them.
[[nodiscard]] bool take_operands(const KnownUses& uses, std::span<const WordKind> operands);

/// The name of a program without folders and without a version at its end.
[[nodiscard]] std::string_view plain_program_name(std::string_view program);

}  // namespace yett
