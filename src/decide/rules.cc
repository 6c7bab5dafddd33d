#include <algorithm>
#include <array>
#include <span>
#include <utility>

#include "decide/engine.h"

namespace yett {
namespace {

Subject plain(std::string_view text) { return {.kind = SubjectKind::Text, .text = std::string(text), .size = 0}; }
Subject bytes(std::size_t size) { return {.kind = SubjectKind::Bytes, .text = {}, .size = size}; }

/// A domain that stands for a whole address reads as one.
Subject as_address(Subject subject) {
  if (subject.kind == SubjectKind::Domain) subject.kind = SubjectKind::Mailbox;
  return subject;
}

/// Adds a finding; the engine fills in rule and verdict.
void speak(Findings& out, Subject subject = {}, Channel channel = Channel::None, std::string argument = {}) {
  out.push_back({.rule = RuleId::SystemInternal,
                 .verdict = Verdict::Deny,
                 .channel = channel,
                 .subject = std::move(subject),
                 .argument = std::move(argument)});
}

// --- session -------------------------------------------------------------------------------------------------------

void session_expired(const Query& q, const Facts&, Findings& out) {
  if (q.now >= q.session.expires_at) speak(out);
}

void session_suspended(const Query& q, const Facts&, Findings& out) {
  if (q.state.suspension != Suspension::Running) speak(out);
}

void session_limit(const Query& q, const Facts& f, Findings& out) {
  const RunTally& tally = q.state.tally;
  const RunLimits& limits = q.policy.limits;
  if (calls_within_a_minute(tally, q.now) >= limits.calls_per_minute) speak(out, plain("calls_per_minute"));
  if (tally.result_bytes >= limits.result_bytes) speak(out, plain("result_bytes"));
  if (f.tool != nullptr && counts_as_send(*f.tool) && tally.sends >= limits.sends_per_run)
    speak(out, plain("sends_per_run"));
}

// --- reading, tool -------------------------------------------------------------------------------------------------

void call_unreadable(const Query& q, const Facts&, Findings& out) {
  if (!is_readable(q)) speak(out);
}

void tool_unregistered(const Query& q, const Facts& f, Findings& out) {
  // What cannot be read names no tool that could be missing.
  if (!is_readable(q)) return;
  if (f.tool == nullptr) {
    speak(out, bytes(q.call.tool.size()));
  } else if (q.evidence.tool == Observation::Absent || q.evidence.tool == Observation::Unpinned) {
    speak(out, {.kind = SubjectKind::Tool, .text = f.tool->name, .size = 0});
  }
}

void tool_changed(const Query& q, const Facts& f, Findings& out) {
  if (f.tool != nullptr && q.evidence.tool == Observation::Changed) {
    speak(out, {.kind = SubjectKind::Tool, .text = f.tool->name, .size = 0});
  }
}

void tool_review(const Query&, const Facts& f, Findings& out) {
  if (f.tool != nullptr && f.tool->review != Review::Done) {
    speak(out, {.kind = SubjectKind::Tool, .text = f.tool->name, .size = 0});
  }
}

// --- permission ----------------------------------------------------------------------------------------------------

/// A name in a role means the tool that the table means by it, and none where the table cannot tell.
bool names_tool(const PermissionSet& set, const ToolTable& table, const Tool& tool) {
  return !set.tools || std::ranges::any_of(*set.tools, [&](const std::string& name) {
    return name.ends_with(tool.name) && table.find(name) == &tool;
  });
}

bool names_server(const PermissionSet& set, const std::string& server) {
  return !set.servers || std::ranges::find(*set.servers, server) != set.servers->end();
}

void permission_tool(const Query& q, const Facts& f, Findings& out) {
  if (f.tool == nullptr) return;
  const PermissionSet& set = q.session.permissions;
  if (names_tool(set, q.policy.tools, *f.tool) && names_server(set, f.tool->server)) return;
  speak(out, {.kind = SubjectKind::Tool, .text = f.tool->name, .size = 0});
}

void permission_capability(const Query& q, const Facts& f, Findings& out) {
  const CapabilitySet needed = needed_capabilities(f);
  for (const Capability capability : kAllCapabilities) {
    if (needed.contains(capability) && !q.session.permissions.has(capability)) speak(out, plain(to_string(capability)));
  }
}

void permission_source(const Query& q, const Facts& f, Findings& out) {
  const CapabilitySet needed = needed_capabilities(f);
  for (const Capability capability : kAllCapabilities) {
    // A capability that is not granted at all is permission.capability's matter.
    if (!needed.contains(capability) || !q.session.permissions.has(capability)) continue;
    const SourceSet granted = q.session.permissions.grant(capability);
    for (const SourceKind kind : kAllSourceKinds) {
      if (q.state.taken_in.contains(kind) && !granted.contains(kind)) speak(out, plain(to_string(kind)));
    }
  }
}

// --- arguments -----------------------------------------------------------------------------------------------------

void arguments_malformed(const Query&, const Facts& f, Findings& out) {
  for (const FaultyArgument& faulty : f.faulty) {
    if (faulty.fault == ArgumentFault::FoldedTwin) {
      speak(out, bytes(faulty.key_bytes), Channel::Value, faulty.argument);
    }
  }
}

void arguments_schema(const Query&, const Facts& f, Findings& out) {
  for (const FaultyArgument& faulty : f.faulty) {
    if (faulty.fault == ArgumentFault::FoldedTwin || faulty.fault == ArgumentFault::MailHeader) continue;
    const bool is_named = faulty.fault == ArgumentFault::Mismatch;
    speak(out, is_named ? plain(faulty.keyword) : bytes(faulty.key_bytes), is_named ? Channel::Value : Channel::None,
          faulty.argument);
  }
}

// --- destination ---------------------------------------------------------------------------------------------------

void destination_missing(const Query&, const Facts& f, Findings& out) {
  if (f.names_no_destination) speak(out);
}

template <Flaw flaw>
void target_flaw(const Query&, const Facts& f, Findings& out) {
  if (!f.targets.flaws().contains(flaw)) return;
  for (const NamedTarget& target : f.targets) {
    if (target.flaws.contains(flaw)) speak(out, target.subject, target.channel, target.argument->name);
  }
}

/// Of a listed host nobody should read that it is not on the list.
void destination_unlisted(const Query&, const Facts& f, Findings& out) {
  if (!f.targets.flaws().contains(Flaw::Unlisted)) return;
  for (const NamedTarget& target : f.targets) {
    if (!target.flaws.contains(Flaw::Unlisted)) continue;
    speak(out, target.subject, target.entry ? Channel::Unreadable : target.channel, target.argument->name);
  }
}

void destination_scheme(const Query&, const Facts& f, Findings& out) {
  if (!f.targets.flaws().contains(Flaw::Scheme)) return;
  for (const NamedTarget& target : f.targets) {
    if (target.flaws.contains(Flaw::Scheme)) speak(out, target.scheme, target.channel, target.argument->name);
  }
}

/// Malformed and misreadable spellings speak of the text as a whole, and so of an address where one stands.
template <Flaw flaw>
void destination_malformed(const Query& q, const Facts& f, Findings& out) {
  const std::size_t before = out.size();
  target_flaw<flaw>(q, f, out);
  for (Finding& finding : std::span(out).subspan(before)) finding.subject = as_address(std::move(finding.subject));
}

/// What would add recipients behind those that were judged, or hides some in a crowd.
void mail_malformed(const Query&, const Facts& f, Findings& out) {
  for (const FaultyArgument& faulty : f.faulty) {
    if (faulty.fault == ArgumentFault::MailHeader) {
      speak(out, bytes(faulty.key_bytes), Channel::MailHeader, faulty.argument);
    }
  }
  if (f.recipients > kMaxRecipients) speak(out, {}, Channel::Recipients);
}

void destination_is_malformed(const Query& q, const Facts& f, Findings& out) {
  destination_malformed<Flaw::Malformed>(q, f, out);
  mail_malformed(q, f, out);
}

template <CommandFault fault>
void command_fault(const Query&, const Facts& f, Findings& out) {
  for (const NamedCommand& command : f.commands) {
    if (command.fault == fault) speak(out, bytes(command.bytes), Channel::None, command.argument->name);
  }
}

// --- tenancy -------------------------------------------------------------------------------------------------------

void tenancy_no_tenant(const Query& q, const Facts& f, Findings& out) {
  if (f.tool == nullptr || q.session.tenant) return;
  if (f.tool->sensitivity == Sensitivity::Private || f.tool->tenant != TenantSource::None) speak(out);
}

void tenancy_out_of_scope(const Query& q, const Facts&, Findings& out) {
  if (!q.session.tenant) return;
  if (!q.session.may_act_for(*q.session.tenant) || !q.policy.knows_tenant(*q.session.tenant)) {
    speak(out, {.kind = SubjectKind::Tenant, .text = *q.session.tenant, .size = 0});
  }
}

void tenancy_in_arguments(const Query&, const Facts& f, Findings& out) {
  for (const ForeignTenant& foreign : f.foreign_tenants) speak(out, foreign.subject, Channel::None, foreign.argument);
}

// --- flow ----------------------------------------------------------------------------------------------------------

/// The run holds text that is not the user's, and this call could carry private data where that text says: what the run
/// has been given, or what the tool itself handles.
bool flows_outside(const Query& q, const Facts& f) {
  if (f.tool == nullptr || !f.tool->goes_outside() || !q.state.taken_in.has_untrusted()) return false;
  return q.state.private_seen || f.tool->sensitivity == Sensitivity::Private;
}

void flow_denied(const Query& q, const Facts& f, Findings& out) {
  if (q.policy.flow == FlowTerms::Deny && flows_outside(q, f)) speak(out);
}

void flow_asked(const Query& q, const Facts& f, Findings& out) {
  if (q.policy.flow == FlowTerms::Confirm && flows_outside(q, f)) speak(out);
}

// --- approval ------------------------------------------------------------------------------------------------------

void approval_dangerous(const Query&, const Facts& f, Findings& out) {
  if (f.tool != nullptr && f.tool->tier() == RiskTier::Dangerous) speak(out);
}

void approval_irreversible_write(const Query& q, const Facts& f, Findings& out) {
  if (f.tool == nullptr || !q.policy.approval.irreversible_writes) return;
  if (f.tool->effect == Effect::Write && f.tool->reversibility == Reversibility::Irreversible) speak(out);
}

void approval_fixed_destination(const Query&, const Facts& f, Findings& out) {
  if (f.tool != nullptr && f.tool->fixed_destination) speak(out);
}

void approval_tool(const Query&, const Facts& f, Findings& out) {
  if (f.tool != nullptr && f.tool->ask) speak(out);
}

void approval_repeat(const Query& q, const Facts&, Findings& out) {
  if (q.evidence.last_outcome == LastOutcome::Unknown) speak(out);
}

using enum Verdict;
using S = Stage;
using R = RuleId;

constexpr std::array kRules = {
    Rule{R::SessionExpired, S::Session, Deny, session_expired, "A session ends; after that nothing runs in it."},
    Rule{R::SessionSuspended, S::Session, Deny, session_suspended, "The kill switch: a suspended run does nothing."},
    Rule{R::SessionLimit, S::Session, Deny, session_limit,
         "A run that does more than anybody planned is stopped before it is understood."},
    Rule{R::ArgumentsMalformed, S::Reading, Deny, call_unreadable, "What cannot be read as a call cannot be judged."},
    Rule{R::ToolUnregistered, S::Tool, Deny, tool_unregistered,
         "A tool that policy, server or lock does not name does not exist."},
    Rule{R::ToolChanged, S::Tool, Deny, tool_changed,
         "A definition that changed after a person accepted it may tell the agent, or do, something else."},
    Rule{R::ToolReview, S::Tool, Deny, tool_review,
         "A line that no person has looked at is a suggestion, not a policy."},
    Rule{R::PermissionTool, S::Permission, Deny, permission_tool, "A role is for the tools that it names."},
    Rule{R::PermissionCapability, S::Permission, Deny, permission_capability,
         "A session does only what its permission set grants."},
    Rule{R::PermissionSource, S::Permission, Deny, permission_source,
         "A right ends when the run has read text of a kind that the set does not listen to."},
    Rule{R::ArgumentsMalformed, S::Arguments, Deny, arguments_malformed,
         "An argument that only looks like a declared one reads differently to gate and tool."},
    Rule{R::ArgumentsSchema, S::Arguments, Deny, arguments_schema,
         "The set of arguments is closed: an undeclared one could carry anything anywhere."},
    Rule{R::DestinationMissing, S::Destination, Deny, destination_missing,
         "A tool that sends must say where; a default of the tool's own is judged by nobody."},
    Rule{R::DestinationMetadata, S::Destination, Deny, target_flaw<Flaw::Metadata>,
         "Cloud metadata endpoints hand out this machine's credentials."},
    Rule{R::DestinationLoopback, S::Destination, Deny, target_flaw<Flaw::Loopback>,
         "This machine's own services trust whoever calls from inside."},
    Rule{R::DestinationLinkLocal, S::Destination, Deny, target_flaw<Flaw::LinkLocal>,
         "Link-local addresses reach neighbours that no list can name."},
    Rule{R::DestinationPrivateAddress, S::Destination, Deny, target_flaw<Flaw::PrivateAddress>,
         "Private networks are reachable from here and not from outside: the aim of SSRF."},
    Rule{R::DestinationSpecialAddress, S::Destination, Deny, target_flaw<Flaw::SpecialAddress>,
         "Reserved, shared, multicast and documentation ranges are no place to send data."},
    Rule{R::DestinationMalformed, S::Destination, Deny, destination_is_malformed,
         "Where good parsers differ, gate and tool would go to different places."},
    Rule{R::DestinationScheme, S::Destination, Deny, destination_scheme, "Only https proves who answers."},
    Rule{R::DestinationUserinfo, S::Destination, Deny, target_flaw<Flaw::Userinfo>,
         "A user name in front of the host hides the host."},
    Rule{R::DestinationPort, S::Destination, Deny, target_flaw<Flaw::Port>,
         "A listed host is listed with its port: another port is another service."},
    Rule{R::DestinationPath, S::Destination, Deny, target_flaw<Flaw::Path>,
         "A listed host is listed with its paths: another path is another service."},
    Rule{R::DestinationUnlisted, S::Destination, Deny, destination_unlisted,
         "Data goes only where the policy says, matched exactly."},
    Rule{R::DestinationMalformed, S::Destination, Deny, destination_malformed<Flaw::Misreadable>,
         "Spellings that a standard permits but that a person would misread."},
    Rule{R::PathMalformed, S::Destination, Deny, target_flaw<Flaw::PathMalformed>,
         "A path that two readers understand differently is no path."},
    Rule{R::PathOutside, S::Destination, Deny, target_flaw<Flaw::PathOutside>,
         "Files are read and written only below the roots that the policy names."},
    Rule{R::PathProtected, S::Destination, Deny, target_flaw<Flaw::PathProtected>,
         "Files that make other programs run code are not written by an agent."},
    Rule{R::CommandMalformed, S::Destination, Deny, command_fault<CommandFault::Malformed>,
         "A command is a list of words; a string is what a shell makes of it."},
    Rule{R::CommandUnlisted, S::Destination, Deny, command_fault<CommandFault::Unlisted>,
         "A program does what its options say, so both are listed."},
    Rule{R::TenancyNoTenant, S::Tenancy, Deny, tenancy_no_tenant,
         "Private data belongs to a tenant; without one there is none to read."},
    Rule{R::TenancyOutOfScope, S::Tenancy, Deny, tenancy_out_of_scope,
         "Only the scope that the session carries counts."},
    Rule{R::TenancyInArguments, S::Tenancy, Deny, tenancy_in_arguments,
         "The tenant comes from the session, never from the model's output."},
    Rule{R::FlowPrivateToOutside, S::Flow, Deny, flow_denied,
         "Private data, untrusted text and a way out together are how data is stolen."},
    Rule{R::ApprovalDangerous, S::Approval, Confirm, approval_dangerous,
         "What leaves the house and cannot be undone needs a person."},
    Rule{R::ApprovalIrreversibleWrite, S::Approval, Confirm, approval_irreversible_write,
         "A write that cannot be undone needs a person."},
    Rule{R::ApprovalFixedDestination, S::Approval, Confirm, approval_fixed_destination,
         "When no argument names the destination, only a person can judge it."},
    Rule{R::ApprovalTool, S::Approval, Confirm, approval_tool,
         "The policy's author wants a person to look at each call of this tool."},
    Rule{R::ApprovalRepeat, S::Approval, Confirm, approval_repeat,
         "When nobody knows whether it ran, running it again needs a person."},
    Rule{R::FlowPrivateToOutside, S::Approval, Confirm, flow_asked,
         "Private data, untrusted text and a way out together need a person."},
};

}  // namespace

std::span<const Rule> rule_table() { return kRules; }

std::string_view to_string(Stage stage) {
  switch (stage) {
    case Stage::Session:
      return "session";
    case Stage::Reading:
      return "reading";
    case Stage::Tool:
      return "tool";
    case Stage::Permission:
      return "permission";
    case Stage::Arguments:
      return "arguments";
    case Stage::Destination:
      return "destination";
    case Stage::Tenancy:
      return "tenancy";
    case Stage::Flow:
      return "flow";
    case Stage::Approval:
      return "approval";
  }
  return "session";
}

const Engine& Engine::strict() {
  static const Engine kEngine{
      .rules = {kRules.begin(), kRules.end()},
      .ranges = strict_address_ranges(),
      .approval_checks = {R::ApprovalDenied, R::ApprovalExpired, R::ApprovalCancelled, R::ApprovalMismatch,
                          R::ApprovalConsumed, R::ApprovalSelf, R::ApprovalNotEntitled}};
  return kEngine;
}

}  // namespace yett
