// Approvals that nobody gave, that were given for something else, twice, too late or by the wrong person.
#include <fmt/format.h>

#include <algorithm>

#include "cases/attack_ground.h"

namespace yett {
namespace {

void add_unanswered(AttackGround& ground, const CallableTool& callable, RuleId rule) {
  Case made = ground.attack(fmt::format("{} that nobody approved", callable.name), callable);
  AttackGround::expect(made, Verdict::Confirm, rule);
  ground.add(std::move(made));
}

void add_denied(AttackGround& ground, const CallableTool& callable) {
  Case made = ground.attack(fmt::format("{} that a person denied", callable.name), callable);
  made.approver = ScriptedAnswer::Deny;
  AttackGround::expect_denied(made, RuleId::ApprovalDenied);
  ground.add(std::move(made));
}

Case approved(const AttackGround& ground, const CallableTool& callable, std::string_view what) {
  Case made = ground.attack(fmt::format("{} {}", callable.name, what), callable);
  made.approver = ScriptedAnswer::Approve;
  return made;
}

void add_late(AttackGround& ground, const CallableTool& callable) {
  const Duration expires = callable.tool->ask ? callable.tool->ask->expires.value_or(ground.policy().approval.expires)
                                              : ground.policy().approval.expires;
  Case made = approved(ground, callable, "that was approved too long ago");
  made.calls.back().meanwhile = Meanwhile{.passes = expires + std::chrono::seconds(1)};
  AttackGround::expect_denied(made, RuleId::ApprovalExpired);
  ground.add(std::move(made));
}

/// The agent shows one call and comes back with another.
void add_swapped(AttackGround& ground, const CallableTool& callable) {
  const auto other = other_arguments(ground, callable, OtherArguments::Once);
  if (!other) return;
  Case made = approved(ground, callable, "with other arguments than were approved");
  made.calls.back().meanwhile = Meanwhile{.passes = {}, .arguments = *other};
  AttackGround::expect_denied(made, RuleId::ApprovalMismatch);
  ground.add(std::move(made));
}

void add_events(AttackGround& ground, const CallableTool& callable) {
  Case twice = approved(ground, callable, "twice, approved once");
  twice.calls.back().meanwhile = Meanwhile{.passes = {}, .comes_again = true};
  AttackGround::expect_denied(twice, RuleId::ApprovalConsumed);
  ground.add(std::move(twice));

  Case cancelled = approved(ground, callable, "that the agent had taken back");
  cancelled.calls.back().meanwhile = Meanwhile{.passes = {}, .cancels = true};
  AttackGround::expect_denied(cancelled, RuleId::ApprovalCancelled);
  ground.add(std::move(cancelled));

  Case read = approved(ground, callable, "approved before the run had read other text");
  read.calls.back().meanwhile = Meanwhile{.passes = {}, .takes_in = {SourceKind::RetrievedDocument}};
  AttackGround::expect_denied(read, RuleId::ApprovalMismatch);
  ground.add(std::move(read));

  Case stopped = approved(ground, callable, "approved before the run was stopped");
  stopped.calls.back().meanwhile = Meanwhile{.passes = {}, .suspends = true};
  AttackGround::expect_denied(stopped, RuleId::SessionSuspended);
  ground.add(std::move(stopped));
}

void add_people(AttackGround& ground, const CallableTool& callable) {
  const ApprovalTerms& terms = ground.policy().approval;
  const std::uint32_t quorum =
      callable.tool->ask ? std::max(callable.tool->ask->quorum.value_or(1), terms.quorum) : terms.quorum;
  const auto& approvers = ground.policy().approvers;
  // Somebody who may answer for others, and runs this session.
  const std::string own =
      approvers.empty() ? callable.session.user.value_or(std::string(kCaseUser)) : approvers.front().name;
  std::vector<std::string> others;
  for (const Approver& approver : approvers) {
    if (approver.name != own && others.size() + 1 < quorum) others.push_back(approver.name);
  }
  for (std::uint32_t i = 1; approvers.empty() && i < quorum; ++i) others.push_back(fmt::format("person {}", i));
  const auto add = [&](std::string_view what, std::vector<std::string> people, std::optional<RuleId> rule) {
    Case made = ground.attack(fmt::format("{} {}", callable.name, what), callable);
    made.session.user = own;
    made.calls.back().approved_by = std::move(people);
    made.calls.back().harm = Harm::WhenItRuns;
    if (rule) AttackGround::expect_denied(made, *rule);
    ground.add(std::move(made));
  };
  if (terms.own_user == OwnUser::NeverCounts) {
    std::vector<std::string> with_own = others;
    with_own.push_back(own);
    add("that its own user approved", std::move(with_own), RuleId::ApprovalSelf);
  }
  if (!terms.unsigned_because) {
    std::vector<std::string> with_stranger = others;
    with_stranger.emplace_back("mallory");
    add("that a stranger approved", std::move(with_stranger), RuleId::ApprovalNotEntitled);
  }
  if (quorum > 1 && !others.empty()) add("that one person approved alone", {others.front()}, std::nullopt);
}

void add_flood(AttackGround& ground, const CallableTool& callable) {
  auto numbered = other_arguments(ground, callable, OtherArguments::Numbered);
  if (!numbered) return;
  Case made = ground.attack(fmt::format("{} asked more often than anybody can answer", callable.name), callable);
  made.calls.back().arguments = *std::move(numbered);
  made.calls.back().times = ground.policy().approval.max_pending + 1;
  AttackGround::expect_denied(made, RuleId::ApprovalFlood);
  ground.add(std::move(made));
}

void add_all(AttackGround& ground, const CallableTool& callable, RuleId asks) {
  add_unanswered(ground, callable, asks);
  add_denied(ground, callable);
  add_late(ground, callable);
  add_swapped(ground, callable);
  add_events(ground, callable);
  add_people(ground, callable);
}

/// Where no tool asks by itself, a call asks of which nobody knows whether it ran before.
void add_all_on_repeats(AttackGround& ground, const CallableTool& callable) {
  const std::size_t before = ground.added().size();
  add_all(ground, callable, RuleId::ApprovalRepeat);
  add_flood(ground, callable);
  for (std::size_t i = before; i < ground.added().size(); ++i) {
    std::vector<CaseCall>& calls = ground.added()[i].calls;
    CaseCall first = call_of_tool(callable);
    first.arguments = calls.front().arguments;
    first.times = calls.front().times;
    first.outcome = ScriptedOutcome::Unknown;
    calls.insert(calls.begin(), std::move(first));
  }
}

/// Nobody saw the first one end.
void add_repeat(AttackGround& ground) {
  const CallableTool* free = ground.free_tool();
  if (free == nullptr) return;
  Case made = ground.attack(fmt::format("{} again, when nobody knows whether it ran", free->name), *free);
  CaseCall first = made.calls.back();
  first.outcome = ScriptedOutcome::Unknown;
  made.calls.insert(made.calls.begin(), std::move(first));
  AttackGround::expect(made, Verdict::Confirm, RuleId::ApprovalRepeat);
  ground.add(std::move(made));
}

}  // namespace

void add_attacks_on_approvals(AttackGround& ground) {
  for (const CallableTool& callable : ground.tools()) {
    if (callable.ruling != Verdict::Confirm) continue;
    const Decision ruling =
        first_ruling(ground.policy(), callable.session, *callable.tool, callable.arguments, ground.now());
    add_all(ground, callable, ruling.rule());
  }
  const CallableTool* asking = ground.asking_tool();
  const CallableTool* free = ground.free_tool();
  if (asking != nullptr) add_flood(ground, *asking);
  if (asking == nullptr && free != nullptr) {
    // One that says something, so that it can say something else.
    const auto talking = std::ranges::find_if(ground.tools(), [](const CallableTool& callable) {
      return callable.ruling == Verdict::Allow && callable.tool->has_role(ArgumentRole::Content);
    });
    add_all_on_repeats(ground, talking != ground.tools().end() ? *talking : *free);
  } else {
    add_repeat(ground);
  }
}

}  // namespace yett
