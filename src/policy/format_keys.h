#pragma once

#include <string_view>

namespace yett {

// The keys of each table of policy format 1 (docs/policy.md) that this version reads: what the loader accepts and
// what format_schema.h describes. Tables whose keys are names of the author's choice (tools, lists, roots) have none.

inline constexpr std::string_view kSections[] = {
    "policy", "session",     "tools",   "egress", "destinations", "tenants", "paths",     "flow",    "approval",
    "limits", "permissions", "servers", "run",    "state",        "audit",   "approvers", "secrets", "redact"};

inline constexpr std::string_view kPolicyKeys[] = {"name", "version", "extends"};
inline constexpr std::string_view kSessionKeys[] = {"permissions", "may_choose", "tenant", "expires"};
inline constexpr std::string_view kApprovalKeys[] = {"expires",  "irreversible_writes", "quorum", "four_eyes",
                                                     "unsigned", "max_pending",         "notify", "grants"};
inline constexpr std::string_view kGrantKeys[] = {"tool", "arguments", "max_uses", "max_for"};
inline constexpr std::string_view kApproverKeys[] = {"key", "tenants", "tools", "may"};
inline constexpr std::string_view kFlowKeys[] = {"private_to_outside"};
inline constexpr std::string_view kLimitKeys[] = {"denials", "calls_per_minute", "sends_per_run", "result_bytes"};
inline constexpr std::string_view kStateKeys[] = {"dir", "sync"};
inline constexpr std::string_view kAuditKeys[] = {"keep", "checkpoint_to"};
inline constexpr std::string_view kSecretKeys[] = {"from", "max_ttl"};
inline constexpr std::string_view kSecretPlaceKeys[] = {"file", "env"};
inline constexpr std::string_view kServerSecretKeys[] = {"secret", "as"};
inline constexpr std::string_view kRedactKeys[] = {"off", "add"};
inline constexpr std::string_view kAddedKindKeys[] = {"name", "pattern", "with"};
inline constexpr std::string_view kRootKeys[] = {"root", "access"};
inline constexpr std::string_view kServerKeys[] = {
    "command",   "env",    "cwd",   "rename", "tools", "methods", "client_requests",
    "isolation", "mounts", "roots", "memory", "pids",  "cpu",     "wall"};
inline constexpr std::string_view kRunKeys[] = {"env", "isolation", "mounts", "roots", "memory", "pids", "cpu", "wall"};
inline constexpr std::string_view kNoIsolationKeys[] = {"none"};
inline constexpr std::string_view kRoleKeys[] = {"tools", "servers", "grants", "capabilities", "sources"};
inline constexpr std::string_view kCapabilityKeys[] = {"read", "external_access", "write", "execution"};

// A tool's line, and the tables in it. Under `destination` stand these and the names of [destinations].
inline constexpr std::string_view kToolKeys[] = {
    "effect", "sensitivity",   "reversible", "destination",   "path",         "command", "commands",
    "tenant", "content",       "unbound",    "arguments",     "returns",      "until",   "review",
    "why",    "display_names", "ask",        "result_redact", "result_tenant"};
inline constexpr std::string_view kOwnDestinationKeys[] = {"url", "email", "fixed"};
inline constexpr std::string_view kJoinKeys[] = {"join"};
inline constexpr std::string_view kAskKeys[] = {"quorum", "expires"};
inline constexpr std::string_view kToolPathKeys[] = {"read", "write"};
inline constexpr std::string_view kPathTermKeys[] = {"arguments", "base", "roots"};
inline constexpr std::string_view kToolCommandKeys[] = {"argv"};
inline constexpr std::string_view kListedCommandKeys[] = {"program", "fixed", "subcommands",
                                                          "options", "paths", "effect"};

// Lists of destinations, and their entries that are tables.
inline constexpr std::string_view kEgressKeys[] = {"email_domains", "emails", "hosts"};
inline constexpr std::string_view kListKeys[] = {"kind", "allow"};
inline constexpr std::string_view kTenantKeys[] = {"email_domains", "emails", "hosts", "destinations"};
inline constexpr std::string_view kHostKeys[] = {"host", "paths", "addresses", "until", "why"};
inline constexpr std::string_view kParentHostKeys[] = {"subdomains_of", "paths", "until", "why"};
inline constexpr std::string_view kDomainKeys[] = {"domain", "until", "why"};
inline constexpr std::string_view kParentDomainKeys[] = {"subdomains_of", "until", "why"};
inline constexpr std::string_view kEmailKeys[] = {"email", "until", "why"};
inline constexpr std::string_view kIdKeys[] = {"id", "until", "why"};

}  // namespace yett
