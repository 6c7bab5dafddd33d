#include "ledger/record.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace yett {
namespace {

using ::testing::HasSubstr;

constexpr TimePoint kTime =
    std::chrono::sys_days{std::chrono::year{2026} / 12 / 1} + std::chrono::microseconds(1'234'567);

RecordDraft full_draft() {
  RecordDraft draft;
  draft.time = kTime;
  draft.kind = RecordKind::Decision;
  draft.run = "r-104";
  draft.user = "ana";
  draft.tenant = "acme";
  draft.server = "mail";
  draft.tool = "send_email";
  draft.call = sha256("call");
  draft.decision = "deny";
  draft.rule = "destination.unlisted";
  draft.reason = "recipient domain not on the allowlist: <mailbox@attacker.example>";
  draft.tier = "dangerous";
  draft.policy = sha256("policy");
  draft.intent = Json::object({{"effect", "send"}, {"arguments", Json::Array{}}});
  return draft;
}

// --- Reading bodies back -----------------------------------------------------------------------------------

std::string broken(std::string_view what, std::string_view with) {
  std::string body = record_body(7, full_draft());
  const std::size_t at = body.find(what);
  EXPECT_NE(at, std::string::npos) << what;
  return body.replace(at, what.size(), with);
}

TEST(ReadRecordBody, RefusesWhatIsNoRecord) {
  for (const std::string_view text : {"", "null", "[]", "{}", "7", "{\"seq\":7}", "\xff"}) {
    const auto read = read_record_body(text);
    ASSERT_FALSE(read) << text;
    EXPECT_EQ(read.error().kind, ErrorKind::Corrupt);
  }
  const std::string body = record_body(7, full_draft());
  ASSERT_TRUE(read_record_body(body));
  for (std::size_t length = 0; length < body.size(); ++length) {
    ASSERT_FALSE(read_record_body(std::string_view(body).substr(0, length))) << length;
  }
  EXPECT_FALSE(read_record_body(body + body));
}

TEST(ReadRecordBody, RefusesOtherMembersAndTypes) {
  EXPECT_FALSE(read_record_body(broken(R"("run":)", R"("ran":)")));
  EXPECT_FALSE(read_record_body(broken(R"("user":"ana")", R"("user":"ana","zone":1)")));
  EXPECT_FALSE(read_record_body(broken(R"(,"user":"ana")", "")));
  EXPECT_FALSE(read_record_body(broken(R"("user":"ana")", R"("user":"ana","user":"ana")")));
  EXPECT_FALSE(read_record_body(broken(R"("user":"ana")", R"("user":7)")));
  EXPECT_FALSE(read_record_body(broken(R"("user":"ana")", R"("user":["ana"])")));
  EXPECT_FALSE(read_record_body(broken(R"("seq":7)", R"("seq":"7")")));
  EXPECT_FALSE(read_record_body(broken(R"("seq":7)", R"("seq":null)")));
  EXPECT_FALSE(read_record_body(broken(R"("kind":"decision")", R"("kind":null)")));
  EXPECT_THAT(read_record_body(broken(R"("run":)", R"("ran":)")).error().message, HasSubstr("\"run\""));
}

TEST(ReadRecordBody, RefusesOtherSpellingsOfTheSame) {
  EXPECT_FALSE(read_record_body(broken(R"("seq":7)", R"("seq":7.0)")));
  EXPECT_FALSE(read_record_body(broken(R"("seq":7)", R"("seq": 7)")));
  EXPECT_FALSE(read_record_body(broken(R"("user":"ana")", R"("user":"\u0061na")")));
  EXPECT_FALSE(read_record_body(broken(R"("tool":"send_email","user":"ana")", R"("user":"ana","tool":"send_email")")));
  EXPECT_FALSE(read_record_body(record_body(7, full_draft()) + "\n"));
}

// --- The bytes ---------------------------------------------------------------------------------------------

TEST(RecordBody, IsByteForByteWhatTheFormatSays) {
  EXPECT_EQ(record_body(7, full_draft()),
            R"({"call":"hmac-sha256:)" + sha256("call").hex() +
                R"(","decision":"deny","intent":{"arguments":[],"effect":"send"},"kind":"decision","policy":"sha256:)" +
                sha256("policy").hex() +
                R"(","reason":"recipient domain not on the allowlist: <mailbox@attacker.example>",)"
                R"("rule":"destination.unlisted","run":"r-104","seq":7,"server":"mail","tenant":"acme",)"
                R"("tier":"dangerous","time":"2026-12-01T00:00:01.234Z","tool":"send_email","user":"ana"})");
}

TEST(RecordBody, WritesWhatIsEmptyOrAbsentAsNull) {
  RecordDraft draft;
  draft.time = kTime;
  draft.tenant = "";
  EXPECT_EQ(record_body(1, draft),
            R"({"call":null,"decision":null,"intent":null,"kind":"state","policy":null,"reason":null,"rule":null,)"
            R"("run":null,"seq":1,"server":null,"tenant":null,"tier":null,"time":"2026-12-01T00:00:01.234Z",)"
            R"("tool":null,"user":null})");
}

TEST(RecordBody, IsCanonicalWhateverTheTextsHold) {
  RecordDraft draft = full_draft();
  draft.user = "\"\\\n\x01\xE2\x80\xAE\xF0\x9F\x98\x80";
  draft.reason = "not UTF-8: \xff";
  draft.intent =
      Json::object({{"z", 0.1}, {"y", 1e20}, {"a", Json::object({{"\xEF\xBF\xBF", 1}, {"\xF0\x9F\x98\x80", 2}})}});
  const auto read = read_record_body(record_body(std::uint64_t{1} << 53, draft));
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(*read->find("user"), Json(draft.user));
  EXPECT_EQ(canonical_json(*read->find("intent")), canonical_json(draft.intent));
  EXPECT_EQ(*read->find("seq"), Json(std::uint64_t{1} << 53));
}

TEST(RecordBody, DiffersWithEveryField) {
  const std::vector<std::function<void(RecordDraft&)>> changes = {
      [](RecordDraft& d) { d.time += std::chrono::milliseconds(1); },
      [](RecordDraft& d) { d.kind = RecordKind::Outcome; },
      [](RecordDraft& d) { d.run = "x"; },
      [](RecordDraft& d) { d.user = "x"; },
      [](RecordDraft& d) { d.tenant = "x"; },
      [](RecordDraft& d) { d.server = "x"; },
      [](RecordDraft& d) { d.tool = "x"; },
      [](RecordDraft& d) { d.call = sha256("x"); },
      [](RecordDraft& d) { d.decision = "x"; },
      [](RecordDraft& d) { d.rule = "x"; },
      [](RecordDraft& d) { d.reason = "x"; },
      [](RecordDraft& d) { d.tier = "x"; },
      [](RecordDraft& d) { d.policy = sha256("x"); },
      [](RecordDraft& d) { d.intent = "x"; },
  };
  const std::string before = record_body(7, full_draft());
  EXPECT_NE(record_body(8, full_draft()), before);
  for (std::size_t i = 0; i < changes.size(); ++i) {
    RecordDraft draft = full_draft();
    changes[i](draft);
    EXPECT_NE(record_body(7, draft), before) << i;
  }
}

// --- The hash ----------------------------------------------------------------------------------------------

TEST(RecordHash, IsOverDomainPrevLengthAndBody) {
  const Digest prev = sha256("prev");
  std::string bytes("yett-record-v1\0", 15);
  bytes.append(prev.bytes.begin(), prev.bytes.end());
  bytes.append("\0\0\0\0\0\0\1\2", 8);
  const std::string body(0x102, 'b');
  EXPECT_EQ(record_hash(prev, body), sha256(bytes + body));
}

TEST(Seal, MakesTheExampleOfTheFormat) {
  // The two records of docs/audit-format.md; their hashes were computed by another program.
  RecordDraft opened;
  opened.time = *parse_time("2026-12-01T10:00:00Z");
  opened.kind = RecordKind::Session;
  opened.run = "r-104";
  opened.user = "ana";
  opened.tenant = "acme";
  opened.server = "mail";
  opened.decision = "opened";
  opened.policy = Digest();
  opened.policy->bytes.fill(0xab);
  const Record first = seal(1, Digest{}, opened);
  EXPECT_EQ(first.body.size(), 298u);
  EXPECT_EQ(first.hash.hex(), "5bd2281c5e6a5902b74ca9ca92b8859131bd102a427832dfa5988b0ee43d1aa2");

  RecordDraft denied = opened;
  denied.time = *parse_time("2026-12-01T10:00:07.25Z");
  denied.kind = RecordKind::Decision;
  denied.tool = "send_email";
  denied.call = Digest();
  denied.call->bytes.fill(0xcd);
  denied.decision = "deny";
  denied.rule = "destination.unlisted";
  denied.reason = "recipient domain not on the allowlist: attacker.example";
  denied.tier = "dangerous";
  denied.intent = *parse_json(R"({"effect": "send",
    "destinations": [{"argument": "to", "kind": "email", "address": "<mailbox@attacker.example>"}],
    "arguments": [{"name": "to", "type": "string", "bytes": 27}]})");
  const Record second = seal(2, first.hash, denied);
  EXPECT_EQ(second.body.size(), 614u);
  EXPECT_EQ(second.hash.hex(), "fa3df362dccf4c2e4548a71d6111f181816ab70832482e146217ff3cc7da4b66");
}

TEST(Seal, MakesTheNextRecord) {
  const Digest prev = sha256("prev");
  const Record record = seal(7, prev, full_draft());
  EXPECT_EQ(record.seq, 7u);
  EXPECT_EQ(record.prev, prev);
  EXPECT_EQ(record.body, record_body(7, full_draft()));
  EXPECT_EQ(record.hash, record_hash(prev, record.body));
}

TEST(RecordKind, HasANameThatReadsBack) {
  using enum RecordKind;
  for (const RecordKind kind : {Decision, Approval, Outcome, Session, Policy, Protocol, State}) {
    EXPECT_EQ(parse_record_kind(to_string(kind)), kind);
  }
  for (const std::string_view wrong : {"", "Decision", "decisions"}) EXPECT_EQ(parse_record_kind(wrong), std::nullopt);
}

}  // namespace
}  // namespace yett
