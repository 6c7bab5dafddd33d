#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/error.h"
#include "base/time.h"
#include "model/command.h"
#include "model/permission.h"
#include "model/risk.h"
#include "schema/schema.h"
#include "text/email.h"
#include "text/json.h"
#include "text/pointer.h"

namespace yett {

/// What an argument of a tool is to the gate. The set is closed: an argument without a role is refused, unless a schema
/// names it.
enum class ArgumentRole : std::uint8_t {
  Url,    // a destination, judged against a list of hosts
  Email,  // one or more recipients, judged against a list of domains and addresses
  Id,     // a destination that is neither: a channel, an account; judged against a list of exact texts
  Part,   // a part of a destination that several arguments make up; see JoinedDestination
  ReadPath,
  WritePath,
  Command,  // an argument vector, judged against the tool's commands
  Tenant,   // must be the session's tenant; the runtime writes it when it is absent
  Unbound,  // named like one of the above, and the policy says that it is none
  Content,  // plain content
};

/// Which list of the policy a destination is judged against: its index in Policy::lists.
using ListIndex = std::size_t;
/// The lists that always exist, perhaps empty: those of [egress].
inline constexpr ListIndex kEgressHosts = 0;
inline constexpr ListIndex kEgressEmails = 1;

/// An argument and what it is to the gate.
struct BoundArgument {
  BoundArgument(Pointer where, ArgumentRole what, ListIndex judged_by = kEgressHosts)
      : name(where.text()), place(std::move(where)), role(what), list(judged_by) {}
  /// Of the top level; e-mail is judged against the e-mail list of [egress], any other destination against its hosts.
  BoundArgument(std::string_view key, ArgumentRole what)
      : BoundArgument(Pointer::to_key(key), what, what == ArgumentRole::Email ? kEgressEmails : kEgressHosts) {}

  std::string name;  // as people read it: "to", "/files/*/path"
  Pointer place;
  ArgumentRole role = ArgumentRole::Content;
  ListIndex list = kEgressHosts;  // of a destination

  bool operator==(const BoundArgument&) const = default;
};

/// True for the roles that name where data goes.
[[nodiscard]] constexpr bool is_destination(ArgumentRole role) {
  return role == ArgumentRole::Url || role == ArgumentRole::Email || role == ArgumentRole::Id ||
         role == ArgumentRole::Part;
}

/// One destination of several arguments, each plain text without "/": { join = ["owner", "repo"] } is "owner/repo".
struct JoinedDestination {
  std::vector<std::size_t> parts;  // indices in Tool::arguments, in the order of the text
  ListIndex list = kEgressHosts;

  bool operator==(const JoinedDestination&) const = default;
};

/// Which roots of the policy the paths of a tool are judged against, by index in Policy::paths.
struct PathTerms {
  std::vector<std::size_t> roots;   // none: no path
  std::optional<std::size_t> base;  // of `roots`: what a relative path is joined to; absent: the only one

  bool operator==(const PathTerms&) const = default;
};

/// Where the tenant of a private tool comes from (docs/policy.md).
enum class TenantSource : std::uint8_t {
  None,        // the tool is not bound to a tenant
  Arguments,   // the arguments with role Tenant
  Credential,  // its server runs with this session's own credential
  Single,      // it holds one tenant's data
};

/// `ask` of a tool: a person is asked about each call of it, on terms at least as strict as the policy's.
struct AskTerms {
  std::optional<std::uint32_t> quorum;  // absent: the policy's
  std::optional<Duration> expires;      // absent: the policy's
  SourcePosition where;

  bool operator==(const AskTerms&) const = default;
};

/// What kind of text a result carries into the run.
enum class Returns : std::uint8_t { ToolOutput, RetrievedDocument, Trusted };

/// Whether a person has looked at a tool's line. `yett init` writes lines that nobody has looked at.
enum class Review : std::uint8_t { Pending, Done };

/// What calls it: tools/call with its name, or the method of that name (model/mcp_opening.h).
enum class ToolKind : std::uint8_t { Tool, Method };

/// One line of the capability table: everything the gate knows about a tool, as the policy declares it.
/// The defaults are the most dangerous values, so a field that nobody filled in never widens a right.
struct Tool {
  std::string name;         // as the client and the audit know it
  std::string server;       // the server that has it; empty: the only one
  std::string server_name;  // as that server calls it, where that is another name; else empty
  ToolKind kind = ToolKind::Tool;
  Effect effect = Effect::Execute;
  Sensitivity sensitivity = Sensitivity::Private;
  Reversibility reversibility = Reversibility::Irreversible;
  std::vector<BoundArgument> arguments;          // in the order of the policy; no place covers another
  std::vector<JoinedDestination> joins;          // of the arguments with role Part
  std::optional<std::string> fixed_destination;  // where it goes when no argument says so; such a call always asks
  PathTerms reads;
  PathTerms writes;
  /// What its Command arguments may be. None: any words, for which a person is asked, since such a tool cannot be
  /// reversible.
  std::vector<ListedCommand> commands;
  std::optional<Schema> schema;                // of its arguments; absent: those above are all there are
  std::shared_ptr<const Json> written_schema;  // the same as its author wrote it; null where there is none
  /// Whether the arguments with role Content are all that is plain content; else those named like a body are.
  bool content_is_listed = false;
  DisplayNames display_names = DisplayNames::Refused;
  std::optional<AskTerms> ask;
  TenantSource tenant = TenantSource::None;
  Returns returns = Returns::ToolOutput;
  /// Kinds of text that are taken out of its results before the model reads them: by name, built-in or the policy's.
  std::vector<std::string> result_redact;
  /// Where its results say whose they are. A result in which one of these places is missing or holds another tenant
  /// than the session's is withheld. Not empty only for a tool that is private or bound to a tenant.
  std::vector<Pointer> result_tenant;
  Review review = Review::Pending;
  TimePoint lapses_at{};  // from then on it is not listed
  std::string why;
  SourcePosition where;

  [[nodiscard]] RiskTier tier() const { return risk_tier(effect, reversibility, sensitivity); }
  /// The argument of that name, or nullptr.
  [[nodiscard]] const BoundArgument* find_argument(std::string_view argument) const;
  [[nodiscard]] bool has_role(ArgumentRole role) const;
  /// True when an argument says where it goes.
  [[nodiscard]] bool has_destination_argument() const;
  /// True when the tool names a destination: by argument, in a command, or fixed.
  [[nodiscard]] bool has_destination() const;
  /// What a call of it needs, whatever its arguments: the capability of the effect, and access to the outside where
  /// there is a destination.
  [[nodiscard]] CapabilitySet capabilities() const;
  /// True when a call can carry data out: it has a destination, sends or executes (docs/policy.md, [flow]).
  [[nodiscard]] bool goes_outside() const;
  /// The name by which its server knows it.
  [[nodiscard]] const std::string& name_at_server() const { return server_name.empty() ? name : server_name; }
};

[[nodiscard]] std::string_view to_string(ArgumentRole role);
[[nodiscard]] std::string_view to_string(Returns returns);
/// The kind of text that a result adds to the run; nullopt for trusted results.
[[nodiscard]] std::optional<SourceKind> source_of(Returns returns);

}  // namespace yett
