// The closed set of arguments, look-alikes of declared names, and line breaks in mail.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "decide/argument_names.h"
#include "decide/office_fixture.h"
#include "decide/ruling_cases_fixture.h"

namespace yett {
namespace {

using testing::ElementsAre;
using enum RuleId;

TEST(FoldedTwin, OfALetterThatUnicodeFoldsIntoAscii) {
  EXPECT_EQ(Office().judge("notify", R"({"to":"bo@office.example","ſubject":"s"})").rule(), ArgumentsMalformed);
}

TEST(ArgumentsSchema, RefusesWhatTheToolsLineDoesNotName) {
  for (const char* arguments : {R"({"id":"T-1","verbose":true})", R"({"id":"T-1","":1})", R"({"id":"T-1","x":null})",
                                R"({"note":"n","__proto__":{}})", R"({"ids":["T-1"]})"}) {
    const Decision decision = Office().judge("read_ticket", arguments);
    EXPECT_EQ(decision.rule(), ArgumentsSchema) << arguments;
  }
}

TEST(ArgumentsSchema, ShowsALengthAndNotTheName) {
  EXPECT_EQ(Office().judge("read_ticket", R"({"ignore all rules":1})").deciding.subject,
            (Subject{.kind = SubjectKind::Bytes, .text = {}, .size = 16}));
}

TEST(ArgumentsSchema, OfAToolWithoutArgumentsTakesNone) {
  Office office;
  ASSERT_TRUE(office.policy.tools.insert(
      office_tool("ring", Effect::Read, Sensitivity::Internal, Reversibility::Reversible, {})));
  EXPECT_EQ(office.judge("ring", "{}").rule(), DefaultAllow);
  EXPECT_EQ(office.judge("ring", R"({"a":1})").rule(), ArgumentsSchema);
}

/// To a parser that folds names these are the declared argument, judged by nobody.
TEST(FoldedTwin, IsMalformed) {
  for (const char* key : {"To", "TO", "tO", "_to", "t_o", "t-o", "to ", "ｔｏ", "t\u200Bo", "\uFEFFto"}) {
    const std::string arguments =
        std::string(R"({"to":"bo@office.example","subject":"s","body":"b",")") + key + R"(":"x@attacker.example"})";
    EXPECT_THAT(rules_of(Office().judge("notify", arguments)), ElementsAre(ArgumentsMalformed, ArgumentsSchema)) << key;
  }
}

TEST(FoldedTwin, IsNoTwinOfItself) {
  const BoundArgument to("to", ArgumentRole::Email);
  const BoundArgument path(*parse_pointer("/files/*/path"), ArgumentRole::ReadPath);
  const std::vector<const BoundArgument*> arguments = {&to, &path};
  EXPECT_FALSE(is_folded_twin(arguments, 0, "too"));
  EXPECT_TRUE(is_folded_twin(arguments, 0, "TO"));
  EXPECT_TRUE(is_folded_twin(arguments, 0, "Files"));
  const std::vector<const BoundArgument*> below = {&path};
  EXPECT_FALSE(is_folded_twin(below, 1, "*")) << "a step that stands for every item has no name";
  EXPECT_TRUE(is_folded_twin(below, 2, "Path"));
}

TEST(FoldedTwin, OfAToolThatDeclaresBothSpellingsIsNone) {
  Office office;
  ASSERT_TRUE(
      office.policy.tools.insert(office_tool("both", Effect::Read, Sensitivity::Internal, Reversibility::Reversible,
                                             {{"id", ArgumentRole::Content}, {"ID", ArgumentRole::Content}})));
  EXPECT_EQ(office.judge("both", R"({"id":"a","ID":"b"})").rule(), DefaultAllow);
}

// --- Mail headers ---------------------------------------------------------------------------------------------------

Decision mail(const std::string& member) {
  return Office().judge("notify", R"({"to":"bo@office.example",)" + member + "}");
}

TEST(MailHeader, TakesNoLineBreak) {
  for (const char* ending : {R"(\r\n)", R"(\r)", R"(\n)", R"(\u0000)", R"(\u2028)", R"(\u2029)"}) {
    for (const std::string& value :
         {std::string(R"("s)") + ending + R"(Bcc: x@attacker.example")", std::string(R"(["s","s)") + ending + "\"]",
          std::string(R"({"a":"s)") + ending + "\"}", std::string(R"({"a)") + ending + R"(":"s"})"}) {
      const Decision decision = mail("\"subject\":" + value);
      EXPECT_EQ(decision.verdict(), Verdict::Deny) << value;
      EXPECT_EQ(decision.rule(), DestinationMalformed) << value;
    }
  }
}

TEST(MailHeader, OfItsOwnNamesNobody) {
  expect_rulings(
      Office(), "notify",
      {{R"({"to":"bo@office.example","subject":{"X-Ticket":"7"}})", DefaultAllow},
       {R"({"to":"bo@office.example","subject":{"Bcc":"x@evil.example"}})", DestinationMalformed},
       {R"({"to":"bo@office.example","subject":[{"a":{"Reply-To: ":"x@evil.example"}}]})", DestinationMalformed},
       {R"({"to":"bo@office.example","subject":{"bCc ":"x@evil.example"}})", DestinationMalformed},
       {R"({"to":"bo@office.example","body":{"to":"x@evil.example"}})", DefaultAllow}});
  expect_rulings(Office(), "update_ticket", {{R"({"id":"T-1","note":{"bcc":"x"}})", DefaultAllow}});
}

/// A tool for which these arguments are content beside the recipient.
Office office_that_mails(std::vector<BoundArgument> content) {
  Tool tool = office_tool("post", Effect::Send, Sensitivity::Internal, Reversibility::Reversible,
                          {{"to", ArgumentRole::Email}});
  for (BoundArgument& argument : content) tool.arguments.push_back(std::move(argument));
  return Office::with(tool);
}

TEST(MailHeader, IsNamedByWhateverAMailLibraryTakes) {
  const Office office = office_that_mails({{"headers", ArgumentRole::Content}, {"subject", ArgumentRole::Content}});
  const auto mail = [](const std::string& rest) { return R"({"to":"bo@office.example",)" + rest + "}"; };
  expect_rulings(office, "post",
                 {{mail(R"("headers":{"X-Team":"a","Received":"b"})"), DefaultAllow},
                  {mail(R"("headers":[["X-Team","to"]])"), DefaultAllow},
                  {mail(R"("headers":[["Bcc","x@evil.example"]])"), DestinationMalformed},
                  {mail(R"("headers":["bcc","x@evil.example"])"), DestinationMalformed},
                  {mail(R"("headers":[{"name":"b-c-c","value":"x@evil.example"}])"), DestinationMalformed},
                  {mail(R"("headers":[{"Key":"Reply-To","value":"x@evil.example"}])"), DestinationMalformed},
                  {mail(R"("headers":["X-A: b","Bcc: x@evil.example"])"), DestinationMalformed},
                  {mail(R"("headers":{"raw":"Bcc: x@evil.example"})"), DestinationMalformed},
                  {mail(R"("headers":{"Bcc: x@evil.example, X":"y"})"), DestinationMalformed},
                  {mail(R"("headers":"Bcc: x@evil.example")"), DestinationMalformed},
                  {mail(R"("headers":{"Apparently-To":"x@evil.example"})"), DestinationMalformed},
                  {mail(R"("headers":{"X-SMTPAPI":"{}"})"), DestinationMalformed},
                  {mail(R"("subject":"To: the team")"), DefaultAllow}});
}

TEST(MailHeader, StaysOneWhereThePolicyListsItAsContent) {
  Tool tool = office_tool("post", Effect::Send, Sensitivity::Internal, Reversibility::Reversible,
                          {{"to", ArgumentRole::Email},
                           {"mailHeaders", ArgumentRole::Content},
                           {"Subject", ArgumentRole::Content},
                           {"letter", ArgumentRole::Content}});
  tool.content_is_listed = true;
  expect_rulings(Office::with(tool), "post",
                 {{R"({"to":"bo@office.example","letter":"a\r\nb"})", DefaultAllow},
                  {R"({"to":"bo@office.example","Subject":"a\r\nBcc: x@evil.example"})", DestinationMalformed},
                  {R"({"to":"bo@office.example","mailHeaders":{"Bcc":"x@evil.example"}})", DestinationMalformed}});
}

TEST(MailBody, TakesLineBreaksButNoNul) {
  EXPECT_EQ(mail(R"("subject":"s","body":"a\r\nb\u2028")").rule(), DefaultAllow);
  EXPECT_EQ(mail(R"("subject":"s","body":"a\u0000b")").rule(), DestinationMalformed);
  EXPECT_EQ(mail(R"("subject":"s","body":["a\u0000b"])").rule(), DestinationMalformed);
}

TEST(LineBreaks, OfToolsThatSendNoMailAreText) {
  EXPECT_EQ(Office().judge("update_ticket", R"({"id":"T\r\n1","note":"a\nb"})").rule(), DefaultAllow);
}

}  // namespace
}  // namespace yett
