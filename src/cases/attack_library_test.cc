#include "cases/attack_library.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>

#include "cases/load_cases.h"
#include "cases/made_up_text.h"
#include "cases/telling_address.h"
#include "cases/write_cases.h"
#include "decide/engine.h"
#include "policy/load.h"
#include "redact/kind.h"
#include "redact/redactor.h"

namespace yett {
namespace {

constexpr TimePoint kNow{std::chrono::sys_days(std::chrono::year(2026) / 11 / 30)};

/// A policy that has something of everything.
constexpr std::string_view kPolicy = R"(
[policy]
name = "all"
version = 1
[session]
permissions = "full access"
may_choose = ["read-only", "clerk"]
[permissions.clerk]
tools = ["mail"]
[permissions.clerk.grants]
read = ["user"]
external_access = ["user"]
[tools]
look = { effect = "read", sensitivity = "private", reversible = true, tenant = ["tenant_id"], content = ["q"], result_redact = ["email"], result_tenant = ["/rows/*/tenant"] }
mail = { effect = "send", sensitivity = "internal", reversible = false, destination.email = ["to"], content = ["subject"] }
hook = { effect = "send", sensitivity = "internal", reversible = true, destination.url = ["url"], content = ["body"] }
pay = { effect = "send", sensitivity = "internal", reversible = true, destination.payees = ["to"], ask = { quorum = 2 } }
push = { effect = "send", sensitivity = "internal", reversible = true, destination.repositories = { join = ["owner", "repo"] }, content = ["branch"] }
save = { effect = "write", sensitivity = "internal", reversible = false, path.write = ["path"], content = ["text"] }
meet = { effect = "send", sensitivity = "internal", reversible = true, destination.fixed = "participants", content = ["title"] }
new = { effect = "read", sensitivity = "internal", reversible = true, review = true }
[tools.run]
effect = "execute"
sensitivity = "internal"
reversible = true
command.argv = ["argv"]
[[tools.run.commands]]
program = "/usr/bin/git"
subcommands = ["status"]
effect = "read"
[egress]
email_domains = ["desk.example", { domain = "old.example", until = 2026-12-24 }]
hosts = [{ host = "hooks.desk.example", paths = ["/in/"] }]
[destinations.payees]
kind = "id"
allow = ["DE89370400440532013000"]
[destinations.repositories]
kind = "id"
allow = ["acme/site"]
[paths.work]
root = "/srv/{tenant}/work"
access = "read-write"
[approvers.olga]
key = "ed25519:11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo="
[approvers.paul]
key = "ed25519:PUAXw+hDiVqStwqnTRt+vJyYLM8uxJaMwM1V8Sr0Zgw="
[approval]
four_eyes = true
)";

const Policy& all() {
  static const PolicyRef kAll = *parse_policy(kPolicy, "all.toml");
  return *kAll;
}

const std::vector<Case>& library() {
  static const std::vector<Case> kLibrary = builtin_cases(all(), kNow);
  return kLibrary;
}

TEST(AttackLibrary, NamesDiffer) {
  std::set<std::string> names;
  for (const Case& made : library()) EXPECT_TRUE(names.insert(made.name).second) << made.name;
}

TEST(AttackLibrary, IsACaseFile) {
  const auto read = load_cases(write_cases(library()), "library.cases.toml", all());
  ASSERT_TRUE(read) << read.error().reported.front().to_string();
  EXPECT_EQ(write_cases(*read), write_cases(library()));
}

TEST(AttackLibrary, HasAnAttackForEachRule) {
  std::set<RuleId> expected;
  for (const Case& made : library()) {
    for (const CaseCall& call : made.calls) {
      if (call.expect && call.expect->rule) expected.insert(*call.expect->rule);
    }
  }
  std::set<RuleId> rules;
  for (const Rule& row : rule_table()) rules.insert(row.id);
  for (const RuleId check : Engine::strict().approval_checks) rules.insert(check);
  for (const RuleId rule : rules) EXPECT_TRUE(expected.contains(rule)) << to_string(rule);
}

TEST(AttackLibrary, HasATaskForEachToolThatCanBeCalled) {
  std::set<std::string> tools;
  for (const Case& made : library()) {
    if (made.kind == CaseKind::Task) tools.insert(made.calls.front().tool);
  }
  EXPECT_EQ(tools, (std::set<std::string>{"look", "mail", "hook", "pay", "push", "save", "meet", "run"}));
}

TEST(MadeUpText, ThereIsOneOfEachKindAndNoOtherKindFindsIt) {
  std::size_t next = 0;
  for (const MadeUpText& sample : made_up_texts()) {
    EXPECT_EQ(sample.kind, to_string(static_cast<RedactionKind>(next++)));
    RedactionRules rules;
    EXPECT_EQ(Redactor::make(rules, RedactionWords::English)->redact(sample.text).find(sample.text), std::string::npos);
    rules.kinds.remove(*find_redaction_kind(sample.kind));
    EXPECT_EQ(Redactor::make(rules, RedactionWords::English)->redact(sample.text), sample.text) << sample.kind;
  }
  EXPECT_EQ(next, kRedactionKinds);
}

TEST(TellingAddress, IsPublicOnceItsRowIs) {
  const std::span<const AddressRange> strict = strict_address_ranges();
  std::size_t without = 0;
  for (std::size_t row = 0; row < strict.size(); ++row) {
    const auto address = address_that_shows(row);
    if (!address) {
      without += strict[row].kind == AddressKind::Public ? std::size_t{0} : std::size_t{1};
      continue;
    }
    EXPECT_TRUE(strict[row].block.contains(*address));
    EXPECT_NE(classify(*address, strict), AddressKind::Public);
    std::vector<AddressRange> open(strict.begin(), strict.end());
    open[row].kind = AddressKind::Public;
    EXPECT_NE(classify(*address, open), classify(*address, strict));
  }
  EXPECT_EQ(without, 1u) << "the unspecified address holds another one of its kind";
}

}  // namespace
}  // namespace yett
