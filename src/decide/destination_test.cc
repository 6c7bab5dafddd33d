// How the arguments of a call become destinations and paths. What one text comes to is tested in the room text.
#include <gtest/gtest.h>

#include <string>

#include "decide/office_fixture.h"

namespace yett {
namespace {

using enum RuleId;

Decision webhook(const std::string& url) {
  return Office().judge("call_webhook", R"({"url":)" + url + R"(,"body":"b"})");
}
Decision notify(const std::string& to) {
  return Office().judge("notify", R"({"to":)" + to + R"(,"subject":"s","body":"b"})");
}
Decision write_file(const std::string& path) {
  return Office().judge("write_file", R"({"path":)" + path + R"(,"text":"t"})");
}
Decision read_file(const std::string& path) { return Office().judge("read_file", R"({"path":)" + path + "}"); }

// --- A destination must be named ------------------------------------------------------------------------------------

TEST(DestinationMissing, NullEmptyAndAbsentAreTheSame) {
  for (const char* arguments : {R"({"body":"b"})", R"({"url":null,"body":"b"})", R"({"url":[],"body":"b"})", "{}"}) {
    EXPECT_EQ(Office().judge("call_webhook", arguments).rule(), DestinationMissing) << arguments;
  }
  for (const char* arguments : {R"({"to":[],"cc":null})", "{}", R"({"cc":[]})"}) {
    EXPECT_EQ(Office().judge("notify", arguments).rule(), DestinationMissing) << arguments;
  }
}

TEST(DestinationMissing, NotWhenOneOfSeveralIsNamed) {
  EXPECT_EQ(Office().judge("notify", R"({"cc":"bo@office.example"})").rule(), DefaultAllow);
  EXPECT_EQ(Office().judge("notify", R"({"to":null,"cc":["bo@office.example"]})").rule(), DefaultAllow);
}

TEST(DestinationMissing, NotOfToolsThatDeclareNone) {
  EXPECT_EQ(Office().judge("invite", R"({"title":"lunch"})").rule(), ApprovalFixedDestination);
  EXPECT_EQ(Office().judge("run_checks", "{}").rule(), DefaultAllow);
  EXPECT_EQ(Office().judge("read_file", "{}").rule(), DefaultAllow) << "a path is no destination";
}

TEST(DestinationMissing, OfAWriteThatDeclaresOneAsWell) {
  EXPECT_EQ(Office().judge("save_report", R"({"text":"t"})").rule(), DestinationMissing);
}

TEST(DestinationMalformed, AnEmptyTextNamesSomething) {
  EXPECT_EQ(notify(R"("")").rule(), DestinationMalformed);
  EXPECT_EQ(notify(R"([""])").rule(), DestinationMalformed);
  EXPECT_EQ(webhook(R"("")").rule(), DestinationMalformed);
  EXPECT_EQ(write_file(R"("")").rule(), PathMalformed);
}

// --- Only texts and lists of texts ----------------------------------------------------------------------------------

TEST(DestinationMalformed, AnythingButTextOrAListOfTexts) {
  for (const char* value :
       {"0", "1", "true", "false", "{}", R"({"email":"bo@office.example"})", "[null]", "[1]", "[[]]",
        R"([["bo@office.example"]])", R"(["bo@office.example",null])", R"([{"address":"bo@office.example"}])"}) {
    EXPECT_EQ(notify(value).rule(), DestinationMalformed) << value;
    EXPECT_EQ(webhook(value).rule(), DestinationMalformed) << value;
    EXPECT_EQ(write_file(value).rule(), PathMalformed) << value;
  }
}

TEST(DestinationMalformed, AListInsideOfOneText) {
  for (const char* value : {R"("bo@office.example,x@attacker.example")", R"("bo@office.example;cy@office.example")",
                            R"("bo@office.example cy@office.example")", R"("Bo <bo@office.example>")"}) {
    EXPECT_EQ(notify(value).rule(), DestinationMalformed) << value;
  }
}

// --- Every item counts ----------------------------------------------------------------------------------------------

TEST(Lists, EveryItemIsJudged) {
  EXPECT_EQ(notify(R"(["bo@office.example","sam@contractor.example"])").rule(), DefaultAllow);
  EXPECT_EQ(notify(R"(["bo@office.example","x@attacker.example"])").rule(), DestinationUnlisted);
  EXPECT_EQ(notify(R"(["x@attacker.example","bo@office.example"])").rule(), DestinationUnlisted);
  EXPECT_EQ(webhook(R"(["https://hooks.office.example/","https://127.0.0.1/"])").rule(), DestinationLoopback);
  EXPECT_EQ(write_file(R"(["/srv/office/acme/desk/a","/etc/passwd"])").rule(), PathOutside);
}

TEST(Lists, EveryArgumentIsJudged) {
  for (const char* name : {"to", "cc", "bcc"}) {
    const std::string arguments = std::string(R"({"subject":"s","body":"b",")") + name + R"(":"x@attacker.example"})";
    const Decision decision = Office().judge("send_email", arguments);
    EXPECT_EQ(decision.rule(), DestinationUnlisted) << name;
    EXPECT_EQ(decision.deciding.argument, name);
    EXPECT_EQ(decision.deciding.subject.text, "attacker.example");
  }
}

std::string recipients(std::size_t count) {
  std::string list;
  for (std::size_t i = 0; i < count; ++i) {
    list += (i == 0 ? "\"m" : ",\"m") + std::to_string(i) + "@office.example\"";
  }
  return "[" + list + "]";
}

TEST(Recipients, AreAtMostFiftyACall) {
  EXPECT_EQ(notify(recipients(50)).rule(), DefaultAllow);
  EXPECT_EQ(notify(recipients(51)).rule(), DestinationMalformed);
}

TEST(Recipients, AreCountedOverAllArguments) {
  const auto call = [](std::size_t to, std::size_t cc) {
    return Office().judge("notify", R"({"to":)" + recipients(to) + R"(,"cc":)" + recipients(cc) + "}");
  };
  EXPECT_EQ(call(25, 25).rule(), DefaultAllow);
  EXPECT_EQ(call(25, 26).rule(), DestinationMalformed);
}

// --- The lists of the policy ----------------------------------------------------------------------------------------

TEST(Allowlist, EmptyMeansNothing) {
  Office office;
  for (Allowlist& list : office.policy.lists) list = {.name = list.name, .kind = list.kind};
  for (const ToolCall& call : good_calls()) {
    const bool names_destination = office.policy.tools.find(call.tool)->has_destination_argument();
    EXPECT_EQ(office.judge(call).rule() == DestinationUnlisted, names_destination) << call.tool;
  }
}

TEST(Allowlist, MatchesHostsExactly) {
  for (const char* host : {"hooks.office.example.attacker.example", "xhooks.office.example", "office.example",
                           "a.hooks.office.example", "hooks.office.example.", "hooks.office.examplé", "hooks.office"}) {
    const RuleId expected = std::string(host) == "hooks.office.example." ? DefaultAllow : DestinationUnlisted;
    EXPECT_EQ(webhook("\"https://" + std::string(host) + "/\"").rule(), expected) << host;
  }
}

TEST(Allowlist, MatchesPortsExactly) {
  EXPECT_EQ(webhook(R"("https://hooks.office.example:443/")").rule(), DefaultAllow);
  EXPECT_EQ(webhook(R"("https://hooks.office.example:8443/")").rule(), DestinationPort);
  EXPECT_EQ(webhook(R"("https://api.office.example/")").rule(), DestinationPort);
  EXPECT_EQ(webhook(R"("https://api.office.example:8443/")").rule(), DefaultAllow);
  EXPECT_EQ(webhook(R"("https://other.example:8443/")").rule(), DestinationUnlisted);
}

TEST(Allowlist, MatchesDomainsAndAddressesExactly) {
  EXPECT_EQ(notify(R"("bo@OFFICE.example")").rule(), DefaultAllow);
  EXPECT_EQ(notify(R"("sam@contractor.EXAMPLE")").rule(), DefaultAllow);
  for (const char* to :
       {"bo@sub.office.example", "bo@office.example.attacker.example", "bo@xoffice.example", "Sam@contractor.example",
        "sam+x@contractor.example", "bo@contractor.example", "sam@hooks.office.example"}) {
    EXPECT_EQ(notify("\"" + std::string(to) + "\"").rule(), DestinationUnlisted) << to;
  }
}

TEST(Allowlist, OfOneKindDoesNotServeAnother) {
  EXPECT_EQ(webhook(R"("https://office.example/")").rule(), DestinationUnlisted);
  EXPECT_EQ(notify(R"("bo@hooks.office.example")").rule(), DestinationUnlisted);
}

/// Even an address that stands in the list, which the loader refuses, is stopped by where it leads.
TEST(ReachRules, StandAboveTheAllowlist) {
  Office office;
  for (const char* host : {"169.254.169.254", "127.0.0.1", "10.0.0.1"}) {
    office.policy.lists[kEgressHosts].hosts.insert({host, {OpenEntry{}}});
  }
  EXPECT_EQ(office.judge("call_webhook", R"({"url":"https://169.254.169.254/"})").rule(), DestinationMetadata);
  EXPECT_EQ(office.judge("call_webhook", R"({"url":"https://127.0.0.1/"})").rule(), DestinationLoopback);
  EXPECT_EQ(office.judge("call_webhook", R"({"url":"https://10.0.0.1/"})").rule(), DestinationPrivateAddress);
}

// --- What a reason may show -----------------------------------------------------------------------------------------

TEST(Subjects, AreHostsDomainsAndMailboxes) {
  EXPECT_EQ(webhook(R"("https://EVIL.example./secret")").deciding.subject,
            (Subject{.kind = SubjectKind::Host, .text = "evil.example", .size = 0}));
  EXPECT_EQ(notify(R"("secret@EVIL.example")").deciding.subject,
            (Subject{.kind = SubjectKind::Domain, .text = "evil.example", .size = 0}));
  EXPECT_EQ(notify(R"("\"secret\"@office.example")").deciding.subject,
            (Subject{.kind = SubjectKind::Mailbox, .text = "office.example", .size = 0}));
  EXPECT_EQ(notify(recipients(51)).deciding.subject, Subject());
}

TEST(Subjects, OfWhatNoParserVouchesForAreLengths) {
  EXPECT_EQ(notify(R"("no address")").deciding.subject, (Subject{.kind = SubjectKind::Bytes, .text = {}, .size = 10}));
  EXPECT_EQ(notify("12345").deciding.subject, (Subject{.kind = SubjectKind::Bytes, .text = {}, .size = 5}));
  EXPECT_EQ(read_file(R"("/etc/passwd")").deciding.subject,
            (Subject{.kind = SubjectKind::Bytes, .text = {}, .size = 11}));
}

TEST(Subjects, OfAnotherSchemeStillNameTheHost) {
  const Decision decision = webhook(R"("http://elsewhere.example/")");
  ASSERT_EQ(decision.also.size(), 1u);
  EXPECT_EQ(decision.also.front().subject,
            (Subject{.kind = SubjectKind::Host, .text = "elsewhere.example", .size = 0}));
}

TEST(Subjects, NameOnlySchemesThatEverybodyKnows) {
  EXPECT_EQ(webhook(R"("http://hooks.office.example/")").deciding.subject,
            (Subject{.kind = SubjectKind::Scheme, .text = "http", .size = 0}));
  EXPECT_EQ(webhook(R"("JavaScript:alert")").deciding.subject,
            (Subject{.kind = SubjectKind::Scheme, .text = "javascript", .size = 0}));
  EXPECT_EQ(webhook(R"("leaked-text://hooks.office.example/")").deciding.subject,
            (Subject{.kind = SubjectKind::Bytes, .text = {}, .size = 11}));
}

// --- Paths ----------------------------------------------------------------------------------------------------------

TEST(Paths, StayBelowTheRootsOfThisTenant) {
  EXPECT_EQ(write_file(R"("/srv/office/acme/desk/a.txt")").rule(), DefaultAllow);
  EXPECT_EQ(read_file(R"("/srv/office/acme/desk/a.txt")").rule(), DefaultAllow);
  EXPECT_EQ(read_file(R"("/srv/office/shelf/a.txt")").rule(), DefaultAllow);
  EXPECT_EQ(write_file(R"("/srv/office/shelf/a.txt")").rule(), PathOutside);
  EXPECT_EQ(write_file(R"("/srv/office/globex/desk/a.txt")").rule(), PathOutside);
  EXPECT_EQ(write_file(R"("/srv/office/{tenant}/desk/a.txt")").rule(), PathOutside);
  EXPECT_EQ(write_file(R"("/srv/office/acme/desk/../../globex/desk/a")").rule(), PathOutside);
  EXPECT_EQ(write_file(R"("/srv/office/acme/desk/.git/hooks/pre-commit")").rule(), PathProtected);
}

TEST(Paths, OfATenantsRootAreClosedWithoutATenant) {
  Office office;
  office.session.tenant.reset();
  EXPECT_EQ(office.judge("write_file", R"({"path":"/srv/office/acme/desk/a","text":"t"})").rule(), PathOutside);
  EXPECT_EQ(office.judge("read_file", R"({"path":"/srv/office/shelf/a"})").rule(), DefaultAllow);
}

TEST(Paths, WithoutRootsAreAllOutside) {
  Office office;
  office.policy.paths.clear();
  EXPECT_EQ(office.judge("read_file", R"({"path":"/srv/office/shelf/a"})").rule(), PathOutside);
}

TEST(Paths, OfTheGateItselfAreProtectedAgainstReadsToo) {
  Office office;
  office.sealed = {"/srv/office/shelf/state"};
  EXPECT_EQ(office.judge("read_file", R"({"path":"/srv/office/shelf/state/store.db"})").rule(), PathProtected);
  EXPECT_EQ(office.judge("read_file", R"({"path":"/srv/office/shelf/other"})").rule(), DefaultAllow);
}

}  // namespace
}  // namespace yett
