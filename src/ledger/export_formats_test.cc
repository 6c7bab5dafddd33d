// Records as events of other systems.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "ledger/cef.h"
#include "ledger/event_severity.h"
#include "ledger/ocsf.h"

namespace yett {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

RecordDraft denied_mail() {
  RecordDraft draft;
  draft.time = *parse_time("2026-12-01T10:00:07.250Z");
  draft.kind = RecordKind::Decision;
  draft.run = "r-104";
  draft.user = "ana";
  draft.tenant = "acme";
  draft.server = "mail";
  draft.tool = "send_email";
  draft.call = sha256("call");
  draft.decision = "deny";
  draft.rule = "destination.unlisted";
  draft.reason = "recipient domain not on the allowlist: attacker.example";
  draft.tier = "dangerous";
  draft.policy = sha256("policy");
  draft.intent = Json::object(
      {{"effect", "send"},
       {"destinations", Json::Array{Json::object(
                            {{"address", "<mailbox@attacker.example>"}, {"argument", "to"}, {"kind", "email"}})}}});
  return draft;
}

Record sealed(const RecordDraft& draft) { return seal(7, sha256("before"), draft); }

std::string cef(const RecordDraft& draft) {
  const Record record = sealed(draft);
  return cef_line(record, *parse_json(record.body), "1.2.3");
}

Json ocsf(const RecordDraft& draft) {
  const Record record = sealed(draft);
  return *parse_json(ocsf_line(record, *parse_json(record.body), "1.2.3"));
}

// --- CEF ------------------------------------------------------------------------------------------------------------

/// The fields of an extension as a reader of the format finds them: a key is a word before an unescaped "=".
std::vector<std::string> keys_of(const std::string& line) {
  std::vector<std::string> keys;
  std::size_t word = line.find("|rt=") + 1;
  for (std::size_t at = word; at < line.size(); ++at) {
    if (line[at] == '\\') {
      ++at;
    } else if (line[at] == ' ') {
      word = at + 1;
    } else if (line[at] == '=') {
      keys.push_back(line.substr(word, at - word));
    }
  }
  return keys;
}

TEST(Cef, NoTextMakesAFieldOrALineOfItsOwn) {
  const std::vector<std::string> ordinary = keys_of(cef(denied_mail()));
  RecordDraft draft = denied_mail();
  for (std::string* text : {&draft.run, &draft.user, &draft.server, &draft.tool, &draft.reason, &draft.rule}) {
    *text = "a act=allow |x| \\ \\= \n\r\nCEF:0|Yett|";
  }
  draft.tenant = draft.run;
  draft.intent.set("act=", "b\nact=allow");
  const std::string line = cef(draft);
  EXPECT_EQ(line.find_first_of("\r\n"), std::string::npos);
  EXPECT_EQ(keys_of(line), ordinary) << line;
  std::size_t bars = 0;  // those of the header that are not escaped
  for (std::size_t at = 0; at < line.find("rt="); ++at) {
    if (line[at] == '\\') {
      ++at;
    } else {
      bars += line[at] == '|' ? 1U : 0U;
    }
  }
  EXPECT_EQ(bars, 7u) << line;
}

TEST(Cef, HasTheFieldsOfTheFormat) {
  const std::string line = cef(denied_mail());
  EXPECT_THAT(line, StartsWith("CEF:0|Yett|Yett|1.2.3|destination.unlisted|call denied|8|rt=1796119207250 "));
  for (const std::string_view field :
       {" externalId=7 ", " cat=decision ", " act=deny ", " suser=ana ", " dhost=attacker.example ",
        " reason=recipient domain not on the allowlist: attacker.example ", " cs1=r-104 cs1Label=run ",
        " cs2=acme cs2Label=tenant ", " cs3=mail cs3Label=server ", " cs4=send_email cs4Label=tool ",
        " flexString2=dangerous flexString2Label=tier "}) {
    EXPECT_THAT(line, HasSubstr(field));
  }
  EXPECT_THAT(line, HasSubstr(" cs6=" + sealed(denied_mail()).hash.to_string() + " cs6Label=hash"));
}

TEST(Cef, LeavesOutWhatARecordDoesNotHave) {
  RecordDraft draft;
  draft.kind = RecordKind::Session;
  draft.decision = "opened";
  const std::string line = cef(draft);
  EXPECT_THAT(line, StartsWith("CEF:0|Yett|Yett|1.2.3|session.opened|session opened|1|rt=0 externalId=7 "));
  EXPECT_THAT(line, Not(HasSubstr("suser")));
  EXPECT_THAT(line, Not(HasSubstr("cs1")));
  EXPECT_THAT(line, Not(HasSubstr("msg")));
}

TEST(Cef, CutsTextsToTheLengthsOfTheFormat) {
  RecordDraft draft = denied_mail();
  draft.reason = std::string(1022, 'x') + "\xE4\xB8\xAD";
  EXPECT_THAT(cef(draft), HasSubstr("reason=" + std::string(1022, 'x') + " cs1="));
}

// --- OCSF -----------------------------------------------------------------------------------------------------------

TEST(Ocsf, EveryKindOfRecordHasWhatTheClassRequires) {
  using enum RecordKind;
  for (const RecordKind kind : {Decision, Approval, Outcome, Session, Policy, Protocol, State}) {
    for (RecordDraft draft : {denied_mail(), RecordDraft{}}) {
      draft.kind = kind;
      const Json event = ocsf(draft);
      for (const std::string_view member : {"activity_id", "category_uid", "class_uid", "severity_id", "time",
                                            "type_uid", "status_id", "action_id", "disposition_id"}) {
        ASSERT_NE(event.find(member), nullptr) << member;
        EXPECT_NE(event.find(member)->as_number(), nullptr) << member;
      }
      EXPECT_EQ(*event.find("class_uid"), Json(6003));
      EXPECT_EQ(*event.find("category_uid"), Json(6));
      EXPECT_EQ(*event.find("type_uid")->as_number(), 600300 + *event.find("activity_id")->as_number());
      EXPECT_EQ(*event.find("metadata")->find("version"), Json("1.3.0"));
      EXPECT_EQ(*event.find("metadata")->find("product")->find("vendor_name"), Json("Yett"));
      EXPECT_NE(event.find("api")->find("operation"), nullptr);
      EXPECT_FALSE(event.find("actor")->as_object()->empty());
      EXPECT_FALSE(event.find("src_endpoint")->as_object()->empty());
    }
  }
}

TEST(Ocsf, SaysWhatWasDoneAboutACall) {
  const Json denied = ocsf(denied_mail());
  EXPECT_EQ(*denied.find("time"), Json(std::int64_t{1'796'119'207'250}));
  EXPECT_EQ(*denied.find("action"), Json("Denied"));
  EXPECT_EQ(*denied.find("disposition"), Json("Blocked"));
  EXPECT_EQ(*denied.find("status_id"), Json(2));
  EXPECT_EQ(*denied.find("status_code"), Json("destination.unlisted"));
  EXPECT_EQ(*denied.find("severity_id"), Json(4));
  EXPECT_EQ(*denied.find("actor")->find("user")->find("name"), Json("ana"));
  EXPECT_EQ(*denied.find("actor")->find("session")->find("uid"), Json("r-104"));
  EXPECT_EQ(*denied.find("api")->find("operation"), Json("send_email"));
  EXPECT_EQ(*denied.find("dst_endpoint")->find("hostname"), Json("attacker.example"));
  EXPECT_EQ(*denied.find("metadata")->find("tenant_uid"), Json("acme"));
  EXPECT_EQ(*denied.find("unmapped")->find("intent")->find("effect"), Json("send"));

  RecordDraft draft = denied_mail();
  draft.decision = "allow";
  draft.intent.set("effect", "read");
  const Json allowed = ocsf(draft);
  EXPECT_EQ(*allowed.find("action_id"), Json(1));
  EXPECT_EQ(*allowed.find("disposition_id"), Json(1));
  EXPECT_EQ(*allowed.find("status_id"), Json(1));
  EXPECT_EQ(*allowed.find("activity_id"), Json(2));
  draft.decision = "confirm";
  EXPECT_EQ(*ocsf(draft).find("action"), Json("confirm"));
  EXPECT_EQ(*ocsf(draft).find("action_id"), Json(99));
}

TEST(EventSeverity, IsHighestForWhatNobodyKnowsAndForWhatWasDangerous) {
  const auto severity = [](RecordKind kind, std::string_view decision, std::string_view tier = "sensitive") {
    RecordDraft draft;
    draft.kind = kind;
    draft.decision = decision;
    draft.tier = tier;
    return severity_of(*parse_json(record_body(1, draft)));
  };
  EXPECT_EQ(severity(RecordKind::Decision, "deny", "dangerous"), EventSeverity::High);
  EXPECT_EQ(severity(RecordKind::Decision, "deny"), EventSeverity::Medium);
  EXPECT_EQ(severity(RecordKind::Decision, "confirm"), EventSeverity::Low);
  EXPECT_EQ(severity(RecordKind::Decision, "allow", "dangerous"), EventSeverity::Informational);
  EXPECT_EQ(severity(RecordKind::Decision, ""), EventSeverity::Medium);
  EXPECT_EQ(severity(RecordKind::Outcome, "unknown"), EventSeverity::High);
  EXPECT_EQ(severity(RecordKind::Outcome, "failed"), EventSeverity::Low);
  EXPECT_EQ(severity(RecordKind::Outcome, "executed"), EventSeverity::Informational);
  EXPECT_EQ(severity(RecordKind::Session, "suspended"), EventSeverity::High);
  EXPECT_EQ(severity(RecordKind::State, "pruned"), EventSeverity::Medium);
}

}  // namespace
}  // namespace yett
