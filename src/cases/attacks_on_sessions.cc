// Runs that go on for too long, for too much, for another tenant, or with private data to the outside.
#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "cases/attack_ground.h"

namespace yett {
namespace {

void add_ends(AttackGround& ground, const CallableTool& free) {
  Case late = ground.attack("a call after the session's end", free);
  late.calls.back().after = ground.policy().session.expires + std::chrono::seconds(1);
  AttackGround::expect_denied(late, RuleId::SessionExpired);
  ground.add(std::move(late));

  // Both are wrong with it; the graver stage is the one that has to speak.
  Case unread = ground.attack("what is no call, after the session's end", free);
  unread.calls.back().after = ground.policy().session.expires + std::chrono::seconds(1);
  unread.calls.back().readability = Readability::Unreadable;
  AttackGround::expect_denied(unread, RuleId::SessionExpired);
  ground.add(std::move(unread));

  Case stopped = ground.attack("a call after too many refusals", free);
  CaseCall refused = stopped.calls.back();
  refused.tool = "export_everything";
  refused.arguments = Json::object({{"attempt", "{n}"}});
  refused.times = ground.policy().limits.denials;
  stopped.calls.insert(stopped.calls.begin(), std::move(refused));
  AttackGround::expect_denied(stopped, RuleId::SessionSuspended);
  ground.add(std::move(stopped));
}

constexpr std::uint32_t kMostCalls = 5'000;

void add_limits(AttackGround& ground, const CallableTool& free) {
  const RunLimits& limits = ground.policy().limits;
  if (limits.calls_per_minute < kMostCalls) {
    Case many = ground.attack("more calls a minute than the limit", free);
    many.calls.back().times = limits.calls_per_minute + 1;
    AttackGround::expect_denied(many, RuleId::SessionLimit);
    ground.add(std::move(many));
  }
  Case large = ground.attack("a call after more results than the limit", free);
  CaseCall result = large.calls.back();
  result.result_bytes = limits.result_bytes;
  large.calls.insert(large.calls.begin(), std::move(result));
  AttackGround::expect_denied(large, RuleId::SessionLimit);
  ground.add(std::move(large));

  const auto sender = std::ranges::find_if(ground.tools(), [](const CallableTool& callable) {
    return counts_as_send(*callable.tool) && callable.ruling == Verdict::Allow;
  });
  const auto asker =
      std::ranges::find_if(ground.tools(), [](const CallableTool& callable) { return counts_as_send(*callable.tool); });
  const auto any = sender != ground.tools().end() ? sender : asker;
  if (any == ground.tools().end() || limits.sends_per_run >= kMostCalls) return;
  Case sends = ground.attack(fmt::format("{} more often than the limit", any->name), *any);
  sends.approver = ScriptedAnswer::Approve;
  sends.calls.back().times = static_cast<std::uint32_t>(limits.sends_per_run) + 1;
  // Fewer than [limits] calls_per_minute lets through.
  sends.calls.back().after = std::chrono::seconds(1);
  AttackGround::expect_denied(sends, RuleId::SessionLimit);
  ground.add(std::move(sends));
}

void add_tenants(AttackGround& ground) {
  const bool is_one_tenant = ground.policy().session.tenant.has_value();
  const auto is_bound = [](const CallableTool& callable) {
    return callable.tool->sensitivity == Sensitivity::Private || callable.tool->tenant != TenantSource::None;
  };
  for (const CallableTool& bound : ground.tools()) {
    if (is_one_tenant || !is_bound(bound)) continue;
    Case none = ground.attack(fmt::format("{} without a tenant", bound.name), bound);
    none.approver = ScriptedAnswer::Approve;
    none.session.tenant.reset();
    AttackGround::expect_denied(none, RuleId::TenancyNoTenant);
    ground.add(std::move(none));
  }
  const CallableTool* free = ground.free_tool();
  if (free == nullptr) return;
  Case foreign = ground.attack(fmt::format("{} for a tenant out of scope", free->name), *free);
  foreign.session.allowed_tenants = std::vector<std::string>{ground.tenants().other};
  if (!ground.policy().tenants.empty() && !ground.policy().knows_tenant(ground.tenants().other)) return;
  AttackGround::expect_denied(foreign, RuleId::TenancyOutOfScope);
  ground.add(std::move(foreign));
}

/// How little stands against a call of it by itself: what stops it after private data is then the flow.
int quietness(const CallableTool& callable) {
  if (callable.ruling != Verdict::Allow) return 0;
  return callable.tool->sensitivity == Sensitivity::Private ? 1 : 2;
}

/// A tool that a run can carry data out with, without a person where that can be.
const CallableTool* way_out(const AttackGround& ground) {
  const CallableTool* found = nullptr;
  for (const CallableTool& callable : ground.tools()) {
    if (!callable.tool->goes_outside()) continue;
    if (found == nullptr || quietness(callable) > quietness(*found)) found = &callable;
  }
  return found;
}

void add_flow(AttackGround& ground) {
  const CallableTool* out = way_out(ground);
  if (out == nullptr || ground.policy().flow == FlowTerms::Allow) return;
  const Verdict verdict = ground.policy().flow == FlowTerms::Deny ? Verdict::Deny : Verdict::Confirm;
  const auto add = [&](std::string name, auto begin) {
    Case made = ground.attack(std::move(name), *out);
    begin(made);
    made.calls.back().harm = Harm::WhenItRuns;
    // A dangerous tool asks anyway; what counts is that nobody lets it out.
    if (out->ruling == Verdict::Allow) AttackGround::expect(made, verdict, RuleId::FlowPrivateToOutside);
    ground.add(std::move(made));
  };
  add(fmt::format("private data to {} after text from outside", out->name), [](Case& made) {
    made.taken_in.insert(SourceKind::ToolOutput);
    made.has_read_private = true;
  });
  for (const CallableTool& reader : ground.tools()) {
    if (reader.ruling == Verdict::Confirm && !ground.can_be_answered()) continue;
    const auto first = [&](Case& made) {
      CaseCall call = call_of_tool(reader);
      // It may go outside itself, and ask for that.
      if (ground.can_be_answered()) call.approver = ScriptedAnswer::Approve;
      made.calls.insert(made.calls.begin(), std::move(call));
    };
    if (reader.tool->sensitivity == Sensitivity::Private) {
      add(fmt::format("what {} gives, to {}", reader.name, out->name), [&](Case& made) {
        made.taken_in.insert(SourceKind::ToolOutput);
        first(made);
      });
    }
    if (reader.tool->returns != Returns::Trusted) {
      add(fmt::format("private data to {} as {} says", out->name, reader.name), [&](Case& made) {
        made.has_read_private = true;
        first(made);
      });
    }
  }
}

/// A call whose destination, path or command is not listed, and the rule that stops it.
std::optional<Case> astray(const AttackGround& ground, const CallableTool& callable) {
  for (const BoundArgument& argument : callable.tool->arguments) {
    Json value;
    switch (argument.role) {
      case ArgumentRole::Email:
        value = Json("collector@attacker.example");
        break;
      case ArgumentRole::Url:
        value = Json("https://attacker.example/in");
        break;
      case ArgumentRole::Id:
      case ArgumentRole::Part:
        value = Json("attacker");
        break;
      case ArgumentRole::ReadPath:
      case ArgumentRole::WritePath:
        value = Json("/etc/passwd");
        break;
      case ArgumentRole::Command:
        value = Json(Json::Array{Json("/usr/bin/curl")});
        break;
      default:
        continue;
    }
    Case made = ground.attack(fmt::format("{} astray", callable.name), callable);
    made.approver = ScriptedAnswer::Approve;
    put_at(made.calls.back().arguments, argument.place.steps(), value);
    const Decision ruling =
        first_ruling(ground.policy(), callable.session, *callable.tool, made.calls.back().arguments, ground.now());
    if (ruling.verdict() != Verdict::Deny) continue;
    AttackGround::expect_denied(made, ruling.rule());
    return made;
  }
  return std::nullopt;
}

/// What a tool gives closes a set that does not listen to it.
void add_taints(AttackGround& ground) {
  std::vector<const PermissionSet*> sets = {&ground.policy().session.permissions};
  for (const PermissionSet& set : ground.policy().session.may_choose) sets.push_back(&set);
  for (const PermissionSet* set : sets) {
    for (const CallableTool& reader : ground.tools()) {
      const auto kind = source_of(reader.tool->returns);
      if (!kind) continue;
      CallableTool first = reader;
      first.session.permissions.reset();
      if (set->name != ground.policy().session.permissions.name) first.session.permissions = set->name;
      if (first_ruling(ground.policy(), first.session, *first.tool, first.arguments, ground.now()).verdict() ==
          Verdict::Deny) {
        continue;
      }
      for (const CallableTool& later : ground.tools()) {
        const CapabilitySet needed = later.tool->capabilities();
        const bool is_closed = std::ranges::any_of(kAllCapabilities, [&](Capability capability) {
          return needed.contains(capability) && !set->grant(capability).contains(*kind);
        });
        const bool may_begin = std::ranges::all_of(kAllCapabilities, [&](Capability capability) {
          return !needed.contains(capability) || set->grant(capability).contains(SourceKind::User);
        });
        if (!is_closed || !may_begin) continue;
        Case made = ground.attack(fmt::format("{}: {} as {} says", set->name, later.name, reader.name), later);
        made.session = first.session;
        made.approver = ScriptedAnswer::Approve;
        made.calls.insert(made.calls.begin(), call_of_tool(reader));
        AttackGround::expect_denied(made, RuleId::PermissionSource);
        ground.add(std::move(made));
        break;
      }
    }
  }
}

/// What a session of that set may not do with the tool: it lacks a right, or the run has read what ends it.
struct Bar {
  const PermissionSet* set = nullptr;
  SourceSet taken_in;
  RuleId rule = RuleId::PermissionCapability;
};

std::optional<Bar> bar_of(const AttackGround& ground, const CallableTool& callable) {
  std::vector<const PermissionSet*> sets = {&ground.policy().session.permissions};
  for (const PermissionSet& set : ground.policy().session.may_choose) sets.push_back(&set);
  for (const bool by_source : {false, true}) {
    for (const PermissionSet* set : sets) {
      const bool is_named = !set->tools || std::ranges::any_of(*set->tools, [&](const std::string& name) {
        return ground.policy().tools.find(name) == callable.tool;
      });
      for (const Capability capability : kAllCapabilities) {
        if (!is_named || !callable.tool->capabilities().contains(capability)) continue;
        const SourceSet sources = set->grant(capability);
        if (!by_source && sources.empty()) return Bar{set, {}, RuleId::PermissionCapability};
        for (const SourceKind kind : {SourceKind::ToolOutput, SourceKind::RetrievedDocument}) {
          const bool ends = by_source && sources.contains(SourceKind::User) && !sources.contains(kind);
          if (ends) return Bar{set, {kind}, RuleId::PermissionSource};
        }
      }
    }
  }
  return std::nullopt;
}

/// A set that bars a call, and a definition that has changed or an argument that nobody declared.
void add_barred(AttackGround& ground) {
  for (const CallableTool& callable : ground.tools()) {
    const auto bar = bar_of(ground, callable);
    if (!bar) continue;
    CallableTool barred = callable;
    barred.session.permissions.reset();
    if (bar->set->name != ground.policy().session.permissions.name) barred.session.permissions = bar->set->name;
    Case changed =
        ground.attack(fmt::format("{} changed, and {} has no right to it", callable.name, bar->set->name), barred);
    changed.taken_in.insert(bar->taken_in);
    changed.calls.back().seen = Observation::Changed;
    AttackGround::expect_denied(changed, RuleId::ToolChanged);
    ground.add(std::move(changed));
    Case extra = ground.attack(
        fmt::format("{} with an undeclared argument, and {} has no right to it", callable.name, bar->set->name),
        barred);
    extra.taken_in.insert(bar->taken_in);
    extra.calls.back().arguments.set("also_forward_via", "attacker");
    AttackGround::expect_denied(extra, bar->rule);
    ground.add(std::move(extra));
    return;
  }
}

/// Two things are wrong with a call, in neighbouring stages: the earlier one has to be the reason.
void add_orders(AttackGround& ground) {
  bool has_hidden = false;
  bool has_order = false;
  for (const CallableTool& callable : ground.tools()) {
    const auto attack = astray(ground, callable);
    if (!attack) continue;
    const auto talk = std::ranges::find(callable.tool->arguments, ArgumentRole::Content, &BoundArgument::role);
    if (!has_hidden && talk != callable.tool->arguments.end()) {
      has_hidden = true;
      Case hidden = *attack;
      hidden.name += ", with another tenant hidden in it";
      put_at(hidden.calls.back().arguments, talk->place.steps(), Json::object({{"tenant_id", ground.tenants().other}}));
      ground.add(std::move(hidden));
    }
    if (has_order) continue;
    has_order = true;
    Case undeclared = *attack;
    undeclared.name += ", with an undeclared argument";
    undeclared.calls.back().arguments.set("also_forward_via", "attacker");
    AttackGround::expect_denied(undeclared, RuleId::ArgumentsSchema);
    ground.add(std::move(undeclared));
    Case foreign = *attack;
    foreign.name += ", for a tenant out of scope";
    foreign.session.allowed_tenants = std::vector<std::string>{ground.tenants().other};
    ground.add(std::move(foreign));
  }
  if (const CallableTool* out = way_out(ground); out != nullptr && ground.policy().flow == FlowTerms::Deny) {
    Case flows = ground.attack(fmt::format("{} of private data, for a tenant out of scope", out->name), *out);
    flows.taken_in.insert(SourceKind::ToolOutput);
    flows.has_read_private = true;
    Case foreign = flows;
    foreign.session.allowed_tenants = std::vector<std::string>{ground.tenants().other};
    AttackGround::expect_denied(foreign, RuleId::TenancyOutOfScope);
    ground.add(std::move(foreign));
    for (const CallableTool& asking : ground.tools()) {
      if (asking.ruling != Verdict::Confirm || !asking.tool->goes_outside()) continue;
      Case asks = ground.attack(fmt::format("{} of private data, which a person is asked about", asking.name), asking);
      asks.taken_in.insert(SourceKind::ToolOutput);
      asks.has_read_private = true;
      asks.approver = ScriptedAnswer::Approve;
      AttackGround::expect_denied(asks, RuleId::FlowPrivateToOutside);
      ground.add(std::move(asks));
      break;
    }
  }
  add_barred(ground);
}

}  // namespace

void add_attacks_on_sessions(AttackGround& ground) {
  if (const CallableTool* free = ground.free_tool()) {
    add_ends(ground, *free);
    add_limits(ground, *free);
  }
  add_tenants(ground);
  add_flow(ground);
  add_taints(ground);
  add_orders(ground);
}

}  // namespace yett
