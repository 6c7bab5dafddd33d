#include "policy/load_arguments.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "policy/policy_fixture.h"

namespace yett::policy_test {
namespace {

constexpr std::string_view kLists =
    "[destinations.payees]\nkind = \"id\"\nallow = []\n[destinations.mentors]\nkind = \"email\"\nallow = []\n"
    "[destinations.sites]\nkind = \"url\"\nallow = []\n";
constexpr std::string_view kRoots =
    "[paths.tickets]\nroot = \"/srv/tickets\"\naccess = \"read-write\"\n[paths.all]\nroot = \"/srv\"\naccess = "
    "\"read\"\n";

std::string with_lists(std::string_view rest) { return tool("send", "internal", "true", rest) + std::string(kLists); }
std::string with_roots(std::string_view rest) { return read_tool(rest) + std::string(kRoots); }

TEST(LoadArguments, RefusesEmptyLists) {
  const std::string nothing = ": an empty list binds nothing (name an argument, or remove the key)";
  expect_refused_at_mark({
      {read_tool("path.read = §[]"), "tools.t.path.read" + nothing},
      {read_tool("path.write = §[]"), "tools.t.path.write" + nothing},
      {read_tool("path.read = { arguments = §[] }"), "tools.t.path.read.arguments" + nothing},
      {read_tool("tenant = §[]"), "tools.t.tenant" + nothing},
      {read_tool("command.argv = §[]"), "tools.t.command.argv" + nothing},
      {with_lists("destination.url = §[]"), "tools.t.destination.url" + nothing},
      {with_lists("destination.email = §[]"), "tools.t.destination.email" + nothing},
      {with_lists("destination.payees = §[]"), "tools.t.destination.payees" + nothing},
  });
  EXPECT_EQ(refusal(read_tool("content = [], unbound = []")), "loaded") << "these two bind nothing by right";
}

TEST(LoadArguments, RefusesOtherTypes) {
  expect_refused_at_mark({
      {read_tool("path = §[\"path\"]"),
       "tools.t.path: expected a table, found a list (path.read = [\"ARGUMENT\"] or path.write = [\"ARGUMENT\"])"},
      {read_tool("path.read = §\"path\""), R"(tools.t.path.read: expected a list, found "path" (write ["path"]))"},
      {read_tool("command = §[\"argv\"]"), "tools.t.command: expected a table, found a list"},
      {read_tool("command.argv = §\"argv\""),
       R"(tools.t.command.argv: expected a list, found "argv" (write ["argv"]))"},
      {read_tool("command = §{}"), R"(tools.t.command.argv is missing (argv = ["ARGUMENT"]))"},
      {read_tool("command = { §agrv = [\"a\"] }"), R"(unknown key tools.t.command.agrv (did you mean "argv"?))"},
      {read_tool("tenant = §{}"), "tools.t.tenant: expected a list, found a table"},
      {with_lists("destination = §[\"url\"]"),
       "tools.t.destination: expected a table, found a list (destination.url = [\"ARGUMENT\"] or destination.email = "
       "[\"ARGUMENT\"])"},
      {with_lists("destination.url = §\"url\""),
       R"(tools.t.destination.url: expected a list, found "url" (write ["url"]))"},
      {with_lists("destination.url = §{ join = [\"a\", \"b\"] }"),
       "tools.t.destination.url: expected a list, found a table"},
      {with_lists("destination.payees = §7"), "tools.t.destination.payees: expected a list, found the number 7"},
  });
}

TEST(LoadArguments, RefusesListsThatThePolicyDoesNotHave) {
  const std::string any = " (url, email, fixed, or a list of [destinations])";
  expect_refused_at_mark({
      {with_lists("destination = { §emial = [\"a\"] }"),
       R"(tools.t.destination.emial: there is no such list (did you mean "email"?))"},
      {with_lists("destination = { §payee = [\"a\"] }"),
       R"(tools.t.destination.payee: there is no such list (did you mean "payees"?))"},
      {with_lists("destination = { §channels = [\"a\"] }"),
       "tools.t.destination.channels: there is no such list" + any},
      {with_lists("destination = { §Payees = [\"a\"] }"),
       R"(tools.t.destination.Payees: there is no such list (did you mean "payees"?))"},
      {tool("send", "internal", "true", "destination = { §payees = [\"a\"] }"),
       "tools.t.destination.payees: there is no such list" + any},
      {with_lists("destination = { §hosts = [\"a\"] }"), "tools.t.destination.hosts: there is no such list" + any},
      {with_lists("destination = { url = [\"url\"], §urls = [\"a\"] }"),
       R"(tools.t.destination.urls: there is no such list (did you mean "url"?))"},
  });
}

TEST(LoadArguments, NeverTakesAListOfATenantForOneOfThePolicy) {
  const std::string tenants = "[tenants.acme]\nhosts = [\"a.example\"]\nemails = [\"a@a.example\"]\n";
  expect_refused_at_mark({
      {tool("send", "internal", "true", "destination = { §hosts = [\"a\"] }") + tenants,
       "tools.t.destination.hosts: there is no such list (url, email, fixed, or a list of [destinations])"},
      {tool("send", "internal", "true", "destination = { §emails = [\"a\"] }") + tenants,
       R"(tools.t.destination.emails: there is no such list (did you mean "email"?))"},
  });
}

TEST(LoadArguments, BindsEachKindOfListAsWhatItNames) {
  const Policy policy =
      loaded(with_lists("destination = { url = [\"link\"], email = [\"to\"], payees = [\"payee\", \"/more/*/payee\"], "
                        "mentors = [\"mentor\"], "
                        "sites = [\"site\"] }"));
  const Tool& bound = *policy.tools.find("t");
  struct Expected {
    std::string_view name;
    ArgumentRole role;
    ListIndex list;
  };
  for (const Expected& one :
       {Expected{"link", ArgumentRole::Url, kEgressHosts}, Expected{"to", ArgumentRole::Email, kEgressEmails},
        Expected{"payee", ArgumentRole::Id, *policy.find_list("payees")},
        Expected{"/more/*/payee", ArgumentRole::Id, *policy.find_list("payees")},
        Expected{"mentor", ArgumentRole::Email, *policy.find_list("mentors")},
        Expected{"site", ArgumentRole::Url, *policy.find_list("sites")}}) {
    const BoundArgument* argument = bound.find_argument(one.name);
    ASSERT_NE(argument, nullptr) << one.name;
    EXPECT_EQ(argument->role, one.role) << one.name;
    EXPECT_EQ(argument->list, one.list) << one.name;
  }
}

TEST(LoadArguments, JoinsIdsAlone) {
  expect_refused_at_mark({
      {with_lists("destination.mentors = §{ join = [\"a\", \"b\"] }"),
       "tools.t.destination.mentors: arguments of kind \"email\" cannot be joined (only a list of kind \"id\" takes "
       "several arguments as one destination)"},
      {with_lists("destination.sites = §{ join = [\"a\", \"b\"] }"),
       "tools.t.destination.sites: arguments of kind \"url\" cannot be joined (only a list of kind \"id\" takes "
       "several arguments as one destination)"},
  });
}

TEST(LoadArguments, RefusesPathTermsThatDoNotHold) {
  expect_refused_at_mark({
      {with_roots("path.read = §{ roots = [\"all\"] }"),
       R"(tools.t.path.read.arguments is missing (arguments = ["ARGUMENT"]))"},
      {with_roots("path.read = { arguments = [\"path\"], §root = [\"all\"] }"),
       R"(unknown key tools.t.path.read.root (did you mean "roots"?))"},
      {with_roots("path = { §raed = [\"path\"] }"), R"(unknown key tools.t.path.raed (did you mean "read"?))"},
      {with_roots("path.read = { arguments = [\"path\"], roots = §[] }"),
       "tools.t.path.read.roots: an empty list allows no path (name a root, or remove the key)"},
      {with_roots("path.read = { arguments = [\"path\"], roots = [§\"ticket\"] }"),
       R"(tools.t.path.read.roots[1]: there is no root "ticket" (did you mean "tickets"?))"},
      {with_roots("path.read = { arguments = [\"path\"], roots = [§\"/srv\"] }"),
       R"(tools.t.path.read.roots[1]: there is no root "/srv")"},
      {with_roots("path.read = { arguments = [\"path\"], roots = [\"all\", §\"all\"] }"),
       "tools.t.path.read.roots[2]: \"all\" is listed already (remove one of them)"},
      {with_roots("path.read = { arguments = [\"path\"], roots = §\"all\" }"),
       R"(tools.t.path.read.roots: expected a list, found "all" (write ["all"]))"},
      {with_roots("path.read = { arguments = [\"path\"], roots = [§7] }"),
       "tools.t.path.read.roots[1]: expected a string, found the number 7"},
      {with_roots("path.read = { arguments = [\"path\"], base = §\"al\" }"),
       R"(tools.t.path.read.base: there is no root "al" (did you mean "all"?))"},
      {with_roots("path.read = { arguments = [\"path\"], base = §[\"all\"] }"),
       "tools.t.path.read.base: expected a string, found a list"},
      {with_roots("path.write = { arguments = [\"path\"], base = §\"all\", roots = [\"tickets\"] }"),
       "tools.t.path.write.base: a relative path would lie outside every root (name the base among roots)"},
      {read_tool("path.read = { arguments = [\"path\"], base = §\"all\" }"),
       R"(tools.t.path.read.base: there is no root "all" ([paths.NAME] root = "/...", access = "read"))"},
  });
}

TEST(LoadArguments, ReadsWhereAToolsPathsLie) {
  const Policy policy =
      loaded(with_roots("path.read = { arguments = [\"from\"], base = \"all\", roots = [\"tickets\", \"all\"] }, "
                        "path.write = { arguments = "
                        "[\"into\"], base = \"tickets\" }"));
  const Tool& bound = *policy.tools.find("t");
  EXPECT_EQ(bound.find_argument("from")->role, ArgumentRole::ReadPath);
  EXPECT_EQ(bound.find_argument("into")->role, ArgumentRole::WritePath);
  EXPECT_EQ(bound.reads, (PathTerms{.roots = {0, 1}, .base = 1}));
  EXPECT_EQ(bound.writes, (PathTerms{.roots = {0, 1}, .base = 0}));
  EXPECT_EQ(loaded(with_roots("path.read = [\"from\"]")).tools.find("t")->reads,
            (PathTerms{.roots = {0, 1}, .base = {}}));
}

TEST(LoadArguments, ReadsTheSameOfEverySpelling) {
  const Policy dotted = loaded(with_lists("destination.payees = [\"payee\"], path.read = [\"from\"]"));
  const Policy nested = loaded(with_lists("destination = { payees = [\"payee\"] }, path = { read = [\"from\"] }"));
  const Policy quoted = loaded(with_lists("\"destination\".'payees' = ['payee'], \"path\".\"read\" = [\"from\"]"));
  EXPECT_EQ(dotted.tools.find("t")->arguments, nested.tools.find("t")->arguments);
  EXPECT_EQ(dotted.tools.find("t")->arguments, quoted.tools.find("t")->arguments);
  EXPECT_EQ(dotted.digest, nested.digest);
  EXPECT_EQ(dotted.digest, quoted.digest);
}

}  // namespace
}  // namespace yett::policy_test
