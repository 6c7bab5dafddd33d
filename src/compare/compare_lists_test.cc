#include <gtest/gtest.h>

#include "compare/compare_fixture.h"
#include "policy/policy_fixture.h"

namespace yett::compare_test {
namespace {

std::string with_hosts(std::string_view list) {
  return policy_test::with_section(fmt::format("[egress]\nhosts = [{}]", list));
}
std::string with_mail(std::string_view list) {
  return policy_test::with_section(fmt::format("[egress]\nemail_domains = [{}]", list));
}

TEST(CompareLists, AnEntryThatAnotherOneCoversIsNoNewOne) {
  const std::string wide = R"({ subdomains_of = "acme.example", why = "all" })";
  EXPECT_EQ(told(with_hosts(wide), with_hosts(wide + R"(, "a.acme.example")")), "");
  EXPECT_EQ(told(with_mail(wide), with_mail(wide + R"(, "a.acme.example")")), "");
  // A wide entry stands neither for the name itself nor for another port.
  EXPECT_EQ(told(with_hosts(wide), with_hosts(wide + R"(, "acme.example")")),
            "grants egress.hosts:  -> acme.example:443\n");
  EXPECT_EQ(told(with_hosts(wide), with_hosts(wide + R"(, "a.acme.example:8443")")),
            "grants egress.hosts:  -> a.acme.example:8443\n");
  EXPECT_EQ(told(with_hosts(wide), with_hosts(wide + R"(, "evilacme.example")")),
            "grants egress.hosts:  -> evilacme.example:443\n");
  // Nor beyond its last day.
  const std::string short_lived = R"({ subdomains_of = "acme.example", why = "all", until = 2027-01-01 })";
  EXPECT_EQ(told(with_hosts(short_lived), with_hosts(short_lived + R"(, "a.acme.example")")),
            "grants egress.hosts:  -> a.acme.example:443\n");
}

TEST(CompareLists, OneNameInPlaceOfAllBelowItOnlyTakesAway) {
  EXPECT_EQ(told(with_hosts(R"({ subdomains_of = "acme.example", why = "all" })"), with_hosts(R"("a.acme.example")")),
            "takes away egress.hosts: *.acme.example -> \n");
}

TEST(CompareLists, AWideEntryIsTheGravest) {
  const auto found =
      differences(with_hosts(""), with_hosts(R"("x.example", { subdomains_of = "acme.example", why = "w" })"));
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(found[0].danger, Danger::Grave);
  EXPECT_EQ(found[0].matter, Matter::WideDestination);
  EXPECT_EQ(found[0].after.why, "w");
  EXPECT_EQ(found[0].after.where.to_string(), "new.toml:9:23");
}

TEST(CompareLists, PathsOfAnEntryEndWithWholeSegments) {
  const auto host = [](std::string_view paths) {
    return with_hosts(fmt::format("{{ host = \"a.example\", paths = [{}] }}", paths));
  };
  EXPECT_EQ(differences(host(R"("/a/b/")"), host(R"("/a/")")).at(0).direction, Direction::Grants);
  EXPECT_EQ(differences(host(R"("/a/")"), host(R"("/a/b/", "/a/c/")")).at(0).direction, Direction::TakesAway);
  EXPECT_EQ(differences(host(R"("/a/")"), host(R"("/ab/")")).at(0).direction, Direction::Changes);
  EXPECT_EQ(differences(host(R"("/a/")"), with_hosts(R"("a.example")")).at(0).direction, Direction::Grants);
}

TEST(CompareLists, TheOrderOfPathsIsNoDifference) {
  EXPECT_EQ(told(with_hosts(R"({ host = "a.example", paths = ["/a/", "/b/"] })"),
                 with_hosts(R"({ host = "a.example", paths = ["/b/", "/a/"] })")),
            "");
}

TEST(CompareLists, ATenantsListIsComparedWithTheGeneralOneThatItReplaces) {
  const std::string head = "[egress]\nhosts = [\"a.example\", \"b.example\"]\n[tenants.acme]\n";
  const std::string before = policy_test::with_section(head);
  EXPECT_EQ(told(before, policy_test::with_section(head + "hosts = [\"a.example\"]")),
            "takes away tenants.acme.hosts: b.example:443 -> \n");
  EXPECT_EQ(told(before, policy_test::with_section(head + "hosts = [\"a.example\", \"b.example\", \"c.example\"]")),
            "grants tenants.acme.hosts:  -> c.example:443\n");
  // And one that is dropped with what takes its place.
  EXPECT_EQ(told(policy_test::with_section(head + "hosts = []"), before),
            "grants tenants.acme.hosts:  -> a.example:443\ngrants tenants.acme.hosts:  -> b.example:443\n");
}

TEST(CompareLists, WithTheFirstTenantAllOthersCeaseToExist) {
  const std::string open = policy_test::with_section("");
  const std::string closed = policy_test::with_section("[tenants.acme]");
  EXPECT_EQ(told(open, closed), "takes away tenants:  -> acme\n");
  EXPECT_EQ(told(closed, open), "grants tenants: acme -> \n");
}

}  // namespace
}  // namespace yett::compare_test
