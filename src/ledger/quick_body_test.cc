#include "ledger/quick_body.h"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

#include "ledger/record.h"

namespace yett {
namespace {

RecordDraft plain_draft() {
  RecordDraft draft;
  draft.time = *parse_time("2026-12-01T10:00:07.250Z");
  draft.kind = RecordKind::Decision;
  draft.run = "r-104";
  draft.user = "ana";
  draft.tool = "send_email";
  draft.decision = "deny";
  draft.call = sha256("call");
  draft.reason = "a \"quoted\" reason \\ with\ttabs, \x01 and \xE4\xB8\xAD\xE6\x96\x87";
  draft.intent = Json::object(
      {{"effect", "send"},
       {"destinations", Json::Array{Json::object({{"kind", "email"}, {"address", "<mailbox@a.example>"}})}},
       {"arguments", Json::Array{Json::object({{"name", "to"}, {"bytes", 27}, {"flag", true}, {"none", Json()}})}},
       {"empty", Json::object({})},
       {"list", Json::Array{}}});
  return draft;
}

/// Never more than the slow reader takes, and the same number.
void expect_no_more_than_reading(const std::string& body) {
  const auto quick = quick_body_seq(body);
  if (!quick) return;
  const auto read = read_record_body(body);
  ASSERT_TRUE(read) << body << "\n" << read.error().message;
  ASSERT_EQ(*read->find("seq"), Json(*quick)) << body;
}

TEST(QuickBody, NeverTakesWhatReadingRefuses) {
  const std::string body = record_body(7, plain_draft());
  for (std::size_t at = 0; at < body.size(); ++at) {
    for (int byte = 0; byte < 256; ++byte) {
      std::string changed = body;
      changed[at] = static_cast<char>(byte);
      expect_no_more_than_reading(changed);
    }
    expect_no_more_than_reading(body.substr(0, at));
    expect_no_more_than_reading(body.substr(0, at) + body.substr(at + 1));
    for (const std::string_view more : {"\"", "\\", "0", "-", ",", "{}", "\\u0061", "\\u000a", "\\/", " ", "1e3"}) {
      expect_no_more_than_reading(body.substr(0, at) + std::string(more) + body.substr(at));
    }
  }
}

TEST(QuickBody, NeverTakesWhatReadingRefusesOfPartsThatWereMovedAbout) {
  const std::string body = record_body(7, plain_draft());
  std::mt19937 random(1);  // NOLINT(cert-msc32-c,cert-msc51-cpp): the same in every run
  const auto place = [&] { return std::uniform_int_distribution<std::size_t>(0, body.size() - 1)(random); };
  for (int i = 0; i < 20'000; ++i) {
    std::string changed = body;
    changed.replace(place(), 1 + place() % 12, body, place(), 1 + place() % 12);
    expect_no_more_than_reading(changed);
  }
}

TEST(QuickBody, LeavesToReadingWhatIsNotPlain) {
  const auto with = [](Json intent) {
    RecordDraft draft = plain_draft();
    draft.intent = std::move(intent);
    return record_body(7, draft);
  };
  for (const std::string& body :
       {with(0.5), with(-1), with(Json::object({{"\xC3\xA9", 1}})), with(Json::object({{"a\n", 1}})),
        record_body(std::uint64_t{1} << 53, plain_draft())}) {
    EXPECT_TRUE(read_record_body(body)) << body;
    EXPECT_EQ(quick_body_seq(body), std::nullopt) << body;
  }
  Json deep;
  for (int i = 0; i < 100; ++i) deep = Json::Array{deep};
  EXPECT_EQ(quick_body_seq(with(deep)), std::nullopt);
}

TEST(QuickBody, TakesOrdinaryRecords) {
  EXPECT_EQ(quick_body_seq(record_body(7, plain_draft())), 7u);
  EXPECT_EQ(quick_body_seq(record_body(123'456'789'012'345, RecordDraft{})), 123'456'789'012'345u);
}

}  // namespace
}  // namespace yett
