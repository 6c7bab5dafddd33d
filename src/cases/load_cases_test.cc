#include "cases/load_cases.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "cases/write_cases.h"
#include "policy/load.h"

namespace yett {
namespace {

using testing::HasSubstr;
using testing::SizeIs;

constexpr std::string_view kPolicy = R"(
[policy]
name = "desk"
version = 1
[session]
permissions = "no execution"
[tools]
note = { effect = "write", sensitivity = "internal", reversible = true, content = ["text"] }
mail = { effect = "send", sensitivity = "internal", reversible = false, destination.email = ["to"], content = ["body"] }
[egress]
email_domains = ["desk.example"]
[approval]
unsigned = "a test"
)";

const Policy& desk() {
  static const PolicyRef kDesk = *parse_policy(kPolicy, "desk.toml");
  return *kDesk;
}

std::vector<Case> loaded(std::string_view text) {
  auto cases = load_cases(text, "desk.cases.toml", desk());
  if (!cases) throw std::runtime_error(cases.error().reported.front().to_string());
  return *std::move(cases);
}

std::string refusal(std::string_view text) {
  const auto cases = load_cases(text, "desk.cases.toml", desk());
  return cases ? "(loaded)" : cases.error().reported.front().to_string();
}

constexpr std::string_view kWhole = R"([[case]]
name = "everything that can be said"
why = "OPS-1"
kind = "attack"
session = { run = "r", user = "ana", tenant = "acme", allowed_tenants = ["acme", "globex"], permissions = "read-only", expires_at = "2026-12-01T10:00:00.000Z" }
approver = "approve"
now = 2026-11-30T10:00:00.000Z
source = ["retrieved_document", "tool_output"]
read_private = true
links = { "/srv/a" = "/etc" }
resolves = { "hooks.desk.example" = ["10.0.0.5", "2001:db8::1"] }
[[case.call]]
tool = "mail"
arguments = { to = "sam@desk.example", body = "a \"quoted\" text", count = 3, share = 0.5, flag = true, list = ["x", { y = 1 }] }
readable = false
definition = "changed"
times = 7
after = "2h"
approver = "deny"
approved_by = ["olga", "paul"]
meanwhile = { passes = "11m", arguments = { to = "x" }, source = ["tool_output"], read_private = true, then = "again" }
outcome = "unknown"
result = { tenant = "acme" }
bytes = "33B"
says = "text"
logs = "log"
redirects = ["https://elsewhere.example/"]
leaks = "text"
harm = true
expect = { decision = "deny", rule = "destination.unlisted" }
)";

TEST(LoadCases, ReadsAllThatCanBeSaid) {
  const std::vector<Case> cases = loaded(kWhole);
  ASSERT_THAT(cases, SizeIs(1));
  const Case& read = cases.front();
  EXPECT_EQ(read.kind, CaseKind::Attack);
  EXPECT_EQ(read.session.permissions, "read-only");
  EXPECT_EQ(read.approver, ScriptedAnswer::Approve);
  EXPECT_TRUE(read.taken_in.contains(SourceKind::ToolOutput));
  EXPECT_FALSE(read.taken_in.contains(SourceKind::User));
  EXPECT_TRUE(read.has_read_private);
  EXPECT_EQ(read.links.front().to, "/etc");
  EXPECT_THAT(read.hosts.front().addresses, SizeIs(2));
  ASSERT_THAT(read.calls, SizeIs(1));
  const CaseCall& call = read.calls.front();
  EXPECT_EQ(call.readability, Readability::Unreadable);
  EXPECT_EQ(call.seen, Observation::Changed);
  EXPECT_EQ(call.times, 7u);
  EXPECT_EQ(call.after, std::chrono::hours(2));
  EXPECT_EQ(call.approver, ScriptedAnswer::Deny);
  EXPECT_EQ(call.meanwhile->passes, std::chrono::minutes(11));
  EXPECT_TRUE(call.meanwhile->comes_again);
  EXPECT_FALSE(call.meanwhile->cancels);
  EXPECT_EQ(call.outcome, ScriptedOutcome::Unknown);
  EXPECT_EQ(call.result_bytes, 33u);
  EXPECT_EQ(call.harm, Harm::WhenItRuns);
  EXPECT_EQ(call.expect->rule, RuleId::DestinationUnlisted);
  EXPECT_EQ(call.where.line, 12u);
}

TEST(LoadCases, WhatWasWrittenReadsBackAsTheSameText) { EXPECT_EQ(write_cases(loaded(kWhole)), kWhole); }

TEST(LoadCases, WhatIsNotSaidIsTheHarmlessOfTwo) {
  const Case read = loaded("[[case]]\nname = \"n\"\nkind = \"task\"\n[[case.call]]\ntool = \"note\"\n").front();
  EXPECT_EQ(read.approver, ScriptedAnswer::None);
  EXPECT_EQ(read.calls.front().harm, Harm::None);
  EXPECT_EQ(read.calls.front().times, 1u);
  EXPECT_FALSE(read.calls.front().expect);
  EXPECT_EQ(read.calls.front().arguments, Json(Json::Object{}));
}

std::string attack_with(std::string_view line) {
  return "[[case]]\nname = \"n\"\nkind = \"attack\"\n[[case.call]]\ntool = \"note\"\nharm = true\n" +
         std::string(line) + "\n";
}

TEST(LoadCases, RefusesEachAtItsPlace) {
  EXPECT_THAT(refusal(""), HasSubstr("[[case]]"));
  EXPECT_THAT(refusal(attack_with("tul = 1")), HasSubstr("desk.cases.toml:7:1: unknown key"));
  EXPECT_THAT(refusal(attack_with("arguments = 1")), HasSubstr("expected a table of arguments"));
  EXPECT_THAT(refusal(attack_with("arguments = { at = 2026-11-30 }")), HasSubstr("has no place in a call"));
  EXPECT_THAT(refusal(attack_with("result = { at = 2026-11-30 }")), HasSubstr("has no place in a result"));
  EXPECT_THAT(refusal(attack_with("expect = {}")), HasSubstr("nothing is expected"));
  EXPECT_THAT(refusal(attack_with("expect = { rule = \"no.rule\" }")), HasSubstr("there is no rule"));
  EXPECT_THAT(refusal(attack_with("expect = { decision = \"maybe\" }")), HasSubstr("desk.cases.toml:7:"));
  EXPECT_THAT(refusal(attack_with("server = \"none\"")), HasSubstr("the policy has no server"));
  EXPECT_THAT(refusal(attack_with("times = 0")), HasSubstr("desk.cases.toml:7:"));
  EXPECT_THAT(refusal(attack_with("times = 10001")), HasSubstr("desk.cases.toml:7:"));
  EXPECT_THAT(refusal(attack_with("meanwhile = { then = \"nothing\" }")), HasSubstr("desk.cases.toml:7:"));
  EXPECT_THAT(refusal("[[case]]\nname = \"n\"\nkind = \"task\"\n[[case.call]]\ntool = \"not\"\n"),
              HasSubstr("did you mean \"note\""));
  EXPECT_THAT(refusal("[[case]]\nname = \"n\"\nkind = \"task\"\n[[case.call]]\ntool = \"note\"\nharm = true\n"),
              HasSubstr("a task does no harm"));
  EXPECT_THAT(refusal("[[case]]\nname = \"n\"\nkind = \"attack\"\n[[case.call]]\ntool = \"note\"\n"),
              HasSubstr("an attack that could do no harm"));
  EXPECT_THAT(refusal("[[case]]\nname = \"n\"\nkind = \"attack\"\n"), HasSubstr("[[case.call]]"));
  EXPECT_THAT(refusal("[[case]]\nkind = \"attack\"\n[[case.call]]\ntool = \"note\"\nharm = true\n"), HasSubstr("name"));
  EXPECT_THAT(
      refusal(
          "[[case]]\nname = \"n\"\nkind = \"attack\"\nnow = \"noon\"\n[[case.call]]\ntool = \"note\"\nharm = true\n"),
      HasSubstr("a time with a zone"));
  EXPECT_THAT(refusal("[[case]]\nname = \"n\"\nkind = \"attack\"\nresolves = { \"a.example\" = [\"ten\"] "
                      "}\n[[case.call]]\ntool = \"note\"\nharm = true\n"),
              HasSubstr("an address"));
}

TEST(LoadCases, TwoCasesShareNoName) {
  EXPECT_THAT(refusal(attack_with("") + attack_with("")), HasSubstr("two cases are called \"n\""));
}

TEST(LoadCases, AttacksMayNameToolsThatNobodyRegistered) {
  EXPECT_THAT(loaded("[[case]]\nname = \"n\"\nkind = \"attack\"\n[[case.call]]\ntool = \"none\"\nharm = true\n"),
              SizeIs(1));
}

}  // namespace
}  // namespace yett
