#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "policy/load.h"
#include "policy/policy_for_test.h"

namespace yett::policy_test {
namespace {

using Lines = std::vector<std::string>;

constexpr TimePoint kLintDay = std::chrono::sys_days{std::chrono::year{2026} / 12 / 1};

/// The warnings of a text that loads, each "LINE: message".
Lines warnings(std::string_view text) {
  const Policy policy = loaded(text);
  Lines lines;
  for (const LintWarning& warning : lint(policy, kLintDay)) {
    EXPECT_FALSE(warning.hint.empty()) << warning.message;
    EXPECT_EQ(warning.where.file, "yett.toml");
    lines.push_back(fmt::format("{}: {}", warning.where.line, warning.message));
  }
  return lines;
}

/// A policy with terms of [session] in line 5 and after, and tools behind it.
std::string policy(std::string_view session, std::string_view tools, std::string_view sections = "") {
  return fmt::format("[policy]\nname = \"a\"\nversion = 1\n[session]\n{}\n[tools]\n{}\n{}\n", session, tools, sections);
}

constexpr std::string_view kSession = "permissions = \"no execution\"";
constexpr std::string_view kUnsigned = "[approval]\nunsigned = \"one person\"\n";

std::string mailing(std::string_view sections) {
  return policy(kSession,
                "send = { effect = \"send\", sensitivity = \"internal\", reversible = false, destination.email = "
                "[\"to\"] }",
                sections);
}

std::string posting(std::string_view sections) {
  return policy(
      kSession,
      "post = { effect = \"send\", sensitivity = \"internal\", reversible = true, destination.url = [\"url\"] }",
      sections);
}

TEST(Lint, IsSilentOnASoundPolicy) {
  EXPECT_EQ(warnings(with_section("")), Lines{});
  EXPECT_EQ(warnings(mailing("[approval]\nunsigned = \"laptop\"\n[egress]\nemail_domains = [\"a.example\"]")), Lines{});
  EXPECT_EQ(warnings(posting("[egress]\nhosts = [\"a.example\"]")), Lines{});
}

TEST(Lint, SaysWhenNoDestinationCanPass) {
  EXPECT_EQ(warnings(posting("")),
            Lines{"7: post takes a destination in \"url\" and its list is empty, so every call is denied"});
  EXPECT_EQ(warnings(mailing(kUnsigned)),
            Lines{"7: send takes a destination in \"to\" and its list is empty, so every call is denied"});
  EXPECT_EQ(warnings(mailing("[egress]\nemails = [\"a@a.example\"]\n[approval]\nunsigned = \"laptop\"")), Lines{});
}

TEST(Lint, SaysWhenAListIsEmptyOrServesNothing) {
  EXPECT_EQ(warnings(with_section("[egress]\nhosts = []")), Lines{"9: egress.hosts is empty: nothing is allowed"});
  EXPECT_EQ(warnings(with_section("[egress]\nhosts = [\n\"a.example\"]")),
            Lines{"10: egress.hosts serves no tool: none binds destination.url"});
  EXPECT_EQ(warnings(with_section("[egress]\nemail_domains = [\"a.example\"]\nemails = [\"a@b.example\"]")),
            (Lines{"9: egress.email_domains serves no tool: none binds destination.email",
                   "10: egress.emails serves no tool: none binds destination.email"}));
}

TEST(Lint, SaysWhenAnEntryIsKeptInAnotherSpelling) {
  EXPECT_EQ(warnings(posting("[egress]\nhosts = [\"HOOKS.a.example\"]")),
            Lines{"9: \"HOOKS.a.example\" is kept as \"hooks.a.example:443\""});
}

TEST(Lint, SaysWhenNoAnswerCanCount) {
  const std::string lists = "[egress]\nemail_domains = [\"a.example\"]\n";
  EXPECT_EQ(warnings(mailing(lists)), Lines{"7: send asks a person and no answer can count"});
  EXPECT_EQ(warnings(mailing(lists + "[approval]\nmax_pending = 1")),
            Lines{"10: send asks a person and no answer can count"});
  EXPECT_EQ(warnings(policy(kSession, "save = { effect = \"write\", sensitivity = \"internal\", reversible = false }")),
            Lines{"7: save asks a person and no answer can count"});
  EXPECT_EQ(warnings(policy(kSession,
                            "invite = { effect = \"send\", sensitivity = \"internal\", reversible = true, "
                            "destination.fixed = \"participants\" }")),
            Lines{"7: invite asks a person and no answer can count"});
}

TEST(Lint, SaysWhenOnlyTheFlowAsks) {
  const std::string tools =
      "find = { effect = \"read\", sensitivity = \"private\", reversible = true, tenant = \"single\" }\n"
      "post = { effect = \"send\", sensitivity = \"internal\", reversible = true, destination.url = [\"url\"] }";
  const std::string hosts = "[egress]\nhosts = [\"a.example\"]\n";
  EXPECT_EQ(warnings(policy(kSession, tools, hosts)), Lines{"8: post asks a person and no answer can count"});
  EXPECT_EQ(warnings(policy(kSession, tools, hosts + "[flow]\nprivate_to_outside = \"deny\"")), Lines{});
  EXPECT_EQ(warnings(policy(kSession, tools, hosts + "[flow]\nprivate_to_outside = \"allow\"")),
            Lines{"11: private data may leave after untrusted text was read, and nobody is asked"});
}

TEST(Lint, SaysWhenAWriteCannotBeUndoneAndAsksNobody) {
  const std::string tool = "save = { effect = \"write\", sensitivity = \"internal\", reversible = false }";
  EXPECT_EQ(warnings(policy(kSession, tool, "[approval]\nirreversible_writes = false")),
            Lines{"7: save cannot be undone and asks nobody"});
  EXPECT_EQ(warnings(policy(kSession, tool, kUnsigned)), Lines{});
}

TEST(Lint, SaysWhenResultsAreTrusted) {
  EXPECT_EQ(warnings(policy(kSession,
                            "clock = { effect = \"read\", sensitivity = \"internal\", reversible = true, returns = "
                            "\"trusted\" }")),
            Lines{"7: results of clock are trusted: the run listens to them as to its own user"});
}

TEST(Lint, SaysWhenAPathHasNoRootAndARootNoTool) {
  EXPECT_EQ(warnings(policy(kSession,
                            "cat = { effect = \"read\", sensitivity = \"internal\", reversible = true, path.read = "
                            "[\"path\"] }")),
            Lines{"7: cat takes a path and no root is listed, so every path is denied"});
  EXPECT_EQ(warnings(policy(kSession,
                            "save = { effect = \"write\", sensitivity = \"internal\", reversible = true, path.write = "
                            "[\"path\"] }",
                            "[paths.all]\nroot = \"/srv\"\naccess = \"read\"")),
            Lines{"7: save writes below a path and every root is read only, so every path is denied"});
  EXPECT_EQ(warnings(with_section("[paths.all]\nroot = \"/srv\"\naccess = \"read\"")),
            Lines{"8: paths.all serves no tool: none binds path.read or path.write"});
}

TEST(Lint, SaysWhenSessionsAreWideOrLong) {
  EXPECT_EQ(warnings(policy("permissions = \"full access\"", kReadNote)),
            Lines{"4: sessions can have \"full access\": every tool, whatever text the run has taken in"});
  EXPECT_EQ(warnings(policy("permissions = \"read-only\"\nmay_choose = [\"full access\"]", kReadNote)),
            Lines{"4: sessions can have \"full access\": every tool, whatever text the run has taken in"});
  EXPECT_EQ(warnings(policy("permissions = \"read-only\"\nexpires = \"8d\"", kReadNote)),
            Lines{"4: a session lives for 8d"});
  EXPECT_EQ(warnings(policy("permissions = \"read-only\"\nexpires = \"7d\"", kReadNote)), Lines{});
}

TEST(Lint, SaysWhenNoSetLetsAToolRun) {
  EXPECT_EQ(warnings(policy("permissions = \"read-only\"",
                            "save = { effect = \"write\", sensitivity = \"internal\", reversible = true }")),
            Lines{"7: save can never run: no permission set of [session] grants write"});
  EXPECT_EQ(warnings(policy("permissions = \"read-only\"\nmay_choose = [\"no execution\"]",
                            "save = { effect = \"write\", sensitivity = \"internal\", reversible = true }")),
            Lines{});
  EXPECT_EQ(
      warnings(policy("permissions = \"read-only\"",
                      "fetch = { effect = \"read\", sensitivity = \"internal\", reversible = true, destination.url "
                      "= [\"url\"] }",
                      "[egress]\nhosts = [\"a.example\"]")),
      Lines{"7: fetch can never run: no permission set of [session] grants external_access"});
}

TEST(Lint, KeepsTheOrderOfTheFile) {
  EXPECT_EQ(warnings(policy("permissions = \"full access\"",
                            "clock = { effect = \"read\", sensitivity = \"internal\", reversible = true, returns = "
                            "\"trusted\" }",
                            "[flow]\nprivate_to_outside = \"allow\"\n[egress]\nhosts = []")),
            (Lines{"4: sessions can have \"full access\": every tool, whatever text the run has taken in",
                   "7: results of clock are trusted: the run listens to them as to its own user",
                   "8: private data may leave after untrusted text was read, and nobody is asked",
                   "11: egress.hosts is empty: nothing is allowed"}));
}

}  // namespace
}  // namespace yett::policy_test
