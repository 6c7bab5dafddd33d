#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/time.h"
#include "model/call.h"
#include "model/decision.h"
#include "model/session.h"
#include "policy/policy.h"
#include "text/flaw.h"

namespace yett {

struct Engine;

/// Everything a decision may depend on. There is nothing else: no clock, no file, no global.
struct Query {
  const Policy& policy;
  const Session& session;
  const SessionState& state;
  const ToolCall& call;
  const Evidence& evidence;
  TimePoint now = TimePoint::max();  // unless it is said, all that lapses has lapsed
  std::string_view server{};         // in front of which the gate stands; empty: any, as tools are named
  /// Canonical paths that no call may touch: the gate's own policy and state. A reference, so that no query is made
  /// that says nothing of them.
  const std::vector<std::string>& sealed;
};

/// Whether there is a call at all: what cannot be read names no tool and no arguments.
[[nodiscard]] bool is_readable(const Query& query);

/// One destination or path that the call names, parsed once; all findings are kept.
struct NamedTarget {
  const BoundArgument* argument = nullptr;  // of a joined destination its first part
  const Json* value = nullptr;              // where it stands in the call's arguments; null where none is put in its
                                            // place: a joined one, a word of a command, an id that is a number
  Channel channel = Channel::None;
  FlawSet flaws;
  Subject subject;        // how a reason or record may name it
  Subject scheme;         // the same of its scheme, where that is a flaw
  std::string canonical;  // what a tool receives in its place; empty when there is no canonical form
  /// Where the entry stands that it was judged by: the one that lists it, else the one of a URL's host that fits best.
  std::optional<EntryPlace> entry{};
  PathAccess access = PathAccess::Read;  // of a path
  std::string word{};                    // of a path in a command: its text
  Defect defect{};                       // what makes it malformed, where one text does
};

/// The destinations and paths of a call, in its order, and the flaws that any of them has: most calls have none, and
/// then no rule needs to look at each.
class NamedTargets {
 public:
  void push_back(NamedTarget&& target) {
    flaws_.insert(target.flaws);
    targets_.push_back(std::move(target));
  }

  [[nodiscard]] FlawSet flaws() const { return flaws_; }
  [[nodiscard]] std::span<const NamedTarget> all() const { return targets_; }
  [[nodiscard]] auto begin() const { return targets_.begin(); }
  [[nodiscard]] auto end() const { return targets_.end(); }

 private:
  std::vector<NamedTarget> targets_;
  FlawSet flaws_;
};

/// What is wrong with a command.
enum class CommandFault : std::uint8_t { Malformed, Unlisted, None };

/// A command that the call wants to start. The paths and URLs in it are targets of the call.
struct NamedCommand {
  const BoundArgument* argument = nullptr;
  const Json* value = nullptr;  // where it stands in the call's arguments; null when there is none
  CommandFault fault = CommandFault::Malformed;
  std::size_t bytes = 0;
  std::size_t word = 0;                   // of an unlisted one: the position of the word that nothing covers
  const ListedCommand* listed = nullptr;  // the entry that covers program and subcommand
  Json canonical{};  // what the tool receives: the program whole, paths and URLs in canonical text; null for a fault
};

/// Why the set of arguments is not what the tool's line declares.
enum class ArgumentFault : std::uint8_t {
  Undeclared,  // a key that neither the tool's line nor its schema names
  Mismatch,    // a value that the schema refuses, or that is not of the shape in which a bound argument lies
  FoldedTwin,  // a key that differs from a declared one only by case, width, `-` or `_`
  MailHeader,  // a line break, a NUL or a header of its own where a mail header could be forged
};

struct FaultyArgument {
  ArgumentFault fault = ArgumentFault::Undeclared;
  std::size_t key_bytes = 0;   // of the key, which must not be quoted
  std::string argument;        // the declared argument that it is about, or that holds it; else empty
  std::string_view keyword{};  // of a Mismatch: what the schema demands
};

/// A tenant in the arguments that is not the session's.
struct ForeignTenant {
  std::string argument;  // the declared top-level argument that holds it
  Subject subject;
};

/// What a call turns out to ask for, once its arguments were read against the tool's line. Refers to the policy and to
/// the call that were examined.
struct Facts {
  const Tool* tool = nullptr;  // null: not registered, or no longer
  NamedTargets targets;
  std::vector<NamedCommand> commands;
  std::vector<FaultyArgument> faulty;
  std::vector<ForeignTenant> foreign_tenants;
  std::size_t recipients = 0;         // that the call names
  bool names_no_destination = false;  // the tool has destination arguments and the call gives none of them
};

/// At most this many recipients a call; more are malformed (docs/policy.md, [egress]).
inline constexpr std::size_t kMaxRecipients = 50;

/// Reads the call once. Nothing is judged yet. A call that is unreadable or of an unregistered tool has no facts.
/// O(size of the arguments).
[[nodiscard]] Facts examine(const Engine& engine, const Query& query);

/// The capabilities that the call needs: the tool's own, and those of its commands that write or send.
[[nodiscard]] CapabilitySet needed_capabilities(const Facts& facts);

}  // namespace yett
