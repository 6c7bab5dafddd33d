#include "policy/list_entry.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "policy/policy_fixture.h"

namespace yett::policy_test {
namespace {

/// Each entry begins at line 9, in the column behind "[".
std::string with_host(std::string_view entry) { return with_section(fmt::format("[egress]\nhosts = [{}]", entry)); }
std::string with_domain(std::string_view entry) {
  return with_section(fmt::format("[egress]\nemail_domains = [{}]", entry));
}
std::string with_email(std::string_view entry) { return with_section(fmt::format("[egress]\nemails = [{}]", entry)); }
/// Each entry begins at line 10, column 10.
std::string with_named(std::string_view kind, std::string_view entry) {
  return with_section(fmt::format("[destinations.payees]\nkind = \"{}\"\nallow = [{}]", kind, entry));
}

constexpr TimePoint kFirstOfMarch = std::chrono::sys_days{std::chrono::year{2027} / 3 / 1};

TEST(ListEntry, RefusesKeysThatItsFormDoesNotHave) {
  expect_refusals({
      {with_host(R"({ hsot = "a.example" })"), R"(9:12: unknown key egress.hosts[1].hsot (did you mean "host"?))"},
      {with_host(R"({ domain = "a.example" })"), "9:12: unknown key egress.hosts[1].domain"},
      {with_host(R"({ why = "x" })"), R"(9:10: egress.hosts[1].host is missing ({ host = "...", why = "..." }))"},
      {with_host("{}"), R"(9:10: egress.hosts[1].host is missing ({ host = "...", why = "..." }))"},
      {with_host(R"({ subdomains_of = "a.example", why = "b", addresses = ["10.0.0.0/8"] })"),
       "9:52: unknown key egress.hosts[1].addresses"},
      {with_host(R"({ subdomains_of = "a.example", why = "b", host = "b.example" })"),
       "9:52: unknown key egress.hosts[1].host"},
      {with_domain(R"({ host = "a.example" })"), "9:20: unknown key egress.email_domains[1].host"},
      {with_domain(R"({ domain = "a.example", paths = ["/a"] })"), "9:42: unknown key egress.email_domains[1].paths"},
      {with_domain(R"({ subdomains_of = "a.example", why = "b", paths = ["/a"] })"),
       "9:60: unknown key egress.email_domains[1].paths"},
      {with_email(R"({ subdomains_of = "a.example", why = "b" })"), "9:13: unknown key egress.emails[1].subdomains_of"},
      {with_email(R"({ domain = "a.example" })"), "9:13: unknown key egress.emails[1].domain"},
      {with_email("{}"), R"(9:11: egress.emails[1].email is missing ({ email = "...", why = "..." }))"},
      {with_named("id", R"({ subdomains_of = "a.example", why = "b" })"),
       "10:12: unknown key destinations.payees.allow[1].subdomains_of"},
      {with_named("id", "{}"), R"(10:10: destinations.payees.allow[1].id is missing ({ id = "...", why = "..." }))"},
      {with_named("id", R"({ id = "a", paths = ["/a"] })"), "10:22: unknown key destinations.payees.allow[1].paths"},
      {with_named("url", R"({ id = "a" })"), "10:12: unknown key destinations.payees.allow[1].id"},
      {with_named("email", R"({ email = "a@a.example", domain = "b.example" })"),
       "10:35: unknown key destinations.payees.allow[1].domain"},
  });
}

TEST(ListEntry, RefusesWhatIsNeitherTextNorTable) {
  for (const std::string_view kind : {"id", "email", "url"}) {
    expect_refusals({
        {with_named(kind, "7"),
         "10:10: destinations.payees.allow[1]: expected a string or a table, found the number 7"},
        {with_named(kind, "[\"a\"]"),
         "10:10: destinations.payees.allow[1]: expected a string or a table, found a list"},
        {with_named(kind, "\" \""),
         "10:10: destinations.payees.allow[1]: expected a text that is not blank, found \" \""},
    });
  }
}

TEST(ListEntry, RefusesWhatIsListedAsAnotherType) {
  expect_refused_at_mark({
      {with_host("{ host = §7 }"), "egress.hosts[1].host: expected a string, found the number 7"},
      {with_host("{ host = \"a.example\", addresses = [§7] }"),
       "egress.hosts[1].addresses[1]: expected a string, found the number 7"},
      {with_domain("{ domain = §7 }"), "egress.email_domains[1].domain: expected a string, found the number 7"},
      {with_email("{ email = §7 }"), "egress.emails[1].email: expected a string, found the number 7"},
      {with_named("id", "{ id = §7 }"), "destinations.payees.allow[1].id: expected a string, found the number 7"},
  });
}

TEST(ListEntry, RefusesAWhyOrAnUntilOfAnotherType) {
  const std::string day = " (a day without quotes, such as 2027-03-01)";
  expect_refusals({
      {with_host(R"({ host = "a.example", why = "" })"),
       "9:38: egress.hosts[1].why: expected a text that is not blank, found an empty string"},
      {with_host(R"({ host = "a.example", why = 7 })"),
       "9:38: egress.hosts[1].why: expected a string, found the number 7"},
      {with_host(R"({ host = "a.example", until = "2027-03-01" })"),
       "9:40: egress.hosts[1].until: expected a date, found \"2027-03-01\"" + day},
      {with_host(R"({ host = "a.example", until = 2027-03-01T00:00:00Z })"),
       "9:40: egress.hosts[1].until: expected a date, found a time" + day},
      {with_domain(R"({ domain = "a.example", until = 7 })"),
       "9:50: egress.email_domains[1].until: expected a date, found the number 7" + day},
      {with_named("id", R"({ id = "a", until = true })"),
       "10:30: destinations.payees.allow[1].until: expected a date, found true" + day},
      {with_host(R"({ subdomains_of = "a.example", why = "b", until = "x" })"),
       "9:60: egress.hosts[1].until: expected a date, found \"x\"" + day},
  });
}

TEST(ListEntry, LapsesWhenItsLastDayIsOver) {
  const Policy policy =
      loaded(with_section("[egress]\n"
                          "hosts = [\"forever.example\", { host = \"a.example\", until = 2027-02-28 }, "
                          "{ subdomains_of = \"b.example\", why = \"b\", until = 2027-02-28 }]\n"
                          "email_domains = [{ domain = \"a.example\", until = 2027-02-28 }, "
                          "{ subdomains_of = \"b.example\", why = \"b\", until = 2027-02-28 }]\n"
                          "emails = [{ email = \"a@a.example\", until = 2027-02-28 }]\n"
                          "[destinations.payees]\nkind = \"id\"\nallow = [{ id = \"a\", until = 2027-02-28 }]"));
  const Allowlist& hosts = policy.lists[kEgressHosts];
  EXPECT_EQ(hosts.hosts.find("forever.example")->second.front().lapses_at, TimePoint::max());
  EXPECT_EQ(hosts.hosts.find("a.example")->second.front().lapses_at, kFirstOfMarch);
  EXPECT_EQ(hosts.host_parents.find("b.example")->second.front().lapses_at, kFirstOfMarch);
  const Allowlist& emails = policy.lists[kEgressEmails];
  EXPECT_EQ(emails.domains.find("a.example")->second.lapses_at, kFirstOfMarch);
  EXPECT_EQ(emails.domain_parents.find("b.example")->second.lapses_at, kFirstOfMarch);
  EXPECT_EQ(emails.emails.find("a@a.example")->second.lapses_at, kFirstOfMarch);
  EXPECT_EQ(policy.lists[2].ids.find("a")->second.lapses_at, kFirstOfMarch);
  EXPECT_EQ(policy.written_lists[0].entries[0].lapses_at, TimePoint::max());
  EXPECT_EQ(policy.written_lists[0].entries[1].lapses_at, kFirstOfMarch);
}

TEST(ListEntry, IsKeptWithItsPlaceInTheFile) {
  const Policy policy =
      loaded(with_section("[egress]\n"
                          "hosts = [\n\"a.example\",\n{ subdomains_of = \"b.example\", why = \"b\" }]\n"
                          "email_domains = [\n\"a.example\",\n{ subdomains_of = \"b.example\", why = \"b\" }]\n"
                          "emails = [\n  \"a@a.example\"]\n"
                          "[destinations.payees]\nkind = \"id\"\nallow = [\n\"a\"]"));
  const auto expect_place = [](const EntryPlace& place, const ListEntry& written) {
    EXPECT_NE(place.line, 0u);
    EXPECT_EQ(place.line, written.where.line) << written.text;
    EXPECT_EQ(place.column, written.where.column) << written.text;
  };
  const std::vector<WrittenList>& written = policy.written_lists;
  const Allowlist& hosts = policy.lists[kEgressHosts];
  expect_place(hosts.hosts.find("a.example")->second.front().place, written[0].entries[0]);
  expect_place(hosts.host_parents.find("b.example")->second.front().place, written[0].entries[1]);
  const Allowlist& emails = policy.lists[kEgressEmails];
  expect_place(emails.domains.find("a.example")->second.place, written[1].entries[0]);
  expect_place(emails.domain_parents.find("b.example")->second.place, written[1].entries[1]);
  expect_place(emails.emails.find("a@a.example")->second.place, written[2].entries[0]);
  expect_place(policy.lists[2].ids.find("a")->second.place, written[3].entries[0]);
}

TEST(ListEntry, ListsNoSubdomainsWithoutAReason) {
  const std::string reason = " is missing (the entry is wide: why = \"...\" says what for)";
  expect_refusals({
      {with_host(R"({ subdomains_of = "a.example" })"), "9:10: egress.hosts[1].why" + reason},
      {with_domain(R"({ subdomains_of = "a.example" })"), "9:18: egress.email_domains[1].why" + reason},
      {with_named("url", R"({ subdomains_of = "a.example" })"), "10:10: destinations.payees.allow[1].why" + reason},
      {with_host(R"({ subdomains_of = "a.example", why = " " })"),
       "9:47: egress.hosts[1].why: expected a text that is not blank, found \" \""},
  });
}

TEST(ListEntry, ListsNoSubdomainsOfWhatHasNoOneOwner) {
  const auto parent = [](std::string_view name) {
    return with_host(fmt::format(R"({{ subdomains_of = "{}", why = "b" }})", name));
  };
  const auto refused = [](std::string_view name, std::string_view message) {
    return fmt::format("9:28: egress.hosts[1].subdomains_of: \"{}\"{}", name, message);
  };
  const std::string suffix = " is a public suffix: anybody can have a name below it (name the domain of one owner)";
  const std::string none = " has no subdomains to list (list each host in full)";
  for (const std::string_view name : {"co.uk", "github.io", "s3.amazonaws.com", "com.au"}) {
    expect_refusals({{parent(name), refused(name, suffix)}});
  }
  const std::string shared =
      " has names of many owners below it (name the subdomains of one owner, or list each host in full)";
  for (const std::string_view name : {"amazonaws.com", "US-west-2.amazonaws.com", "blob.core.windows.net"}) {
    expect_refusals({{parent(name), refused(name, shared)}});
  }
  expect_refusals({
      {with_domain(R"({ subdomains_of = "amazonaws.com", why = "b" })"),
       "9:36: egress.email_domains[1].subdomains_of: \"amazonaws.com\"" + shared},
      {parent("CO.UK."), refused("CO.UK.", suffix)},
      {parent("8.8.8.8"), refused("8.8.8.8", none)},
      {parent("[2606:4700::1111]"), refused("[2606:4700::1111]", none)},
      {parent("printer.local"), refused("printer.local", none)},
      {parent("com"), refused("com",
                              ": expected a name of two labels or more, or an address (write the whole name; no search "
                              "list completes it)")},
      {parent("*.a.example"), refused("*.a.example",
                                      ": expected a name of two labels or more, or an address (patterns are not read; "
                                      "list each name in full)")},
      {parent("a.localhost"), refused("a.localhost", ": this machine itself cannot be listed")},
      {parent("metadata.goog"), refused("metadata.goog", ": a cloud's metadata service cannot be listed")},
      {with_host(R"({ subdomains_of = ["a.example"], why = "b" })"),
       "9:28: egress.hosts[1].subdomains_of: expected a string, found a list"},
      {with_domain(R"({ subdomains_of = "co.uk", why = "b" })"),
       "9:36: egress.email_domains[1].subdomains_of: \"co.uk\"" + suffix},
  });
}

TEST(ListEntry, RefusesOtherAddressesForTheSameHost) {
  const std::string hint = " (a name resolves into the same addresses for every path: say the same in each entry)";
  const std::string one = R"({ host = "a.example", addresses = ["10.1.0.0/16", "10.2.0.0/16"], paths = ["/a/"] }, )";
  expect_refused_at_mark({
      {with_host(one + R"({ host = "a.example", addresses = §["10.1.0.0/16"], paths = ["/b/"] })"),
       "egress.hosts[2].addresses: another entry of a.example:443 says other addresses" + hint},
      {with_host(one + R"(§"a.example")"),
       "egress.hosts[2]: another entry of a.example:443 says other addresses" + hint},
      {with_host(R"("a.example", { host = "A.example:443", paths = ["/b/"], addresses = §["10.1.0.0/16"] })"),
       "egress.hosts[2].addresses: another entry of a.example:443 says other addresses" + hint},
  });
  for (const std::string_view other :
       {R"({ host = "a.example", addresses = ["10.2.0.0/16", "10.1.0.0/16"], paths = ["/b/"] })",
        R"({ host = "a.example:8443", addresses = ["10.3.0.0/16"] })", R"("b.example")"}) {
    EXPECT_EQ(refusal(with_host(one + std::string(other))), "loaded") << other;
  }
}

TEST(ListEntry, KeepsAWideEntryApartFromTheExactOnes) {
  const Policy policy =
      loaded(with_host(R"({ subdomains_of = "A.example", why = "b", paths = ["/x/"] }, "a.example")"));
  const Allowlist& list = policy.lists[kEgressHosts];
  ASSERT_TRUE(list.host_parents.contains("a.example"));
  EXPECT_EQ(list.host_parents.find("a.example")->second.front().paths, std::vector<std::string>{"/x/"});
  EXPECT_EQ(list.host_parents.find("a.example")->second.front().port, kHttpsPort);
  EXPECT_TRUE(list.hosts.contains("a.example"));
  const ListEntry& entry = policy.written_lists.front().entries.front();
  EXPECT_EQ(entry.form, EntryForm::Subdomains);
  EXPECT_EQ(entry.text, "a.example");
  EXPECT_EQ(entry.spelt, "A.example");
  EXPECT_EQ(entry.why, "b");
}

TEST(ListEntry, RefusesPathsThatAreNoPrefixes) {
  const std::string expected =
      "9:41: egress.hosts[1].paths[1]: expected a path such as \"/services/T0/\", found \"{}\" (it begins with /, is "
      "percent-encoded, and has no query, dot or empty segment)";
  for (const std::string_view path :
       {"services", "https://a.example/x", "/a?b=c", "/a#b", "/a/../b", "/./a", "/a//b", "//a", "/a;b", "/a b",
        "/a%2e%2e/b", "/a%2Fb", "/a%5cb", "/a%zz", "/a{b}", "*", "/a\\\\b"}) {
    std::string shown(path);
    expect_refusals({{with_host(fmt::format(R"({{ host = "a.example", paths = ["{}"] }})", path)),
                      fmt::format(fmt::runtime(expected), shown)}});
  }
  expect_refusals({
      {with_host(R"({ host = "a.example", paths = ["/3/*"] })"),
       "9:41: egress.hosts[1].paths[1]: \"/3/*\": patterns are not read (write the folder, such as \"/hooks/\": "
       "everything below it is listed)"},
      {with_host(R"({ host = "a.example", paths = [] })"),
       "9:40: egress.hosts[1].paths: an empty list allows no path (list a prefix such as \"/hooks/\", or remove the "
       "key)"},
      {with_host(R"({ host = "a.example", paths = "/a" })"),
       R"(9:40: egress.hosts[1].paths: expected a list, found "/a" (write ["/a"]))"},
      {with_host(R"({ host = "a.example", paths = [7] })"),
       "9:41: egress.hosts[1].paths[1]: expected a string, found the number 7"},
      {with_host(R"({ host = "a.example", paths = ["/a", "/b", "/a"] })"),
       "9:53: egress.hosts[1].paths[3]: \"/a\" is listed already (remove one of them)"},
  });
  const Policy policy =
      loaded(with_host(R"({ host = "a.example", paths = ["/", "/a%20b/c-._~!$&'()*+,=:@", "/services/"] })"));
  EXPECT_EQ(policy.lists[kEgressHosts].hosts.find("a.example")->second.front().paths,
            (std::vector<std::string>{"/", "/a%20b/c-._~!$&'()*+,=:@", "/services/"}));
}

TEST(ListEntry, RefusesRangesThatNoEntryOpens) {
  const auto host = [](std::string_view range) {
    return with_host(fmt::format(R"({{ host = "a.example", addresses = ["{}"] }})", range));
  };
  const auto refused = [](std::string_view range, std::string_view message) {
    return fmt::format("9:45: egress.hosts[1].addresses[1]: {}", fmt::format(fmt::runtime(message), range));
  };
  const std::string closed =
      "\"{}\" holds addresses that no entry can open (name the private subnet of the service alone: public, metadata, "
      "loopback and link-local addresses stay closed)";
  const std::string none =
      "expected a range of addresses such as \"10.20.0.0/16\", found \"{}\" (no bits are set behind the prefix)";
  for (const std::string_view range :
       {"0.0.0.0/0",     "127.0.0.0/8",        "127.0.0.1/32",     "169.254.0.0/16",    "169.254.169.254/32",
        "100.64.0.0/10", "100.100.100.200/32", "168.63.129.16/32", "192.0.0.0/24",      "::/0",
        "::1/128",       "fe80::/10",          "fd00::/8",         "fd00:ec2::254/128", "fc00::/7",
        "64:ff9b::/96",  "::ffff:0:0/96",      "2002::/16",        "8.0.0.0/5",         "8.8.8.0/24",
        "1.0.0.0/8",     "2606:4700::/32",     "224.0.0.0/4",      "240.0.0.0/4"}) {
    expect_refusals({{host(range), refused(range, closed)}});
  }
  for (const std::string_view range :
       {"10.0.0.0", "10.0.0.1/8", "10.0.0.0/33", "10.0.0.0/08", "10.0/8", "fd00::1/64", "*", "intranet"}) {
    expect_refusals({{host(range), refused(range, none)}});
  }
  expect_refusals({
      {with_host(R"({ host = "a.example", addresses = [] })"),
       "9:44: egress.hosts[1].addresses: an empty list names no address (list a range such as \"10.20.0.0/16\")"},
      {with_host(R"({ host = "a.example", addresses = "10.0.0.0/8" })"),
       R"(9:44: egress.hosts[1].addresses: expected a list, found "10.0.0.0/8" (write ["10.0.0.0/8"]))"},
      {with_host(R"({ host = "8.8.8.8", addresses = ["10.0.0.0/8"] })"),
       "9:42: egress.hosts[1].addresses: an address resolves into nothing (remove addresses)"},
      {with_host(R"({ host = "printer.local", addresses = [] })"),
       "9:48: egress.hosts[1].addresses: an empty list names no address (list a range such as \"10.20.0.0/16\")"},
  });
}

TEST(ListEntry, OpensPrivateRangesForOneHost) {
  const Policy policy =
      loaded(with_host(R"({ host = "a.example:8443", addresses = ["10.20.0.0/16", "192.168.7.9/32", "fd12::/16"] }, )"
                       R"({ host = "printer.local", addresses = ["10.0.0.0/24"] })"));
  const Allowlist& list = policy.lists[kEgressHosts];
  const HostEntry& entry = list.hosts.find("a.example")->second.front();
  EXPECT_EQ(entry.port, 8443);
  ASSERT_EQ(entry.private_ranges.size(), 3u);
  EXPECT_TRUE(entry.private_ranges[0].contains(*parse_ipv4("10.20.255.255")));
  EXPECT_FALSE(entry.private_ranges[0].contains(*parse_ipv4("10.21.0.0")));
  EXPECT_TRUE(entry.private_ranges[2].contains(*parse_ipv6("fd12::1")));
  EXPECT_TRUE(list.hosts.contains("printer.local"));
}

TEST(ListEntry, RefusesWhatIsListedAlready) {
  const std::string already = " is listed already (remove one of them)";
  expect_refusals({
      {with_host(R"("a.example", "A.example.")"), "9:23: egress.hosts[2]: \"A.example.\"" + already},
      {with_host(
           R"({ host = "a.example", paths = ["/a"] }, { host = "a.example:443", paths = ["/a"], until = 2027-03-01 })"),
       "9:59: egress.hosts[2].host: \"a.example:443\"" + already},
      {with_host(R"({ subdomains_of = "a.example", why = "b" }, { subdomains_of = "a.example", why = "c" })"),
       "9:72: egress.hosts[2].subdomains_of: \"a.example\"" + already},
      {with_domain(R"({ subdomains_of = "a.example", why = "b" }, { subdomains_of = "a.example", why = "c" })"),
       "9:80: egress.email_domains[2].subdomains_of: \"a.example\"" + already},
      {with_domain(R"("a.example", { domain = "A.EXAMPLE" })"),
       "9:42: egress.email_domains[2].domain: \"A.EXAMPLE\"" + already},
      {with_email(R"("a@a.example", { email = "a@A.example", until = 2027-03-01 })"),
       "9:36: egress.emails[2].email: \"a@A.example\"" + already},
      {with_named("id", R"("C024BE91L", { id = "C024BE91L" })"),
       "10:30: destinations.payees.allow[2].id: \"C024BE91L\"" + already},
  });
  EXPECT_EQ(refusal(with_host(R"("a.example", "a.example:8443", { host = "a.example", paths = ["/a"] })")), "loaded");
  EXPECT_EQ(refusal(with_domain(R"("a.example", { subdomains_of = "a.example", why = "b" })")), "loaded");
  EXPECT_EQ(refusal(with_email(R"("a@a.example", "A@a.example")")), "loaded") << "local parts are told apart";
  EXPECT_EQ(refusal(with_named("id", R"("c024", "C024")")), "loaded") << "ids are told apart byte for byte";
}

TEST(ListEntry, RefusesIdsThatNobodyCouldCompare) {
  const std::string none = " is no id (1 to 256 bytes without spaces, control and invisible characters)";
  const auto refused = [](std::string_view message) {
    return fmt::format("10:10: destinations.payees.allow[1]: {}", message);
  };
  expect_refusals({
      {with_named("id", R"("a b")"), refused("\"a b\"" + none)},
      {with_named("id", R"(" a")"), refused("\" a\"" + none)},
      {with_named("id", R"("a\u0000")"), refused("\"a\\u{0000}\"" + none)},
      {with_named("id", R"("a\u200bb")"), refused("\"a\\u{200B}b\"" + none)},
      {with_named("id", R"("a\u202eb")"), refused("\"a\\u{202E}b\"" + none)},
      {with_named("id", R"("a\u00a0b")"), refused("\"a\\u{00A0}b\"" + none)},
      {with_named("id", "\"" + std::string(257, 'a') + "\""), refused("\"" + std::string(64, 'a') + "...\"" + none)},
      {with_named("id", R"("acme/*")"), refused("\"acme/*\": patterns are not read (list each id in full)")},
      {with_named("id", R"("*")"), refused("\"*\": patterns are not read (list each id in full)")},
  });
  const Policy policy = loaded(with_named(
      "id", R"("acme/yett", "DE89370400440532013000", "#général", "a\\b", ")" + std::string(256, 'a') + "\""));
  EXPECT_EQ(policy.lists[2].ids.size(), 5u);
  EXPECT_TRUE(policy.lists[2].ids.contains("#g\u00e9n\u00e9ral"));
}

TEST(ListEntry, TellsDomainsAndAddressesOfANamedListApart) {
  const Policy policy = loaded(
      with_named("email", R"("a.example", "sam@b.example", { domain = "c.example" }, { email = "kim@d.example" }, )"
                          R"({ subdomains_of = "e.example", why = "branches" })"));
  const Allowlist& list = policy.lists[2];
  EXPECT_EQ(list.kind, DestinationKind::Email);
  EXPECT_TRUE(list.domains.contains("a.example"));
  EXPECT_TRUE(list.domains.contains("c.example"));
  EXPECT_TRUE(list.emails.contains("sam@b.example"));
  EXPECT_TRUE(list.emails.contains("kim@d.example"));
  EXPECT_TRUE(list.domain_parents.contains("e.example"));
  EXPECT_EQ(list.domains.size() + list.emails.size() + list.domain_parents.size(), 5u);
  std::vector<EntryForm> forms;
  for (const ListEntry& entry : policy.written_lists.front().entries) forms.push_back(entry.form);
  using enum EntryForm;
  EXPECT_EQ(forms, (std::vector{Domain, Email, Domain, Email, Subdomains}));
}

TEST(ListEntry, StandsWhereItIsWritten) {
  const Policy policy = loaded(with_host("\"a.example\",\n  { host = \"b.example\", why = \"OPS-3\" }"));
  const std::vector<ListEntry>& entries = policy.written_lists.front().entries;
  ASSERT_EQ(entries.size(), 2u);
  EXPECT_EQ(entries[0].where, (SourcePosition{"yett.toml", 9, 10}));
  EXPECT_EQ(entries[1].where, (SourcePosition{"yett.toml", 10, 3}));
  EXPECT_EQ(entries[1].why, "OPS-3");
  EXPECT_EQ(entries[0].form, EntryForm::Host);
}

}  // namespace
}  // namespace yett::policy_test
