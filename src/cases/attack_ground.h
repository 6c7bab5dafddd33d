#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cases/case.h"
#include "cases/sample_call.h"
#include "model/decision.h"
#include "policy/policy.h"

namespace yett {

/// A tool with a call of it that the policy lets run, or asks about.
struct CallableTool {
  const Tool* tool = nullptr;
  std::string name;  // as cases call it: "server.name" where two servers have it
  SessionRequest session;
  Json arguments;
  Verdict ruling = Verdict::Deny;  // of its first call
};

/// What attacks on a policy are made of. The policy must outlive it.
class AttackGround {
 public:
  AttackGround(const Policy& policy, TimePoint now);

  [[nodiscard]] const Policy& policy() const { return policy_; }
  [[nodiscard]] TimePoint now() const { return now_; }
  [[nodiscard]] const SampleTenants& tenants() const { return tenants_; }
  [[nodiscard]] const std::vector<CallableTool>& tools() const { return tools_; }
  /// Those of which no such call was found, where nothing is listed for one: with arguments as far as they could be
  /// made up, and a ruling that denies.
  [[nodiscard]] const std::vector<CallableTool>& closed_tools() const { return closed_tools_; }
  /// The first tool that a call of is let run at once; one that only reads, where there is one.
  [[nodiscard]] const CallableTool* free_tool() const;
  /// The first tool, of those for which `holds` does, whose calls wait for a person.
  [[nodiscard]] const CallableTool* asking_tool() const;

  /// Whether anybody's answer can count.
  [[nodiscard]] bool can_be_answered() const;

  /// An attack whose only call so far is `callable`'s own.
  [[nodiscard]] Case attack(std::string name, const CallableTool& callable) const;
  /// Its last call is the harmful one, and the rule that stops it.
  static void expect(Case& attack, Verdict decision, RuleId rule);
  static void expect_denied(Case& attack, RuleId rule) { expect(attack, Verdict::Deny, rule); }

  void add(Case made) { cases_.push_back(std::move(made)); }
  /// Those that were added so far.
  [[nodiscard]] std::vector<Case>& added() { return cases_; }
  [[nodiscard]] std::vector<Case> take() && { return std::move(cases_); }

 private:
  const Policy& policy_;
  TimePoint now_;
  SampleTenants tenants_;
  std::vector<CallableTool> tools_;
  std::vector<CallableTool> closed_tools_;
  std::vector<Case> cases_;
};

/// Other arguments than the tool's own, with which it would be let run or ask as well; `{n}` stands in them where
/// `is_numbered`. nullopt where none were found.
enum class OtherArguments : std::uint8_t { Once, Numbered };
[[nodiscard]] std::optional<Json> other_arguments(const AttackGround& ground, const CallableTool& callable,
                                                  OtherArguments kind);

/// A call of the tool as it is meant.
[[nodiscard]] CaseCall call_of_tool(const CallableTool& callable);

// The parts of builtin_cases(): each adds its cases.
void add_tasks(AttackGround& ground);
void add_attacks_on_tools(AttackGround& ground);
void add_attacks_on_arguments(AttackGround& ground);
void add_attacks_on_destinations(AttackGround& ground);
void add_attacks_on_files(AttackGround& ground);
void add_attacks_on_sessions(AttackGround& ground);
void add_attacks_on_approvals(AttackGround& ground);
void add_attacks_on_results(AttackGround& ground);

}  // namespace yett
