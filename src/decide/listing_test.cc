// What an entry of a list lets through: its host, port and paths, the names below it, the days until it lapses.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "decide/executable_arguments.h"
#include "decide/ruling_cases_fixture.h"

namespace yett {
namespace {

using testing::ElementsAre;
using enum RuleId;

std::string url(std::string_view text) { return R"({"url":")" + std::string(text) + R"(","body":"b"})"; }
std::string to(std::string_view text) { return R"({"to":")" + std::string(text) + R"(","subject":"s"})"; }

AddressBlock block(std::string_view text) { return parse_address_block(text).value(); }

/// An office that lists no host but these.
Office hosts(const TextMap<std::vector<OpenEntry>>& entries, const TextMap<std::vector<OpenEntry>>& parents = {}) {
  Office office;
  office.policy.lists[kEgressHosts].hosts = open_hosts(entries);
  office.policy.lists[kEgressHosts].host_parents = open_hosts(parents);
  return office;
}

// --- Paths of a host ------------------------------------------------------------------------------------------------

TEST(PathPrefix, CoversWholeSegments) {
  for (const char* prefix : {"/services/T0", "/services/T0/"}) {
    expect_rulings(hosts({{"a.example", {{.paths = {prefix}}}}}), "call_webhook",
                   {{url("https://a.example/services/T0"), DefaultAllow},
                    {url("https://a.example/services/T0/"), DefaultAllow},
                    {url("https://a.example/services/T0/x"), DefaultAllow},
                    {url("https://a.example/services/T0?q=/../x"), DefaultAllow},
                    {url("https://a.example/services/T0#f"), DefaultAllow},
                    {url("https://a.example/services/T01"), DestinationPath},
                    {url("https://a.example/services/T"), DestinationPath},
                    {url("https://a.example/services"), DestinationPath},
                    {url("https://a.example/"), DestinationPath},
                    {url("https://a.example"), DestinationPath},
                    {url("https://a.example/SERVICES/T0"), DestinationPath},
                    {url("https://a.example/x/services/T0"), DestinationPath},
                    {url("https://a.example/?/services/T0"), DestinationPath}});
  }
}

TEST(PathPrefix, CoversNoPathThatAServerMightReadOtherwise) {
  for (const char* path :
       {"/services/T0/../T1", "/services/T0/..", "/services/T0/./x", "/services/T0/%2e%2e/T1", "/services/T0/%2E%2e/T1",
        "/services/T0/%252e%252e/T1", "/services/T0/a%2fb", "/services/T0/a%5cb", "/services/T0//x", "/services//T0",
        "/services/T0/x;y=1", "/services/T0;/x", "/%73ervices/T0"}) {
    EXPECT_THAT(rules_of(hosts({{"a.example", {{.paths = {"/services/T0"}}}}})
                             .judge("call_webhook", url(std::string("https://a.example") + path))),
                ElementsAre(DestinationPath))
        << path;
  }
}

TEST(PathPrefix, OfNobodyLetsEveryPathThrough) {
  expect_rulings(hosts({{"a.example", {{}}}}), "call_webhook",
                 {{url("https://a.example/a/../b;c//d/%2e"), DefaultAllow}, {url("https://a.example/"), DefaultAllow}});
}

TEST(DestinationPath, NamesTheHostAndNotThePath) {
  const Decision decision =
      hosts({{"a.example", {{.paths = {"/x"}}}}}).judge("call_webhook", url("https://a.example/secret"));
  EXPECT_EQ(decision.deciding.subject, (Subject{.kind = SubjectKind::Host, .text = "a.example", .size = 0}));
}

// --- Several entries of one host ------------------------------------------------------------------------------------

TEST(SeveralEntries, AnyOfThemMayMatch) {
  const Office office = hosts(
      {{"a.example",
        {{.port = 443, .paths = {"/a", "/b"}}, {.port = 443, .paths = {"/c"}}, {.port = 8443, .paths = {"/d"}}}}});
  expect_rulings(office, "call_webhook",
                 {{url("https://a.example/a"), DefaultAllow},
                  {url("https://a.example/b/x"), DefaultAllow},
                  {url("https://a.example/c"), DefaultAllow},
                  {url("https://a.example:8443/d"), DefaultAllow},
                  {url("https://a.example/d"), DestinationPath},
                  {url("https://a.example:8443/a"), DestinationPath},
                  {url("https://a.example:9443/a"), DestinationPort}});
}

TEST(SeveralEntries, OfWhichTheNearestIsReported) {
  const Office office = hosts({{"a.example", {{.port = 8443}, {.port = 443, .paths = {"/a"}}}}});
  EXPECT_THAT(rules_of(office.judge("call_webhook", url("https://a.example/b"))), ElementsAre(DestinationPath));
}

// --- Names below a listed one ---------------------------------------------------------------------------------------

TEST(Subdomains, AreEveryNameBelowAndNotTheNameItself) {
  const Office office = hosts({}, {{"example.com", {{}}}});
  expect_rulings(office, "call_webhook",
                 {{url("https://a.example.com/"), DefaultAllow},
                  {url("https://a.b.c.example.com/"), DefaultAllow},
                  {url("https://A.EXAMPLE.com./"), DefaultAllow},
                  {url("https://example.com/"), DestinationUnlisted},
                  {url("https://xexample.com/"), DestinationUnlisted},
                  {url("https://x-example.com/"), DestinationUnlisted},
                  {url("https://a.example.com.evil.example/"), DestinationUnlisted},
                  {url("https://a.example.org/"), DestinationUnlisted},
                  {url("https://a.example.com:8443/"), DestinationPort}});
}

TEST(Subdomains, HavePathsAndPortsLikeAnyEntry) {
  const Office office = hosts({{"own.example.com", {{.port = 8443}}}}, {{"example.com", {{.paths = {"/hooks"}}}}});
  expect_rulings(office, "call_webhook",
                 {{url("https://a.example.com/hooks/1"), DefaultAllow},
                  {url("https://a.example.com/other"), DestinationPath},
                  {url("https://own.example.com:8443/other"), DefaultAllow},
                  {url("https://own.example.com/hooks/1"), DefaultAllow},
                  {url("https://own.example.com/other"), DestinationPath}});
}

/// Even where the label of an address, or a name of this machine, would be below a listed one.
TEST(Subdomains, NeverCoverAnAddressOrANameThatLeadsInside) {
  const Office office =
      hosts({}, {{"1", {{}}}, {"0.1", {{}}}, {"localhost", {{}}}, {"internal", {{}}}, {"0.0.1", {{}}}});
  expect_rulings(office, "call_webhook",
                 {{url("https://8.8.0.1/"), DestinationUnlisted},
                  {url("https://127.0.0.1/"), DestinationLoopback},
                  {url("https://db.localhost/"), DestinationLoopback},
                  {url("https://metadata.google.internal/"), DestinationMetadata}});
}

TEST(MailSubdomains, AreEveryDomainBelowAndNotTheDomainItself) {
  Office office;
  office.policy.lists[kEgressEmails] = {
      .name = "emails", .kind = DestinationKind::Email, .domain_parents = {{"example.com", TimePoint::max()}}};
  expect_rulings(office, "notify",
                 {{to("a@b.example.com"), DefaultAllow},
                  {to("a@c.B.Example.COM"), DefaultAllow},
                  {to("a@example.com"), DestinationUnlisted},
                  {to("a@xexample.com"), DestinationUnlisted},
                  {to("a@b.example.com.evil.example"), DestinationUnlisted}});
}

// --- Names of one site ----------------------------------------------------------------------------------------------

TEST(SiteName, IsListedOnlyWithTheAddressesThatItMayHave) {
  expect_rulings(hosts({{"printer.local", {{}}}, {"nas.home.arpa", {{}}}}), "call_webhook",
                 {{url("https://printer.local/"), DestinationSpecialAddress},
                  {url("https://nas.home.arpa/"), DestinationSpecialAddress}});
  expect_rulings(hosts({{"printer.local", {{.private_ranges = {block("10.0.0.0/24")}}}}}), "call_webhook",
                 {{url("https://printer.local/"), DefaultAllow},
                  {url("https://other.local/"), DestinationSpecialAddress},
                  {url("https://printer.local:8443/"), DestinationSpecialAddress}});
}

/// What addresses say is where the name may lead, and nothing of how it is spelt.
TEST(SiteName, IsSpeltLikeAnyOther) {
  const Office office = hosts({{"printer.local", {{.private_ranges = {block("10.0.0.0/24")}}}}});
  EXPECT_THAT(rules_of(office.judge("call_webhook", url("https://printer.local:0443/"))),
              ElementsAre(DestinationMalformed));
}

/// Addresses open a name, and nothing that is one of them.
TEST(SiteName, OpensNoAddressByBeingListed) {
  expect_rulings(hosts({{"10.0.0.1", {{.private_ranges = {block("10.0.0.0/24")}}}},
                        {"db.localhost", {{.private_ranges = {block("127.0.0.0/8")}}}},
                        {"a.invalid", {{.private_ranges = {block("10.0.0.0/24")}}}}}),
                 "call_webhook",
                 {{url("https://10.0.0.1/"), DestinationPrivateAddress},
                  {url("https://db.localhost/"), DestinationLoopback},
                  {url("https://a.invalid/"), DestinationSpecialAddress}});
}

/// The entry that lists this very URL has the addresses, not another one of the same name.
TEST(SiteName, IsOpenedByTheEntryThatListsIt) {
  const Office office =
      hosts({{"printer.local", {{.paths = {"/a"}, .private_ranges = {block("10.0.0.0/24")}}, {.paths = {"/b"}}}}});
  expect_rulings(
      office, "call_webhook",
      {{url("https://printer.local/a"), DefaultAllow}, {url("https://printer.local/b"), DestinationSpecialAddress}});
}

// --- Until ----------------------------------------------------------------------------------------------------------

constexpr TimePoint kEnd = kOfficeHours;
constexpr Duration kTick{1};

struct Lapse {
  const char* what;
  const char* tool;
  std::string arguments;
  void (*arrange)(Policy&);
};

const std::vector<Lapse>& lapses() {
  static const std::vector<Lapse> kLapses = {
      {"host", "call_webhook", url("https://a.example/"),
       [](Policy& p) { p.lists[kEgressHosts].hosts["a.example"] = {{.lapses_at = kEnd}}; }},
      {"names below a host", "call_webhook", url("https://a.b.example/"),
       [](Policy& p) { p.lists[kEgressHosts].host_parents["b.example"] = {{.lapses_at = kEnd}}; }},
      {"domain", "notify", to("a@b.example"), [](Policy& p) { p.lists[kEgressEmails].domains["b.example"] = kEnd; }},
      {"domains below", "notify", to("a@c.b.example"),
       [](Policy& p) { p.lists[kEgressEmails].domain_parents["b.example"] = kEnd; }},
      {"address", "notify", to("a@b.example"), [](Policy& p) { p.lists[kEgressEmails].emails["a@b.example"] = kEnd; }},
      {"id", "open_issue", R"({"owner":"a","repo":"b"})", [](Policy& p) { p.lists[kRepos].ids["a/b"] = kEnd; }},
  };
  return kLapses;
}

TEST(Until, AnEntryLapsesAtItsVeryMicrosecond) {
  for (const Lapse& lapse : lapses()) {
    Office office;
    lapse.arrange(office.policy);
    office.now = kEnd - kTick;
    EXPECT_EQ(office.judge(lapse.tool, lapse.arguments).rule(), DefaultAllow) << lapse.what;
    office.now = kEnd;
    EXPECT_EQ(office.judge(lapse.tool, lapse.arguments).rule(), DestinationUnlisted) << lapse.what;
    office.now = kEnd + kTick;
    EXPECT_EQ(office.judge(lapse.tool, lapse.arguments).rule(), DestinationUnlisted) << lapse.what;
  }
}

TEST(Until, OneEntryOfAHostLapsesAndTheOthersStay) {
  Office office = hosts({{"a.example", {{.paths = {"/a"}, .lapses_at = kEnd}, {.paths = {"/b"}}}}});
  office.now = kEnd;
  expect_rulings(office, "call_webhook",
                 {{url("https://a.example/b"), DefaultAllow}, {url("https://a.example/a"), DestinationPath}});
}

/// A lapsed entry says nothing any more, not even of its port.
TEST(Until, ALapsedEntryIsNoneOfItsPortOrPath) {
  Office office = hosts({{"a.example", {{.paths = {"/a"}, .lapses_at = kEnd}}}});
  expect_rulings(
      office, "call_webhook",
      {{url("https://a.example:8443/"), DestinationUnlisted}, {url("https://a.example/b"), DestinationUnlisted}});
}

TEST(Until, AToolLapsesAtItsVeryMicrosecond) {
  Tool tool = office_tool("ring", Effect::Read, Sensitivity::Internal, Reversibility::Reversible, {});
  tool.lapses_at = kEnd;
  Office office = Office::with(tool);
  office.now = kEnd - kTick;
  EXPECT_EQ(office.judge("ring", "{}").rule(), DefaultAllow);
  for (const TimePoint later : {kEnd, kEnd + kTick}) {
    office.now = later;
    const Decision decision = office.judge("ring", "{}");
    EXPECT_EQ(decision.rule(), ToolUnregistered);
    EXPECT_EQ(decision.tier, std::nullopt) << "as if its line were not there";
    EXPECT_EQ(decision.deciding.subject, (Subject{.kind = SubjectKind::Bytes, .text = {}, .size = 4}));
  }
}

// --- Display names --------------------------------------------------------------------------------------------------

TEST(DisplayNames, AreReadOnlyWhereTheToolSaysSo) {
  Tool tool = office_tool("greet", Effect::Send, Sensitivity::Internal, Reversibility::Reversible,
                          {{"to", ArgumentRole::Email}, {"subject", ArgumentRole::Content}});
  const std::vector<RulingCase> named = {{to("Bo <bo@office.example>"), DefaultAllow},
                                         {to("Bo <x@attacker.example>"), DestinationUnlisted},
                                         {to("bo@office.example <x@attacker.example>"), DestinationMalformed},
                                         {to("Bo <bo@office.example> x"), DestinationMalformed}};
  tool.display_names = DisplayNames::Accepted;
  expect_rulings(Office::with(tool), "greet", named);
  for (const RulingCase& one : named) EXPECT_EQ(Office().judge("notify", one.arguments).rule(), DestinationMalformed);
}

TEST(DisplayNames, AreNotSentOn) {
  Tool tool = office_tool("greet", Effect::Send, Sensitivity::Internal, Reversibility::Reversible,
                          {{"to", ArgumentRole::Email}});
  tool.display_names = DisplayNames::Accepted;
  const Office office = Office::with(tool);
  const ToolCall call = call_of("greet", R"({"to":["Bo <bo@OFFICE.example>"]})");
  const Query query = office.query(call);
  EXPECT_EQ(executable_arguments(query, examine(Engine::strict(), query)), json_of(R"({"to":["bo@office.example"]})"));
}

}  // namespace
}  // namespace yett
