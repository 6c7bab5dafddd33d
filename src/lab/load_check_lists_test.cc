// The checks of the loader on lists, tenants and paths: each is there for a call that would be let through without it.
#include "lab/load_check_fixture.h"

namespace yett {
namespace {

using enum RuleId;

TEST(LoadChecks, OfHostsAreNeeded) {
  expect_needed({
      {host_entry(R"("*.example.com")"), "patterns",
       "A star that was meant for one team's names lets everybody's through.",
       [](Office& office) { office.policy.lists[kEgressHosts].host_parents["example.com"] = {OpenEntry{}}; },
       webhook("https://anybody.example.com/")},
      {host_entry(R"("https://hooks.slack.com/services/T0ACME/")"), "expected a name of two labels or more",
       "A URL was listed for its path, and the host alone is kept: every other path is open.",
       listed_host("hooks.slack.com"), webhook("https://hooks.slack.com/services/T0EVIL/")},
      {host_entry(R"({ subdomains_of = "co.uk", why = "customers" })"),
       "is a public suffix: anybody can have a name below it",
       "Anybody can have a name below a public suffix, so everybody is listed.",
       [](Office& office) { office.policy.lists[kEgressHosts].host_parents["co.uk"] = {OpenEntry{}}; },
       webhook("https://attacker.co.uk/")},
      {host_entry(R"({ subdomains_of = "amazonaws.com", why = "our buckets" })"), "has names of many owners below it",
       "Anybody can have a name below the public suffix that is below this one.",
       [](Office& office) { office.policy.lists[kEgressHosts].host_parents["amazonaws.com"] = {OpenEntry{}}; },
       webhook("https://attacker.s3.amazonaws.com/")},
      {host_entry(R"({ host = "hooks.slack.com", path = "/services/T0ACME/" })"), "unknown key",
       "A misspelt key is a restriction that nobody applies.", listed_host("hooks.slack.com"),
       webhook("https://hooks.slack.com/services/T0EVIL/")},
      {host_entry(R"({ host = "hooks.slack.com", paths = "/services/T0ACME/" })"), "expected a list",
       "A value of another type is a restriction that nobody applies.", listed_host("hooks.slack.com"),
       webhook("https://hooks.slack.com/services/T0EVIL/")},
      {host_entry(R"({ host = "hooks.slack.com", paths = [] })"), "an empty list allows no path",
       "No path at all reads like every path.", listed_host("hooks.slack.com"),
       webhook("https://hooks.slack.com/services/T0EVIL/")},
      {host_entry(R"({ host = "hooks.slack.com", until = "2020-01-01" })"), "expected a date",
       "An end that is not read never comes.", listed_host("hooks.slack.com"), webhook("https://hooks.slack.com/")},
      {host_entry(R"({ host = "hooks.slack.com", until = 2020-01-01 }, "hooks.slack.com")"), "is listed already",
       "A second entry keeps open what the first one closes.",
       [](Office& office) {
         office.policy.lists[kEgressHosts].hosts["hooks.slack.com"] = {OpenEntry{.lapses_at = kOfficeHours},
                                                                       OpenEntry{}};
       },
       webhook("https://hooks.slack.com/")},
      {host_entry(R"({ host = "printer.local", addresses = ["127.0.0.0/8"] })"),
       "holds addresses that no entry can open", "A name of the site may then lead to this machine itself.",
       listed_host("printer.local", {.private_ranges = {*parse_address_block("127.0.0.0/8")}}),
       webhook("https://printer.local/")},
      {host_entry(R"({ host = "printer.local", addresses = ["10.20.0.7/16"] })"), "a range of addresses such as",
       "One address was meant and a network of 65,536 is opened.",
       listed_host("printer.local", {.private_ranges = {*parse_address_block("10.20.0.0/16")}}),
       webhook("https://printer.local/")},
      {host_entry(R"({ host = "printer.local", addresses = ["10.20.0.0/16"] },
                     { host = "printer.local", paths = ["/print"], addresses = ["10.20.0.7/32"] })"),
       "says other addresses", "The addresses of one entry count, and the narrower ones of the other do not.",
       listed_host("printer.local", {.private_ranges = {*parse_address_block("10.20.0.0/16")}}),
       webhook("https://printer.local/print")},
  });
}

/// Where a host leads is judged whatever is listed, so the loader is the first of two lines here.
TEST(LoadChecks, OfWhereAHostLeadsHaveASecondLine) {
  expect_needed({
      {host_entry(R"("169.254.169.254")"), "metadata", "The machine's own credentials are one read away.",
       listed_host("169.254.169.254"), webhook("https://169.254.169.254/"), DestinationMetadata},
      {host_entry(R"("db.localhost")"), "this machine itself cannot be listed",
       "Services of this machine trust who calls from inside.", listed_host("db.localhost"),
       webhook("https://db.localhost/"), DestinationLoopback},
      {host_entry(R"("10.0.0.1")"), "a private address cannot be listed",
       "A private network is reached from here and not from outside.", listed_host("10.0.0.1"),
       webhook("https://10.0.0.1/"), DestinationPrivateAddress},
      {host_entry(R"("printer.local")"), "is a name of one site: nobody outside knows where it leads",
       "Nobody outside the site knows where it leads.", listed_host("printer.local"), webhook("https://printer.local/"),
       DestinationSpecialAddress},
      {host_entry(R"({ host = "printer.local", addresses = [] })"), "an empty list names no address",
       "No address at all reads like every address.", listed_host("printer.local"), webhook("https://printer.local/"),
       DestinationSpecialAddress},
      {host_entry(R"({ host = "10.0.0.1", addresses = ["10.0.0.0/24"] })"), "a private address cannot be listed",
       "An address that is opened as a name is one that resolves to itself.",
       listed_host("10.0.0.1", {.private_ranges = {*parse_address_block("10.0.0.0/24")}}), webhook("https://10.0.0.1/"),
       DestinationPrivateAddress},
      {host_entry(R"({ host = "8.8.8.8", addresses = ["10.0.0.0/24"] })"), "an address resolves into nothing",
       "The author thinks that the address is open, or that the range is.",
       listed_host("8.8.8.8", {.private_ranges = {*parse_address_block("10.0.0.0/24")}}), webhook("https://10.0.0.1/"),
       DestinationPrivateAddress},
      {host_entry(R"({ subdomains_of = "8.8.8.8", why = "resolver" })"), "has no subdomains to list",
       "Names below an address are no names at all.",
       [](Office& office) { office.policy.lists[kEgressHosts].host_parents["8.8.8.8"] = {OpenEntry{}}; },
       webhook("https://a.8.8.8.8/"), DestinationMalformed},
      {host_entry(R"({ host = "hooks.slack.com", paths = ["services/T0ACME"] })"), "expected a path such as",
       "A prefix without its slash is compared with paths that all have one.",
       listed_host("hooks.slack.com", {.paths = {"services/T0ACME"}}),
       webhook("https://hooks.slack.com/services/T0ACME"), DestinationPath},
      {host_entry(R"({ host = "hooks.slack.com", paths = ["/a/../b"] })"), "expected a path such as",
       "A prefix with dots covers another path than it says.", listed_host("hooks.slack.com", {.paths = {"/a/../b"}}),
       webhook("https://hooks.slack.com/a/../b"), DestinationPath},
  });
}

TEST(LoadChecks, OfMailAndIdsAreNeeded) {
  const auto domain = [](std::string name) {
    return [name = std::move(name)](Office& office) {
      office.policy.lists[kEgressEmails].domains[name] = TimePoint::max();
    };
  };
  const auto payee = [](std::string id) {
    return [id = std::move(id)](Office& office) {
      office.policy.lists[kPayees].ids[id] = TimePoint::max();
      Tool tool = sending_tool("tell", {{Pointer::to_key("channel"), ArgumentRole::Id, kPayees}});
      office.add(tool);
    };
  };
  const auto ids = [](std::string_view entries) {
    return sections("[destinations.channels]\nkind = \"id\"\nallow = [" + std::string(entries) + "]");
  };
  const auto tell = [](std::string_view channel) {
    return call_of("tell", R"({"channel":")" + std::string(channel) + R"("})");
  };
  expect_needed({
      {sections("[egress]\nemails = [\"*@partner.example\"]"), "patterns are not read",
       "Exact addresses were asked for and a whole domain is listed.", domain("partner.example"),
       note_to("intern@partner.example")},
      {sections("[egress]\nemail_domains = [\"ana@partner.example\"]"), "expected a domain of two labels or more",
       "One address was meant, and mail to its whole domain is let through.", domain("partner.example"),
       note_to("intern@partner.example")},
      {sections("[egress]\nemail_domains = [\"localhost.localdomain\"]"), "this machine itself cannot be listed",
       "Mail to this machine runs what its mailboxes are piped into; no rule looks where a domain leads.",
       domain("localhost.localdomain"), note_to("root@localhost.localdomain")},
      {sections("[egress]\nemails = [\"root@metadata.google.internal\"]"), "metadata",
       "An exact address is listed whatever its domain leads to.",
       [](Office& office) {
         office.policy.lists[kEgressEmails].emails["root@metadata.google.internal"] = TimePoint::max();
       },
       note_to("root@metadata.google.internal")},
      {sections("[egress]\nemail_domains = [{ subdomains_of = \"co.uk\", why = \"customers\" }]"),
       "is a public suffix: anybody can have a name below it", "Anybody can have a domain below a public suffix.",
       [](Office& office) { office.policy.lists[kEgressEmails].domain_parents["co.uk"] = TimePoint::max(); },
       note_to("x@attacker.co.uk")},
      {ids(R"("*")"), "patterns are not read", "A star is an id as well, and means everybody to many tools.",
       payee("*"), tell("*")},
      {ids("\"ACC-1\u200B\""), "is no id", "An id that looks like another one is another one.", payee("ACC-1\u200B"),
       tell("ACC-1\u200B"), DestinationMalformed},
  });
}

TEST(LoadChecks, OfTenantsAreNeeded) {
  const auto umbrella = [](Office& office) {
    office.session.tenant = "umbrella";
    office.session.allowed_tenants = {"umbrella"};
  };
  expect_needed({
      {sections("[tenants]"), "no tenant is listed", "A table of no tenants reads like one of every tenant.", umbrella,
       call_of("search_customers", R"({"query":"q"})")},
      {sections("[tenants.acme]\nemail_domain = [\"acme.example\"]"), "unknown key",
       "A misspelt list of a tenant leaves the general one in force.",
       [](Office& office) { (void)office.policy.tenants.insert({"acme", {}, {}}); }, note_to("bo@office.example")},
      {sections("[tenants.acme]\n[tenants.Acme]"), "reads like",
       "Who asks for the data of one tenant gets that of the other.",
       [](Office& office) {
         (void)office.policy.tenants.insert({"acme", {}, {}});
         (void)office.policy.tenants.insert({"Acme", {}, {}});
         office.session.tenant = "Acme";
         office.session.allowed_tenants = {"Acme"};
       },
       call_of("search_customers", R"({"query":"q"})")},
      {sections("[tenants.\"..\"]"), "is no name for a tenant", "A root of the tenant's is the folder above it.",
       [](Office& office) {
         (void)office.policy.tenants.insert({"..", {}, {}});
         office.session.tenant = "..";
         office.session.allowed_tenants = {".."};
         office.add(reading_tool("look", {{"path", ArgumentRole::ReadPath}}));
       },
       call_of("look", R"({"path":"/srv/office/../desk/a"})"), PathOutside},
      {sections("[destinations.payees]\nkind = \"id\"\nallow = [\"ACC-1\"]\n[tenants.acme.destinations]\npayes = []"),
       "there is no such list", "A tenant's list under a misspelt name narrows nothing.",
       [](Office& office) {
         (void)office.policy.tenants.insert({"acme", {}, {}});
         office.add(sending_tool("tell", {{Pointer::to_key("channel"), ArgumentRole::Id, kPayees}}));
       },
       call_of("tell", R"({"channel":"ACC-1"})")},
      {sections("[destinations.url]\nkind = \"url\"\nallow = [\"a.example\"]"), "is no name for a list",
       "destination.url means the general hosts, so a list of that name is one that nobody reads.", [](Office&) {},
       webhook("https://hooks.office.example/")},
  });
}

TEST(LoadChecks, OfPathsAreNeeded) {
  const std::string roots =
      "[paths.desk]\nroot = \"/srv/desk\"\naccess = \"read\"\n[paths.shelf]\nroot = \"/srv/shelf\"\naccess = "
      "\"read\"\n";
  const std::string head = "[policy]\nname = \"n\"\nversion = 1\n[session]\npermissions = \"no execution\"\n";
  const auto reader = [&](std::string_view terms) {
    return head + roots +
           "[tools.look]\neffect = \"read\"\nsensitivity = \"internal\"\nreversible = true\npath.read = " +
           std::string(terms);
  };
  const auto look = [](PathTerms terms) {
    Tool tool = reading_tool("look", {{"path", ArgumentRole::ReadPath}});
    tool.reads = std::move(terms);
    return with_tool(tool);
  };
  const ToolCall at_desk = call_of("look", R"({"path":"/srv/office/acme/desk/a"})");
  expect_needed({
      {sections(roots + "[paths.again]\nroot = \"/srv/desk\"\naccess = \"read-write\""), "has the root of paths.",
       "Of two accesses to one folder the wider one counts.",
       [](Office& office) {
         office.policy.paths[kShelf] = {"again", *parse_path_root("/srv/office/shelf", PathAccess::Write), {}};
       },
       call_of("write_file", R"({"path":"/srv/office/shelf/a","text":"t"})")},
      {reader(R"({ arguments = ["path"], roots = [] })"), "an empty list allows no path",
       "Whoever writes an empty list has a tool that can do nothing.", look({}), at_desk, PathOutside},
      {reader(R"({ arguments = ["path"], roots = ["shelff"] })"), "there is no root",
       "A misspelt root that is skipped leaves none.", look({}), at_desk, PathOutside},
      {reader(R"({ arguments = ["path"], root = ["shelf"] })"), "unknown key", "A misspelt key leaves every root.",
       look({.roots = {0, 1}, .base = {}}), at_desk},
      {reader(R"({ arguments = ["path"], roots = ["shelf"], base = "desk" })"),
       "a relative path would lie outside every root", "The author thinks that relative paths lead to the desk.",
       look({.roots = {1}, .base = 0}), call_of("look", R"({"path":"../acme/desk/a"})"), PathOutside},
  });
}

/// A root that is no plain folder cannot even be made by hand: the value has one way in, and that is the check.
TEST(LoadChecks, OfRootsAreThoseOfTheirType) {
  for (const char* root : {"/", "srv/desk", "/srv/../etc", "/srv//desk", "/srv/desk/", "/srv/{tennant}", "/srv/{}",
                           "~/desk", "/srv/%2e%2e"}) {
    EXPECT_FALSE(parse_path_root(root, PathAccess::Write)) << root;
    EXPECT_FALSE(parse_policy(sections("[paths.desk]\nroot = \"" + std::string(root) + "\"\naccess = \"read-write\""),
                              "yett.toml"))
        << root;
  }
}

}  // namespace
}  // namespace yett
