#include "compare/difference.h"

#include <algorithm>
#include <array>
#include <tuple>

namespace yett {
namespace {

struct MatterRow {
  Matter matter = Matter::Tool;
  std::string_view name;
  Danger danger = Danger::Grave;
};

constexpr std::array<MatterRow, kMatterCount> kMatters = {{
    {Matter::Tool, "tool", Danger::Grave},
    {Matter::Effect, "effect", Danger::Grave},
    {Matter::Sensitivity, "sensitivity", Danger::Grave},
    {Matter::Reversible, "reversible", Danger::Grave},
    {Matter::Returns, "returns", Danger::Grave},
    {Matter::Argument, "argument", Danger::Serious},
    {Matter::JoinedDestination, "joined_destination", Danger::Serious},
    {Matter::FixedDestination, "fixed_destination", Danger::Serious},
    {Matter::PathRoots, "path_roots", Danger::Serious},
    {Matter::PathBase, "path_base", Danger::Marked},
    {Matter::TenantSource, "tenant_source", Danger::Grave},
    {Matter::Command, "command", Danger::Grave},
    {Matter::CommandTerms, "command_terms", Danger::Serious},
    {Matter::Schema, "schema", Danger::Serious},
    {Matter::DisplayNames, "display_names", Danger::Slight},
    {Matter::Ask, "ask", Danger::Serious},
    {Matter::ResultRedact, "result_redact", Danger::Marked},
    {Matter::ResultTenant, "result_tenant", Danger::Serious},
    {Matter::Review, "review", Danger::Serious},
    {Matter::ToolEnd, "tool_end", Danger::Marked},
    {Matter::Destination, "destination", Danger::Serious},
    {Matter::WideDestination, "wide_destination", Danger::Grave},
    {Matter::EntryTerms, "entry_terms", Danger::Marked},
    {Matter::ListKind, "list_kind", Danger::Serious},
    {Matter::Root, "root", Danger::Serious},
    {Matter::SessionSet, "session_set", Danger::Grave},
    {Matter::SetChoice, "set_choice", Danger::Serious},
    {Matter::SetRights, "set_rights", Danger::Grave},
    {Matter::SetReach, "set_reach", Danger::Serious},
    {Matter::SessionTenant, "session_tenant", Danger::Grave},
    {Matter::SessionExpiry, "session_expiry", Danger::Slight},
    {Matter::ApprovalExpiry, "approval_expiry", Danger::Slight},
    {Matter::IrreversibleWrites, "irreversible_writes", Danger::Grave},
    {Matter::Quorum, "quorum", Danger::Grave},
    {Matter::FourEyes, "four_eyes", Danger::Serious},
    {Matter::Unsigned, "unsigned", Danger::Grave},
    {Matter::MaxPending, "max_pending", Danger::Slight},
    {Matter::Notify, "notify", Danger::Marked},
    {Matter::GrantCeiling, "grant_ceiling", Danger::Grave},
    {Matter::Approver, "approver", Danger::Grave},
    {Matter::ApproverTerms, "approver_terms", Danger::Serious},
    {Matter::Flow, "flow", Danger::Grave},
    {Matter::Limit, "limit", Danger::Marked},
    {Matter::Tenant, "tenant", Danger::Serious},
    {Matter::TenantsClosed, "tenants_closed", Danger::Grave},
    {Matter::Server, "server", Danger::Serious},
    {Matter::ServerCommand, "server_command", Danger::Grave},
    {Matter::ServerEnvironment, "server_environment", Danger::Serious},
    {Matter::ServerSecret, "server_secret", Danger::Serious},
    {Matter::ServerFolder, "server_folder", Danger::Marked},
    {Matter::ServerNames, "server_names", Danger::Serious},
    {Matter::Method, "method", Danger::Serious},
    {Matter::ClientRequest, "client_request", Danger::Serious},
    {Matter::Isolation, "isolation", Danger::Grave},
    {Matter::Mounts, "mounts", Danger::Serious},
    {Matter::ShownRoots, "shown_roots", Danger::Serious},
    {Matter::SandboxLimit, "sandbox_limit", Danger::Marked},
    {Matter::Secret, "secret", Danger::Serious},
    {Matter::SecretSource, "secret_source", Danger::Grave},
    {Matter::SecretTime, "secret_time", Danger::Marked},
    {Matter::RedactionOff, "redaction_off", Danger::Marked},
    {Matter::RedactionAdded, "redaction_added", Danger::Marked},
    {Matter::StateFolder, "state_folder", Danger::Serious},
    {Matter::StateSync, "state_sync", Danger::Marked},
    {Matter::AuditKeep, "audit_keep", Danger::Marked},
    {Matter::AuditCheckpoints, "audit_checkpoints", Danger::Marked},
    {Matter::LockPresence, "lock", Danger::Grave},
    {Matter::PinnedServer, "pinned_server", Danger::Serious},
    {Matter::PinnedTool, "pinned_tool", Danger::Serious},
}};

consteval bool are_in_order() {
  for (std::size_t i = 0; i < kMatters.size(); ++i) {
    if (static_cast<std::size_t>(kMatters[i].matter) != i || kMatters[i].name.empty()) return false;
  }
  return true;
}
static_assert(are_in_order());

}  // namespace

Danger danger_of(Matter matter) { return kMatters[static_cast<std::size_t>(matter)].danger; }

std::string_view matter_name(Matter matter) { return kMatters[static_cast<std::size_t>(matter)].name; }

void sort_by_danger(std::vector<Difference>& differences) {
  std::ranges::stable_sort(differences, [](const Difference& one, const Difference& other) {
    const auto rank = [](const Difference& difference) {
      return std::tuple(may_grant(difference), difference.danger, difference.direction == Direction::Grants);
    };
    return rank(one) > rank(other);
  });
}

std::string_view to_string(Direction direction) {
  switch (direction) {
    case Direction::Grants:
      return "grants";
    case Direction::Changes:
      return "changes";
    case Direction::TakesAway:
      return "takes away";
  }
  return "changes";
}

std::string_view to_string(Danger danger) {
  switch (danger) {
    case Danger::Slight:
      return "slight";
    case Danger::Marked:
      return "marked";
    case Danger::Serious:
      return "serious";
    case Danger::Grave:
      return "grave";
  }
  return "grave";
}

}  // namespace yett
