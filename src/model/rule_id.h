#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace yett {

/// The stable names of rulings (docs/calls.md). Audit records carry them; they never change meaning.
enum class RuleId : std::uint8_t {
  SystemInternal,  // first, so that a value nobody set denies with the reason "internal"
  SystemAudit,
  SessionExpired,
  SessionSuspended,
  SessionLimit,
  ToolUnregistered,
  ToolChanged,
  ToolReview,
  PermissionTool,
  PermissionCapability,
  PermissionSource,
  ArgumentsMalformed,
  ArgumentsSchema,
  DestinationMissing,
  DestinationMetadata,
  DestinationLoopback,
  DestinationLinkLocal,
  DestinationPrivateAddress,
  DestinationSpecialAddress,
  DestinationMalformed,
  DestinationScheme,
  DestinationUserinfo,
  DestinationPort,
  DestinationPath,
  DestinationUnlisted,
  DestinationRedirect,    // of a redirect, not of a call: more than may be followed
  DestinationUnresolved,  // of a connection, not of a call: no answer, too many, or a peer that was never judged
  PathMalformed,
  PathOutside,
  PathProtected,
  CommandMalformed,
  CommandUnlisted,
  TenancyNoTenant,
  TenancyOutOfScope,
  TenancyInArguments,
  FlowPrivateToOutside,
  ApprovalDangerous,
  ApprovalIrreversibleWrite,
  ApprovalFixedDestination,
  ApprovalTool,
  ApprovalRepeat,
  DefaultAllow,
  // What may follow a confirm.
  ApprovalDenied,
  ApprovalExpired,
  ApprovalCancelled,
  ApprovalUnknown,
  ApprovalMismatch,
  ApprovalConsumed,
  ApprovalSelf,
  ApprovalNotEntitled,
  ApprovalFlood,
  TenancyInResult,
};

inline constexpr RuleId kLastRuleId = RuleId::TenancyInResult;

/// "destination.unlisted" and so on.
[[nodiscard]] std::string_view to_string(RuleId id);
[[nodiscard]] std::optional<RuleId> parse_rule_id(std::string_view text);

}  // namespace yett
