#include "lab/idleness.h"

#include "cases/telling_address.h"

#include <algorithm>
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

bool names_tools(const PermissionSet& set) { return set.tools || set.servers; }

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
    case PermissionSource:
      return why_sources_are_idle(policy);
    case PermissionTool:
      return unless(any_set(policy, names_tools), "no set that a session may have names tools or servers");
    case DestinationMissing:
      return unless(takes_destinations(policy), kNoDestination);
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
    case PathProtected:
      return unless(takes_paths(policy), kNoPath);
    case CommandMalformed:
    case CommandUnlisted:
      return unless(takes_commands(policy), kNoCommand);
    case TenancyInArguments:
      return unless(any_tool(policy,
                             [](const Tool& tool) {
                               return tool.schema || tool.has_role(ArgumentRole::Tenant) ||
                                      tool.has_role(ArgumentRole::Content);
                             }),
                    "no tool takes an argument that could hold a tenant");
    case TenancyNoTenant:
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
      return unless(!policy.approvers.empty(), "there are no [approvers]: anybody may answer");
    default:
      return {};
  }
}

std::string why_flow_is_idle(const Policy& policy) {
  if (policy.flow == FlowTerms::Allow) return "[flow] allows it";
  return unless(any_tool(policy, [](const Tool& tool) { return tool.goes_outside(); }), "no tool leads outside");
}

std::string why_returns_is_idle(const Tool& tool, const Policy& policy) {
  const auto kind = source_of(tool.returns);
  if (!kind) return "its results are trusted anyway";
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
