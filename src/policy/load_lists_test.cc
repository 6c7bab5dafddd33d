#include "policy/load_lists.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "policy/policy_fixture.h"

namespace yett::policy_test {
namespace {

/// Line 9 is `list`; a text beginning at its column 10 is the first entry of "hosts = [...]".
std::string with_egress(std::string_view list) { return with_section(fmt::format("[egress]\n{}", list)); }
std::string with_host(std::string_view entry) { return with_egress(fmt::format("hosts = [\"{}\"]", entry)); }
std::string with_domain(std::string_view entry) { return with_egress(fmt::format("email_domains = [\"{}\"]", entry)); }
std::string with_email(std::string_view entry) { return with_egress(fmt::format("emails = [\"{}\"]", entry)); }

std::string host_refusal(std::string_view text, std::string_view message) {
  return fmt::format("9:10: egress.hosts[1]: \"{}\"{}", text, message);
}
std::string domain_refusal(std::string_view text, std::string_view message) {
  return fmt::format("9:18: egress.email_domains[1]: \"{}\"{}", text, message);
}
std::string email_refusal(std::string_view text, std::string_view message) {
  return fmt::format("9:11: egress.emails[1]: \"{}\"{}", text, message);
}

TEST(LoadEgress, RefusesPatternsUrlsAndPathsAsHosts) {
  const std::string none = ": expected a name of two labels or more, or an address";
  const std::string pattern = none + " (patterns are not read; list each name in full)";
  const std::string alone = none + " (write the host alone, without scheme and path)";
  for (const std::string_view text : {"*", "*.com", "*.example.com", "hooks.*.example"}) {
    expect_refusals({{with_host(text), host_refusal(text, pattern)}});
  }
  for (const std::string_view text : {"https://hooks.example.com", "hooks.example.com/", "hooks.example.com/a",
                                      "http://hooks.example.com:80/x", "10.0.0.0/8"}) {
    expect_refusals({{with_host(text), host_refusal(text, alone)}});
  }
  expect_refusals({
      {with_host("ana@hooks.example.com"),
       host_refusal("ana@hooks.example.com", none + " (write the part behind the @)")},
      {with_host("hooks example.com"), host_refusal("hooks example.com", none)},
      {with_host("hooks..example.com"), host_refusal("hooks..example.com", none)},
      {with_host(".example.com"), host_refusal(".example.com", none)},
      {with_host("-a-.example.com"), host_refusal("-a-.example.com", none)},
      {with_host("a%2eexample.com"), host_refusal("a%2eexample.com", none)},
      {with_host("xn--a.example.com"), host_refusal("xn--a.example.com", none)},
      {with_host(""), "9:10: egress.hosts[1]: expected a text that is not blank, found an empty string"},
  });
}

TEST(LoadEgress, KeepsTheCanonicalSpellingOfAnother) {
  const auto kept = [](std::string_view text) {
    const Policy policy = loaded(with_host(text));
    return std::pair(policy.written_lists.front().entries.front().text,
                     policy.written_lists.front().entries.front().spelt);
  };
  const auto same = [](std::string_view text) { return std::pair(std::string(text), std::string()); };
  EXPECT_EQ(kept("HOOKS.example.com"),
            (std::pair<std::string, std::string>("hooks.example.com:443", "HOOKS.example.com")));
  EXPECT_EQ(kept("hooks.example.com."),
            (std::pair<std::string, std::string>("hooks.example.com:443", "hooks.example.com.")));
  EXPECT_EQ(kept("Hooks.example.com:8443").first, "hooks.example.com:8443");
  EXPECT_EQ(kept("b\u00fccher.example").first, "xn--bcher-kva.example:443");
  EXPECT_EQ(kept("[2606:4700:0::1111]").first, "[2606:4700::1111]:443");
  EXPECT_EQ(kept("hooks.example.com:8443"), same("hooks.example.com:8443"));
  EXPECT_EQ(kept("hooks.example.com").second, "");
}

TEST(LoadEgress, ListsTheCanonicalSpellingOnly) {
  const Policy policy = loaded(with_host("HOOKS.example.com"));
  EXPECT_TRUE(policy.lists[kEgressHosts].hosts.contains("hooks.example.com"));
  EXPECT_FALSE(policy.lists[kEgressHosts].hosts.contains("HOOKS.example.com"));
}

TEST(LoadEgress, RefusesEveryAddressOfTheTableAsAHost) {
  const std::string metadata = ": a cloud's metadata service cannot be listed";
  const std::string loopback = ": this machine itself cannot be listed";
  const std::string link_local = ": a link-local address cannot be listed";
  const std::string private_address = ": a private address cannot be listed";
  const std::string special = ": an address or name that no public host has cannot be listed";
  expect_refusals({
      {with_host("169.254.169.254"), host_refusal("169.254.169.254", metadata)},
      {with_host("169.254.169.254:443"), host_refusal("169.254.169.254:443", metadata)},
      {with_host("metadata.google.internal"), host_refusal("metadata.google.internal", metadata)},
      {with_host("[fd00:ec2::254]"), host_refusal("[fd00:ec2::254]", metadata)},
      {with_host("[::ffff:169.254.169.254]"), host_refusal("[::ffff:169.254.169.254]", metadata)},
      {with_host("127.0.0.1"), host_refusal("127.0.0.1", loopback)},
      {with_host("2130706433"), host_refusal("2130706433", loopback)},
      {with_host("0x7f.1"), host_refusal("0x7f.1", loopback)},
      {with_host("[::1]:8080"), host_refusal("[::1]:8080", loopback)},
      {with_host("api.localhost"), host_refusal("api.localhost", loopback)},
      {with_host("169.254.1.1"), host_refusal("169.254.1.1", link_local)},
      {with_host("10.20.0.7"), host_refusal("10.20.0.7", private_address)},
      {with_host("192.168.1.1"), host_refusal("192.168.1.1", private_address)},
      {with_host("[fc00::1]"), host_refusal("[fc00::1]", private_address)},
      {with_host("0.0.0.0"), host_refusal("0.0.0.0", special)},
      {with_host("198.51.100.7"), host_refusal("198.51.100.7", special)},
      {with_host("[2001:db8::1]"), host_refusal("[2001:db8::1]", special)},
      {with_host("x.onion"), host_refusal("x.onion", special)},
      {with_host("x.invalid"), host_refusal("x.invalid", special)},
  });
}

TEST(LoadEgress, RefusesNamesOfOneSiteAndSingleLabels) {
  const auto site = [](std::string_view name) {
    return fmt::format(
        " is a name of one site: nobody outside knows where it leads ({{ host = \"{}\", addresses = "
        "[\"10.0.0.0/24\"] }})",
        name);
  };
  expect_refusals({
      {with_host("printer.local"), host_refusal("printer.local", site("printer.local"))},
      {with_host("nas.home.arpa"), host_refusal("nas.home.arpa", site("nas.home.arpa"))},
      {with_host("intranet"), host_refusal("intranet",
                                           ": expected a name of two labels or more, or an address (write the whole "
                                           "name; no search list completes it)")},
      {with_host("localhost"), host_refusal("localhost", ": this machine itself cannot be listed")},
      {with_host("metadata"), host_refusal("metadata", ": a cloud's metadata service cannot be listed")},
  });
}

TEST(LoadEgress, RefusesPortsThatAreNone) {
  const std::string none = ": expected a name of two labels or more, or an address";
  for (const std::string_view port : {"", "0", "65536", "123456", "https", "-1", "+443", "443:443", " 443"}) {
    const std::string text = fmt::format("api.example.com:{}", port);
    expect_refusals(
        {{with_host(text), host_refusal(text, none + " (a port is a number of 1 to 65535 behind the colon)")}});
  }
  expect_refusals({
      {with_host("api.example.com:0443"),
       host_refusal("api.example.com:0443",
                    ": a port is written without leading zeros (a port is a number of 1 to "
                    "65535 behind the colon)")},
      {with_host("2606:4700::1111"), host_refusal("2606:4700::1111", none + " (write an IPv6 address in brackets)")},
  });
}

TEST(LoadEgress, RefusesDomainsThatNobodyCanMail) {
  const std::string none = ": expected a domain of two labels or more";
  expect_refusals({
      {with_domain("*"), domain_refusal("*", none + " (patterns are not read; list each name in full)")},
      {with_domain("*.example.com"),
       domain_refusal("*.example.com", none + " (patterns are not read; list each name in full)")},
      {with_domain("com"), domain_refusal("com", none + " (write the whole name; no search list completes it)")},
      {with_domain("localhost"),
       domain_refusal("localhost", none + " (write the whole name; no search list completes it)")},
      {with_domain("@example.com"), domain_refusal("@example.com", none + " (write the part behind the @)")},
      {with_domain("ana@example.com"), domain_refusal("ana@example.com", none + " (list an address under emails)")},
      {with_domain("127.0.0.1"), domain_refusal("127.0.0.1", none)},
      {with_domain("[::1]"), domain_refusal("[::1]", none + " (write the domain alone)")},
      {with_domain("example.com."), domain_refusal("example.com.", none)},
      {with_domain("example.com:25"), domain_refusal("example.com:25", none + " (write the domain alone)")},
      {with_domain("metadata.google.internal"),
       domain_refusal("metadata.google.internal", ": a cloud's metadata service cannot be listed")},
      {with_domain("mail.localhost"), domain_refusal("mail.localhost", ": this machine itself cannot be listed")},
  });
}

TEST(LoadEgress, RefusesWhatIsNoExactAddress) {
  const std::string none =
      ": not an e-mail address that can be listed (write name@domain, without display name, quotes or comments)";
  const std::string pattern = ": patterns are not read (list each address in full, or its domain under email_domains)";
  for (const std::string_view text :
       {"example.com", "@example.com", "ana@", "ana@localhost", "ana@127.0.0.1", "ana@[127.0.0.1]", "a@b@example.com",
        "Ana <ana@example.com>", "a@example.com,b@example.com", "ana @example.com", "+ana@example.com",
        "a%b@example.com", "ana@example.com.", "mailto:ana@example.com@"}) {
    expect_refusals({{with_email(text), email_refusal(text, none)}});
  }
  expect_refusals({
      {with_email("*@example.com"), email_refusal("*@example.com", pattern)},
      {with_email("ana@*.example.com"), email_refusal("ana@*.example.com", pattern)},
      {with_email("root@localhost.localdomain"),
       email_refusal("root@localhost.localdomain", ": this machine itself cannot be listed")},
  });
}

TEST(LoadEgress, RefusesAnEntryThatIsListedAlready) {
  expect_refusals({
      {with_egress("hosts = [\"a.example\", \"a.example\"]"),
       "9:23: egress.hosts[2]: \"a.example\" is listed already (remove one of them)"},
      {with_egress("hosts = [\"a.example\", { host = \"a.example:443\" }]"),
       "9:32: egress.hosts[2].host: \"a.example:443\" is listed already (remove one of them)"},
      {with_egress("email_domains = [\"a.example\", \"a.example\"]"),
       "9:31: egress.email_domains[2]: \"a.example\" is listed already (remove one of them)"},
      {with_egress("emails = [\"a@a.example\", \"a@a.example\"]"),
       "9:26: egress.emails[2]: \"a@a.example\" is listed already (remove one of them)"},
  });
}

TEST(LoadEgress, RefusesOtherTypes) {
  expect_refusals({
      {with_egress("hosts = \"a.example\""),
       R"(9:9: egress.hosts: expected a list, found "a.example" (write ["a.example"]))"},
      {with_egress("hosts = {}"), "9:9: egress.hosts: expected a list, found a table"},
      {with_egress("hosts = [443]"), "9:10: egress.hosts[1]: expected a string or a table, found the number 443"},
      {with_egress("hosts = [[\"a.example\"]]"), "9:10: egress.hosts[1]: expected a string or a table, found a list"},
      {with_egress("emails = [true]"), "9:11: egress.emails[1]: expected a string or a table, found true"},
      {"egress = []\n" + with_section(""), "1:10: egress: expected a table, found an empty list"},
  });
}

TEST(LoadEgress, RefusesKeysOfLaterVersionsAndUnknownOnes) {
  expect_refusals({
      {with_egress("max_bytes_out = \"50MiB\""), "9:1: egress.max_bytes_out is not in this version"},
      {with_egress("host = []"), R"(9:1: unknown key egress.host (did you mean "hosts"?))"},
      {with_egress("urls = []"), "9:1: unknown key egress.urls"},
  });
}

TEST(LoadEgress, KeepsWhatIsListedInBothForms) {
  const Policy policy =
      loaded(with_egress("email_domains = [\"deskmate.internal\", { domain = \"acme.example\", why = \"customer\" }]\n"
                         "hosts = [\"api.deskmate.example:8443\", \"api.deskmate.example\", { host = "
                         "\"hooks.slack.com\", why = \"OPS-3\" }, "
                         "\"8.8.8.8\", \"[2606:4700::1111]:8443\"]\n"
                         "emails = [\"Sam.O'Neil+x@contractor.example\"]"));
  const Allowlist& hosts = policy.lists[kEgressHosts];
  const auto ports = [&hosts](std::string_view host) {
    std::vector<std::uint16_t> listed;
    for (const HostEntry& entry : hosts.hosts.find(host)->second) listed.push_back(entry.port);
    return listed;
  };
  EXPECT_EQ(hosts.hosts.size(), 4u);
  EXPECT_EQ(ports("api.deskmate.example"), (std::vector<std::uint16_t>{8443, 443}));
  EXPECT_EQ(ports("hooks.slack.com"), std::vector<std::uint16_t>{443});
  EXPECT_EQ(ports("8.8.8.8"), std::vector<std::uint16_t>{443});
  EXPECT_EQ(ports("[2606:4700::1111]"), std::vector<std::uint16_t>{8443});
  const Allowlist& emails = policy.lists[kEgressEmails];
  EXPECT_TRUE(emails.domains.contains("deskmate.internal"));
  EXPECT_TRUE(emails.domains.contains("acme.example"));
  EXPECT_FALSE(emails.domains.contains("slack.com"));
  EXPECT_TRUE(emails.emails.contains("Sam.O'Neil+x@contractor.example"));
  EXPECT_FALSE(emails.emails.contains("sam.o'neil+x@contractor.example"));

  ASSERT_EQ(policy.written_lists.size(), 3u);
  EXPECT_EQ(policy.written_lists[0].key, "egress.email_domains");
  EXPECT_EQ(policy.written_lists[0].list, kEgressEmails);
  EXPECT_EQ(policy.written_lists[1].key, "egress.hosts");
  EXPECT_EQ(policy.written_lists[1].list, kEgressHosts);
  EXPECT_EQ(policy.written_lists[2].key, "egress.emails");
  EXPECT_EQ(policy.written_lists[2].list, kEgressEmails);
  const std::vector<ListEntry>& domains = policy.written_lists[0].entries;
  ASSERT_EQ(domains.size(), 2u);
  EXPECT_EQ(domains[1].text, "acme.example");
  EXPECT_EQ(domains[1].why, "customer");
  EXPECT_EQ(domains[1].where, (SourcePosition{"yett.toml", 9, 39}));
  EXPECT_EQ(policy.written_lists[1].entries[1].text, "api.deskmate.example:443");
}

TEST(LoadEgress, AnEmptyOrAbsentListAllowsNothing) {
  for (const std::string& text :
       {with_section(""), with_section("[egress]"), with_egress("hosts = []\nemail_domains = []\nemails = []")}) {
    const Policy policy = loaded(text);
    ASSERT_EQ(policy.lists.size(), 2u);
    EXPECT_TRUE(policy.lists[kEgressHosts].hosts.empty());
    EXPECT_TRUE(policy.lists[kEgressEmails].domains.empty());
    EXPECT_TRUE(policy.lists[kEgressEmails].emails.empty());
  }
}

TEST(LoadEgress, TakesTenThousandEntries) {
  std::string list = "hosts = [\n";
  for (int i = 0; i < 10'000; ++i) list += fmt::format("  \"h{}.example.com\",\n", i);
  const Policy policy = loaded(with_egress(list + "]"));
  EXPECT_EQ(policy.lists[kEgressHosts].hosts.size(), 10'000u);
  EXPECT_TRUE(policy.lists[kEgressHosts].hosts.contains("h9999.example.com"));
}

TEST(LoadDestinations, RefusesNamesAndKeysThatAListDoesNotHave) {
  const auto named = [](std::string_view name) {
    return with_section(fmt::format("[destinations.§{}]\nkind = \"id\"\nallow = []", name));
  };
  const std::string hint = " is no name for a list (1 to 64 letters, digits, _ and -; not url, email or fixed)";
  for (const std::string_view name : {"url", "email", "fixed"}) {
    expect_refused_at_mark({{named(name), fmt::format("\"{}\"{}", name, hint)}});
  }
  expect_refused_at_mark({
      {named("\"a b\""), "\"a b\"" + hint},
      {named("\"\""), "\"\"" + hint},
      {named(std::string(65, 'a')), "\"" + std::string(64, 'a') + "...\"" + hint},
      {with_section("§[destinations.payees]\nallow = []"),
       R"(destinations.payees.kind is missing (kind = "id", "email" or "url"))"},
      {with_section("§[destinations.payees]\nkind = \"id\""),
       R"(destinations.payees.allow is missing (allow = ["..."]; an empty list allows nothing))"},
      {with_section("[destinations.payees]\nkind = §\"mail\"\nallow = []"),
       R"(destinations.payees.kind: expected "id", "email" or "url", found "mail" (did you mean "email"?))"},
      {with_section("[destinations.payees]\nkind = \"id\"\nallow = §\"a\""),
       R"(destinations.payees.allow: expected a list, found "a" (write ["a"]))"},
      {with_section("[destinations.payees]\nkind = \"id\"\n§alow = []"),
       R"(unknown key destinations.payees.alow (did you mean "allow"?))"},
      {with_section("[destinations]\npayees = §[\"a\"]"), "destinations.payees: expected a table, found a list"},
      {"destinations = §7\n" + with_section(""), "destinations: expected a table, found the number 7"},
  });
}

TEST(LoadDestinations, KeepsEachListByItsName) {
  const Policy policy = loaded(with_section(
      "[destinations.payees]\nkind = \"id\"\nallow = [\"DE89370400440532013000\"]\n[destinations.sites]\nkind "
      "= \"url\"\nallow = [\"a.example\"]\n[destinations.mentors]\nkind = \"email\"\nallow = []"));
  ASSERT_EQ(policy.lists.size(), 5u);
  ASSERT_EQ(policy.named_lists().size(), 3u);
  EXPECT_EQ(policy.find_list("payees"), 2u);
  EXPECT_EQ(policy.find_list("sites"), 3u);
  EXPECT_EQ(policy.find_list("mentors"), 4u);
  EXPECT_EQ(policy.find_list("hosts"), std::nullopt);
  EXPECT_EQ(policy.find_list("Payees"), std::nullopt);
  EXPECT_EQ(policy.lists[2].name, "payees");
  EXPECT_EQ(policy.lists[2].kind, DestinationKind::Id);
  EXPECT_TRUE(policy.lists[2].ids.contains("DE89370400440532013000"));
  EXPECT_EQ(policy.lists[3].kind, DestinationKind::Url);
  EXPECT_TRUE(policy.lists[3].hosts.contains("a.example"));
  EXPECT_EQ(policy.lists[4].kind, DestinationKind::Email);
  EXPECT_TRUE(is_empty(policy.lists[4]));
  ASSERT_EQ(policy.written_lists.size(), 3u);
  EXPECT_EQ(policy.written_lists[0].key, "destinations.payees.allow");
  EXPECT_EQ(policy.written_lists[0].list, 2u);
  EXPECT_EQ(policy.written_lists[0].tenant, std::nullopt);
}

}  // namespace
}  // namespace yett::policy_test
