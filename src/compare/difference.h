#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "base/time.h"

namespace yett {

/// What a change of a policy does to the calls that it lets through.
enum class Direction : std::uint8_t {
  Grants,     // something may run, or run unasked, that could not before
  Changes,    // neither, or nobody can tell from the policies alone: counts as granting
  TakesAway,  // less may run, or more people are asked
};

/// How much harm a difference can do when it grants. Ordered.
enum class Danger : std::uint8_t { Slight, Marked, Serious, Grave };

/// What a difference is about. Scripts know each by matter_name().
enum class Matter : std::uint8_t {
  Tool,    // a tool is there, or not
  Effect,  // of a tool, as all down to Review
  Sensitivity,
  Reversible,
  Returns,            // what kind of text its results are
  Argument,           // what an argument is to the gate
  JoinedDestination,  // a destination of several arguments
  FixedDestination,
  PathRoots,
  PathBase,
  TenantSource,
  Command,       // one that it may start
  CommandTerms,  // how it may be started
  Schema,
  DisplayNames,
  Ask,
  ResultRedact,
  ResultTenant,
  Review,
  ToolEnd,          // the last day of a tool
  Destination,      // an entry of a list
  WideDestination,  // one that stands for every name below it
  EntryTerms,       // paths, addresses and the last day of an entry
  ListKind,
  Root,        // a section of [paths]
  SessionSet,  // the permission set of a session that names none
  SetChoice,   // one that a session may name
  SetRights,   // what a set grants
  SetReach,    // the tools and servers that it is for
  SessionTenant,
  SessionExpiry,
  ApprovalExpiry,
  IrreversibleWrites,
  Quorum,
  FourEyes,
  Unsigned,
  MaxPending,
  Notify,
  GrantCeiling,
  Approver,
  ApproverTerms,
  Flow,
  Limit,
  Tenant,
  TenantsClosed,  // whether others than those named exist
  Server,
  ServerCommand,
  ServerEnvironment,
  ServerSecret,
  ServerFolder,
  ServerNames,
  Method,
  ClientRequest,
  Isolation,     // what holds a program in
  Mounts,        // what it is shown beside [paths]
  ShownRoots,    // which of [paths] it is shown
  SandboxLimit,  // what it may use up
  Secret,
  SecretSource,
  SecretTime,
  RedactionOff,
  RedactionAdded,
  StateFolder,
  StateSync,
  AuditKeep,
  AuditCheckpoints,
  LockPresence,
  PinnedServer,
  PinnedTool,
};

inline constexpr std::size_t kMatterCount = static_cast<std::size_t>(Matter::PinnedTool) + 1;

/// One side of a difference, as one of the two policies says it.
struct DifferenceSide {
  std::string text{};                      // in the words of the policy; empty: it says nothing there
  std::string why{};                       // of the tool or entry concerned
  TimePoint lapses_at = TimePoint::max();  // the same
  SourcePosition where{};                  // no file: there is no such place
};

/// A difference that decides something.
struct Difference {
  Direction direction = Direction::Changes;
  Danger danger = Danger::Grave;
  Matter matter = Matter::Tool;
  std::string subject;  // the key of the policy: "tools.send_email.returns", "egress.hosts"
  std::string tool{};   // that it is about; empty: none in particular
  DifferenceSide before;
  DifferenceSide after;
};

/// True for what has to be looked at before the new policy takes the place of the old one.
[[nodiscard]] constexpr bool may_grant(const Difference& difference) {
  return difference.direction != Direction::TakesAway;
}

/// The same change made backwards.
[[nodiscard]] constexpr Direction opposite(Direction direction) {
  if (direction == Direction::Changes) return direction;
  return direction == Direction::Grants ? Direction::TakesAway : Direction::Grants;
}

/// What may grant first, the most dangerous in front; else as they stand.
void sort_by_danger(std::vector<Difference>& differences);

/// The danger of a matter, whatever the values.
[[nodiscard]] Danger danger_of(Matter matter);

/// "grants", "changes", "takes away".
[[nodiscard]] std::string_view to_string(Direction direction);
/// "slight", "marked", "serious", "grave".
[[nodiscard]] std::string_view to_string(Danger danger);
/// "tool", "effect", "path_roots" …: never renamed.
[[nodiscard]] std::string_view matter_name(Matter matter);

}  // namespace yett
