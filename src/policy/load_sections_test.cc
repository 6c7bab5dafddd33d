#include "policy/load_sections.h"

#include <gtest/gtest.h>

#include <chrono>
#include <cstdint>
#include <string>

#include "policy/policy_fixture.h"

namespace yett::policy_test {
namespace {

constexpr std::string_view kFiveSets =
    "\"full access\", \"no execution\", \"no side effects\", \"allowlisted\", \"read-only\"";

/// A policy whose line 5 is the first of [session].
std::string with_session(std::string_view lines) {
  return fmt::format("[policy]\nname = \"a\"\nversion = 1\n[session]\n{}\n[tools]\n{}", lines, kReadNote);
}

/// A policy whose line 2 is the first of [policy].
std::string with_header(std::string_view lines) {
  return fmt::format("[policy]\n{}\n[session]\npermissions = \"read-only\"\n[tools]\n{}", lines, kReadNote);
}

/// A policy whose line 9 is the first of [approval].

TEST(LoadPolicyName, ReadsAnotherFormatAsNothingElse) {
  EXPECT_EQ(refusal("[policy]\nversion = 2\nfuture = true\n[later]\n"),
            "yett.toml:2:11: policy.version: unknown version 2 (this program reads version 1)");
}

TEST(LoadPolicyName, RefusesOtherFormatsAndNames) {
  expect_refusals({
      {with_header("name = \"a\"\nversion = 2"),
       "3:11: policy.version: unknown version 2 (this program reads version 1)"},
      {with_header("name = \"a\"\nversion = 0"),
       "3:11: policy.version: unknown version 0 (this program reads version 1)"},
      {with_header("name = \"a\"\nversion = \"1\""), R"(3:11: policy.version: expected the number 1, found "1")"},
      {with_header("name = \"a\"\nversion = 1.0"), "3:11: policy.version: expected the number 1, found a float"},
      {with_header("name = \"a\""), "1:1: policy.version is missing (version = 1)"},
      {with_header("version = 1"), R"(1:1: policy.name is missing (name = "NAME"))"},
      {with_header("version = 1\nname = \"\""),
       "3:8: policy.name: expected a text that is not blank, found an empty string"},
      {with_header("version = 1\nname = 7"), "3:8: policy.name: expected a string, found the number 7"},
      {with_header("version = 1\nname = \"a\\u0007\""),
       "3:8: policy.name: expected a readable name, found \"a\\u{0007}\" (1 to 128 bytes, no control or invisible "
       "characters)"},
      {with_header("version = 1\nname = \"a\"\nextends = \"base.toml\""),
       "4:11: policy.extends: the base was not read (a policy that stands on another is no whole one)"},
      {with_header("version = 1\nnaem = \"a\""), R"(3:1: unknown key policy.naem (did you mean "name"?))"},
  });
}

TEST(LoadSession, RefusesSetsThatDoNotExist) {
  const std::string hint = fmt::format(" (the sets are {})", kFiveSets);
  expect_refusals({
      {with_session("permissions = \"support\""), "5:15: session.permissions: \"support\" is no permission set" + hint},
      {with_session("permissions = \"Full access\""),
       R"(5:15: session.permissions: "Full access" is no permission set (did you mean "full access"?))"},
      {with_session("permissions = \"read-only\"\nmay_choose = [\"no executoin\"]"),
       R"(6:15: session.may_choose[1]: "no executoin" is no permission set (did you mean "no execution"?))"},
      {with_session("permissions = [\"read-only\"]"), "5:15: session.permissions: expected a string, found a list"},
      {with_session("permissions = \"\""),
       "5:15: session.permissions: expected a text that is not blank, found an empty string"},
      {with_session("expires = \"1h\""), fmt::format("4:1: session.permissions is missing (one of {})", kFiveSets)},
      {with_session("permissions = \"read-only\"\nmay_choose = [\"all\"]"),
       "6:15: session.may_choose[1]: \"all\" is no permission set" + hint},
      {with_session("permissions = \"read-only\"\nmay_choose = \"allowlisted\""),
       R"(6:14: session.may_choose: expected a list, found "allowlisted" (write ["allowlisted"]))"},
      {with_session("permissions = \"read-only\"\nmay_choose = [\"full access\", \"full-access\"]"),
       "6:30: session.may_choose[2]: \"full-access\" is listed already (remove one of them)"},
  });
}

TEST(LoadSession, RefusesOtherTenantsAndTimes) {
  expect_refusals({
      {with_session("permissions = \"read-only\"\ntenant = \"\""),
       "6:10: session.tenant: expected a text that is not blank, found an empty string"},
      {with_session("permissions = \"read-only\"\ntenant = [\"acme\"]"),
       "6:10: session.tenant: expected a string, found a list"},
      {with_session("permissions = \"read-only\"\nexpires = \"forever\""),
       "6:11: session.expires: expected a duration, found \"forever\" (a whole number with a unit: \"500ms\", \"30s\", "
       "\"10m\", \"12h\", \"2d\")"},
      {with_session("permissions = \"read-only\"\nexpires = \"0s\""),
       "6:11: session.expires: expected a duration, found \"0s\" (a whole number with a unit: \"500ms\", \"30s\", "
       "\"10m\", \"12h\", \"2d\")"},
      {with_session("permissions = \"read-only\"\nexpires = 12"),
       "6:11: session.expires: expected a duration, found the number 12 (a whole number with a unit: \"500ms\", "
       "\"30s\", \"10m\", \"12h\", \"2d\")"},
      {with_session("permissions = \"read-only\"\nexpiry = \"1h\""),
       R"(6:1: unknown key session.expiry (did you mean "expires"?))"},
  });
}

TEST(LoadSession, ReadsItsTerms) {
  const Policy policy =
      loaded(with_session("permissions = \"full-access\"\nmay_choose = [\"read only\", \"allowlisted\"]\ntenant = "
                          "\"local\"\nexpires = \"90m\""));
  EXPECT_EQ(policy.session.permissions, *find_builtin_permission_set("full access"));
  ASSERT_EQ(policy.session.may_choose.size(), 2u);
  EXPECT_EQ(policy.session.may_choose[0], *find_builtin_permission_set("read-only"));
  EXPECT_EQ(policy.session.may_choose[1], *find_builtin_permission_set("allowlisted"));
  EXPECT_EQ(policy.session.tenant, "local");
  EXPECT_EQ(policy.session.expires, std::chrono::minutes(90));
  EXPECT_EQ(policy.session.where, (SourcePosition{"yett.toml", 4, 1}));
}

TEST(LoadSession, HasTheDefaultsOfTheContract) {
  const Policy policy = loaded(with_session("permissions = \"read-only\""));
  EXPECT_TRUE(policy.session.may_choose.empty());
  EXPECT_EQ(policy.session.tenant, std::nullopt);
  EXPECT_EQ(policy.session.expires, std::chrono::hours(12));
}

TEST(LoadFlow, ReadsItsThreeWordsAndNoOther) {
  EXPECT_EQ(loaded(with_section("")).flow, FlowTerms::Confirm);
  EXPECT_EQ(loaded(with_section("[flow]")).flow, FlowTerms::Confirm);
  EXPECT_EQ(loaded(with_section("[flow]\nprivate_to_outside = \"allow\"")).flow, FlowTerms::Allow);
  EXPECT_EQ(loaded(with_section("[flow]\nprivate_to_outside = \"confirm\"")).flow, FlowTerms::Confirm);
  EXPECT_EQ(loaded(with_section("[flow]\nprivate_to_outside = \"deny\"")).flow, FlowTerms::Deny);
  expect_refusals({
      {with_section("[flow]\nprivate_to_outside = \"alow\""),
       R"(9:22: flow.private_to_outside: expected "allow", "confirm" or "deny", found "alow" (did you mean "allow"?))"},
      {with_section("[flow]\nprivate_to_outside = true"),
       R"(9:22: flow.private_to_outside: expected "allow", "confirm" or "deny", found true)"},
      {with_section("[flow]\nprivate_to_public = \"deny\""), "9:1: unknown key flow.private_to_public"},
  });
}

TEST(LoadState, TakesAnAbsoluteFolder) {
  const Policy policy = loaded(with_section("[state]\ndir = \"/var/lib/yett\"\nsync = \"os\""));
  EXPECT_EQ(policy.state.dir, "/var/lib/yett");
  EXPECT_EQ(policy.state.sync, StateSync::Os);
  EXPECT_EQ(loaded(with_section("[state]")).state.dir, std::nullopt);
  EXPECT_EQ(loaded(with_section("[state]")).state.sync, StateSync::Full);
  const std::string hint = " (it begins with / and has no . or .. or empty component)";
  for (const std::string_view path : {"state", "~/state", "./state", "/var/../etc", "/var//lib", "/var/lib/", "/./x"}) {
    expect_refusals({{with_section(fmt::format("[state]\ndir = \"{}\"", path)),
                      fmt::format("9:7: state.dir: expected an absolute path, found \"{}\"{}", path, hint)}});
  }
  expect_refusals({
      {with_section("[state]\nsync = \"off\""), R"(9:8: state.sync: expected "full" or "os", found "off")"},
      {with_section("[state]\ndir = \"/a\\u0000b\""),
       "9:7: state.dir: expected an absolute path, found \"/a\\u{0000}b\"" + hint},
  });
}

std::string with_limits(std::string_view lines) { return with_section(fmt::format("[limits]\n{}", lines)); }

TEST(LoadLimits, ReadsWhatARunMayUse) {
  const RunLimits limits =
      loaded(with_limits("denials = 1\ncalls_per_minute = 4294967295\nsends_per_run = 0\nresult_bytes = \"64KiB\""))
          .limits;
  EXPECT_EQ(limits.denials, 1u);
  EXPECT_EQ(limits.calls_per_minute, 4294967295u);
  EXPECT_EQ(limits.sends_per_run, 0u);
  EXPECT_EQ(limits.result_bytes, 65536u);
}

TEST(LoadLimits, HasTheDefaultsOfTheContract) {
  for (const std::string& text : {with_section(""), with_limits("")}) {
    const RunLimits limits = loaded(text).limits;
    EXPECT_EQ(limits.denials, 20u);
    EXPECT_EQ(limits.calls_per_minute, 600u);
    EXPECT_EQ(limits.sends_per_run, 200u);
    EXPECT_EQ(limits.result_bytes, std::uint64_t{32} << 20);
  }
}

TEST(LoadLimits, RefusesWhatIsNoLimit) {
  const std::string positive = ": expected a number from 1 to 4294967295, found ";
  const std::string bytes = " (a whole number with a unit: \"100B\", \"64KiB\", \"32MiB\", \"1GiB\")";
  expect_refused_at_mark({
      {with_limits("denials = §0"), "limits.denials" + positive + "the number 0"},
      {with_limits("denials = §-1"), "limits.denials" + positive + "the number -1"},
      {with_limits("denials = §\"20\""), "limits.denials" + positive + "\"20\""},
      {with_limits("calls_per_minute = §0"), "limits.calls_per_minute" + positive + "the number 0"},
      {with_limits("calls_per_minute = §4294967296"), "limits.calls_per_minute" + positive + "the number 4294967296"},
      {with_limits("calls_per_minute = §6.0"), "limits.calls_per_minute" + positive + "a float"},
      {with_limits("sends_per_run = §-1"),
       "limits.sends_per_run: expected a number from 0 to 4294967295, found the number -1"},
      {with_limits("result_bytes = §33554432"),
       "limits.result_bytes: expected a number of bytes, found the number 33554432" + bytes},
      {with_limits("§calls_per_hour = 7"), "unknown key limits.calls_per_hour"},
      {with_limits("§denial = 7"), R"(unknown key limits.denial (did you mean "denials"?))"},
      {"limits = §7\n" + with_section(""), "limits: expected a table, found the number 7"},
  });
  for (const std::string_view text : {"", "0B", "0MiB", "32", "32MB", "32 MiB", " 32MiB", "-1MiB", "+1MiB", "1.5MiB",
                                      "MiB", "032MiB", "32mib", "4294967296B", "32MiBs", "0x10B"}) {
    const std::string found = text.empty() ? "an empty string" : fmt::format("\"{}\"", text);
    expect_refused_at_mark({{with_limits(fmt::format("result_bytes = §\"{}\"", text)),
                             "limits.result_bytes: expected a number of bytes, found " + found + bytes}});
  }
}

std::string with_audit(std::string_view lines) { return with_section(fmt::format("[audit]\n{}", lines)); }

TEST(LoadAudit, ReadsHowLongRecordsStayAndWhoKeepsCheckpoints) {
  const AuditTerms terms =
      loaded(with_audit("keep = \"400d\"\ncheckpoint_to = [\"/usr/local/bin/keep\", \"\", \"a b\"]")).audit;
  EXPECT_EQ(terms.keep, std::chrono::days(400));
  EXPECT_EQ(terms.checkpoint_to, (std::vector<std::string>{"/usr/local/bin/keep", "", "a b"}));
}

TEST(LoadAudit, KeepsEverythingAndSendsNothingByItself) {
  for (const std::string& text : {with_section(""), with_audit("")}) {
    const AuditTerms terms = loaded(text).audit;
    EXPECT_EQ(terms.keep, std::nullopt);
    EXPECT_TRUE(terms.checkpoint_to.empty());
  }
}

TEST(LoadAudit, RefusesWhatIsNoDurationAndNoProgram) {
  expect_refused_at_mark({
      {with_audit("keep = §\"0d\""),
       "audit.keep: expected a duration, found \"0d\" (a whole number with a unit: \"500ms\", \"30s\", \"10m\", "
       "\"12h\", \"2d\")"},
      {with_audit("keep = §400"),
       "audit.keep: expected a duration, found the number 400 (a whole number with a unit: "
       "\"500ms\", \"30s\", \"10m\", \"12h\", \"2d\")"},
      {with_audit("checkpoint_to = §[]"),
       "audit.checkpoint_to: an empty list starts nothing ([\"/usr/bin/PROGRAM\", \"ARGUMENT\"])"},
      {with_audit("checkpoint_to = §\"/usr/local/bin/keep\""),
       "audit.checkpoint_to: expected a list, found \"/usr/local/bin/keep\" (write [\"/usr/local/bin/keep\"])"},
      {with_audit("checkpoint_to = [\"/usr/local/bin/keep\", §7]"),
       "audit.checkpoint_to[2]: expected a string, found the number 7"},
      {with_audit("checkpoint_to = [\"/usr/local/bin/keep\", §\"a\\u0000b\"]"),
       "audit.checkpoint_to[2]: expected a string without NUL, found \"a\\u{0000}b\""},
      {with_audit("§keeps = \"400d\""), R"(unknown key audit.keeps (did you mean "keep"?))"},
  });
  EXPECT_NE(refusal(with_audit("checkpoint_to = [\"keep\"]")).find("expected an absolute path"), std::string::npos);
}

TEST(LoadSession, RefusesATenantThatThePolicyDoesNotName) {
  const std::string session = "permissions = \"read-only\"\ntenant = §\"globex\"";
  expect_refused_at_mark({
      {with_session(session) + "[tenants.acme]\n[tenants.initech]\n",
       "session.tenant: \"globex\" is not among [tenants] (with [tenants] only those named there exist)"},
  });
  EXPECT_EQ(refusal(with_session("permissions = \"read-only\"\ntenant = \"acme\"") + "[tenants.acme]\n"), "loaded");
  EXPECT_EQ(refusal(with_session("permissions = \"read-only\"\ntenant = \"globex\"")), "loaded");
}

}  // namespace
}  // namespace yett::policy_test
