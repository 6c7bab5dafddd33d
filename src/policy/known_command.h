#pragma once

#include <optional>
#include <string>
#include <vector>

#include "model/command.h"
#include "policy/field.h"
#include "policy/known_program.h"
#include "policy/table_reader.h"

namespace yett {

/// Holds one entry of `[[tools.X.commands]]` against what is known of its program: what the table does not have, no
/// entry lists. Refusals stand at the words they are about, and say what is known in their place.
class KnownCommand {
 public:
  /// For an entry of which program, fixed words and subcommands are read. nullopt where nothing is known of the
  /// program, and where it is refused what it lists of these. `table` must outlive it.
  [[nodiscard]] static std::optional<KnownCommand> find(const TableReader& table, const ListedCommand& command);

  /// Refuses an option that is not known with that value, of each subcommand; says where its value may stand.
  [[nodiscard]] bool check(const Field& item, ListedOption& option) const;
  /// Refuses operands and an effect that the program does not have.
  void check_operands(const ListedCommand& command) const;
  void check_effect(const ListedCommand& command) const;
  /// Says what the gate has to know of the program's ways with words.
  void describe(ListedCommand& command) const;

 private:
  struct Part {
    std::string name;  // of program and subcommand, for messages
    KnownUses uses;
  };

  KnownCommand(const TableReader& table, KnownProgram program) : table_(&table), program_(program) {}

  [[nodiscard]] bool pick_parts(const ListedCommand& command);
  [[nodiscard]] bool pick_subcommands(const ListedCommand& command);
  [[nodiscard]] bool check_fixed(const ListedCommand& command) const;
  [[nodiscard]] bool check_beside(const ListedCommand& command) const;
  [[nodiscard]] bool check_of(const Part& part, const Field& item, ListedOption& option) const;
  void check_script(const ListedCommand& command) const;

  const TableReader* table_;
  KnownProgram program_;
  std::vector<Part> parts_;
  bool has_fixed_part_ = false;  // a word of `fixed` picks it, and subcommands are its first operands
};

}  // namespace yett
