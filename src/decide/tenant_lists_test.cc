// [tenants.X]: lists of a tenant's own, and tenants that the policy does not know.
#include <gtest/gtest.h>

#include <string>

#include "decide/ruling_cases_fixture.h"

namespace yett {
namespace {

using enum RuleId;

/// A policy of three tenants: acme has lists of its own, globex an empty one of hosts, initech none.
Office office_of(const std::string& tenant) {
  Office office;
  Policy& policy = office.policy;
  const ListIndex own = policy.lists.size();
  policy.lists.push_back(
      {.name = "hosts", .kind = DestinationKind::Url, .hosts = {{"hooks.acme.example", {OpenEntry{}}}}});
  policy.lists.push_back(
      {.name = "emails", .kind = DestinationKind::Email, .domains = {{"acme.example", TimePoint::max()}}});
  policy.lists.push_back({.name = "repos", .kind = DestinationKind::Id, .ids = {{"acme/site", TimePoint::max()}}});
  policy.lists.push_back({.name = "hosts", .kind = DestinationKind::Url});
  for (TenantTerms& terms :
       std::vector<TenantTerms>{{"acme", {{kEgressHosts, own}, {kEgressEmails, own + 1}, {kRepos, own + 2}}, {}},
                                {"globex", {{kEgressHosts, own + 3}}, {}},
                                {"initech", {}, {}}}) {
    (void)policy.tenants.insert(std::move(terms));
  }
  office.session.tenant = tenant;
  office.session.allowed_tenants = {tenant};
  return office;
}

std::string url(std::string_view host) { return R"({"url":"https://)" + std::string(host) + R"(/"})"; }
std::string to(std::string_view domain) { return R"({"to":"a@)" + std::string(domain) + R"("})"; }
std::string repo(std::string_view owner) { return R"({"owner":")" + std::string(owner) + R"(","repo":"site"})"; }

TEST(TenantList, TakesThePlaceOfTheGeneralOne) {
  const Office acme = office_of("acme");
  expect_rulings(acme, "call_webhook",
                 {{url("hooks.acme.example"), DefaultAllow}, {url("hooks.office.example"), DestinationUnlisted}});
  expect_rulings(acme, "notify", {{to("acme.example"), DefaultAllow}, {to("office.example"), DestinationUnlisted}});
  expect_rulings(acme, "open_issue", {{repo("acme"), DefaultAllow}, {repo("office"), DestinationUnlisted}});
}

TEST(TenantList, ThatIsEmptyLetsNothingThrough) {
  const Office globex = office_of("globex");
  expect_rulings(
      globex, "call_webhook",
      {{url("hooks.office.example"), DestinationUnlisted}, {url("hooks.acme.example"), DestinationUnlisted}});
}

TEST(TenantList, ThatATenantDoesNotHaveIsTheGeneralOne) {
  expect_rulings(office_of("globex"), "notify",
                 {{to("office.example"), DefaultAllow}, {to("acme.example"), DestinationUnlisted}});
  expect_rulings(office_of("initech"), "call_webhook",
                 {{url("hooks.office.example"), DefaultAllow}, {url("hooks.acme.example"), DestinationUnlisted}});
  expect_rulings(office_of("initech"), "open_issue",
                 {{repo("office"), DefaultAllow}, {repo("acme"), DestinationUnlisted}});
}

TEST(TenantList, ServesNoSessionWithoutATenant) {
  Office office = office_of("acme");
  office.session.tenant.reset();
  expect_rulings(office, "call_webhook",
                 {{url("hooks.office.example"), DefaultAllow}, {url("hooks.acme.example"), DestinationUnlisted}});
}

TEST(TenancyOutOfScope, OfATenantThatThePolicyDoesNotName) {
  for (const ToolCall& call : good_calls())
    EXPECT_NE(office_of("initech").judge(call).rule(), TenancyOutOfScope) << call.tool;
  for (const char* name : {"umbrella", "Acme", "acme ", ""}) {
    const Decision decision = office_of(name).judge("read_ticket", R"({"id":"T-1"})");
    EXPECT_EQ(decision.rule(), TenancyOutOfScope) << name;
    EXPECT_EQ(decision.deciding.subject, (Subject{.kind = SubjectKind::Tenant, .text = name, .size = 0}));
  }
}

TEST(TenancyOutOfScope, NotWhereThePolicyNamesNoTenants) {
  Office office = office_of("umbrella");
  office.policy.tenants = {};
  EXPECT_EQ(office.judge("read_ticket", R"({"id":"T-1"})").rule(), DefaultAllow);
}

}  // namespace
}  // namespace yett
