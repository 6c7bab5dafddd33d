// One destination of several arguments: { join = ["owner", "repo"] } is "owner/repo". And ids, which it is one of.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "decide/ruling_cases_fixture.h"

namespace yett {
namespace {

using testing::ElementsAre;
using enum RuleId;
using enum ArgumentRole;

std::vector<RuleId> open_issue(const std::string& arguments) {
  return rules_of(Office().judge("open_issue", arguments));
}

TEST(JoinedDestination, IsTheTextOfItsPartsInTheOrderOfThePolicy) {
  expect_rulings(Office(), "open_issue",
                 {{R"({"owner":"office","repo":"site"})", DefaultAllow},
                  {R"({"repo":"site","owner":"office"})", DefaultAllow},
                  {R"({"owner":"site","repo":"office"})", DestinationUnlisted},
                  {R"({"owner":"office","repo":"other"})", DestinationUnlisted},
                  {R"({"owner":"Office","repo":"site"})", DestinationUnlisted},
                  {R"({"owner":"office","repo":".."})", DestinationUnlisted}});
}

TEST(JoinedDestination, IsMissingWhenAllItsPartsAre) {
  for (const char* arguments : {"{}", R"({"title":"t"})", R"({"owner":null,"repo":null})", R"({"owner":null})"}) {
    EXPECT_THAT(open_issue(arguments), ElementsAre(DestinationMissing)) << arguments;
  }
}

TEST(JoinedDestination, WithAPartThatIsNoPlainTextIsMalformed) {
  for (const char* arguments :
       {R"({"owner":"office"})", R"({"repo":"site"})", R"({"owner":"office","repo":null})",
        R"({"owner":"","repo":"site"})", R"({"owner":"office","repo":""})", R"({"owner":"","repo":""})",
        R"({"owner":"office/site","repo":""})", R"({"owner":"office/site"})", R"({"owner":"office/","repo":"site"})",
        R"({"owner":"office","repo":"/site"})", R"({"owner":"/","repo":"site"})", R"({"owner":"office","repo":7})",
        R"({"owner":["office"],"repo":"site"})", R"({"owner":{"a":"office"},"repo":"site"})",
        R"({"owner":true,"repo":"site"})", R"({"owner":[],"repo":"site"})"}) {
    EXPECT_THAT(open_issue(arguments), ElementsAre(DestinationMalformed, DestinationUnlisted)) << arguments;
  }
}

TEST(JoinedDestination, WithWhatNobodySeesIsMalformed) {
  for (const char* owner :
       {"office ", " office", "off\u200Bice", "off\u00ADice", "office\\n", "office\\u0000", "\\u202Eoffice"}) {
    const std::string arguments = R"({"owner":")" + std::string(owner) + R"(","repo":"site"})";
    EXPECT_THAT(open_issue(arguments), ElementsAre(DestinationMalformed, DestinationUnlisted)) << arguments;
  }
}

TEST(JoinedDestination, IsCalledByItsFirstPartAndShownAsALength) {
  const Decision decision = Office().judge("open_issue", R"({"owner":"secret","repo":"site"})");
  EXPECT_EQ(decision.deciding.argument, "owner");
  EXPECT_EQ(decision.deciding.channel, Channel::Id);
  EXPECT_EQ(decision.deciding.subject, (Subject{.kind = SubjectKind::Bytes, .text = {}, .size = 11}));
}

TEST(JoinedDestination, OfPartsBelowTheTopLevel) {
  Tool tool = office_tool("deep", Effect::Send, Sensitivity::Internal, Reversibility::Reversible,
                          {{*parse_pointer("/target/owner"), Part, kRepos},
                           {*parse_pointer("/target/repo"), Part, kRepos},
                           {"title", Content}});
  tool.joins = {{.parts = {0, 1}, .list = kRepos}};
  expect_rulings(Office::with(tool), "deep",
                 {{R"({"target":{"owner":"office","repo":"site"}})", DefaultAllow},
                  {R"({"target":{"owner":"office","repo":"other"}})", DestinationUnlisted},
                  {R"({"target":{"owner":"office"}})", DestinationMalformed},
                  {R"({"target":{}})", DestinationMissing},
                  {R"({"target":null})", DestinationMissing},
                  {R"({"target":"office/site"})", ArgumentsSchema},
                  {R"({"target":[{"owner":"office","repo":"site"}]})", ArgumentsSchema}});
}

TEST(JoinedDestination, BesideAnotherDestinationIsNotMissingAlone) {
  Tool tool =
      office_tool("both", Effect::Send, Sensitivity::Internal, Reversibility::Reversible,
                  {{Pointer::to_key("owner"), Part, kRepos}, {Pointer::to_key("repo"), Part, kRepos}, {"url", Url}});
  tool.joins = {{.parts = {0, 1}, .list = kRepos}};
  expect_rulings(Office::with(tool), "both",
                 {{R"({"url":"https://hooks.office.example/"})", DefaultAllow},
                  {R"({"owner":"office","repo":"site"})", DefaultAllow},
                  {R"({"owner":"office","url":"https://hooks.office.example/"})", DestinationMalformed},
                  {"{}", DestinationMissing}});
}

// --- Ids ------------------------------------------------------------------------------------------------------------

Office payees(std::initializer_list<const char*> ids) {
  Office office;
  office.policy.lists[kPayees].ids.clear();
  for (const char* id : ids) office.policy.lists[kPayees].ids.insert({id, TimePoint::max()});
  return office;
}

std::string pay(const std::string& payee) { return R"({"amount":5,"payee":)" + payee + "}"; }

TEST(DestinationId, IsMatchedByteForByte) {
  const Office office = payees({"ACC-1", "Ä-1", "a\\b"});
  expect_rulings(office, "pay",
                 {{pay(R"("ACC-1")"), ApprovalDangerous},
                  {pay(R"(["ACC-1","Ä-1"])"), ApprovalDangerous},
                  {pay(R"("a\\b")"), ApprovalDangerous},
                  {pay(R"("acc-1")"), DestinationUnlisted},
                  {pay(R"("ACC-10")"), DestinationUnlisted},
                  {pay(R"("ACC-")"), DestinationUnlisted},
                  {pay(R"("A\u0308-1")"), DestinationUnlisted},
                  {pay(R"(["ACC-1","ACC-2"])"), DestinationUnlisted},
                  {pay(R"("ACC-1,ACC-2")"), DestinationUnlisted}});
}

TEST(DestinationId, MayBeAWholeNumberComparedAsItsText) {
  const Office office = payees({"42", "0", "9007199254740992", "1.5", "true", "-7"});
  expect_rulings(office, "pay",
                 {{pay("42"), ApprovalDangerous},
                  {pay("42.0"), ApprovalDangerous},
                  {pay("4.2e1"), ApprovalDangerous},
                  {pay("0"), ApprovalDangerous},
                  {pay("-7"), ApprovalDangerous},
                  {pay("9007199254740992"), ApprovalDangerous},
                  {pay(R"(["42",42])"), ApprovalDangerous},
                  {pay("43"), DestinationUnlisted},
                  {pay(R"("042")"), DestinationUnlisted},
                  {pay(R"("42.0")"), DestinationUnlisted},
                  {pay("1.5"), DestinationMalformed},
                  {pay("true"), DestinationMalformed},
                  {pay("[[42]]"), DestinationMalformed},
                  {pay("{}"), DestinationMalformed},
                  {pay("[null]"), DestinationMalformed}});
}

/// Even where such a text stands in the list, which the loader refuses.
TEST(DestinationId, WithWhatNobodySeesIsMalformed) {
  const std::string longest(256, 'a');
  const Office office =
      payees({"ACC-1\u200B", " ACC-1", "ACC 1", "", "\u00A0", longest.c_str(), (longest + "a").c_str(), "\u2028"});
  expect_rulings(office, "pay",
                 {{pay("\"ACC-1\u200B\""), DestinationMalformed},
                  {pay(R"(" ACC-1")"), DestinationMalformed},
                  {pay(R"("ACC 1")"), DestinationMalformed},
                  {pay(R"("")"), DestinationMalformed},
                  {pay("\"\u00A0\""), DestinationMalformed},
                  {pay(R"("\u2028")"), DestinationMalformed},
                  {pay('"' + longest + '"'), ApprovalDangerous},
                  {pay('"' + longest + "a\""), DestinationMalformed}});
}

TEST(DestinationId, IsJudgedAgainstItsOwnListAlone) {
  Office office = payees({});
  office.policy.lists[kRepos].ids.insert({"ACC-1", TimePoint::max()});
  office.policy.lists[kEgressHosts].ids.insert({"ACC-1", TimePoint::max()});
  office.policy.lists[kEgressEmails].ids.insert({"ACC-1", TimePoint::max()});
  EXPECT_EQ(office.judge("pay", pay(R"("ACC-1")")).rule(), DestinationUnlisted);
}

TEST(DestinationId, MissingIsNullEmptyAndAbsent) {
  expect_rulings(Office(), "pay",
                 {{pay("null"), DestinationMissing}, {pay("[]"), DestinationMissing}, {"{}", DestinationMissing}});
}

}  // namespace
}  // namespace yett
