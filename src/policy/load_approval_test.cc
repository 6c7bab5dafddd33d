// [approval], [approvers] and a tool's `ask`.
#include "policy/load_approval.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "policy/load_approvers.h"
#include "policy/policy_fixture.h"

namespace yett::policy_test {
namespace {

using Names = std::vector<std::string>;

constexpr std::string_view kKey = "ed25519:n9/4TSWYUIm5aMeYEGDKRSJa4oeeuhgtZoRJ0MzqSnY=";
constexpr std::string_view kOtherKey = "ed25519:h74oVRWbADxL9Kp7gJ99qMIbeiLN0nJAmbaPFrhuRnk=";

std::string with_approval(std::string_view lines) { return with_section(fmt::format("[approval]\n{}", lines)); }

std::string with_ana(std::string_view lines) {
  return with_section(fmt::format("[approvers.ana]\nkey = \"{}\"\n{}", kKey, lines));
}

Approver loaded_ana(std::string_view lines) {
  const Policy policy = loaded(with_ana(lines));
  if (policy.approvers.size() == 1) return policy.approvers.front();
  ADD_FAILURE() << "no approver";
  return {};
}

TEST(LoadApproval, RefusesWhatWouldWeakenAsking) {
  expect_refusals({
      {with_approval("expires = \"25h\""), R"(9:11: approval.expires: expected at most "1d", found "25h")"},
      {with_approval("expires = \"0m\""),
       "9:11: approval.expires: expected a duration, found \"0m\" (a whole number with a unit: \"500ms\", \"30s\", "
       "\"10m\", \"12h\", \"2d\")"},
      {with_approval("irreversible_writes = \"no\""),
       R"(9:23: approval.irreversible_writes: expected true or false, found "no")"},
      {with_approval("unsigned = \"\""),
       "9:12: approval.unsigned: expected a text that is not blank, found an empty string"},
      {with_approval("unsigned = \" \\t\""),
       "9:12: approval.unsigned: expected a text that is not blank, found \" \\u{0009}\""},
      {with_approval("unsigned = true"), "9:12: approval.unsigned: expected a string, found true"},
      {with_approval("max_pending = 0"),
       "9:15: approval.max_pending: expected a number from 1 to 4294967295, found the number 0"},
      {with_approval("max_pending = -1"),
       "9:15: approval.max_pending: expected a number from 1 to 4294967295, found the number -1"},
      {with_approval("max_pending = 4294967296"),
       "9:15: approval.max_pending: expected a number from 1 to 4294967295, found the number 4294967296"},
      {with_approval("quorum = 0"), "9:10: approval.quorum: expected a number from 1 to 100, found the number 0"},
      {with_approval("quorum = 101"), "9:10: approval.quorum: expected a number from 1 to 100, found the number 101"},
      {with_approval("four_eyes = 0"), "9:13: approval.four_eyes: expected true or false, found the number 0"},
      {with_approval("notify = [\"page\"]"),
       "9:11: approval.notify[1]: expected an absolute path, found \"page\" (it begins with / and has no . or .. "
       "or empty component)"},
      {with_approval("notify = []"),
       "9:10: approval.notify: an empty list starts nothing ([\"/usr/bin/PROGRAM\", \"ARGUMENT\"])"},
      {with_approval("unsinged = \"x\""), R"(9:1: unknown key approval.unsinged (did you mean "unsigned"?))"},
  });
}

TEST(LoadApproval, ReadsItsTerms) {
  const Policy policy =
      loaded(with_approval("expires = \"24h\"\nirreversible_writes = false\nquorum = 2\nfour_eyes = true\nnotify = "
                           "[\"/bin/page\", \"-q\"]\nunsigned = \"one "
                           "person\"\nmax_pending = 3"));
  EXPECT_EQ(policy.approval.expires, std::chrono::hours(24));
  EXPECT_FALSE(policy.approval.irreversible_writes);
  EXPECT_EQ(policy.approval.unsigned_because, "one person");
  EXPECT_EQ(policy.approval.max_pending, 3u);
  EXPECT_EQ(policy.approval.quorum, 2u);
  EXPECT_EQ(policy.approval.own_user, OwnUser::NeverCounts);
  EXPECT_EQ(policy.approval.notify, (std::vector<std::string>{"/bin/page", "-q"}));
  EXPECT_EQ(policy.approval.where, (SourcePosition{"yett.toml", 8, 1}));
}

TEST(LoadApproval, HasTheDefaultsOfTheContract) {
  for (const std::string& text : {with_section(""), with_approval("")}) {
    const Policy policy = loaded(text);
    EXPECT_EQ(policy.approval.expires, std::chrono::minutes(10));
    EXPECT_TRUE(policy.approval.irreversible_writes);
    EXPECT_EQ(policy.approval.unsigned_because, std::nullopt);
    EXPECT_EQ(policy.approval.max_pending, 20u);
    EXPECT_EQ(policy.approval.quorum, 1u);
    EXPECT_EQ(policy.approval.own_user, OwnUser::Counts);
    EXPECT_TRUE(policy.approval.notify.empty());
    EXPECT_TRUE(policy.approval.grants.empty());
    EXPECT_TRUE(policy.approvers.empty());
  }
}

// --- Approvers -------------------------------------------------------------------------------------------------------

TEST(LoadApprovers, ReadsThem) {
  const Approver ana = loaded_ana("tenants = [\"acme\"]\ntools = [\"read_note\"]\nmay = [\"resume\"]");
  EXPECT_EQ(ana.name, "ana");
  EXPECT_EQ(ana.key.to_string(), kKey);
  EXPECT_EQ(ana.tenants, Names{"acme"});
  EXPECT_EQ(ana.tools, Names{"read_note"});
  EXPECT_TRUE(ana.is_entitled_to(Entitlement::Resume));
  EXPECT_FALSE(ana.is_entitled_to(Entitlement::Approve));
}

TEST(LoadApprovers, WhoIsNotNarrowedMayEverythingAndAnEmptyListIsNothing) {
  const Approver all = loaded_ana("");
  EXPECT_EQ(all.tenants, std::nullopt);
  EXPECT_EQ(all.tools, std::nullopt);
  for (const Entitlement one : {Entitlement::Approve, Entitlement::AcceptTool, Entitlement::Resume}) {
    EXPECT_TRUE(all.is_entitled_to(one));
  }
  const Approver none = loaded_ana("tenants = []\ntools = []\nmay = []");
  EXPECT_EQ(none.tenants, Names{});
  EXPECT_EQ(none.tools, Names{});
  EXPECT_TRUE(none.may.empty());
}

TEST(LoadApprovers, RefusesWhatWouldLetTheWrongPersonAnswer) {
  const std::string twice = fmt::format("[approvers.bo]\nkey = \"{}\"", kKey);
  const std::string alike = fmt::format("[approvers.Ana]\nkey = \"{}\"", kOtherKey);
  expect_refusals({
      {with_section("[approvers.ana]"),
       "8:1: approvers.ana.key is missing (`yett approvals enroll NAME` makes a key and prints the line)"},
      {with_section("[approvers.ana]\nkey = \"ed25519:AAAA\""),
       "9:7: approvers.ana.key: expected a public key, \"ed25519:\" and 44 characters of base64, found "
       "\"ed25519:AAAA\" (`yett approvals enroll NAME` makes a key and prints the line)"},
      {with_ana(twice), "11:7: approvers.bo.key: this is the key of approvers.ana.key too (one key is one person's)"},
      {with_ana(alike), "10:12: approvers.Ana reads like \"ana\" (names must differ by more than case, - and _)"},
      {with_ana("tools = [\"read_notes\"]"),
       "10:10: approvers.ana.tools[1]: there is no tool \"read_notes\" (did you mean \"read_note\"?)"},
      {with_ana("may = [\"approve\", \"approve\"]"),
       "10:19: approvers.ana.may[2]: \"approve\" is listed already (remove one of them)"},
      {with_ana("tenant = [\"acme\"]"), "10:1: unknown key approvers.ana.tenant (did you mean \"tenants\"?)"},
      {with_ana("tenants = [\"../acme\"]"),
       "10:12: approvers.ana.tenants[1]: \"../acme\" is no name for a tenant (1 to 128 bytes, no control or invisible "
       "characters; one folder, so no /, \\, { and }, and not . or ..)"},
  });
}

// --- A quorum that nobody can reach, and `ask`
// -------------------------------------------------------------------------

TEST(LoadApproval, RefusesAQuorumOfMoreThanThereAre) {
  expect_refusals({
      {with_ana("[approval]\nquorum = 2"),
       "10:1: approval.quorum: 2 people must approve and 1 may (name more in [approvers], or ask for fewer)"},
  });
  EXPECT_EQ(loaded(with_section("[approval]\nquorum = 2\nunsigned = \"why\"")).approval.quorum, 2u);
}

TEST(LoadAsk, ReadsTheTermsOfATool) {
  const Policy policy =
      loaded(with_tool(fmt::format("pay = {{ {}, ask = {{ quorum = 2, expires = \"2h\" }} }}", kThree)));
  const Tool* pay = policy.tools.find("pay");
  ASSERT_NE(pay, nullptr);
  ASSERT_TRUE(pay->ask);
  EXPECT_EQ(pay->ask->quorum, 2u);
  EXPECT_EQ(pay->ask->expires, std::chrono::hours(2));
  EXPECT_TRUE(loaded(with_tool(fmt::format("pay = {{ {}, ask = {{}} }}", kThree))).tools.find("pay")->ask);
}

TEST(LoadAsk, OnlyEverAddsPeople) {
  const std::string tool = fmt::format("pay = {{ {}, ask = {{ quorum = 1 }} }}\n[approval]\nquorum = 2", kThree);
  const auto refused = parse_policy(with_tool(tool), "yett.toml");
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().to_string().find("a quorum of 1 is less than the policy's 2"), std::string::npos)
      << refused.error().to_string();
}

// --- Grants
// ------------------------------------------------------------------------------------------------------------

TEST(LoadGrants, ReadsTheCeiling) {
  const Policy policy =
      loaded(with_section("[approval.grants.notes]\ntool = \"read_note\"\nmax_uses = 20\nmax_for = \"8h\"\n"
                          "[approval.grants.notes.arguments]\nproperties.id = { type = \"number\", maximum = 50 }"));
  ASSERT_EQ(policy.approval.grants.size(), 1u);
  const GrantTerms& notes = policy.approval.grants.front();
  EXPECT_EQ(notes.name, "notes");
  EXPECT_EQ(policy.tools.in_order()[notes.tool].name, "read_note");
  EXPECT_EQ(notes.max_uses, 20u);
  EXPECT_EQ(notes.max_for, std::chrono::hours(8));
  ASSERT_TRUE(notes.schema);
  EXPECT_FALSE(notes.schema->check(parse_json(R"({"id":50,"other":1})").value()));
  EXPECT_TRUE(notes.schema->check(parse_json(R"({"id":51})").value()));
  EXPECT_TRUE(notes.schema->check(parse_json(R"({"other":1})").value())) << "what it bounds has to be there";
}

/// The ceiling with these lines as its arguments.
std::string with_ceiling(std::string_view lines) {
  return with_section(
      fmt::format("[approval.grants.notes]\ntool = \"read_note\"\nmax_uses = 20\nmax_for = \"8h\"\n"
                  "[approval.grants.notes.arguments]\n{}",
                  lines));
}

TEST(LoadGrants, ABoundThatTextsAndListsPassIsRefused) {
  for (const std::string_view bound :
       {"properties.a = { §maximum = 50 }", "properties.a = { type = [\"number\", \"string\"], §maximum = 50 }",
        "properties.a = { type = \"string\", §multipleOf = 2 }", "properties.a = { §maxLength = 3 }",
        "properties.a = { §pattern = \"^x$\" }", "properties.a = { §maxItems = 1 }",
        "properties.a = { §properties = { b = { type = \"number\", maximum = 1 } } }",
        "properties.a = { type = \"array\", items = { §maximum = 50 } }",
        "properties.a = { type = \"object\", properties = { b = { §minimum = 1 } } }",
        "properties.a = { anyOf = [{ type = \"null\" }, { §maximum = 50 }] }",
        "anyOf = [{ properties = { a = { §exclusiveMaximum = 50 } } }]",
        "properties.a = { not = { §minimum = 51 } }"}) {
    SCOPED_TRACE(bound);
    std::string text(bound);
    const auto mark = text.find("§");
    text.erase(mark, std::string_view("§").size());
    const std::string keyword = text.substr(mark, text.find(' ', mark) - mark);
    const auto refused = parse_policy(with_ceiling(text), "yett.toml");
    ASSERT_FALSE(refused);
    EXPECT_NE(refused.error().to_string().find(fmt::format("\"{}\" bounds no value of another type", keyword)),
              std::string::npos)
        << refused.error().to_string();
  }
}

TEST(LoadGrants, ABoundWithItsTypeRefusesEveryOther) {
  for (const std::string_view bound :
       {"properties.a = { type = \"number\", maximum = 50 }", "properties.a = { type = \"integer\", maximum = 50 }",
        "properties.a = { type = \"number\", anyOf = [{ maximum = 50 }, { const = 60 }] }",
        "properties.a = { anyOf = [{ type = \"number\", maximum = 50 }, { enum = [60] }] }",
        "properties.a = { enum = [1, 50] }"}) {
    SCOPED_TRACE(bound);
    const Policy policy = loaded(with_ceiling(bound));
    const Schema& ceiling = policy.approval.grants.front().schema.value();
    EXPECT_FALSE(ceiling.check(parse_json(R"({"a":50})").value()));
    for (const std::string_view passes : {R"("1000000")", "[1000000]", R"({"a":1})", "true", "null", "1000000"}) {
      EXPECT_TRUE(ceiling.check(parse_json(fmt::format(R"({{"a":{}}})", passes)).value())) << passes;
    }
  }
}

TEST(LoadGrants, ABoundOnAMemberThatIsNotThereIsNotMet) {
  const Policy policy = loaded(with_ceiling(
      "properties.to = { type = \"object\", properties = { amount = { type = \"number\", maximum = 50 } } }"));
  const Schema& ceiling = policy.approval.grants.front().schema.value();
  EXPECT_FALSE(ceiling.check(parse_json(R"({"to":{"amount":50}})").value()));
  EXPECT_TRUE(ceiling.check(parse_json(R"({"to":{}})").value()));
}

TEST(LoadGrants, RefusesWhatHasNoCeiling) {
  const auto grant = [](std::string_view lines) {
    return with_section(fmt::format("[approval.grants.notes]\n{}", lines));
  };
  expect_refusals({
      {grant("max_uses = 2\nmax_for = \"8h\""), "8:1: approval.grants.notes.tool is missing (tool = \"TOOL\")"},
      {grant("tool = \"read_note\"\nmax_for = \"8h\""),
       "8:1: approval.grants.notes.max_uses is missing (max_uses = 20)"},
      {grant("tool = \"read_note\"\nmax_uses = 2"), "8:1: approval.grants.notes.max_for is missing (max_for = \"8h\")"},
      {grant("tool = \"read_note\"\nmax_uses = 2\nmax_for = \"25h\""),
       R"(11:11: approval.grants.notes.max_for: expected at most "1d", found "25h")"},
  });
}

}  // namespace
}  // namespace yett::policy_test
