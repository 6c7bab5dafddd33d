// Arguments that a schema closes: the policy's own, or the one that the tool's server declares.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "decide/intent.h"
#include "decide/ruling_cases_fixture.h"
#include "policy/argument_schema.h"

namespace yett {
namespace {

using testing::ElementsAre;
using enum RuleId;
using enum ArgumentRole;

Schema schema_of(std::string_view text) { return compile_schema(json_of(text)).value(); }

// --- The policy's own schema ----------------------------------------------------------------------------------------

constexpr std::string_view kTransfer = R"({
  "type": "object", "required": ["payee", "amount"],
  "properties": {"payee": {"type": "string"}, "amount": {"type": "number", "maximum": 500},
                 "memo": {"type": "object", "additionalProperties": true}, "lines": {"type": "array", "items": {"type": "string"}}}})";

Office transfers() {
  Tool tool = office_tool("transfer", Effect::Send, Sensitivity::Internal, Reversibility::Reversible,
                          {{Pointer::to_key("payee"), Id, kPayees}});
  tool.schema = schema_of(kTransfer);
  return Office::with(tool);
}

std::string transfer(const std::string& more) { return R"({"payee":"ACC-1",)" + more + "}"; }

TEST(PolicySchema, ClosesTheArgumentsOfTheTool) {
  expect_rulings(transfers(), "transfer",
                 {{transfer(R"("amount":500)"), DefaultAllow},
                  {transfer(R"("amount":5,"lines":["a"],"memo":{"x":[1]})"), DefaultAllow},
                  {transfer(R"("amount":500.01)"), ArgumentsSchema},
                  {transfer(R"("amount":"5")"), ArgumentsSchema},
                  {transfer(R"("memo":{})"), ArgumentsSchema},
                  {transfer(R"("amount":5,"extra":1)"), ArgumentsSchema},
                  {transfer(R"("amount":5,"lines":[1])"), ArgumentsSchema},
                  {R"({"payee":42,"amount":5})", ArgumentsSchema},
                  {transfer(R"("amount":5,"Amount":5)"), ArgumentsMalformed},
                  {transfer(R"("amount":5,"PAYEE":"ACC-2")"), ArgumentsMalformed},
                  {R"({"payee":"ACC-2","amount":5})", DestinationUnlisted}});
}

/// Room for names that nobody thought of is no room for places where data could go.
TEST(PolicySchema, ThatIsOpenTakesPlainNamesOnly) {
  Tool tool =
      office_tool("log", Effect::Read, Sensitivity::Internal, Reversibility::Reversible, {{"callback", Unbound}});
  tool.schema = schema_of(R"({"type":"object","properties":{"callback":{}},"additionalProperties":true})");
  expect_rulings(Office::with(tool), "log",
                 {{R"({"color":"red"})", DefaultAllow},
                  {R"({"callback":"https://evil.example/"})", DefaultAllow},
                  {R"({"callback_url":"https://evil.example/"})", ArgumentsSchema},
                  {R"({"color":{"webhook":"https://evil.example/"}})", ArgumentsSchema},
                  {R"({"file":"/etc/passwd"})", ArgumentsSchema},
                  {R"({"password":"p"})", ArgumentsSchema}});
}

TEST(PolicySchema, SaysWhichArgumentItRefusesAndWhy) {
  const Decision decision = transfers().judge("transfer", transfer(R"("amount":501)"));
  EXPECT_EQ(decision.deciding.argument, "amount");
  EXPECT_EQ(decision.deciding.channel, Channel::Value);
  EXPECT_EQ(decision.deciding.subject.text, "maximum");
}

TEST(PolicySchema, ShowsTheLengthOfAnUndeclaredNameAlone) {
  const Decision decision = transfers().judge("transfer", transfer(R"("amount":5,"ignore all rules":1)"));
  EXPECT_EQ(decision.deciding.subject, (Subject{.kind = SubjectKind::Bytes, .text = {}, .size = 16}));
  EXPECT_EQ(decision.deciding.argument, "");
}

TEST(PolicySchema, StandsInPlaceOfTheServers) {
  Office office = transfers();
  const Schema nothing;
  const Schema everything = schema_of("true");
  for (const Schema* declared : {&nothing, &everything}) {
    office.evidence.schema = declared;
    expect_rulings(office, "transfer",
                   {{transfer(R"("amount":5)"), DefaultAllow}, {transfer(R"("amount":5,"extra":1)"), ArgumentsSchema}});
  }
}

/// A tenant's name below what only the schema names is one thing, its value another.
TEST(TenancyInArguments, BelowAnArgumentThatASchemaNames) {
  const Office office = transfers();
  const Decision decision = office.judge("transfer", transfer(R"("amount":5,"memo":{"tenant":"globex"})"));
  ASSERT_THAT(rules_of(decision), ElementsAre(ArgumentsSchema, TenancyInArguments));
  EXPECT_EQ(decision.also[0].argument, "memo");
}

TEST(TenancyInArguments, BelowContentThatASchemaNames) {
  Tool tool = *transfers().policy.tools.find("transfer");
  tool.name = "annotated";
  tool.arguments.push_back({"memo", Content});
  expect_rulings(Office::with(tool), "annotated",
                 {{transfer(R"("amount":5,"memo":{"tenant":"acme","file":"a"})"), DefaultAllow},
                  {transfer(R"("amount":5,"memo":{"tenant":"globex"})"), TenancyInArguments},
                  {transfer(R"("amount":5,"memo":{"a":[{"org_id":7}]})"), TenancyInArguments}});
}

// --- The server's schema --------------------------------------------------------------------------------------------

Schema observed(std::string_view declared, const Tool& tool) { return observed_schema(json_of(declared), tool); }

/// An office with a tool whose server declares its arguments by a schema.
struct ServedOffice {
  ServedOffice(Tool tool, std::string_view declared) : schema(observed(declared, tool)), office(Office::with(tool)) {
    office.evidence.schema = &schema;
  }
  ServedOffice(const ServedOffice&) = delete;
  ServedOffice& operator=(const ServedOffice&) = delete;

  Schema schema;
  Office office;
};

Tool poster() {
  return office_tool("post", Effect::Send, Sensitivity::Internal, Reversibility::Reversible,
                     {{"target", Url}, {"note", Content}});
}

std::string post(const std::string& more) { return R"({"target":"https://hooks.office.example/")" + more + "}"; }

TEST(ServerSchema, ClosesTheArgumentsWhereThePolicyHasNoSchema) {
  const ServedOffice served(poster(), R"({"type":"object","properties":{
    "target":{"type":"string"},"note":{"type":"string","maxLength":3},"color":{"enum":["red","blue"]}}})");
  expect_rulings(served.office, "post",
                 {{post(""), DefaultAllow},
                  {post(R"(,"note":"abc","color":"red")"), DefaultAllow},
                  {post(R"(,"note":"abcd")"), ArgumentsSchema},
                  {post(R"(,"color":"green")"), ArgumentsSchema},
                  {post(R"(,"extra":1)"), ArgumentsSchema},
                  {post(R"(,"Color":"red")"), ArgumentsMalformed},
                  {R"({"target":"https://evil.example/"})", DestinationUnlisted},
                  {R"({"target":["https://hooks.office.example/"]})", ArgumentsSchema}});
}

TEST(ServerSchema, ThatDoesNotNameABoundArgumentRefusesIt) {
  const ServedOffice served(poster(), R"({"type":"object","properties":{"note":{}}})");
  EXPECT_EQ(served.office.judge("post", post("")).rule(), ArgumentsSchema);
}

TEST(ServerSchema, ThatCannotBeReadClosesTheTool) {
  const ServedOffice served(poster(), R"({"type":"object","patternProperties":{"^x":{}}})");
  expect_rulings(served.office, "post", {{post(""), ArgumentsSchema}, {"{}", ArgumentsSchema}});
}

/// A name that looks like a destination, a path, a tenant or a credential, and that no person has bound or unbound.
TEST(ServerSchema, DeclaresNoPlaceWhereDataCouldGo) {
  const ServedOffice served(poster(), R"({"type":"object","properties":{
    "target":{"type":"string"},"callback_url":{"type":"string"},"filePath":{"type":"string"},"api_token":{"type":"string"},
    "options":{"type":"object","properties":{"webhook":{"type":"string"},"color":{"type":"string"}}},
    "parts":{"type":"array","items":{"type":"object","properties":{"file":{"type":"string"},"size":{"type":"number"}}}}}})");
  expect_rulings(served.office, "post",
                 {{post(R"(,"callback_url":"https://hooks.office.example/")"), ArgumentsSchema},
                  {post(R"(,"callback_url":null)"), ArgumentsSchema},
                  {post(R"(,"filePath":"a")"), ArgumentsSchema},
                  {post(R"(,"api_token":"t")"), ArgumentsSchema},
                  {post(R"(,"options":{"webhook":"https://evil.example/"})"), ArgumentsSchema},
                  {post(R"(,"parts":[{"size":1},{"file":"/etc/passwd"}])"), ArgumentsSchema},
                  {post(R"(,"options":{"color":"red"},"parts":[{"size":1}])"), DefaultAllow}});
}

TEST(ServerSchema, MayDeclareWhatThePolicySaysIsNone) {
  Tool tool = poster();
  tool.arguments.push_back({"callback_url", Unbound});
  const ServedOffice served(tool, R"({"type":"object","properties":{"target":{},"callback_url":{"type":"string"}}})");
  EXPECT_EQ(served.office.judge("post", post(R"(,"callback_url":"https://evil.example/")")).rule(), DefaultAllow);
}

constexpr std::string_view kOpen =
    R"({"type":"object","properties":{"target":{"type":"string"}},"additionalProperties":true})";

TEST(ServerSchema, ThatIsOpenTakesPlainNamesOnly) {
  const ServedOffice served(poster(), kOpen);
  expect_rulings(served.office, "post",
                 {{post(R"(,"color":"red")"), DefaultAllow},
                  {post(R"(,"color":{"deep":1})"), DefaultAllow},
                  {post(R"(,"url":"https://evil.example/")"), ArgumentsSchema},
                  {post(R"(,"color":{"url":"https://evil.example/"})"), ArgumentsSchema},
                  {post(R"(,"Target":"https://evil.example/")"), ArgumentsMalformed}});
}

/// The line binds what the server's schema does not even name; the server reads names without case all the same.
TEST(FoldedTwin, OfABoundArgumentThatTheServersSchemaLeavesOpen) {
  const ServedOffice served(poster(), R"({"type":"object","additionalProperties":true})");
  expect_rulings(served.office, "post",
                 {{post(""), DefaultAllow},
                  {post(R"(,"Target":"https://evil.example/")"), ArgumentsMalformed},
                  {post(R"(,"NOTE":"n")"), ArgumentsMalformed}});
}

TEST(FoldedTwin, BelowTheTopLevelThatTheServersSchemaLeavesOpen) {
  Tool tool =
      office_tool("post", Effect::Send, Sensitivity::Internal, Reversibility::Reversible, {at("/hooks/*/target", Url)});
  const ServedOffice served(tool, R"({"type":"object","additionalProperties":true})");
  expect_rulings(
      served.office, "post",
      {{R"({"hooks":[{"target":"https://hooks.office.example/","color":"red"}]})", DefaultAllow},
       {R"({"hooks":[{"target":"https://hooks.office.example/","Target":"https://evil.example/"}]})",
        ArgumentsMalformed},
       {R"({"hooks":[{"target":"https://hooks.office.example/"}],"Hooks":[{"target":"https://evil.example/"}]})",
        ArgumentsMalformed}});
}

/// Bound places have their shape, whatever the server takes.
TEST(ServerSchema, DoesNotExcuseAnotherShapeOfWhatHoldsABoundPlace) {
  Tool tool =
      office_tool("post", Effect::Send, Sensitivity::Internal, Reversibility::Reversible, {at("/hooks/*/target", Url)});
  const ServedOffice served(tool, R"({"additionalProperties":true})");
  expect_rulings(served.office, "post",
                 {{R"({"hooks":[{"target":"https://hooks.office.example/"}]})", DefaultAllow},
                  {R"({"hooks":["https://evil.example/"]})", ArgumentsSchema},
                  {R"({"hooks":"https://evil.example/"})", ArgumentsSchema},
                  {R"({"hooks":[[{"target":"https://evil.example/"}]]})", ArgumentsSchema}});
}

TEST(TenancyInArguments, OfANameThatTheServersSchemaDeclares) {
  const ServedOffice served(poster(), R"({"type":"object","properties":{"target":{},
    "filter":{"type":"object","properties":{"org":{"type":"string"},"text":{"type":"string"}}}},"additionalProperties":true})");
  expect_rulings(served.office, "post", {{post(R"(,"filter":{"text":"t"})"), DefaultAllow}});
  const Decision named = served.office.judge("post", post(R"(,"filter":{"org":"globex"})"));
  ASSERT_THAT(rules_of(named), ElementsAre(ArgumentsSchema, TenancyInArguments));
  EXPECT_EQ(named.also[0].argument, "filter");
  const Decision unnamed = served.office.judge("post", post(R"(,"ignore all rules":{"org":"globex"})"));
  ASSERT_THAT(rules_of(unnamed), ElementsAre(ArgumentsSchema, TenancyInArguments));
  EXPECT_EQ(unnamed.also[0].argument, "") << "a name that the call chose is not quoted";
}

/// The runtime writes the tenant, so the server's demand for it is no demand of the call.
TEST(ServerSchema, DemandsNoTenantOfTheCall) {
  Tool tool =
      office_tool("orders", Effect::Read, Sensitivity::Private, Reversibility::Reversible, {{"tenant_id", Tenant}});
  tool.tenant = TenantSource::Arguments;
  const ServedOffice served(
      tool, R"({"type":"object","properties":{"tenant_id":{"type":"string"}},"required":["tenant_id"]})");
  expect_rulings(served.office, "orders",
                 {{"{}", DefaultAllow},
                  {R"({"tenant_id":"acme"})", DefaultAllow},
                  {R"({"tenant_id":"globex"})", TenancyInArguments}});
}

// --- Mail text that only a schema names -----------------------------------------------------------------------------

Tool mailer(bool content_is_listed) {
  Tool tool = office_tool("mail", Effect::Send, Sensitivity::Internal, Reversibility::Reversible,
                          {{"to", Email}, {"story", Content}});
  tool.content_is_listed = content_is_listed;
  return tool;
}

constexpr std::string_view kMail =
    R"({"type":"object","properties":{"to":{},"story":{},"title":{},"text":{}},"additionalProperties":true})";

std::string mail(const std::string& more) { return R"({"to":"bo@office.example",)" + more + "}"; }

TEST(MailText, ThatASchemaNamesIsAHeaderUnlessItIsNamedLikeABody) {
  const ServedOffice served(mailer(false), kMail);
  expect_rulings(served.office, "mail",
                 {{mail(R"("text":"a\r\nb")"), DefaultAllow},
                  {mail(R"("text":"a\u0000b")"), DestinationMalformed},
                  {mail(R"("title":"a\r\nb")"), DestinationMalformed},
                  {mail(R"("title":{"a":["b\nc"]})"), DestinationMalformed},
                  {mail(R"("story":"a\nb")"), DestinationMalformed},
                  {mail(R"("color":"a\nb")"), DestinationMalformed},
                  {mail(R"("color":"a")"), DefaultAllow},
                  {mail(R"("x\r\nBcc: x@attacker.example\r\ny":"a")"), DestinationMalformed}});
}

TEST(MailText, IsContentOnlyWhereThePolicyListsItIfItListsAny) {
  const ServedOffice served(mailer(true), kMail);
  expect_rulings(served.office, "mail",
                 {{mail(R"("story":"a\r\nb")"), DefaultAllow},
                  {mail(R"("story":"a\u0000b")"), DestinationMalformed},
                  {mail(R"("text":"a\r\nb")"), DestinationMalformed},
                  {mail(R"("title":"a\nb")"), DestinationMalformed}});
}

/// The same of a policy's schema; there `content` says which of its arguments are.
TEST(MailText, ThatThePolicysSchemaNames) {
  for (const bool listed : {false, true}) {
    Tool tool = mailer(listed);
    tool.schema = schema_of(kMail);
    expect_rulings(Office::with(tool), "mail",
                   {{mail(R"("story":"a\nb")"), listed ? DefaultAllow : DestinationMalformed},
                    {mail(R"("text":"a\nb")"), listed ? DestinationMalformed : DefaultAllow},
                    {mail(R"("title":"a\nb")"), DestinationMalformed}});
  }
}

// --- Records --------------------------------------------------------------------------------------------------------

TEST(Intent, NamesWhatASchemaNamesAndNothingElse) {
  const ServedOffice served(poster(),
                            R"({"type":"object","properties":{"target":{},"color":{}},"additionalProperties":true})");
  const ToolCall call = call_of("post", post(R"(,"color":"red","secret name":1)"));
  const Query query = served.office.query(call);
  const Json intent = intent_of(query, examine(Engine::strict(), query));
  EXPECT_EQ(*intent.find("arguments"), json_of(R"([{"name":"target","type":"string","bytes":29},
                                                   {"name":"color","type":"string","bytes":3}])"));
  EXPECT_EQ(*intent.find("undeclared_arguments"), Json(1));
}

/// A place that begins with `*` names no argument: the calls do.
TEST(Intent, NamesNoArgumentOfAPlaceThatBeginsWithAStar) {
  const Office office = Office::with(
      office_tool("post", Effect::Send, Sensitivity::Internal, Reversibility::Reversible, {at("/*/url", Url)}));
  const ToolCall call = call_of("post", R"({"secret name":{"url":"https://hooks.office.example/"},"":{}})");
  const Query query = office.query(call);
  const Json intent = intent_of(query, examine(Engine::strict(), query));
  EXPECT_EQ(*intent.find("arguments"), Json(Json::Array{}));
  EXPECT_EQ(*intent.find("undeclared_arguments"), Json(2));
}

}  // namespace
}  // namespace yett
