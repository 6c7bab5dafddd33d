#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "decide/slow_arguments_fixture.h"

// A second judge, written from the table of stages alone: slow and plain. It reads a policy as a person does and knows
// nothing of how the first one works.
namespace yett {

using slow::PlainQuery;

class SlowJudge {
 public:
  /// A finding, by the number of its row in the table of stages.
  struct Said {
    RuleId rule;
    std::size_t row;
  };

  explicit SlowJudge(const PlainQuery& query) : query_(query) {
    const bool readable =
        query.call.readability == Readability::Readable && query.call.arguments.as_object() != nullptr;
    if (readable) tool_ = find_tool();
    judge_standing(readable);
    judge_permission();
    judge_call();
    judge_approval();
  }

  /// The line that the call means; nullptr when there is none.
  [[nodiscard]] const PlainTool* tool() const { return tool_; }
  [[nodiscard]] std::size_t rows() const { return row_; }

  /// The deciding finding and those beside it, as docs/calls.md puts it; none: the call is allowed.
  [[nodiscard]] std::vector<Said> ruling() const {
    std::vector<Said> said;
    for (const std::vector<Said>& stage : stages_) {
      const std::size_t count = said.empty() ? stage.size() : std::min<std::size_t>(stage.size(), 1);
      for (std::size_t i = 0; i < count; ++i) {
        const bool known = std::ranges::any_of(said, [&](const Said& one) { return one.rule == stage[i].rule; });
        if (!known) said.push_back(stage[i]);
      }
    }
    return said;
  }

 private:
  void stage() { stages_.emplace_back(); }
  void say(RuleId rule, bool holds) {
    if (holds) stages_.back().push_back({rule, row_});
    ++row_;
  }

  // --- Who acts, and with which tool ------------------------------------------------------------------------------

  [[nodiscard]] const PlainTool* find_tool() const {
    std::vector<const PlainTool*> of_this_name;
    std::vector<const PlainTool*> of_this_full_name;
    for (const PlainTool& tool : query_.policy.tools) {
      if (tool.line.name == query_.call.tool) of_this_name.push_back(&tool);
      if (!tool.line.server.empty() && tool.line.server + "." + tool.line.name == query_.call.tool) {
        of_this_full_name.push_back(&tool);
      }
    }
    if (!query_.server.empty()) {
      std::erase_if(of_this_name, [&](const PlainTool* tool) {
        return !tool->line.server.empty() && tool->line.server != query_.server;
      });
      of_this_full_name.clear();
    }
    const PlainTool* found = nullptr;
    if (of_this_name.size() == 1) found = of_this_name.front();
    if (of_this_name.empty() && of_this_full_name.size() == 1) found = of_this_full_name.front();
    return found != nullptr && query_.now < found->line.lapses_at ? found : nullptr;
  }

  void judge_standing(bool readable) {
    using enum RuleId;
    const Session& session = query_.session;
    const RunTally& tally = query_.state.tally;
    const RunLimits& limits = query_.policy.limits;
    stage();
    say(SessionExpired, query_.now >= session.expires_at);
    say(SessionSuspended, query_.state.suspension == Suspension::Suspended);
    const auto minute = std::chrono::floor<std::chrono::minutes>(query_.now).time_since_epoch().count();
    const bool is_send = tool_ != nullptr && (tool_->line.effect == Effect::Send || has_destination());
    say(SessionLimit, (tally.minute == minute && tally.calls_this_minute >= limits.calls_per_minute) ||
                          tally.result_bytes >= limits.result_bytes ||
                          (is_send && tally.sends >= limits.sends_per_run));
    stage();
    say(ArgumentsMalformed, !readable);
    stage();
    const bool missing = query_.seen == Observation::Absent || query_.seen == Observation::Unpinned;
    say(ToolUnregistered, readable && (tool_ == nullptr || missing));
    say(ToolChanged, tool_ != nullptr && query_.seen == Observation::Changed);
    say(ToolReview, tool_ != nullptr && tool_->line.review == Review::Pending);
  }

  [[nodiscard]] static bool is_destination_role(ArgumentRole role) {
    return role == ArgumentRole::Url || role == ArgumentRole::Email || role == ArgumentRole::Id ||
           role == ArgumentRole::Part;
  }
  [[nodiscard]] bool has_destination_argument() const {
    return std::ranges::any_of(tool_->line.arguments,
                               [](const BoundArgument& argument) { return is_destination_role(argument.role); });
  }
  [[nodiscard]] bool has_destination() const {
    const bool starts_curl = std::ranges::count(tool_->line.commands, "/usr/bin/curl", &ListedCommand::program) > 0;
    return tool_->line.fixed_destination || has_destination_argument() || starts_curl;
  }

  void judge_permission() {
    using enum RuleId;
    stage();
    if (tool_ == nullptr)
      return say(PermissionTool, false), say(PermissionCapability, false), say(PermissionSource, false);
    const PermissionSet& set = query_.session.permissions;
    const Tool& line = tool_->line;
    bool named = !set.tools;
    for (const std::string& name : set.tools.value_or(std::vector<std::string>{})) {
      const auto same_name =
          std::ranges::count(query_.policy.tools, line.name, [](const PlainTool& t) { return t.line.name; });
      named = named || (name == line.name && same_name == 1) ||
              (!line.server.empty() && name == line.server + "." + line.name);
    }
    const bool in_reach = !set.servers || std::ranges::count(*set.servers, line.server) > 0;
    say(PermissionTool, !named || !in_reach);

    std::set<Capability> asked;
    std::set<Effect> effects = {line.effect};
    if (query_.call.readability == Readability::Readable)
      effects.merge(std::set(slow::Arguments(query_, *tool_).targets().effects()));
    if (effects.contains(Effect::Read)) asked.insert(Capability::Read);
    if (effects.contains(Effect::Write)) asked.insert(Capability::Write);
    if (effects.contains(Effect::Execute)) asked.insert(Capability::Execution);
    if (effects.contains(Effect::Send) || has_destination()) asked.insert(Capability::ExternalAccess);
    bool lacks = false;
    bool deaf = false;
    for (const Capability capability : asked) {
      const SourceSet listens_to = set.grants[static_cast<std::size_t>(capability)];
      lacks = lacks || listens_to.empty();
      for (const SourceKind kind : {SourceKind::User, SourceKind::ToolOutput, SourceKind::RetrievedDocument}) {
        deaf = deaf || (!listens_to.empty() && query_.state.taken_in.contains(kind) && !listens_to.contains(kind));
      }
    }
    say(PermissionCapability, lacks);
    say(PermissionSource, deaf);
  }

  // --- What the call asks for -------------------------------------------------------------------------------------

  void judge_call() {
    using enum RuleId;
    std::optional<slow::Arguments> arguments;
    if (tool_ != nullptr) arguments.emplace(query_, *tool_);
    const std::set<RuleId> faults = arguments ? arguments->targets().faults() : std::set<RuleId>();
    stage();
    say(ArgumentsMalformed, arguments && arguments->are_malformed());
    say(ArgumentsSchema, arguments && arguments->are_undeclared());
    stage();
    say(DestinationMissing, arguments && has_destination_argument() && !arguments->name_a_destination());
    for (const RuleId rule : {DestinationMetadata, DestinationLoopback, DestinationLinkLocal, DestinationPrivateAddress,
                              DestinationSpecialAddress, DestinationMalformed, DestinationScheme, DestinationUserinfo,
                              DestinationPort, DestinationPath, DestinationUnlisted}) {
      say(rule, faults.contains(rule));
    }
    say(DestinationMalformed, arguments && arguments->targets().is_strict());
    for (const RuleId rule : {PathMalformed, PathOutside, PathProtected, CommandMalformed, CommandUnlisted}) {
      say(rule, faults.contains(rule));
    }
    stage();
    const std::optional<std::string>& tenant = query_.session.tenant;
    const bool needs_tenant = tool_ != nullptr && (tool_->line.sensitivity == Sensitivity::Private ||
                                                   tool_->line.tenant != TenantSource::None);
    say(TenancyNoTenant, needs_tenant && !tenant);
    const bool is_known = query_.policy.tenants.empty() ||
                          (tenant && std::ranges::count(query_.policy.tenants, *tenant, &PlainTenant::name) > 0);
    say(TenancyOutOfScope, tenant && (std::ranges::count(query_.session.allowed_tenants, *tenant) == 0 || !is_known));
    say(TenancyInArguments, arguments && arguments->name_a_foreign_tenant());
    stage();
    const bool outside = tool_ != nullptr && (tool_->line.effect == Effect::Send ||
                                              tool_->line.effect == Effect::Execute || has_destination());
    const bool mixes =
        (query_.state.private_seen || (tool_ != nullptr && tool_->line.sensitivity == Sensitivity::Private)) &&
        (query_.state.taken_in.contains(SourceKind::ToolOutput) ||
         query_.state.taken_in.contains(SourceKind::RetrievedDocument));
    flows_out_ = outside && mixes;
    say(FlowPrivateToOutside, flows_out_ && query_.policy.flow == FlowTerms::Deny);
  }

  void judge_approval() {
    using enum RuleId;
    stage();
    const bool irreversible = tool_ != nullptr && tool_->line.reversibility == Reversibility::Irreversible;
    say(ApprovalDangerous,
        irreversible && (tool_->line.effect == Effect::Send || tool_->line.effect == Effect::Execute));
    say(ApprovalIrreversibleWrite,
        irreversible && tool_->line.effect == Effect::Write && query_.policy.asks_before_irreversible_writes);
    say(ApprovalFixedDestination, tool_ != nullptr && tool_->line.fixed_destination);
    say(ApprovalTool, tool_ != nullptr && tool_->line.ask.has_value());
    say(ApprovalRepeat, query_.last_outcome == LastOutcome::Unknown);
    say(FlowPrivateToOutside, flows_out_ && query_.policy.flow == FlowTerms::Confirm);
  }

  const PlainQuery& query_;
  const PlainTool* tool_ = nullptr;
  std::vector<std::vector<Said>> stages_;
  std::size_t row_ = 0;
  bool flows_out_ = false;
};

}  // namespace yett
