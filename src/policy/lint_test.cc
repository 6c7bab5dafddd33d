#include "policy/lint.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "policy/policy_fixture.h"

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
  EXPECT_EQ(warnings(posting("[egress]\nhosts = []")),
            (Lines{"7: post takes a destination in \"url\" and its list is empty, so every call is denied",
                   "9: egress.hosts is empty: nothing is allowed"}));
  EXPECT_EQ(warnings(with_section("[egress]\nhosts = []\nemails = []")), Lines{})
      << "a list that no tool is judged against waits for the first";
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

TEST(Lint, NamesTheToolsForWhichNoAnswerCanCount) {
  const auto saving = [](int count) {
    std::string tools;
    for (int i = 1; i <= count; ++i) {
      tools += fmt::format("t{} = {{ effect = \"write\", sensitivity = \"internal\", reversible = false }}\n", i);
    }
    return warnings(policy(kSession, tools));
  };
  EXPECT_EQ(saving(2), Lines{"7: t1 and t2 ask a person and no answer can count"});
  EXPECT_EQ(saving(5), Lines{"7: t1, t2, t3, t4 and t5 ask a person and no answer can count"});
  EXPECT_EQ(saving(6), Lines{"7: t1, t2, t3, t4, t5 and 1 more ask a person and no answer can count"});
}

TEST(Lint, SaysWhenOnlyTheFlowAsks) {
  const std::string tools =
      "find = { effect = \"read\", sensitivity = \"private\", reversible = true, tenant = \"single\" }\n"
      "post = { effect = \"send\", sensitivity = \"internal\", reversible = true, destination.url = [\"url\"] }";
  const std::string hosts = "[egress]\nhosts = [\"a.example\"]\n";
  EXPECT_EQ(warnings(policy(kSession, tools, hosts)), Lines{"8: post (flow) asks a person and no answer can count"});
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

TEST(Lint, ARootThatOnlyTheSandboxOfAServerShowsIsOfUse) {
  const auto with_server = [](std::string_view terms) {
    const std::string text = with_section(
        "[paths.all]\nroot = \"/srv/all\"\naccess = \"read\"\n[servers.x]\n"
        "command = [\"/bin/cat\"]\n" +
        std::string(terms));
    return std::ranges::any_of(warnings(text),
                               [](const auto& line) { return line.contains("paths.all serves no tool"); });
  };
  EXPECT_FALSE(with_server(""));
  EXPECT_TRUE(with_server("roots = []"));
  EXPECT_TRUE(with_server("isolation = { none = \"a test\" }"));
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
            Lines{"7: save can never run: no permission set of [session] grants it write"});
  EXPECT_EQ(warnings(policy("permissions = \"read-only\"\nmay_choose = [\"no execution\"]",
                            "save = { effect = \"write\", sensitivity = \"internal\", reversible = true }")),
            Lines{});
  EXPECT_EQ(
      warnings(policy("permissions = \"read-only\"",
                      "fetch = { effect = \"read\", sensitivity = \"internal\", reversible = true, destination.url "
                      "= [\"url\"] }",
                      "[egress]\nhosts = [\"a.example\"]")),
      Lines{"7: fetch can never run: no permission set of [session] grants it external_access"});
}

TEST(Lint, KeepsTheOrderOfTheFile) {
  EXPECT_EQ(warnings(policy("permissions = \"full access\"",
                            "clock = { effect = \"read\", sensitivity = \"internal\", reversible = true, returns = "
                            "\"trusted\" }",
                            "[flow]\nprivate_to_outside = \"allow\"\n[egress]\nhosts = [\"A.example\"]")),
            (Lines{"4: sessions can have \"full access\": every tool, whatever text the run has taken in",
                   "7: results of clock are trusted: the run listens to them as to its own user",
                   "8: private data may leave after untrusted text was read, and nobody is asked",
                   "11: \"A.example\" is kept as \"a.example:443\"",
                   "11: egress.hosts serves no tool: none binds destination.url"}));
}

/// A policy of one line in [tools] and sections behind it, the first of which is line 8.
std::string with_line(std::string_view line, std::string_view sections = "") {
  return policy(kSession, line, sections);
}

std::string reading(std::string_view rest, std::string_view sections = "") {
  return with_line(fmt::format("t = {{ {}, {} }}", kThree, rest), sections);
}

TEST(Lint, SaysWhenALineWaitsForItsReview) {
  EXPECT_EQ(warnings(reading("review = true")), Lines{"7: t waits for a review: every call of it is denied"});
  EXPECT_EQ(warnings(reading("review = false")), Lines{});
}

TEST(Lint, SaysWhenALineHasLapsed) {
  EXPECT_EQ(warnings(reading("until = 2026-11-30")), Lines{"7: t was listed until 2026-11-30 and is no longer"});
  EXPECT_EQ(warnings(reading("until = 2026-12-01")), Lines{}) << "the day itself still counts";
}

TEST(Lint, SaysWhenAnEntryHasLapsedOrIsWide) {
  EXPECT_EQ(warnings(posting("[egress]\nhosts = [\n\"a.example\",\n{ host = \"b.example\", until = 2026-11-30 },\n"
                             "{ host = \"c.example\", until = 2026-12-01 }]")),
            Lines{"11: b.example:443 was listed until 2026-11-30 and is no longer"});
  EXPECT_EQ(warnings(posting("[egress]\nhosts = [{ subdomains_of = \"a.example\", why = \"b\" }]")),
            Lines{"9: every name below a.example is listed, also those that do not exist yet"});
}

TEST(Lint, SaysWhenAnotherEntryVoidsPaths) {
  const auto hosts = [](std::string_view entries) { return posting(fmt::format("[egress]\nhosts = [\n{}]", entries)); };
  const std::string limited = "{ host = \"a.b.example\", paths = [\"/x/\"] },\n";
  const std::string wide = "11: every name below b.example is listed, also those that do not exist yet";
  const auto void_by = [](std::string_view wider) {
    return fmt::format("10: paths of a.b.example:443 hold nothing back: {} is listed without paths at yett.toml:11:1",
                       wider);
  };
  EXPECT_EQ(warnings(hosts(limited + "\"A.b.example:443\"")),
            (Lines{void_by("a.b.example:443"), "11: \"A.b.example:443\" is kept as \"a.b.example:443\""}));
  EXPECT_EQ(warnings(hosts(limited + "{ subdomains_of = \"b.example\", why = \"b\" }")),
            (Lines{void_by("b.example"), wide}));
  EXPECT_EQ(
      warnings(hosts("{ subdomains_of = \"a.b.example\", why = \"b\", paths = [\"/x/\"] },\n{ subdomains_of = "
                     "\"b.example\", why = \"b\" }")),
      (Lines{"10: every name below a.b.example is listed, also those that do not exist yet",
             "10: paths of a.b.example hold nothing back: b.example is listed without paths at yett.toml:11:1", wide}));
  for (const std::string_view other :
       {"\"b.example\"", "\"a.b.example:8443\"", "{ host = \"a.b.example\", paths = [\"/y/\"] }"}) {
    EXPECT_EQ(warnings(hosts(limited + std::string(other))), Lines{}) << other;
  }
  EXPECT_EQ(warnings(hosts(limited + "{ host = \"a.b.example\", until = 2020-01-01 }")),
            Lines{"11: a.b.example:443 was listed until 2020-01-01 and is no longer"});
  EXPECT_EQ(
      warnings(hosts("{ host = \"a.b.example:8443\", paths = [\"/x/\"] },\n{ subdomains_of = \"b.example\", why = "
                     "\"b\" }")),
      Lines{wide})
      << "subdomains are listed for the port of https alone";
}

TEST(Lint, LooksIntoNamedAndTenantsLists) {
  const std::string tool =
      "pay = { effect = \"send\", sensitivity = \"internal\", reversible = true, destination.payees = [\"payee\"] }";
  const std::string payees = "[destinations.payees]\nkind = \"id\"\nallow = ";
  EXPECT_EQ(warnings(with_line(tool, payees + "[\"P1\"]")), Lines{});
  EXPECT_EQ(warnings(with_line(tool, payees + "[]")),
            (Lines{"7: pay takes a destination in \"payee\" and its list is empty, so every call is denied",
                   "10: destinations.payees.allow is empty: nothing is allowed"}));
  EXPECT_EQ(warnings(with_line(tool, payees + "[]\n[tenants.acme]\ndestinations.payees = [\"P1\"]")),
            Lines{"10: destinations.payees.allow is empty: nothing is allowed"});
  EXPECT_EQ(warnings(with_line(kReadNote, payees + "[\"P1\"]")),
            Lines{"11: destinations.payees.allow serves no tool: none binds destination.payees"});
  EXPECT_EQ(warnings(posting("[egress]\nhosts = [\"a.example\"]\n[tenants.acme]\nemails = [\"a@a.example\"]")),
            Lines{"11: tenants.acme.emails serves no tool: none binds destination.email"});
  EXPECT_EQ(warnings(posting("[tenants.acme]\nhosts = [\"a.example\"]")), Lines{});
  EXPECT_EQ(warnings(posting("[egress]\nhosts = [\"a.example\"]\n[tenants.acme]\nhosts = []")), Lines{})
      << "an empty list of a tenant's takes away what the general one allows";
}

TEST(Lint, SaysWhenARoleServesNobodyOrGrantsNothing) {
  EXPECT_EQ(warnings(with_section("[permissions.support]\ngrants = { read = [\"user\"] }")),
            Lines{"8: no session can have the role \"support\""});
  EXPECT_EQ(warnings(policy("permissions = \"support\"", kReadNote,
                            "[permissions.support]\ngrants = { read = [\"user\"], write = [\"tool_output\"] }")),
            Lines{"9: role \"support\" grants write to no call: every run has taken in text of its user"});
}

TEST(Lint, SaysWhenARoleNamesAToolThatItDoesNotLetRun) {
  const auto role = [](std::string_view tool, std::string_view rest) {
    return policy("permissions = \"no execution\"\nmay_choose = [\"support\"]", tool,
                  fmt::format("[egress]\nhosts = [\"a.example\"]\n{}[permissions.support]\ntools = [\"t\"]\n{}\n",
                              kUnsigned, rest));
  };
  const std::string save = "t = { effect = \"write\", sensitivity = \"internal\", reversible = true }";
  const std::string fetch =
      "t = { effect = \"read\", sensitivity = \"internal\", reversible = true, destination.url = [\"url\"] }";
  const std::string unused = "10: egress.hosts serves no tool: none binds destination.url";
  EXPECT_EQ(warnings(role(save, "grants = { read = [\"user\"] }")),
            (Lines{unused, "13: role \"support\" names the tool \"t\", which needs write, and does not grant it"}));
  EXPECT_EQ(warnings(role(save, "grants = { write = [\"user\"] }")), Lines{unused});
  EXPECT_EQ(warnings(role(fetch, "grants = { read = [\"user\"] }")),
            Lines{"13: role \"support\" names the tool \"t\", which needs external_access, and does not grant it"});
  const std::string servers =
      "[servers.a]\ncommand = [\"/a\"]\n[servers.a.tools]\nt = { effect = \"read\", sensitivity = \"internal\", "
      "reversible = true }\n[servers.b]\ncommand = [\"/b\"]\n[servers.b.tools]\nu = { effect = \"read\", sensitivity = "
      "\"internal\", reversible = true }\n";
  EXPECT_EQ(
      warnings("[policy]\nname = \"a\"\nversion = 1\n[session]\npermissions = \"no execution\"\nmay_choose = "
               "[\"support\"]\n" +
               servers + "[permissions.support]\ngrants = { read = [\"user\"] }\ntools = [\"t\"]\nservers = [\"b\"]\n"),
      Lines{"15: role \"support\" names the tool \"t\" and not its server \"a\""});
}

TEST(Lint, SaysWhenASchemaLetsNothingFit) {
  const auto schema = [](std::string_view lines) {
    return warnings(
        with_tool(fmt::format("[tools.t]\neffect = \"read\"\nsensitivity = \"internal\"\nreversible = "
                              "true\n[tools.t.arguments]\n{}",
                              lines)));
  };
  EXPECT_EQ(schema("properties.a = { minimum = 2, maximum = 1 }"),
            Lines{"12: tools.t.arguments: minimum 2 and maximum 1 let nothing fit"});
  EXPECT_EQ(schema("properties.a = { exclusiveMinimum = 1, maximum = 1.0 }"),
            Lines{"12: tools.t.arguments: exclusiveMinimum 1 and maximum 1 let nothing fit"});
  EXPECT_EQ(schema("properties.a.items.anyOf = [{ minLength = 3, maxLength = 2 }, { minItems = 3, maxItems = 2 }]"),
            (Lines{"12: tools.t.arguments: minLength 3 and maxLength 2 let nothing fit",
                   "12: tools.t.arguments: minItems 3 and maxItems 2 let nothing fit"}));
  EXPECT_EQ(schema("properties.a = { minimum = 1, maximum = 1, minLength = 0, maxLength = 0, minItems = 1 }"), Lines{});
  EXPECT_EQ(schema("properties.a = {}\nrequired = [\n\"a\",\n\"b\"]"),
            Lines{"15: tools.t.arguments: \"b\" is required and stands under no properties, so nothing fits"});
  EXPECT_EQ(schema("properties.a.properties.b = {}\nproperties.a.required = [\"a\"]"),
            Lines{"13: tools.t.arguments: \"a\" is required and stands under no properties, so nothing fits"});
  EXPECT_EQ(schema("properties.a = {}\nanyOf = [{ required = [\"a\"] }, { properties.a = {}, required = [\"a\"] }]"),
            Lines{});
  EXPECT_EQ(schema("properties.a.not = { minimum = 2, maximum = 1 }\nnot.required = [\"b\"]"), Lines{});
  EXPECT_EQ(schema("properties.a = {}\nadditionalProperties = { type = \"string\" }\nrequired = [\"b\"]"), Lines{});
}

TEST(Lint, SaysWhenAnAmountThatIsSentMayBeNegative) {
  const auto schema = [](std::string_view effect, std::string_view amount) {
    return warnings(with_tool(
        fmt::format("[tools.t]\neffect = \"{}\"\nsensitivity = \"internal\"\nreversible = true\n{}[tools.t.arguments]\n"
                    "properties.url = {{}}\nproperties.amount = {}\n[egress]\nhosts = [\"a.example\"]\n",
                    effect, "destination.url = [\"url\"]\n", amount)));
  };
  const Lines negative = {"14: tools.t.arguments: a number has an upper bound and no lower one, so it may be negative"};
  EXPECT_EQ(schema("send", "{ maximum = 500 }"), negative);
  EXPECT_EQ(schema("send", "{ items.properties.a.exclusiveMaximum = 5 }"), negative);
  EXPECT_EQ(schema("send", "{ maximum = 500, minimum = 0 }"), Lines{});
  EXPECT_EQ(schema("send", "{ allOf = [{ maximum = 500 }, { exclusiveMinimum = 0 }] }"), Lines{});
  EXPECT_EQ(schema("send", "{ maxLength = 500 }"), Lines{});
  EXPECT_EQ(schema("write", "{ maximum = 500 }"), Lines{});
}

TEST(Lint, SaysWhenAnInternalToolReadsATenantsFiles) {
  const std::string roots =
      "[paths.all]\nroot = \"/srv/all\"\naccess = \"read\"\n[paths.own]\nroot = \"/srv/{tenant}\"\naccess = \"read\"\n";
  const auto reader = [&](std::string_view sensitivity, std::string_view terms) {
    return warnings(with_line(
        fmt::format(
            "t = {{ effect = \"read\", sensitivity = \"{}\", reversible = true, tenant = \"single\", path.read = "
            "{{ arguments = [\"p\"], {} }} }}",
            sensitivity, terms),
        roots));
  };
  const Lines private_files = {"7: t is internal and reads below paths.own, whose files are a tenant's"};
  EXPECT_EQ(reader("internal", "base = \"all\""), private_files);
  EXPECT_EQ(reader("internal", "roots = [\"own\"]"), private_files);
  EXPECT_EQ(reader("internal", "roots = [\"all\"]"), Lines{});
  EXPECT_EQ(reader("private", "roots = [\"own\"]"), Lines{});
}

TEST(Lint, SaysWhenAToolThatReadsNamesAMailbox) {
  const auto mailing_as = [](std::string_view effect) {
    return warnings(with_line(
        fmt::format(
            "t = {{ effect = \"{}\", sensitivity = \"internal\", reversible = true, destination.email = [\"to\"] }}",
            effect),
        "[egress]\nemail_domains = [\"a.example\"]"));
  };
  EXPECT_EQ(mailing_as("read"), Lines{"7: t has the effect read and takes a mailbox as its destination"});
  EXPECT_EQ(mailing_as("send"), Lines{});
}

TEST(Lint, OfAPathWithoutARootNamesTheAccessThatTheToolNeeds) {
  for (const auto& [key, access] : {std::pair("read", "\"read\""), std::pair("write", "\"read-write\"")}) {
    const Policy policy =
        loaded(with_line(fmt::format("t = {{ effect = \"write\", sensitivity = \"internal\", reversible = "
                                     "true, path.{} = [\"p\"] }}",
                                     key)));
    const std::vector<LintWarning> found = lint(policy, kLintDay);
    ASSERT_EQ(found.size(), 1u);
    EXPECT_EQ(found.front().hint, fmt::format("[paths.NAME] root = \"/...\", access = {}", access));
  }
}

TEST(Lint, SaysWhenANameReadsLikeAPlace) {
  for (const std::string_view name : {"files[].title", "files[0]", "$.note", "#/note"}) {
    EXPECT_EQ(
        warnings(read_tool(fmt::format("content = [\"{}\"]", name))),
        Lines{fmt::format("7: t binds \"{}\", which is one key of that very name and no place further in", name)});
  }
  EXPECT_EQ(warnings(read_tool("content = [\"/files/*/title\", \"a.b\", \"$id\"]")), Lines{});
}

TEST(Lint, CallsARoleFullThatIsOne) {
  const std::string role =
      "[permissions.all]\ncapabilities = [\"read\", \"external_access\", \"write\", \"execution\"]\n"
      "sources = [\"user\", \"retrieved_document\", \"tool_output\"]\n";
  EXPECT_EQ(warnings(policy("permissions = \"all\"", kReadNote, role)),
            Lines{"4: sessions can have \"all\": every tool, whatever text the run has taken in"});
  EXPECT_EQ(warnings(policy("permissions = \"all\"", kReadNote, role + "tools = [\"read_note\"]")), Lines{});
  EXPECT_EQ(warnings(policy("permissions = \"runner\"", kReadNote,
                            "[permissions.runner]\ncapabilities = [\"read\", \"execution\"]\nsources = [\"user\"]")),
            Lines{});
}

TEST(Lint, SaysWhenNoRoleNamesATool) {
  const std::string tools = fmt::format("{}find = {{ {} }}\n", kReadNote, kThree);
  const std::string role = "[permissions.support]\ngrants = { read = [\"user\"] }\ntools = [\"read_note\"]";
  EXPECT_EQ(warnings(policy("permissions = \"support\"", tools, role)),
            Lines{"8: find can never run: no permission set of [session] grants it read"});
  EXPECT_EQ(warnings(policy("permissions = \"support\"\nmay_choose = [\"read-only\"]", tools, role)), Lines{});
}

TEST(Lint, SaysWhenRelativePathsHaveNoBase) {
  const std::string roots =
      "[paths.a]\nroot = \"/srv/a\"\naccess = \"read\"\n[paths.b]\nroot = \"/srv/b\"\naccess = "
      "\"read-write\"\n";
  EXPECT_EQ(warnings(reading("path.read = [\"p\"]", roots)),
            Lines{"7: t may use several roots and says no base, so relative paths are denied"});
  EXPECT_EQ(warnings(reading("path.read = { arguments = [\"p\"], base = \"a\" }", roots)), Lines{});
  EXPECT_EQ(warnings(reading("path.read = { arguments = [\"p\"] }", roots)).size(), 1u);
  EXPECT_EQ(warnings(reading("path.read = { arguments = [\"p\"], roots = [\"a\"] }", roots)), Lines{});
  EXPECT_EQ(warnings(reading("path.read = { arguments = [\"p\"], roots = [\"a\", \"b\"] }", roots)), Lines{})
      << "who names several roots has thought of them";
  EXPECT_EQ(warnings(with_line(
                fmt::format("t = {{ {0}, path.read = [\"p\"] }}\nu = {{ {0}, path.read = [\"p\"] }}", kThree), roots)),
            Lines{"7: t may use several roots and says no base, so relative paths are denied"})
      << "said once";
}

TEST(Lint, SaysWhenAToolWritesWhereNobodyMay) {
  const std::string roots =
      "[paths.a]\nroot = \"/srv/a\"\naccess = \"read\"\n[paths.b]\nroot = \"/srv/b\"\naccess = "
      "\"read-write\"\n";
  const auto writing = [&](std::string_view terms) {
    return with_line(
        fmt::format("save = {{ effect = \"write\", sensitivity = \"internal\", reversible = true, path.write = "
                    "{{ arguments = [\"p\"], {} }} }}",
                    terms),
        roots);
  };
  EXPECT_EQ(warnings(writing("roots = [\"a\"]")),
            Lines{"7: save writes below a path and every root is read only, so every path is denied"});
  EXPECT_EQ(warnings(writing("base = \"a\"")),
            Lines{"7: save writes relative paths below a root that is read only, so they are denied"});
  EXPECT_EQ(warnings(writing("base = \"b\"")), Lines{});
}

TEST(Lint, SaysWhatListedCommandsCannotMean) {
  const auto with_command = [](std::string_view command, std::string_view more) {
    return policy(
        "permissions = \"read-only\"",
        fmt::format("run = {{ effect = \"execute\", sensitivity = \"internal\", reversible = true, command.argv = "
                    "[\"argv\"], commands = [{{ {} }}] }}",
                    command),
        more);
  };
  const auto said = [&](std::string_view command, std::string_view more) {
    Lines lines = warnings(with_command(command, more));
    std::erase_if(lines, [](const std::string& line) { return line.find("/usr/bin/") == std::string::npos; });
    return lines;
  };
  constexpr std::string_view kRead = "[paths.a]\nroot = \"/srv/a\"\naccess = \"read\"";
  constexpr std::string_view kWrite = "[paths.a]\nroot = \"/srv/a\"\naccess = \"read-write\"";
  constexpr std::string_view kWc = "program = \"/usr/bin/wc\", effect = \"read\", paths = \"read\"";
  EXPECT_EQ(said(kWc, ""), Lines{"7: /usr/bin/wc takes paths and no root is listed, so every path is denied"});
  EXPECT_EQ(said(kWc, kRead), Lines{});
  constexpr std::string_view kScript =
      "program = \"/usr/bin/python3\", effect = \"execute\", paths = [\"read\", \"rest\"]";
  EXPECT_EQ(
      said(kScript, kWrite),
      Lines{"7: /usr/bin/python3 runs scripts below a root that agents may write to: such a script is any command"});
  EXPECT_EQ(said(kScript, kRead), Lines{});
  EXPECT_EQ(said("program = \"/usr/bin/sort\", effect = \"read\", options = [\"-o=write\"]", kWrite),
            Lines{"7: /usr/bin/sort has effect = \"read\" and takes a path to write"});
  EXPECT_EQ(
      said("program = \"/usr/bin/frob\", effect = \"read\", subcommands = [\"a\"] }, { program = \"/usr/bin/frob\", "
           "effect = \"read\", subcommands = [\"b\"]",
           ""),
      Lines{"7: nothing is known of /usr/bin/frob: its list is believed as it stands"});
}

TEST(Lint, CountsTheWordsOfCommandsAsUsesOfRootsAndHosts) {
  const auto said = [](std::string_view command) {
    return warnings(policy("permissions = \"no execution\"",
                           fmt::format("run = {{ effect = \"execute\", sensitivity = \"internal\", reversible = true, "
                                       "review = true, command.argv = [\"argv\"], commands = [{{ {} }}] }}",
                                       command),
                           "[paths.a]\nroot = \"/srv/a\"\naccess = \"read\"\n[egress]\nhosts = [\"a.example\"]"));
  };
  const auto serve_none = [](const Lines& lines) {
    return std::ranges::count_if(lines, [](const std::string& line) { return line.contains("serves no tool"); });
  };
  EXPECT_EQ(serve_none(said("program = \"/bin/true\", effect = \"read\"")), 2);
  EXPECT_EQ(serve_none(said("program = \"/bin/cat\", effect = \"read\", paths = \"read\"")), 1);
  EXPECT_EQ(
      serve_none(said("program = \"/usr/bin/curl\", effect = \"read\", options = [\"-o=write\"], paths = \"url\"")), 0);
}

TEST(Lint, SaysWhenOneTenantsDataIsOpenToOthers) {
  const std::string tool =
      "find = { effect = \"read\", sensitivity = \"private\", reversible = true, tenant = \"single\" }";
  EXPECT_EQ(warnings(with_line(tool, "[tenants.acme]\n[tenants.globex]")),
            Lines{"7: find holds one tenant's data and sessions of every tenant may use it"});
  EXPECT_EQ(warnings(with_line(tool, "[tenants.acme]")), Lines{});
  EXPECT_EQ(
      warnings(policy("permissions = \"read-only\"\ntenant = \"acme\"", tool, "[tenants.acme]\n[tenants.globex]")),
      Lines{});
}

TEST(Lint, SaysWhenAServerHasNoTools) {
  const std::string servers = fmt::format(
      "[servers.files]\ncommand = [\"/bin/cat\"]\n[servers.files.tools]\nread = {{ {} }}\n[servers.mail]\ncommand = "
      "[\"/bin/cat\"]\n",
      kThree);
  EXPECT_EQ(warnings("[policy]\nname = \"a\"\nversion = 1\n[session]\npermissions = \"read-only\"\n" + servers),
            Lines{"10: servers.mail has no tools: every call to it is denied"});
  EXPECT_EQ(warnings(with_section("[servers.files]\ncommand = [\"/bin/cat\"]")), Lines{});
}

TEST(Lint, SaysThatALockIsSharedWithAnotherPolicy) {
  Policy policy = loaded(with_section("[servers.files]\ncommand = [\"/bin/cat\"]"));
  policy.lock.emplace();
  policy.lock->put({.name = "files", .command = {"/bin/cat"}, .cwd = {}, .tools = {}});
  policy.lock->put({.name = "command", .command = {"/bin/dog"}, .cwd = {}, .tools = {}});
  EXPECT_TRUE(lint(policy, kLintDay).empty());
  policy.lock->put({.name = "mail", .command = {"/bin/m"}, .cwd = {}, .tools = {}});
  const std::vector<LintWarning> found = lint(policy, kLintDay);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].where.to_string(), "yett.lock");
  EXPECT_EQ(found[0].message, "the lock has servers that this policy does not have: mail");
  EXPECT_TRUE(found[0].hint.starts_with("policies in one folder share it")) << found[0].hint;
}

/// What its author can write instead: a key, or a thing to do.
TEST(Lint, GivesAFixWithEachWarning) {
  const std::string text =
      "[policy]\nname = \"a\"\nversion = 1\n[session]\npermissions = \"full access\"\nexpires = \"9d\"\n"
      "[tools]\n"
      "a = { effect = \"write\", sensitivity = \"internal\", reversible = false, returns = \"trusted\", review = true, "
      "until "
      "= 2026-01-01 }\n"
      "b = { effect = \"send\", sensitivity = \"internal\", reversible = true, destination.url = [\"url\"] }\n"
      "c = { effect = \"write\", sensitivity = \"internal\", reversible = true, path.write = [\"p\"] }\n"
      "[approval]\nirreversible_writes = false\n[flow]\nprivate_to_outside = \"allow\"\n"
      "[egress]\nhosts = []\nemails = [\"a@A.example\"]\n"
      "[permissions.idle]\ngrants = { read = [\"tool_output\"] }\n";
  const std::vector<LintWarning> found = lint(loaded(text), kLintDay);
  EXPECT_EQ(found.size(), 14u);
  constexpr std::string_view kBeginnings[] = {"name ",    "expires =", "remove ", "read ", "[approval] ",
                                              "[flow] ",  "[egress] ", "[paths.", "add ",  "list ",
                                              "write it", "bind ",     "tenant ="};
  for (const LintWarning& warning : found) {
    EXPECT_TRUE(std::ranges::any_of(kBeginnings,
                                    [&](std::string_view beginning) { return warning.hint.starts_with(beginning); }))
        << warning.message << " (" << warning.hint << ")";
  }
}

}  // namespace
}  // namespace yett::policy_test
