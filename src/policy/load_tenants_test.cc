#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "policy/load_lists.h"
#include "policy/policy_fixture.h"

namespace yett::policy_test {
namespace {

constexpr TimePoint kNow = std::chrono::sys_days{std::chrono::year{2026} / 12 / 1};

/// General lists of each kind, and tenants behind them.
std::string with_tenants(std::string_view tenants) {
  return with_section(fmt::format(
      "[egress]\nhosts = [\"a.example\"]\nemail_domains = [\"d.example\", {{ subdomains_of = \"w.example\", why "
      "= \"b\" }}]\nemails = [\"sam@e.example\"]\n[destinations.payees]\nkind = \"id\"\nallow = "
      "[\"P1\"]\n[destinations.mentors]\nkind = \"email\"\nallow = [\"m.example\"]\n{}",
      tenants));
}

bool lists_mail(const Policy& policy, std::string_view tenant, std::string_view address) {
  return find_email(policy.list_for(kEgressEmails, std::string(tenant)), *parse_email(address), kNow) != nullptr;
}

TEST(LoadTenants, RefusesWhatIsNoTenant) {
  const std::string kNoTenant =
      "(1 to 128 bytes, no control or invisible characters; one folder, so no /, \\, { and }, and not . or ..)";
  expect_refused_at_mark({
      {with_tenants("§[tenants]\n"), "tenants: no tenant is listed ([tenants.NAME], or remove the section)"},
      {"tenants = §7\n" + with_tenants(""), "tenants: expected a table, found the number 7"},
      {with_tenants("[tenants]\nacme = §\"a.example\""), R"(tenants.acme: expected a table, found "a.example")"},
      {with_tenants("[tenants.§\"a\\u0000\"]"), "\"a\\u{0000}\" is no name for a tenant " + kNoTenant},
      {with_tenants("[tenants.§\"\"]"), "\"\" is no name for a tenant " + kNoTenant},
      {with_tenants("[tenants.acme]\n§host = []"), R"(unknown key tenants.acme.host (did you mean "hosts"?))"},
      {with_tenants("[tenants.acme]\n§limits = {}"), "unknown key tenants.acme.limits"},
      {with_tenants("[tenants.acme]\nhosts = §\"a.example\""),
       R"(tenants.acme.hosts: expected a list, found "a.example" (write ["a.example"]))"},
      {with_tenants("[tenants.acme]\nhosts = [§\"*\"]"),
       "tenants.acme.hosts[1]: \"*\": expected a name of two labels or more, or an address (patterns are not read; "
       "list "
       "each name in full)"},
      {with_tenants("[tenants.acme]\nhosts = [\"b.example\", §\"b.example\"]"),
       "tenants.acme.hosts[2]: \"b.example\" is listed already (remove one of them)"},
      {with_tenants("[tenants.acme]\nemails = [§\"b.example\"]"),
       "tenants.acme.emails[1]: \"b.example\": not an e-mail address that can be listed (write name@domain, without "
       "display name, quotes or comments)"},
      {with_tenants("[tenants.acme]\nemail_domains = [§\"com\"]"),
       "tenants.acme.email_domains[1]: \"com\": expected a domain of two labels or more (write the whole "
       "name; no search list completes it)"},
      {with_tenants("[tenants.acme]\ndestinations = §[]"),
       "tenants.acme.destinations: expected a table, found an empty list"},
      {with_tenants("[tenants.acme]\ndestinations.§payee = []"),
       R"(tenants.acme.destinations.payee: there is no such list (did you mean "payees"?))"},
      {with_tenants("[tenants.acme]\ndestinations.§hosts = []"),
       "tenants.acme.destinations.hosts: there is no such list"},
      {with_tenants("[tenants.acme]\ndestinations.payees = [§\"a b\"]"),
       "tenants.acme.destinations.payees[1]: \"a b\" is no id (1 to 256 bytes without spaces, control and invisible "
       "characters)"},
  });
}

TEST(LoadTenants, AreEachOneFolder) {
  for (const std::string_view name : {".", "..", "acme/eu", "/acme", "acme/", "..\\\\acme", "{user}", "a%2Fb"}) {
    const std::string tenants = fmt::format("[tenants.\"{}\"]", name);
    EXPECT_NE(refusal(with_tenants(tenants)).find("is no name for a tenant (1 to 128"), std::string::npos) << tenants;
    const std::string session = fmt::format(
        "[policy]\nname = \"n\"\nversion = 1\n[session]\npermissions = \"read-only\"\ntenant = \"{}\"\n[tools]\n{}",
        name, kReadNote);
    EXPECT_NE(refusal(session).find("session.tenant: "), std::string::npos) << session;
  }
  EXPECT_EQ(refusal(with_tenants("[tenants.\"Acme & Co. (EU), 50%\"]\n[tenants.\"...\"]")), "loaded");
}

TEST(LoadTenants, DoNotReadAlike) {
  for (const std::string_view name : {"ACME", "ac-me", "\uFF41cme", "\u0430cme"}) {
    EXPECT_NE(refusal(with_tenants(fmt::format("[tenants.acme]\n[tenants.\"{}\"]", name)))
                  .find(" reads like \"acme\" (names must differ by more than case, - and _)"),
              std::string::npos)
        << name;
  }
  expect_refused_at_mark({{with_tenants("[tenants.acme]\n[tenants.globex]\n[tenants.§Acme]"),
                           "tenant \"Acme\" reads like \"acme\" (names must differ by more than case, - and _)"}});
}

TEST(LoadTenants, AreTheOnlyOnes) {
  const Policy policy = loaded(with_tenants("[tenants.acme]\n[tenants.\"Globex Corp\"]\n"));
  EXPECT_TRUE(policy.knows_tenant("acme"));
  EXPECT_TRUE(policy.knows_tenant("Globex Corp"));
  EXPECT_FALSE(policy.knows_tenant("ACME"));
  EXPECT_FALSE(policy.knows_tenant(""));
  ASSERT_EQ(policy.tenants.in_order().size(), 2u);
  EXPECT_EQ(policy.tenants.in_order()[0].name, "acme");
  EXPECT_EQ(policy.tenants.in_order()[0].where.column, 10u);
  EXPECT_TRUE(loaded(with_tenants("")).knows_tenant("anybody"));
}

TEST(LoadTenants, ReplaceAGeneralListWhole) {
  const Policy policy =
      loaded(with_tenants("[tenants.acme]\nhosts = [\"b.example\"]\n[tenants.none]\nhosts = []\n[tenants.globex]"));
  const Allowlist& acme = policy.list_for(kEgressHosts, "acme");
  EXPECT_TRUE(acme.hosts.contains("b.example"));
  EXPECT_FALSE(acme.hosts.contains("a.example"));
  EXPECT_TRUE(is_empty(policy.list_for(kEgressHosts, "none"))) << "an empty list means that nothing is allowed";
  EXPECT_EQ(&policy.list_for(kEgressHosts, "globex"), &policy.lists[kEgressHosts]);
  EXPECT_EQ(&policy.list_for(kEgressHosts, "nobody"), &policy.lists[kEgressHosts]);
  EXPECT_EQ(&policy.list_for(kEgressHosts, std::nullopt), &policy.lists[kEgressHosts]);
  EXPECT_EQ(&policy.list_for(kEgressEmails, "acme"), &policy.lists[kEgressEmails]);
}

TEST(LoadTenants, KeepTheKeyOfEmailThatTheyDoNotReplace) {
  const Policy policy =
      loaded(with_tenants("[tenants.domains]\nemail_domains = [\"x.example\"]\n[tenants.addresses]\nemails = "
                          "[\"kim@y.example\"]\n[tenants.both]\nemail_domains = []\nemails = "
                          "[\"kim@y.example\"]\n[tenants.nothing]\nemails = []\n"));
  struct Case {
    std::string_view tenant;
    std::string_view address;
    bool listed;
  };
  for (const Case& one : std::vector<Case>{{"domains", "a@x.example", true},
                                           {"domains", "a@d.example", false},
                                           {"domains", "a@b.w.example", false},
                                           {"domains", "sam@e.example", true},
                                           {"addresses", "kim@y.example", true},
                                           {"addresses", "sam@e.example", false},
                                           {"addresses", "a@d.example", true},
                                           {"addresses", "a@b.w.example", true},
                                           {"both", "kim@y.example", true},
                                           {"both", "a@d.example", false},
                                           {"both", "sam@e.example", false},
                                           {"nothing", "sam@e.example", false},
                                           {"nothing", "a@d.example", true}}) {
    EXPECT_EQ(lists_mail(policy, one.tenant, one.address), one.listed) << one.tenant << " " << one.address;
  }
  EXPECT_FALSE(is_empty(policy.list_for(kEgressEmails, "nothing")));
  EXPECT_NE(find_domain(policy.list_for(kEgressEmails, "addresses"), *parse_domain("d.example"), kNow), nullptr);
  EXPECT_EQ(find_domain(policy.list_for(kEgressEmails, "domains"), *parse_domain("d.example"), kNow), nullptr);
}

TEST(LoadTenants, HaveOneListForBothKeysOfEmail) {
  const Policy policy = loaded(with_tenants("[tenants.a]\nemails = []\nemail_domains = []\n"));
  EXPECT_EQ(policy.lists.size(), loaded(with_tenants("")).lists.size() + 1);
  EXPECT_EQ(policy.list_for(kEgressEmails, "a").kept, nullptr);
}

TEST(LoadTenants, ShareWhatTheyKeep) {
  const Policy policy = loaded(with_tenants("[tenants.a]\nemails = []\n[tenants.b]\nemails = []\n"));
  EXPECT_EQ(policy.list_for(kEgressEmails, "a").kept, policy.list_for(kEgressEmails, "b").kept);
  EXPECT_NE(policy.list_for(kEgressEmails, "a").kept, nullptr);
}

TEST(LoadTenants, ReplaceNamedListsOfEachKind) {
  const Policy policy =
      loaded(with_tenants("[tenants.acme.destinations]\npayees = [{ id = \"P2\", why = \"x\" }]\nmentors = "
                          "[\"n.example\", \"kim@o.example\"]\n"));
  const ListIndex payees = *policy.find_list("payees");
  const ListIndex mentors = *policy.find_list("mentors");
  EXPECT_NE(find_id(policy.list_for(payees, "acme"), "P2", kNow), nullptr);
  EXPECT_EQ(find_id(policy.list_for(payees, "acme"), "P1", kNow), nullptr);
  EXPECT_NE(find_id(policy.list_for(payees, "globex"), "P1", kNow), nullptr);
  EXPECT_EQ(policy.list_for(payees, "acme").name, "payees");
  EXPECT_EQ(policy.list_for(mentors, "acme").kind, DestinationKind::Email);
  EXPECT_TRUE(policy.list_for(mentors, "acme").domains.contains("n.example"));
  EXPECT_TRUE(policy.list_for(mentors, "acme").emails.contains("kim@o.example"));
  EXPECT_FALSE(policy.list_for(mentors, "acme").domains.contains("m.example"));
}

TEST(LoadTenants, WriteTheirListsDownUnderTheirNames) {
  const Policy policy =
      loaded(with_tenants("[tenants.acme]\nemails = [\"kim@y.example\"]\ndestinations.payees = [\"P2\"]\n"));
  std::vector<std::string> keys;
  for (const WrittenList& list : policy.written_lists) {
    if (list.tenant == "acme") keys.push_back(list.key);
  }
  EXPECT_EQ(keys, (std::vector<std::string>{"tenants.acme.emails", "tenants.acme.destinations.payees"}));
  EXPECT_EQ(policy.written_lists.back().list, *policy.find_list("payees"));
}

}  // namespace
}  // namespace yett::policy_test
