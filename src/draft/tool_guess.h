#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "model/risk.h"
#include "model/tool.h"
#include "text/pointer.h"

namespace yett {

/// Why something was guessed, or what a person should know of a guess. What stands in `subject` is a word of our own
/// tables or the name of an argument.
enum class ClueKind : std::uint8_t {
  NameSays,           // a word of the name
  DescriptionSays,    // the word that the description begins with
  DescriptionSpeaks,  // a graver word further on
  HintReads,          // only the server's own hint says that it reads
  HintWrites,         // the server says that it changes something
  HintDestroys,       // the server says that it destroys
  HintOutside,        // the server says that it reaches outside
  TakesCommand,       // an argument holds what is run
  TakesQuery,         // an argument holds a query language that can change data
  TakesRecipient,     // an argument names people who are written to
  ReachesWeb,         // a word of the name: what it reads is of the outside
  NothingSays,        // neither the name nor anything else does
  NoDestination,      // it goes outside, and no argument says where to
  LooksLikeEdge,      // an argument is named like a recipient, and taken for the end of a relation
  HoldsCredential,    // an argument that is named like a credential
  SpeaksOfSecrets,    // a word of the name of what only reads
  HoldsTenant,        // an argument that is named like a tenant
  AnyMembers,         // an argument with members that nobody names
  PathElsewhere,      // an argument that is taken for a path of this machine, and may be one of another place
  AnyArguments,       // arguments that its schema does not name
  StartsProgram,      // an argument that says how a program is started; no call may bring it
  UnreadableName,     // an argument whose name no person could read; no call may bring it
  SchemaUnreadable,   // the server's schema cannot be read, which closes the tool
};

struct Clue {
  ClueKind kind = ClueKind::NothingSays;
  std::string subject{};

  bool operator==(const Clue&) const = default;
};

/// How much a person can expect of a guess.
enum class Certainty : std::uint8_t { Unknown, Unclear, Likely };

/// An argument and what it is guessed to be. An Id, and the Parts of one, are judged against the list of that name.
struct GuessedArgument {
  Pointer place;
  ArgumentRole role = ArgumentRole::Content;
  std::string list{};
};

/// What is guessed of a tool from what its server says. Every word of a server may be a lie, so a guess is where a
/// person begins to look, and nothing else. The defaults are the most dangerous values.
struct ToolGuess {
  std::string name;
  Effect effect = Effect::Execute;
  Sensitivity sensitivity = Sensitivity::Private;
  Reversibility reversibility = Reversibility::Irreversible;
  Returns returns = Returns::ToolOutput;
  std::vector<GuessedArgument> arguments{};
  bool joins_repository = false;  // its arguments `owner` and `repo`, of role Part, make one destination
  bool goes_outside = false;      // and no argument says where
  Certainty certainty = Certainty::Unknown;
  std::vector<Clue> clues{};  // the reason for the effect first

  [[nodiscard]] bool has_role(ArgumentRole role) const;
  [[nodiscard]] bool has_destination() const;
  [[nodiscard]] RiskTier tier() const { return risk_tier(effect, reversibility, sensitivity); }
};

}  // namespace yett
