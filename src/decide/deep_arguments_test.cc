// Arguments that lie below the top level: places such as /files/*/path.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "decide/ruling_cases_fixture.h"

namespace yett {
namespace {

using testing::ElementsAre;
using enum RuleId;
using enum ArgumentRole;

std::string file(std::string_view path) { return R"({"path":")" + std::string(path) + R"(","text":"t"})"; }
const std::string kGood = file("/srv/office/acme/desk/a");
const std::string kBad = file("/etc/passwd");
std::string files(const std::string& value) { return R"({"files":)" + value + "}"; }

Tool sender(std::initializer_list<BoundArgument> arguments) {
  return office_tool("deep", Effect::Send, Sensitivity::Internal, Reversibility::Reversible, arguments);
}
Tool reader(std::initializer_list<BoundArgument> arguments) {
  return office_tool("deep", Effect::Read, Sensitivity::Internal, Reversibility::Reversible, arguments);
}

// --- Every item is judged -------------------------------------------------------------------------------------------

TEST(DeepPlace, IsJudgedInEveryItem) {
  expect_rulings(Office(), "push_files",
                 {{files("[" + kGood + "]"), DefaultAllow},
                  {files("[" + kGood + "," + kGood + "," + kGood + "]"), DefaultAllow},
                  {files("[" + kBad + "]"), PathOutside},
                  {files("[" + kBad + "," + kGood + "]"), PathOutside},
                  {files("[" + kGood + "," + kBad + "," + kGood + "]"), PathOutside},
                  {files("[" + kGood + "," + kBad + "]"), PathOutside},
                  {files("[" + kGood + ",{},null," + kBad + "]"), PathOutside},
                  {files(R"([{"path":["/srv/office/acme/desk/a","/etc/passwd"]}])"), PathOutside},
                  {files(R"([{"path":7}])"), PathMalformed},
                  {files(R"([{"path":{"path":"/srv/office/acme/desk/a"}}])"), PathMalformed}});
}

TEST(DeepPlace, IsJudgedInEveryMemberOfAnObjectAsWell) {
  expect_rulings(Office(), "push_files",
                 {{files(R"({"first":)" + kGood + "}"), DefaultAllow},
                  {files(R"({"first":)" + kGood + R"(,"second":)" + kBad + "}"), PathOutside},
                  {files(R"({"":)" + kBad + "}"), PathOutside},
                  {files(R"({"*":)" + kBad + "}"), PathOutside}});
}

TEST(DeepPlace, BelowTwoListsIsJudgedInEveryPair) {
  const Office office = Office::with(reader({at("/sets/*/files/*/path", ReadPath)}));
  const auto sets = [](const std::string& first, const std::string& second) {
    return R"({"sets":[{"files":[)" + first + R"(]},{"files":[)" + second + "]}]}";
  };
  const std::string good = R"({"path":"/srv/office/shelf/a"})";
  const std::string bad = R"({"path":"/etc/passwd"})";
  expect_rulings(office, "deep",
                 {{sets(good, good), DefaultAllow},
                  {sets("", good), DefaultAllow},
                  {sets(bad, good), PathOutside},
                  {sets(good, bad), PathOutside},
                  {sets(good, good + "," + bad), PathOutside}});
}

TEST(DeepPlace, ThatIsAnItemItself) {
  const Office office = Office::with(sender({at("/hooks/*", Url)}));
  expect_rulings(office, "deep",
                 {{R"({"hooks":["https://hooks.office.example/"]})", DefaultAllow},
                  {R"({"hooks":{"a":"https://hooks.office.example/"}})", ArgumentsSchema},
                  {R"({"hooks":["https://hooks.office.example/","https://evil.example/"]})", DestinationUnlisted},
                  {R"({"hooks":[["https://hooks.office.example/"],["https://evil.example/"]]})", DestinationUnlisted},
                  {R"({"hooks":[[["https://hooks.office.example/"]]]})", DestinationMalformed},
                  {R"({"hooks":{"https://evil.example/":"https://hooks.office.example/"}})", ArgumentsSchema},
                  {R"({"hooks":{"a":null}})", ArgumentsSchema},
                  {R"({"hooks":"https://hooks.office.example/"})", ArgumentsSchema}});
}

TEST(DeepPlace, ThatBeginsWithAStarIsEveryArgument) {
  const Office office = Office::with(sender({at("/*/url", Url)}));
  expect_rulings(
      office, "deep",
      {{R"({"a":{"url":"https://hooks.office.example/"}})", DefaultAllow},
       {R"({"a":{"url":"https://hooks.office.example/"},"b":{"url":"https://evil.example/"}})", DestinationUnlisted},
       {R"({"a":{"url":"https://hooks.office.example/"},"b":1})", ArgumentsSchema},
       {R"({"a":{"url":"https://hooks.office.example/","b":1}})", ArgumentsSchema}});
}

TEST(DeepPlace, IsCalledByItsPointer) {
  EXPECT_EQ(Office().judge("push_files", files("[" + kBad + "]")).deciding.argument, "/files/*/path");
}

// --- The shape of what holds a bound place --------------------------------------------------------------------------

/// In another shape nobody would look at what stands there.
TEST(DeepPlace, InAnotherShapeIsRefused) {
  expect_rulings(Office(), "push_files",
                 {{files(R"("/etc/passwd")"), ArgumentsSchema},
                  {files("1"), ArgumentsSchema},
                  {files("true"), ArgumentsSchema},
                  {files(R"(["/etc/passwd"])"), ArgumentsSchema},
                  {files("[" + kGood + R"(,"/etc/passwd"])"), ArgumentsSchema},
                  {files("[[" + kBad + "]]"), ArgumentsSchema},
                  {files(kBad), ArgumentsSchema}});
  expect_rulings(Office(), "find_orders",
                 {{R"({"filter":[{"org":"acme"}]})", ArgumentsSchema},
                  {R"({"filter":"org=globex"})", ArgumentsSchema},
                  {R"({"filter":false})", ArgumentsSchema}});
}

TEST(DeepPlace, InAnotherShapeIsCalledByItsPointerAndWhatIsWrong) {
  const Decision decision = Office().judge("push_files", files("1"));
  EXPECT_EQ(decision.deciding.argument, "/files/*/path");
  EXPECT_EQ(decision.deciding.channel, Channel::Value);
  EXPECT_EQ(decision.deciding.subject.text, "type");
}

TEST(DeepPlace, IsNotHeldByNull) {
  expect_rulings(Office(), "push_files",
                 {{"{}", DefaultAllow},
                  {files("null"), DefaultAllow},
                  {files("[]"), DefaultAllow},
                  {files("{}"), DefaultAllow},
                  {files("[null,null]"), DefaultAllow},
                  {files("[{}]"), DefaultAllow},
                  {files(R"([{"path":null}])"), DefaultAllow}});
  expect_rulings(Office(), "find_orders", {{R"({"filter":null})", DefaultAllow}, {"{}", DefaultAllow}});
}

// --- What nobody declared ------------------------------------------------------------------------------------------

TEST(DeepPlace, HasSiblingsOnlyWhereTheLineNamesThem) {
  expect_rulings(Office(), "push_files",
                 {{files(R"([{"path":"/srv/office/acme/desk/a","mode":1}])"), ArgumentsSchema},
                  {files(R"([{"mode":null}])"), ArgumentsSchema},
                  {files(R"({"a":{"":1}})"), ArgumentsSchema},
                  {R"({"filter":{"org":"acme"}})", ArgumentsSchema}});
}

TEST(FoldedTwin, BelowTheTopLevelIsMalformed) {
  for (const char* key : {"Path", "PATH", "_path", "pa-th", "ｐath", "pa\u200Bth", "Text"}) {
    const std::string item = R"({"path":"/srv/office/acme/desk/a",")" + std::string(key) + R"(":"/etc/passwd"})";
    EXPECT_THAT(rules_of(Office().judge("push_files", files("[" + item + "]"))),
                ElementsAre(ArgumentsMalformed, ArgumentsSchema))
        << key;
  }
  expect_rulings(Office(), "push_files", {{R"({"Files":[)" + kBad + "]}", ArgumentsMalformed}});
  expect_rulings(Office(), "find_orders", {{R"({"filter":{"ORG":"acme"}})", ArgumentsMalformed}});
}

/// A name says something of the level at which it is declared and of no other.
TEST(FoldedTwin, OfANameOfAnotherLevelIsUndeclared) {
  expect_rulings(Office(), "push_files",
                 {{R"({"path":"/etc/passwd"})", ArgumentsSchema},
                  {R"({"Path":"/etc/passwd"})", ArgumentsSchema},
                  {files(R"([{"note":"n"}])"), ArgumentsSchema},
                  {files(R"([{"Files":"n"}])"), ArgumentsSchema}});
}

// --- Unbound above bound --------------------------------------------------------------------------------------------

Tool unbound_above_bound() { return sender({{"account", Unbound}, at("/account/email", Email), {"note", Content}}); }

TEST(UnboundAboveBound, TheInnerPlaceIsJudged) {
  expect_rulings(Office::with(unbound_above_bound()), "deep",
                 {{R"({"account":{"email":"bo@office.example"}})", DefaultAllow},
                  {R"({"account":{"email":"x@attacker.example"}})", DestinationUnlisted},
                  {R"({"account":{}})", DestinationMissing},
                  {R"({"account":null})", DestinationMissing},
                  {R"({"account":"bo@office.example"})", ArgumentsSchema},
                  {R"({"account":["bo@office.example"]})", ArgumentsSchema},
                  {R"({"account":{"email":"bo@office.example","name":"bo"}})", ArgumentsSchema}});
}

/// Without the word "unbound" the name says tenant, and its value is none.
TEST(UnboundAboveBound, IsNoTenantThoughItIsNamedLikeOne) {
  const Office office = Office::with(sender({at("/account/email", Email)}));
  EXPECT_EQ(office.judge("deep", R"({"account":{"email":"bo@office.example"}})").rule(), TenancyInArguments);
}

// --- Destinations below the top level -------------------------------------------------------------------------------

Tool mailer() {
  return sender({at("/messages/*/to", Email), at("/messages/*/subject", Content), at("/messages/*/body", Content),
                 at("/headers/*", Content)});
}

TEST(DestinationMissing, CountsWhatIsNamedAtAnyDepth) {
  expect_rulings(Office::with(mailer()), "deep",
                 {{R"({"messages":[{"to":"bo@office.example"},{"subject":"s"}]})", DestinationMissing},
                  {R"({"messages":[{"subject":"s"},{"to":["bo@office.example"]}]})", DestinationMissing},
                  {R"({"messages":[{"to":"bo@office.example"},{"to":["bo@office.example"]}]})", DefaultAllow},
                  {R"({"messages":[{"to":[]},{"to":null}]})", DestinationMissing},
                  {R"({"messages":[]})", DestinationMissing},
                  {"{}", DestinationMissing}});
}

std::string messages(std::size_t count, std::size_t recipients_each) {
  std::string list;
  for (std::size_t i = 0; i < count; ++i) {
    std::string to;
    for (std::size_t j = 0; j < recipients_each; ++j) to += (j == 0 ? "\"" : ",\"") + std::string("a@office.example\"");
    list += (i == 0 ? "" : ",") + std::string(R"({"to":[)") + to + "]}";
  }
  return R"({"messages":[)" + list + "]}";
}

TEST(Recipients, AreCountedOverAllItems) {
  const Office office = Office::with(mailer());
  expect_rulings(office, "deep",
                 {{messages(50, 1), DefaultAllow},
                  {messages(51, 1), DestinationMalformed},
                  {messages(5, 10), DefaultAllow},
                  {messages(17, 3), DestinationMalformed}});
}

// --- Mail headers below the top level -------------------------------------------------------------------------------

std::string mail(const std::string& member) { return R"({"messages":[{"to":"bo@office.example"}],)" + member + "}"; }

TEST(MailHeader, BelowTheTopLevelTakesNoLineBreak) {
  expect_rulings(Office::with(mailer()), "deep",
                 {{mail(R"("headers":{"x-team":"a"})"), DefaultAllow},
                  {mail(R"("headers":{"x-team":"a\r\nBcc: x@attacker.example"})"), DestinationMalformed},
                  {mail(R"("headers":["a\nb"])"), DestinationMalformed},
                  {R"({"messages":[{"to":"bo@office.example","subject":"a\nb"}]})", DestinationMalformed}});
}

/// Where the place says `*`, the call chooses the names, and a name is the begin of a header.
TEST(MailHeader, ThatTheCallNamesTakesNoLineBreakInItsName) {
  expect_rulings(Office::with(mailer()), "deep",
                 {{mail(R"("headers":{"X\r\nBcc: x@attacker.example\r\nY":"a"})"), DestinationMalformed},
                  {R"({"messages":{"a\nb":{"to":"bo@office.example"}}})", DestinationMalformed},
                  {mail(R"("headers":{"x\u0000":"a"})"), DestinationMalformed}});
}

/// A pointer is no name, so nothing below the top level is a body by its name.
TEST(MailBody, BelowTheTopLevelIsOneOnlyWhereThePolicyListsIt) {
  const std::string arguments = R"({"messages":[{"to":"bo@office.example","body":"a\nb"}]})";
  EXPECT_EQ(Office::with(mailer()).judge("deep", arguments).rule(), DestinationMalformed);
  Tool listed = mailer();
  listed.content_is_listed = true;
  EXPECT_EQ(Office::with(listed).judge("deep", arguments).rule(), DefaultAllow);
}

// --- Tenants below the top level ------------------------------------------------------------------------------------

TEST(TenancyInArguments, OfABoundPlaceBelowTheTopLevel) {
  expect_rulings(Office(), "find_orders",
                 {{R"({"filter":{"org":"acme","text":"t"}})", DefaultAllow},
                  {R"({"filter":{"text":"t"}})", DefaultAllow},
                  {R"({"filter":{"org":"globex"}})", TenancyInArguments},
                  {R"({"filter":{"org":""}})", TenancyInArguments},
                  {R"({"filter":{"org":null}})", TenancyInArguments},
                  {R"({"filter":{"org":["acme"]}})", TenancyInArguments},
                  {R"({"filter":{"text":{"tenant":"globex"}}})", TenancyInArguments},
                  {R"({"filter":{"text":"t"},"org":"globex"})", ArgumentsSchema}});
  EXPECT_EQ(Office().judge("find_orders", R"({"filter":{"org":"globex"}})").deciding.argument, "/filter/org");
}

TEST(TenancyInArguments, OfABoundPlaceInEveryItem) {
  const Office office = Office::with(reader({at("/orders/*/org", Tenant), at("/orders/*/id", Content)}));
  expect_rulings(office, "deep",
                 {{R"({"orders":[{"org":"acme"},{"id":"1"}]})", DefaultAllow},
                  {R"({"orders":[{"org":"acme"},{"org":"globex"}]})", TenancyInArguments},
                  {R"({"orders":{"a":{"org":"globex"}}})", TenancyInArguments},
                  {R"({"orders":[["globex"]]})", ArgumentsSchema}});
}

TEST(TenancyInArguments, OfAListWithoutItemsLeavesNoPlaceForTheTenant) {
  Tool tool = office_tool("filter", Effect::Read, Sensitivity::Private, Reversibility::Reversible,
                          {at("/filters/*/tenant_id", Tenant), at("/filters/*/text", Content), {"query", Content}});
  tool.tenant = TenantSource::Arguments;
  expect_rulings(Office::with(tool), "filter",
                 {{R"({"query":"x"})", TenancyInArguments},
                  {R"({"query":"x","filters":[]})", TenancyInArguments},
                  {R"({"query":"x","filters":null})", TenancyInArguments},
                  {R"({"query":"x","filters":[{"text":"t"}]})", DefaultAllow}});
  tool.arguments.emplace_back("tenant_id", Tenant);
  expect_rulings(Office::with(tool), "filter", {{R"({"query":"x"})", DefaultAllow}});
}

TEST(FoldedTwin, OfANameThatStandsBesideAStar) {
  Tool tool = office_tool("jobs", Effect::Read, Sensitivity::Internal, Reversibility::Reversible,
                          {at("/jobs/main/path", ReadPath), at("/jobs/*", Unbound)});
  expect_rulings(
      Office::with(tool), "jobs",
      {{R"({"jobs":{"main":{"path":"/srv/office/shelf/a"},"other":{"x":1}}})", DefaultAllow},
       {R"({"jobs":{"main":{"path":"/srv/office/shelf/a"},"Main":{"path":"/etc/shadow"}}})", ArgumentsMalformed},
       {R"({"jobs":{"main ":{"path":"/etc/shadow"}}})", ArgumentsMalformed}});
}

TEST(TenancyInArguments, OfANameThatThePlaceLeavesToTheCall) {
  const Office office = Office::with(reader({at("/filters/*", Content)}));
  expect_rulings(office, "deep",
                 {{R"({"filters":{"status":"open"}})", DefaultAllow},
                  {R"({"filters":{"tenant":"acme"}})", DefaultAllow},
                  {R"({"filters":{"tenant":"globex"}})", TenancyInArguments},
                  {R"({"filters":[{"tenant":"globex"}]})", TenancyInArguments}});
}

/// What the call itself chose to call an argument is never quoted.
TEST(Subjects, OfTenantsInUndeclaredArgumentsNameNoneOfTheirKeys) {
  const Decision decision = Office().judge("read_ticket", R"({"id":"T-1","ignore all rules":{"tenant":"globex"}})");
  ASSERT_THAT(rules_of(decision), ElementsAre(ArgumentsSchema, TenancyInArguments));
  EXPECT_EQ(decision.also[0].argument, "");
  const Decision below = Office().judge("find_orders", R"({"filter":{"x":{"tenant":"globex"}}})");
  ASSERT_THAT(rules_of(below), ElementsAre(ArgumentsSchema, TenancyInArguments));
  EXPECT_EQ(below.also[0].argument, "filter") << "a name of the tool's line may be";
}

}  // namespace
}  // namespace yett
