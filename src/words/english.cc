#include "words/english.h"

#include "words/english_measuring.h"

namespace yett {
namespace {

consteval Catalogue make_english() {
  Catalogue c{};
  const auto reason = [&c](RuleId id, ReasonText text) { c.reasons[static_cast<std::size_t>(id)] = text; };
  const auto label = [&c](Label id, std::string_view text) { c.labels[static_cast<std::size_t>(id)] = text; };

  reason(RuleId::SystemInternal,
         {.any = "an internal fault; nothing was executed",
          .value = "there is no valid token just now for the server of this tool; nothing was executed"});
  reason(RuleId::SystemAudit, {"the record could not be written; nothing was executed"});
  reason(RuleId::SessionExpired, {"the session has expired"});
  reason(RuleId::SessionSuspended, {"the run is suspended"});
  reason(RuleId::SessionLimit, {"the run has reached a limit: {}"});
  reason(RuleId::ToolUnregistered, {"unregistered tool: {}"});
  reason(RuleId::ToolChanged, {"the server defines this tool otherwise than was accepted: {}"});
  reason(RuleId::ToolReview, {"nobody has reviewed the line of this tool: {}"});
  reason(RuleId::PermissionTool, {"the session's role does not name this tool: {}"});
  reason(RuleId::PermissionCapability, {"the session's permission set does not grant {}"});
  reason(RuleId::PermissionSource, {"the session's permission set does not allow this after text of kind {}"});
  reason(RuleId::ArgumentsMalformed, {.any = "the call cannot be read as a tool call",
                                      .value = "argument that only looks like a declared one: {}"});
  reason(RuleId::ArgumentsSchema, {.any = "undeclared argument: {}",
                                   .value = "argument {a} does not fit its schema: {}",
                                   .whole = "the arguments do not fit their schema: {}"});
  reason(RuleId::DestinationMissing, {"the call names no destination"});
  for (const RuleId id : {RuleId::DestinationMetadata, RuleId::DestinationLoopback, RuleId::DestinationLinkLocal,
                          RuleId::DestinationPrivateAddress, RuleId::DestinationSpecialAddress}) {
    reason(id, {"target is a private or loopback address: {} ({k})"});
  }
  reason(RuleId::DestinationMalformed,
         {.any = "not a valid address: {}",
          .url = "not a valid address: {}",
          .email = "not an email address: {}",
          .id = "not a valid id: {}",
          .header = "line break, NUL or address header in argument {a}, where it could forge a mail header",
          .recipients = "more than 50 recipients in one call",
          .whole = "line break, NUL or address header in an undeclared argument, where it could forge a mail header"});
  reason(RuleId::DestinationScheme, {"https only: {}"});
  reason(RuleId::DestinationUserinfo, {"user name or password in the address: {}"});
  reason(RuleId::DestinationPort, {"port of {} not on the allowlist"});
  reason(RuleId::DestinationPath, {"path of {} not on the allowlist"});
  reason(RuleId::DestinationUnlisted, {.any = "target not on the allowlist: {}",
                                       .url = "target host not on the allowlist: {}",
                                       .email = "recipient domain not on the allowlist: {}",
                                       .unreadable = "{} is on the allowlist, but not in the form that it has here"});
  reason(RuleId::DestinationRedirect, {"too many redirects: {}"});
  reason(RuleId::DestinationUnresolved, {"no address that may be connected to: {}"});
  reason(RuleId::PathMalformed, {"not a valid path in argument {a}: {}"});
  reason(RuleId::PathOutside, {"path outside the allowed roots in argument {a}: {}"});
  reason(RuleId::PathProtected, {"path is protected in argument {a}: {}"});
  reason(RuleId::CommandMalformed, {"argument {a} is no list of words: {}"});
  reason(RuleId::CommandUnlisted, {"command not on the list of argument {a}: {}"});
  reason(RuleId::TenancyNoTenant, {"the tool needs a tenant and the session has none"});
  reason(RuleId::TenancyOutOfScope, {"tenant {} is out of scope for this session"});
  reason(RuleId::TenancyInArguments, {"tenant comes only from the session; argument {a} names another: {}"});
  reason(RuleId::FlowPrivateToOutside, {"private data and untrusted text are in this run, and the call goes outside"});
  reason(RuleId::ApprovalDangerous, {"irreversible outbound action, human approval required"});
  reason(RuleId::ApprovalIrreversibleWrite, {"write that cannot be undone, human approval required"});
  reason(RuleId::ApprovalFixedDestination, {"the destination is in no argument, human approval required"});
  reason(RuleId::ApprovalTool, {"the policy asks about each call of this tool, human approval required"});
  reason(RuleId::ApprovalRepeat, {"the outcome of the same call is unknown, human approval required"});
  reason(RuleId::DefaultAllow, {"risk tier {}"});
  reason(RuleId::ApprovalDenied, {"a person denied this call"});
  reason(RuleId::ApprovalExpired, {"nobody approved this call in time"});
  reason(RuleId::ApprovalCancelled, {"the call was cancelled before anybody answered"});
  reason(RuleId::ApprovalUnknown, {"nothing is known of a request for this call"});
  reason(RuleId::ApprovalMismatch, {"the approval was given for something else than what would run now"});
  reason(RuleId::ApprovalConsumed, {"the approval was used already"});
  reason(RuleId::ApprovalSelf, {"the answer came from a tool of the run, or from the session's own user"});
  reason(RuleId::ApprovalNotEntitled, {"who answered may not answer for this call"});
  reason(RuleId::ApprovalFlood, {"too many calls of this run wait for a person"});
  reason(RuleId::TenancyInResult, {"the result does not say, or not throughout, that it is of the session's tenant"});

  const auto because = [&c](RuleId id, std::string_view first, std::string_view second = {}) {
    c.because[static_cast<std::size_t>(id)] = {first, second};
  };
  because(RuleId::ArgumentsMalformed, "The call as a whole: what cannot be read as a call cannot be judged.",
          "One argument: what only looks like a declared one reads differently to gate and tool.");
  because(RuleId::DestinationMalformed,
          "Against the standard: where good parsers differ, gate and tool would go to different places.",
          "Within the standard: spellings that a person would misread.");
  because(RuleId::FlowPrivateToOutside,
          "When the policy says deny: private data, untrusted text and a way out together are how data is stolen.",
          "When the policy says confirm: private data, untrusted text and a way out together need a person.");
  because(RuleId::DefaultAllow, "No rule has anything against a call that can be read and whose tool is registered.");

  label(Label::Tool, "tool");
  label(Label::Server, "server");
  label(Label::Effect, "effect");
  label(Label::Sensitivity, "sensitivity");
  label(Label::Reversible, "reversible");
  label(Label::Tier, "tier");
  label(Label::Yes, "yes");
  label(Label::No, "no");
  label(Label::Read, "read");
  label(Label::Write, "write");
  label(Label::Send, "send");
  label(Label::Execute, "execute");
  label(Label::Internal, "internal");
  label(Label::Private, "private");
  label(Label::Safe, "safe");
  label(Label::Sensitive, "sensitive");
  label(Label::Dangerous, "dangerous");
  label(Label::Decision, "decision");
  label(Label::Allow, "allow");
  label(Label::Confirm, "confirm");
  label(Label::Deny, "deny");
  label(Label::Rule, "rule");
  label(Label::Stage, "stage");
  label(Label::Verdict, "verdict");
  label(Label::Because, "because");
  label(Label::Reason, "reason");
  label(Label::Time, "time");
  label(Label::Kind, "kind");
  label(Label::Run, "run");
  label(Label::User, "user");
  label(Label::Tenant, "tenant");
  label(Label::Id, "id");
  label(Label::State, "state");
  label(Label::Expires, "expires");
  label(Label::Asked, "asked");
  label(Label::Intent, "intent");
  label(Label::BoundArguments, "judged arguments");
  label(Label::Seq, "seq");
  label(Label::Pending, "pending");
  label(Label::Approved, "approved");
  label(Label::Denied, "denied");
  label(Label::Expired, "expired");
  label(Label::Cancelled, "cancelled");
  label(Label::Consumed, "consumed");
  label(Label::Running, "running");
  label(Label::Open, "open");
  label(Label::Suspended, "suspended");
  label(Label::TakenIn, "taken in");
  label(Label::Arguments, "arguments");
  label(Label::LeadsTo, "leads to");
  label(Label::Destinations, "goes to");
  label(Label::PathKind, "path");
  label(Label::IdKind, "id");
  label(Label::FirstUse, "first use of this host or domain in this run");
  label(Label::WhoMayAnswer, "approvers");
  label(Label::AnyPerson, "any person who can reach the state folder");
  label(Label::ApprovalsOf, "approvals");
  label(Label::AnsweredBy, "answers");
  label(Label::ApprovedBy, "by");
  label(Label::Key, "key");
  label(Label::Name, "name");
  label(Label::Used, "used");
  label(Label::Revoked, "revoked");
  label(Label::SignedAnswer, "signed");
  label(Label::StillWaiting, "Your approval is recorded. Others must approve too before the call runs.");
  label(Label::NewPassphrase, "passphrase for the new key");
  label(Label::PassphraseAgain, "the same again");
  label(Label::KeyWritten, "the private key is in");
  label(Label::KeyNext, "Put these lines into the policy, by somebody whom the policy trusts:");
  label(Label::Case, "case");
  label(Label::Outcome, "outcome");
  label(Label::AttackSucceeded, "ATTACK SUCCEEDED");
  label(Label::AttackStopped, "attack stopped");
  label(Label::TaskCompleted, "task completed");
  label(Label::TaskNotCompleted, "TASK NOT COMPLETED");
  label(Label::NotAsExpected, "not as expected");
  label(Label::NotPlayed, "not played");
  label(Label::TextLeaked, "its text came where it must not");
  label(Label::ExpectedInstead, "expected: {}");
  label(Label::AttackSuccessLine, "attacks that succeeded: {part} of {all} ({rate}; at most {limit})");
  label(Label::TaskCompletionLine, "tasks completed:        {part} of {all} ({rate}; at least {limit})");
  label(Label::UnmetLine, "cases that were not ruled as expected: {}");
  label(Label::UnplayedLine, "cases that could not be played: {}");
  label(Label::Mutant, "what was weakened");
  label(Label::Fate, "came to");
  label(Label::FateKilled, "killed");
  label(Label::FateRedundant, "redundant");
  label(Label::FateVoid, "void");
  label(Label::FateEquivalent, "equivalent");
  label(Label::FateSurvived, "SURVIVED");
  label(Label::KilledBy, "by");
  label(Label::MutantsLine,
        "{all} mutants: {killed} killed, {equivalent} equivalent, {redundant} redundant, {void} void, {survived} "
        "survived");
  label(Label::SurvivorLine, "{} survives: this case would kill it");
  label(Label::SurvivorWithoutCase,
        "{} survives, and no attack of ours succeeds by it: write one, or ask whether the rule is needed");
  label(Label::AttackSucceeds, "attack succeeds");
  label(Label::ExpectationBreaks, "expectation breaks");
  label(Label::Proving, "weakening the policy");
  label(Label::SuiteFailsStrictly, "the cases fail under the policy itself, so they prove nothing: see `yett test`");
  label(Label::StarterWritten, "{file} is there, with {cases} cases. Next:");
  label(Label::NothingToWrite, "no case of ours kills a survivor: {} was not written");
  label(Label::StillUnderReview,
        "tools still under review: {}; they have no task in this suite, so make it again after the review");
  label(Label::WorkStops, "work stops");
  label(Label::AboutEnforced, "in force: {}");
  label(Label::AboutEnforcedRule, "by {}");
  label(Label::NothingYet, "nothing yet");
  label(Label::ApprovedNext,
        "Approved. It runs now if its caller still waits, else once, when the agent sends the same call again.");
  label(Label::DeniedNext, "Denied. The same call stays denied as long as the run reads no new kind of text.");
  label(Label::DeniedReply, "Denied ({rule}): {reason}. The call was not executed.");
  label(Label::WithheldReply, "Denied ({rule}): {reason}. The call was executed, and its result is withheld.");
  label(Label::PendingReply, "NOT EXECUTED ({rule}): {reason}. It waits for a person: request {id}.");
  label(Label::PendingHowTo, "Send the same call again after it was approved; it then runs once.");
  label(Label::DemoTitle, "deskmate: the ticket has hijacked the agent");
  label(Label::DemoCapabilities, "What each tool can do; the tier is computed, nobody assigns it");
  label(Label::DemoSequence, "What the hijacked agent tried");
  label(Label::DemoAudit, "The audit: structure, not content");
  label(Label::DemoOutbox, "outbox");
  label(Label::DemoExecuted, "executed");
  label(Label::DemoNotExecuted, "not executed");
  label(Label::DemoNobodyApproved, "asked; nobody approved; denied");
  label(Label::DemoHumanApproved, "asked; the tired human approved; executed");
  label(Label::DemoHumanApprovedThenDenied, "asked; the tired human approved; judged again and denied: {}");
  label(Label::DemoMutationAllowAttacker,
        "MUTATION allow-attacker-domain: attacker.example is on the e-mail allowlist");
  label(Label::DemoMutationGateFirst,
        "MUTATION gate-first: the approval gate is asked before the destination is judged");
  label(Label::DemoExfiltrated, "THE ATTACK SUCCEEDED: the customer list is in the attacker's mail, {} in the outbox.");
  label(Label::DemoHeld, "Nothing left the house: the attack failed.");
  label(Label::DemoAskedInVain,
        "A person was asked to approve mail to the attacker, and did. Only the second judgement stopped it.");
  label(Label::DemoMails, "mails in the outbox: {}");
  label(Label::ExplainClock, "now {a}; the session ends {b}");
  label(Label::ExplainRun, "run {a}; used {b} of {c} calls a minute, {d} of {e} sends, {f} of {g} of results");
  label(Label::ExplainNoTool, "the policy has no such tool");
  label(Label::ExplainOffered, "its server offers it");
  label(Label::PinServerAdded, "server {a} is new; it is started so:");
  label(Label::PinServerRemoved,
        "server {a} is gone (where another policy of this folder has it, give each a folder of its own):");
  label(Label::PinCommandChanged, "server {a} is STARTED OTHERWISE than was accepted:");
  label(Label::PinToolAdded, "tool {b} of server {a} is new:");
  label(Label::PinToolRemoved, "tool {b} of server {a} is gone:");
  label(Label::PinToolChanged, "tool {b} of server {a} is DEFINED OTHERWISE than was accepted:");
  label(Label::PinUnchanged, "{a} is as it should be");
  label(Label::PinNotAccepted,
        "{a} was not written: read what replaces what was accepted, then say --accept to accept it");
  label(Label::PinWritten, "{a} is written: {b}");
  label(Label::ExplainAbsent, "its server does not offer it");
  label(Label::ExplainUnpinned, "it is not in yett.lock");
  label(Label::ExplainChanged, "its server defines it otherwise than yett.lock");
  label(Label::ExplainNotAsked, "no server was asked");
  label(Label::ExplainSet, "set \"{a}\" grants {b}");
  label(Label::ExplainNeeds, "the call needs {a}; the run has taken in {b}");
  label(Label::ExplainRoleTools, "the role is for the tools {a}");
  label(Label::ExplainRoleServers, "the role is for the servers {a}");
  label(Label::ExplainClosedByLine, "closed by the tool's line: {a}");
  label(Label::ExplainClosedBySchema, "closed by the policy's schema; bound: {a}");
  label(Label::ExplainClosedByServer, "closed by the server's schema; bound: {a}");
  label(Label::ExplainDefect, "{target}: at byte {at}, {what}");
  label(Label::ExplainListed, "{a}: {b}, listed at {c}");
  label(Label::ExplainUnlisted, "{a}: {b}, not listed as it stands in {c}");
  label(Label::ExplainCommand, "{a}: {b} as listed at {c}");
  label(Label::ExplainCommandMalformed, "{a}: no list of words that begins with a program");
  label(Label::ExplainCommandShort,
        "{a}: ends behind word {c}, where the list wants one more (a subcommand, a value or a file); {d}");
  label(Label::ExplainCommandWord, "{a}: word {b} of {c} is in no listed command; {d}");
  label(Label::ExplainHostOtherScheme, "{target}: {shown}, host listed at {entry}; the scheme does not fit");
  label(Label::ExplainHostOtherPort, "{target}: {shown}, host listed at {entry}; the port does not fit");
  label(Label::ExplainHostOtherPath, "{target}: {shown}, host listed at {entry}; the path does not fit");
  label(Label::ExplainHostOtherwise, "{target}: {shown}, host listed at {entry}; the rest of the URL does not fit");
  label(Label::ExplainPathInside, "{target}: {shown}, below {roots}");
  label(Label::ExplainPathReadOnly, "{target}: {shown}, below {roots}, which is read only");
  label(Label::ExplainPathOfOthers,
        "{target}: {shown}, below {roots} and also in or around a root that is not for this tool, tenant or user");
  label(Label::ExplainPathLeadsOut,
        "{target}: {shown}, below {roots} by its text; where it leads is outside, or no file or folder of its own");
  label(Label::ExplainPathOutside, "{target}: {shown}, below no root; tried {roots}");
  label(Label::ExplainPathExpanded, "{target}: {shown}, begins with ~ or $, which other programs expand");
  label(Label::ExplainPathNoBase, "{target}: {shown}, relative, and no base among several roots: {roots}");
  label(Label::ExplainPathClimbsOut, "{target}: {shown}, climbs out of {roots} by \"..\"");
  label(Label::ExplainPathNeedsTenant,
        "{target}: {shown}, below {roots}, which needs a tenant and the session has none");
  label(Label::ExplainPathOtherTenant, "{target}: {shown}, below {roots}, in the folder of another tenant");
  label(Label::ExplainPathOtherUser, "{target}: {shown}, below {roots}, in the folder of another user");
  label(Label::ExplainNotLookedAt, "not looked at: the call cannot be read");
  label(Label::ValueUrl, "url");
  label(Label::ValueEmail, "email");
  label(Label::ValuePathToRead, "path, to read");
  label(Label::ValuePathToWrite, "path, to write");
  label(Label::ValueCommand, "command of {}");
  label(Label::ValueSpelling, "spelling");
  label(Label::ValueSeen, "seen");
  label(Label::ValueOtherChecks, "{} other checks");
  label(Label::ValueCanonical, "canonical");
  label(Label::ValueFine, "nothing against it");
  label(Label::ValueVerdict, "verdict");
  label(Label::ValueAccepted, "accepted");
  label(Label::ValueDenied, "DENY");
  label(Label::ExplainFixed, "fixed: {a}");
  label(Label::ExplainNoDestination, "no destination, path or command");
  label(Label::ExplainReadable, "the call can be read");
  label(Label::ExplainUnreadable, "the call cannot be read");
  label(Label::ExplainTenancy, "session tenant {a}, allowed {b}; tenant of the tool: {c}");
  label(Label::ExplainFlow, "private data read: {a}; untrusted text read: {b}; goes outside: {c}; the policy says {d}");
  label(Label::ExplainApproval, "tier {a}; irreversible writes ask: {b}");
  label(Label::ExplainTier, "{tier}: effect {effect}, reversible {reversible}, sensitivity {sensitivity}");
  label(Label::NothingAgainst, "nothing against it");
  label(Label::Call, "call");
  label(Label::ForReview, "waits for a review");
  label(Label::UntilDay, "until {}");
  label(Label::ReturnsDocuments, "returns documents");
  label(Label::ReturnsTrusted, "returns trusted text");
  label(Label::OneTenantsData, "one tenant's data");
  label(Label::OwnCredential, "the session's own credential");
  label(Label::OneCommand, "1 command");
  label(Label::CommandCount, "{} commands");
  label(Label::NameAtServer, "{} at the server");
  label(Label::ResultsWithout, "results without {}");
  label(Label::ResultsOfTheTenant, "results of the session's tenant only");
  label(Label::Remarks, "remarks");
  label(Label::Also, "also");
  label(Label::LineNumber, "(line {})");
  label(Label::AsksPeople, "asks");
  label(Label::OnePerson, "1 person");
  label(Label::ByFlow, "flow");
  label(Label::NoToolForSession, "This session may call no tool.");
  label(Label::Colon, ": ");
  label(Label::StageSession, "session");
  label(Label::StageReading, "reading");
  label(Label::StageTool, "tool");
  label(Label::StagePermission, "permission");
  label(Label::StageArguments, "arguments");
  label(Label::StageDestination, "destination");
  label(Label::StageTenancy, "tenancy");
  label(Label::StageFlow, "flow");
  label(Label::StageApproval, "approval");
  label(Label::HoldsTogether, "{file}: policy \"{policy}\" holds together: {tools}, {warnings}");
  label(Label::OneTool, "1 tool");
  label(Label::ToolCount, "{} tools");
  label(Label::OneWarning, "1 warning");
  label(Label::WarningCount, "{} warnings");
  label(Label::Warning, "warning");
  label(Label::NotForSession, "not for this session: {}");
  label(Label::Resumed, "resumed");
  label(Label::Records, "records");
  label(Label::Runs, "runs");
  label(Label::ChainWhole, "{} records, whole");
  label(Label::ChainBroken, "the chain is broken at record {}");
  label(Label::ChainPruned, "those up to record {} were pruned");
  label(Label::ChainMeets, "as the checkpoint of record {} has it");
  label(Label::ChainAlone, "not compared with a kept checkpoint");
  label(Label::CheckpointBroken, "the checkpoint in line {} does not hold");
  label(Label::CheckpointNext,
        "now keep a checkpoint elsewhere that knows of this: `yett audit checkpoint --out FILE`");
  label(Label::PrunedThrough, "removed: every record up to {}");
  label(Label::NothingToPrune, "no record is old enough to be removed");
  label(Label::StoryTries, "tries {}");
  label(Label::StoryNotRun, "did not run");
  label(Label::StoryWaits, "waits for a person: request {}");
  label(Label::PrivateSeen, "private data");
  label(Label::StoryUnused, "; not used so far");
  label(Label::StoryRequest, "request {}");
  label(Label::StoryApproved, "approved by {by}");
  label(Label::StoryApprovedOfMany, "approved by {by}, {n} of {m}");
  label(Label::StoryDenied, "denied by {by}");
  label(Label::StoryExecuted, "ran");
  label(Label::StoryFailed, "ran and failed");
  label(Label::StoryUnknown, "nobody knows how far it ran");
  label(Label::StoryNoOutcome, "let out; no outcome is recorded");
  label(Label::StoryCancelledBy, "cancelled by {by}");
  label(Label::StoryGranted, "granted ahead by {by}, grant {id}");
  label(Label::StoryRefusedAnswer, "an approval by {by} was refused and counts for nothing ({rule})");
  label(Label::StoryStillWaits, "; the call still waits for a person");
  label(Label::Comma, ", ");
  label(Label::AboutUnknownTool, "an unknown tool (its name has {} bytes)");
  label(Label::AboutBy, "by {}");
  label(Label::AboutKey, "signed with {}");
  label(Label::AboutGrant, "grant {}");
  label(Label::AboutCall, "the call of #{}");
  label(Label::AboutResult, "{} bytes came back");
  label(Label::AboutPermissions, "permissions: {}");
  label(Label::AboutUntil, "until {}");
  label(Label::AboutReplaced, "in place of {}");
  label(Label::AboutDenials, "after {} refused calls");
  label(Label::AboutLine, "line {}");
  label(Label::AboutColumn, "column {}");
  label(Label::AboutBytes, "{} bytes");
  label(Label::AboutUnknownMethod, "an unknown method (its name has {} bytes)");
  label(Label::AboutEngine, "engine {}");
  label(Label::AboutMethod, "method {}");
  label(Label::AboutProgram, "its program {}");
  label(Label::AboutThrough, "up to #{}");
  label(Label::AboutCheckpoint, "a checkpoint names #{}");
  label(Label::AboutApprovals, "{n} of {m} approvals");
  label(Label::AboutUses, "{n} of {m} uses");
  label(Label::Digest, "digest");
  label(Label::UnusedNotRun, "if it is not used by then, it does not run");
  label(Label::CameOfIt, "came of it");
  label(Label::ElseNotRun, "if nobody answers, it does not run");
  label(Label::ExplainUndeclared, "not declared: {a}");
  label(Label::ExplainMore, "{} more");
  label(Label::ExplainFound, "{a}: {b} was found");
  label(Label::FoundText, "text of {} bytes");
  label(Label::FoundNumber, "a number");
  label(Label::FoundBool, "true or false");
  label(Label::FoundList, "a list of {}");
  label(Label::FoundObject, "an object of {}");
  label(Label::FoundNull, "null");

  label(Label::SummaryCalls, "calls");
  label(Label::SummaryAllowed, "allowed");
  label(Label::SummaryAsked, "asked");
  label(Label::SummaryDenied, "denied");
  label(Label::SummaryRules, "decided by");
  label(Label::SummaryTotal, "all");
  add_measuring_words_english(c);
  label(Label::DiffDirection, "change");
  label(Label::DiffDanger, "danger");
  label(Label::DiffSubject, "key");
  label(Label::DiffWhat, "what");
  label(Label::DiffBefore, "before");
  label(Label::DiffAfter, "after");
  label(Label::DiffNote, "why, until");
  label(Label::DiffWhere, "places");
  label(Label::DiffWhy, "why: {}");
  label(Label::DiffUntil, "until {}");
  label(Label::DiffWas, "was {}");
  label(Label::DiffNothing, "The two policies decide alike: nothing that decides differs");
  label(Label::DiffOne, "1 difference");
  label(Label::DiffMany, "{} differences");
  label(Label::DiffSummary, "{differences}: {grants} grant, {changes} may grant, {narrows} take away");
  label(Label::DiffTitle, "Policy change: {old} -> {new}");
  label(Label::DiffReplayTitle, "Calls that are ruled otherwise");
  label(Label::DiffReplaySummary,
        "{calls} calls judged again: {wider} wider, {narrower} narrower, {unplayed} not replayable");
  label(Label::DiffNotReplayable, "not replayable: {}");
  label(Label::DiffLine, "line");
  label(Label::DiffRuleBefore, "rule before");
  label(Label::DiffRuleAfter, "rule after");
  label(Label::DiffUnreadable, "the line is no call: {}");
  label(Label::DiffNoValue, "the record does not have the value: {}");
  label(Label::DiffOtherRule, "{} went by what the record does not have");
  label(Label::DiffOtherPolicy, "it was ruled under another policy than the old one");
  label(Label::DiffNoSession, "the record of its session is missing");
  label(Label::DiffNoStructure, "the record does not say what was called");
  label(Label::DiffChangedTool, "the change of {} is judged by values");

  const auto keyword = [&c](Keyword id, std::string_view text) { c.keywords[static_cast<std::size_t>(id)] = text; };
  keyword(Keyword::Type, "a value of another type");
  keyword(Keyword::Enum, "none of the values listed");
  keyword(Keyword::Const, "not the one value");
  keyword(Keyword::Properties, "a member does not fit");
  keyword(Keyword::Required, "something required is missing");
  keyword(Keyword::AdditionalProperties, "a member too many");
  keyword(Keyword::PropertyNames, "a member of another name");
  keyword(Keyword::Items, "an item does not fit");
  keyword(Keyword::MinItems, "too few items");
  keyword(Keyword::MaxItems, "too many items");
  keyword(Keyword::UniqueItems, "an item twice");
  keyword(Keyword::MinLength, "too short");
  keyword(Keyword::MaxLength, "too long");
  keyword(Keyword::Pattern, "another form");
  keyword(Keyword::Minimum, "too small");
  keyword(Keyword::Maximum, "too large");
  keyword(Keyword::ExclusiveMinimum, "too small");
  keyword(Keyword::ExclusiveMaximum, "too large");
  keyword(Keyword::MultipleOf, "no multiple");
  keyword(Keyword::AllOf, "not all of several forms");
  keyword(Keyword::AnyOf, "none of several forms");
  keyword(Keyword::OneOf, "not exactly one of several forms");
  keyword(Keyword::Not, "what is excluded");

  c.mailbox = "<mailbox@{}>";
  return c;
}

constexpr Catalogue kEnglish = make_english();

}  // namespace

const Catalogue& english() { return kEnglish; }

}  // namespace yett
