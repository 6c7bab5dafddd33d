#include "lab/idleness.h"

#include "cases/telling_address.h"

#include <algorithm>
#include <array>
#include <functional>
#include <set>

namespace yett {
namespace {

using Predicate = std::function<bool(const Tool&)>;

bool any_tool(const Policy& policy, const Predicate& holds) {
  return std::ranges::any_of(policy.tools.in_order(), holds);
}

bool takes(const Policy& policy, ArgumentRole role) {
  return any_tool(policy, [role](const Tool& tool) { return tool.has_role(role); });
}

bool runs(const Policy& policy, WordKind kind) {
  return any_tool(policy, [kind](const Tool& tool) {
    return std::ranges::any_of(tool.commands, [kind](const ListedCommand& command) { return command.has(kind); });
  });
}

bool takes_urls(const Policy& policy) { return takes(policy, ArgumentRole::Url) || runs(policy, WordKind::Url); }
bool takes_hosts(const Policy& policy) { return takes_urls(policy) || takes(policy, ArgumentRole::Email); }
bool takes_destinations(const Policy& policy) {
  return takes_hosts(policy) || takes(policy, ArgumentRole::Id) || takes(policy, ArgumentRole::Part);
}
bool takes_paths(const Policy& policy) {
  return takes(policy, ArgumentRole::ReadPath) || takes(policy, ArgumentRole::WritePath) ||
         runs(policy, WordKind::ReadPath) || runs(policy, WordKind::WritePath);
}
bool takes_commands(const Policy& policy) { return takes(policy, ArgumentRole::Command); }

bool is_private(const Tool& tool) { return tool.sensitivity == Sensitivity::Private; }

/// Whether the set is for that tool, as permission.tool sees it.
bool is_for(const PermissionSet& set, const Policy& policy, const Tool& tool) {
  const bool names_tool = !set.tools || std::ranges::any_of(*set.tools, [&](const std::string& name) {
    return policy.tools.find(name) == &tool;
  });
  return names_tool && (!set.servers || std::ranges::find(*set.servers, tool.server) != set.servers->end());
}

bool any_set(const Policy& policy, const std::function<bool(const PermissionSet&)>& holds) {
  return holds(policy.session.permissions) || std::ranges::any_of(policy.session.may_choose, holds);
}

/// The lists that the policy's tools are judged against.
std::vector<const Allowlist*> lists_in_use(const Policy& policy, DestinationKind kind) {
  std::set<ListIndex> used;
  for (const Tool& tool : policy.tools.in_order()) {
    for (const BoundArgument& argument : tool.arguments) {
      if (is_destination(argument.role) && argument.role != ArgumentRole::Part) used.insert(argument.list);
    }
    for (const JoinedDestination& join : tool.joins) used.insert(join.list);
  }
  if (runs(policy, WordKind::Url)) used.insert(kEgressHosts);
  std::vector<const Allowlist*> lists;
  const auto add = [&](ListIndex list) {
    if (policy.lists[list].kind == kind) lists.push_back(&policy.lists[list]);
  };
  for (const ListIndex list : used) {
    add(list);
    for (const TenantTerms& tenant : policy.tenants.in_order()) {
      const auto own = tenant.lists.find(list);
      if (own != tenant.lists.end()) add(own->second);
    }
  }
  return lists;
}

bool names_paths(const Policy& policy) {
  const auto has_paths = [](const auto& hosts) {
    return std::ranges::any_of(hosts, [](const auto& entry) {
      return std::ranges::any_of(entry.second, [](const HostEntry& host) { return !host.paths.empty(); });
    });
  };
  return std::ranges::any_of(lists_in_use(policy, DestinationKind::Url), [&](const Allowlist* list) {
    return has_paths(list->hosts) || has_paths(list->host_parents);
  });
}

/// Whether the set grants all that a call of the tool needs, to a run that has read nothing.
bool may_begin(const PermissionSet& set, const Tool& tool) {
  return std::ranges::all_of(kAllCapabilities, [&](Capability capability) {
    return !tool.capabilities().contains(capability) || set.grant(capability).contains(SourceKind::User);
  });
}

bool may_need(const Tool& tool, Capability capability) {
  return tool.capabilities().contains(capability) ||
         std::ranges::any_of(tool.commands, [capability](const ListedCommand& command) {
           return required_capability(command.effect) == capability;
         });
}

/// Whether a command of the tool needs a right that the set does not grant.
bool outgrows(const PermissionSet& set, const Tool& tool) {
  return std::ranges::any_of(tool.commands, [&](const ListedCommand& command) {
    return !set.has(required_capability(command.effect)) || (command.has_url() && !set.has(Capability::ExternalAccess));
  });
}

/// Whether each call of the tool asks a person, by what its line says.
bool asks_by_itself(const Tool& tool, const Policy& policy) {
  const bool is_final_write = tool.effect == Effect::Write && tool.reversibility == Reversibility::Irreversible;
  return tool.tier() == RiskTier::Dangerous || tool.fixed_destination || tool.ask ||
         (is_final_write && policy.approval.irreversible_writes);
}

bool takes_targets(const Tool& tool) {
  return std::ranges::any_of(tool.arguments, [](const BoundArgument& argument) {
    return argument.role != ArgumentRole::Content && argument.role != ArgumentRole::Unbound &&
           argument.role != ArgumentRole::Tenant;
  });
}

constexpr std::string_view kNoUrl = "no tool takes a URL";
constexpr std::string_view kNoHost = "no tool takes a URL or an e-mail address";
constexpr std::string_view kNoDestination = "no tool takes a destination";
constexpr std::string_view kNoPath = "no tool takes a path";
constexpr std::string_view kNoCommand = "no tool takes a command";

std::string unless(bool can_speak, std::string_view because) {
  return can_speak ? std::string() : std::string(because);
}

std::string why_sources_are_idle(const Policy& policy) {
  const bool any_ends = any_set(policy, [&](const PermissionSet& set) {
    return any_tool(policy, [&](const Tool& tool) {
      return may_begin(set, tool) && std::ranges::any_of(kAllCapabilities, [&](Capability capability) {
               return tool.capabilities().contains(capability) && set.grant(capability) != SourceSet::all();
             });
    });
  });
  return unless(any_ends, "no set that may call a tool ends by any kind of text");
}

}  // namespace

std::string why_rule_is_idle(RuleId rule, const Policy& policy) {
  using enum RuleId;
  switch (rule) {
    case ToolReview:
      return unless(any_tool(policy, [](const Tool& tool) { return tool.review == Review::Pending; }),
                    "no tool is marked for review");
    case PermissionCapability:
      return unless(any_set(policy,
                            [&](const PermissionSet& set) {
                              return any_tool(policy, [&](const Tool& tool) {
                                return is_for(set, policy, tool) && (!may_begin(set, tool) || outgrows(set, tool));
                              });
                            }),
                    "every set that a session may have grants what each tool needs");
    case PermissionSource:
      return why_sources_are_idle(policy);
    case PermissionTool:
      return unless(any_set(policy,
                            [&](const PermissionSet& set) {
                              return any_tool(policy, [&](const Tool& tool) { return !is_for(set, policy, tool); });
                            }),
                    "every set that a session may have is for every tool");
    case DestinationMissing:
      if (!takes_destinations(policy)) return std::string(kNoDestination);
      return unless(any_tool(policy,
                             [](const Tool& tool) {
                               return tool.has_destination_argument() &&
                                      (!tool.schema || !tool.schema->check(Json(Json::Object{})));
                             }),
                    "schemas demand every destination");
    case DestinationMetadata:
    case DestinationLoopback:
    case DestinationLinkLocal:
    case DestinationPrivateAddress:
    case DestinationSpecialAddress:
      return unless(takes_hosts(policy), kNoHost);
    case DestinationScheme:
    case DestinationUserinfo:
    case DestinationPort:
      return unless(takes_urls(policy), kNoUrl);
    case DestinationPath:
      if (!takes_urls(policy)) return std::string(kNoUrl);
      return unless(names_paths(policy), "no entry for a host names paths");
    case DestinationMalformed:
    case DestinationUnlisted:
      return unless(takes_destinations(policy), kNoDestination);
    case PathMalformed:
    case PathOutside:
      return unless(takes_paths(policy), kNoPath);
    case PathProtected:
      return unless(takes(policy, ArgumentRole::WritePath) || runs(policy, WordKind::WritePath),
                    "no tool writes files");
    case CommandMalformed:
    case CommandUnlisted:
      return unless(takes_commands(policy), kNoCommand);
    case TenancyOutOfScope:
      return unless(!policy.session.tenant, "the policy is for one tenant, and grants no session of another");
    case TenancyInArguments:
      return unless(any_tool(policy,
                             [](const Tool& tool) {
                               return tool.has_role(ArgumentRole::Tenant) ||
                                      (!tool.schema && tool.has_role(ArgumentRole::Content));
                             }),
                    "no tool takes a tenant, and what else could name one is closed");
    case TenancyNoTenant:
      if (policy.session.tenant) return "the policy is for one tenant, which every session has";
      return unless(
          any_tool(policy, [](const Tool& tool) { return is_private(tool) || tool.tenant != TenantSource::None; }),
          "no tool is private or bound to a tenant");
    case FlowPrivateToOutside:
      return why_flow_is_idle(policy);
    case ApprovalDangerous:
      return unless(any_tool(policy, [](const Tool& tool) { return tool.tier() == RiskTier::Dangerous; }),
                    "no tool is dangerous");
    case ApprovalIrreversibleWrite:
      if (!policy.approval.irreversible_writes) return "[approval] does not ask for it";
      return unless(any_tool(policy,
                             [](const Tool& tool) {
                               return tool.effect == Effect::Write && tool.reversibility == Reversibility::Irreversible;
                             }),
                    "no write of a tool is irreversible");
    case ApprovalFixedDestination:
      return unless(any_tool(policy, [](const Tool& tool) { return tool.fixed_destination.has_value(); }),
                    "no tool has a fixed destination");
    case ApprovalTool:
      return unless(any_tool(policy, [](const Tool& tool) { return tool.ask.has_value(); }), "no tool asks by itself");
    case ApprovalSelf:
      return unless(policy.approval.own_user == OwnUser::NeverCounts, "[approval] four_eyes is off");
    case ApprovalNotEntitled:
      return unless(!policy.approval.unsigned_because || !policy.approvers.empty(), "anybody may answer");
    case ApprovalDenied:
    case ApprovalExpired:
    case ApprovalCancelled:
    case ApprovalMismatch:
    case ApprovalConsumed:
      return unless(policy.approval.unsigned_because || !policy.approvers.empty(),
                    "nobody can answer: there are no [approvers], and answers need a key");
    default:
      return {};
  }
}

std::string why_flow_is_idle(const Policy& policy) {
  if (policy.flow == FlowTerms::Allow) return "[flow] allows it";
  return unless(any_tool(policy, [](const Tool& tool) { return tool.goes_outside(); }), "no tool leads outside");
}

std::string why_role_is_idle(const PermissionSet& set, const Policy& policy) {
  return unless(any_tool(policy, [&](const Tool& tool) { return !is_for(set, policy, tool); }), "it names every tool");
}

std::string why_capability_is_idle(Capability capability, const PermissionSet& set, const Policy& policy) {
  const bool is_needed =
      any_tool(policy, [&](const Tool& tool) { return is_for(set, policy, tool) && may_need(tool, capability); });
  return unless(is_needed, "no tool that it is for needs that right");
}

std::string why_source_is_idle(Capability capability, const PermissionSet& set, const Policy& policy) {
  const bool is_used = any_tool(policy, [&](const Tool& tool) {
    return is_for(set, policy, tool) && may_begin(set, tool) && may_need(tool, capability);
  });
  return unless(is_used, "no tool that it may call needs that right");
}

std::string why_effect_is_idle(const Tool& tool, const Policy& policy) {
  if (tool.reversibility == Reversibility::Irreversible || tool.effect == Effect::Execute) return {};
  if (tool.effect == Effect::Send && tool.has_destination()) {
    return "its destination asks for the same right whatever the effect; only the tier changes";
  }
  const Capability needed = required_capability(tool.effect);
  const bool any_differs = any_set(policy, [&](const PermissionSet& set) {
    return is_for(set, policy, tool) && set.grant(needed) != set.grant(Capability::Read);
  });
  return unless(any_differs, "every set grants both rights alike; only the tier changes");
}

std::string why_sensitivity_is_idle(const Tool& tool, const Policy& policy) {
  const bool has_tenant = policy.session.tenant || tool.tenant != TenantSource::None;
  if (!has_tenant || why_flow_is_idle(policy).empty()) return {};
  return "nothing private can leave, and the tenant is asked for anyway";
}

std::string why_returns_is_idle(const Tool& tool, const Policy& policy) {
  const auto kind = source_of(tool.returns);
  if (!kind) return "its results are trusted anyway";
  if (asks_by_itself(tool, policy) && !policy.approval.unsigned_because && policy.approvers.empty()) {
    return "its calls ask, and nobody can answer";
  }
  if (why_flow_is_idle(policy).empty()) return {};
  const auto listens = [&](const PermissionSet& set) {
    return std::ranges::all_of(kAllCapabilities, [&](Capability capability) {
      const SourceSet sources = set.grant(capability);
      return sources.empty() || sources.contains(*kind);
    });
  };
  const bool any_asks =
      any_set(policy, [&](const PermissionSet& set) { return may_begin(set, tool) && !listens(set); });
  return unless(any_asks, "no set that may call it ends by such text, and nothing private can leave");
}

std::string why_gate_first_is_idle(const Policy& policy) {
  // A person is asked before [flow] denies, then.
  if (policy.flow == FlowTerms::Deny) return {};
  return unless(any_tool(policy, [&](const Tool& tool) { return asks_by_itself(tool, policy) && takes_targets(tool); }),
                "no tool that asks takes a destination, a path or a command");
}

std::string why_order_is_idle(Stage earlier, Stage later, const Policy& policy) {
  if (earlier == Stage::Reading && later == Stage::Tool) {
    return "what cannot be read names no tool, so the two never speak of one call";
  }
  const bool has_permission = earlier == Stage::Permission || later == Stage::Permission;
  const bool permission_speaks =
      std::ranges::any_of(std::array{RuleId::PermissionTool, RuleId::PermissionCapability, RuleId::PermissionSource},
                          [&](RuleId rule) { return why_rule_is_idle(rule, policy).empty(); });
  if (has_permission && !permission_speaks)
    return "every set grants all that the tools need, so that stage never speaks";
  const bool has_tenancy = earlier == Stage::Tenancy || later == Stage::Tenancy;
  const bool tenancy_speaks =
      std::ranges::any_of(std::array{RuleId::TenancyNoTenant, RuleId::TenancyOutOfScope, RuleId::TenancyInArguments},
                          [&](RuleId rule) { return why_rule_is_idle(rule, policy).empty(); });
  if (has_tenancy && !tenancy_speaks) return "no call can name or lack a tenant, so that stage never speaks";
  const bool has_flow = earlier == Stage::Flow || later == Stage::Flow;
  if (has_flow && policy.flow != FlowTerms::Deny) return "[flow] does not deny, so its stage never speaks";
  const bool has_targets = earlier == Stage::Destination || later == Stage::Destination;
  if (has_targets && !takes_destinations(policy) && !takes_paths(policy) && !takes_commands(policy)) {
    return "no tool takes a destination, a path or a command, so that stage never speaks";
  }
  return {};
}

std::string why_range_is_idle(std::size_t row, const Policy& policy) {
  if (!takes_hosts(policy)) return std::string(kNoHost);
  return unless(address_that_shows(row).has_value(),
                "each of its addresses holds another one of the same kind, which is judged too");
}

std::string why_match_is_idle(DestinationKind kind, LooseMatch match, const Policy& policy) {
  const std::vector<const Allowlist*> lists = lists_in_use(policy, kind);
  if (lists.empty()) {
    return kind == DestinationKind::Url     ? std::string(kNoUrl)
           : kind == DestinationKind::Email ? "no tool takes an e-mail address"
                                            : "no tool takes a destination by its id";
  }
  const bool any_empty = std::ranges::any_of(lists, [](const Allowlist* list) { return is_empty(*list); });
  const bool any_entry = std::ranges::any_of(lists, [](const Allowlist* list) { return !is_empty(*list); });
  if (match == LooseMatch::AnythingIfEmpty) return unless(any_empty, "no such list is empty");
  return unless(any_entry, "no such list has an entry");
}

}  // namespace yett
