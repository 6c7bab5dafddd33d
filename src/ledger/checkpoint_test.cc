#include "ledger/checkpoint.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "text/json.h"

namespace yett {
namespace {

using ::testing::HasSubstr;

SigningKey test_key(std::uint8_t byte = 7) {
  std::array<std::uint8_t, SigningKey::kSeedBytes> seed{};
  seed.fill(byte);
  return SigningKey(seed);
}

ChainStatement test_statement(StatementKind kind = StatementKind::Checkpoint) {
  return {.kind = kind, .at = {12, sha256("record 12")}, .time = *parse_time("2026-12-01T10:00:07.250Z")};
}

std::string test_text(StatementKind kind = StatementKind::Checkpoint) {
  return to_text(sign_statement(test_statement(kind), test_key()));
}

// --- Reading ------------------------------------------------------------------------------------------------

TEST(ReadStatement, RefusesEveryChangedBit) {
  for (const StatementKind kind : {StatementKind::Checkpoint, StatementKind::Anchor}) {
    const std::string text = test_text(kind);
    ASSERT_TRUE(read_statement(text, kind));
    for (std::size_t at = 0; at < text.size(); ++at) {
      for (int bit = 0; bit < 8; ++bit) {
        std::string changed = text;
        changed[at] = static_cast<char>(changed[at] ^ (1 << bit));
        ASSERT_FALSE(read_statement(changed, kind)) << at << ": " << changed;
      }
    }
  }
}

TEST(ReadStatement, RefusesEveryTextThatIsCutOffOrGoesOn) {
  const std::string text = test_text();
  for (std::size_t length = 0; length < text.size(); ++length) {
    ASSERT_FALSE(read_statement(std::string_view(text).substr(0, length), StatementKind::Checkpoint)) << length;
  }
  for (const std::string& more : {std::string("\n"), std::string(" "), std::string("{}"), std::string(1, '\0')}) {
    EXPECT_FALSE(read_statement(text + more, StatementKind::Checkpoint));
  }
}

TEST(ReadStatement, RefusesOneKindInPlaceOfTheOther) {
  const auto read = read_statement(test_text(StatementKind::Anchor), StatementKind::Checkpoint);
  ASSERT_FALSE(read);
  EXPECT_EQ(read.error().kind, ErrorKind::Corrupt);
  EXPECT_THAT(read.error().message, HasSubstr("format"));

  // The word alone does not turn one into the other: it is signed too.
  Json json = *parse_json(test_text(StatementKind::Anchor));
  json.set("format", "yett-checkpoint-v1");
  EXPECT_THAT(read_statement(canonical_json(json), StatementKind::Checkpoint).error().message, HasSubstr("signature"));
}

TEST(ReadStatement, RefusesAMemberThatIsChangedMissingOrMore) {
  const Json whole = *parse_json(test_text());
  for (const auto& [member, value] : {std::pair{"seq", Json(11)},
                                      {"seq", Json(-1)},
                                      {"seq", Json(1.5)},
                                      {"seq", Json("12")},
                                      {"hash", Json(sha256("record 11").to_string())},
                                      {"hash", Json(sha256("record 12").hex())},
                                      {"key", Json(test_key(8).public_key().to_string())},
                                      {"store", Json("0000000000000000")},
                                      {"time", Json("2026-12-01T10:00:08.250Z")},
                                      {"time", Json("2026-12-01T10:00:07.250+00:00")},
                                      {"signature", Json("")},
                                      {"note", Json("more")}}) {
    Json changed = whole;
    changed.set(member, value);
    EXPECT_FALSE(read_statement(canonical_json(changed), StatementKind::Checkpoint)) << member;
  }
  for (const Json::Member& member : *whole.as_object()) {
    Json changed = whole;
    changed.erase(member.key);
    EXPECT_FALSE(read_statement(canonical_json(changed), StatementKind::Checkpoint)) << member.key;
  }
}

TEST(ReadStatement, RefusesWhatIsNoStatement) {
  for (const std::string_view text : {"", "null", "[]", "{}", "7", "\xff", "{\"format\":\"yett-checkpoint-v1\"}"}) {
    EXPECT_FALSE(read_statement(text, StatementKind::Checkpoint)) << text;
  }
  EXPECT_FALSE(read_statement(std::string(5000, ' ') + test_text(), StatementKind::Checkpoint));
}

TEST(ReadStatement, RefusesAnotherSignature) {
  SignedStatement forged = sign_statement(test_statement(), test_key(8));
  forged.key = test_key().public_key();
  EXPECT_THAT(read_statement(to_text(forged), StatementKind::Checkpoint).error().message, HasSubstr("signature"));
}

// --- The bytes ----------------------------------------------------------------------------------------------

TEST(SignedStatement, IsByteForByteWhatTheFormatSays) {
  const SigningKey key = test_key();
  const std::string hash = sha256("record 12").to_string();
  const std::string body = R"({"format":"yett-checkpoint-v1","hash":")" + hash + R"(","key":")" +
                           key.public_key().to_string() + R"(","seq":12,"store":")" + store_id(key.public_key()) +
                           R"(","time":"2026-12-01T10:00:07.250Z"})";
  EXPECT_EQ(signed_bytes(test_statement(), key.public_key()), body);
  EXPECT_EQ(test_text(), R"({"format":"yett-checkpoint-v1","hash":")" + hash + R"(","key":")" +
                             key.public_key().to_string() + R"(","seq":12,"signature":")" + key.sign(body).to_string() +
                             R"(","store":")" + store_id(key.public_key()) + R"(","time":"2026-12-01T10:00:07.250Z"})");
}

TEST(SignedStatement, MakesTheExampleOfTheFormat) {
  // The checkpoint of docs/audit-format.md, behind the second record of the example there; another program signed it.
  std::array<std::uint8_t, SigningKey::kSeedBytes> seed{};
  for (std::size_t i = 0; i < seed.size(); ++i) seed[i] = static_cast<std::uint8_t>(i);
  const ChainStatement statement{
      .kind = StatementKind::Checkpoint,
      .at = {2, *Digest::from_hex("fa3df362dccf4c2e4548a71d6111f181816ab70832482e146217ff3cc7da4b66")},
      .time = *parse_time("2026-12-01T10:05:00Z")};
  EXPECT_EQ(to_text(sign_statement(statement, SigningKey(seed))),
            R"({"format":"yett-checkpoint-v1","hash":"sha256:fa3df362dccf4c2e4548a71d6111f181816ab7083248)"
            R"(2e146217ff3cc7da4b66","key":"ed25519:A6EHv/POEL4dcN0Y50vAmWfk1jCbpQ1fHdyGZBJVMbg=","seq":2)"
            R"(,"signature":"THk/ymJPg9hCrTaJ17+6CF+bnR6LAveSyuGo+R1NydAkWRc+J0tngGL0f0DRanPFhNLvAjZJiLjV)"
            R"(KWgFLpZLDw==","store":"56475aa75463474c","time":"2026-12-01T10:05:00.000Z"})");
}

TEST(SignedStatement, ReadsBackAsItWasMade) {
  for (const StatementKind kind : {StatementKind::Checkpoint, StatementKind::Anchor}) {
    const SignedStatement made = sign_statement(test_statement(kind), test_key());
    const auto read = read_statement(to_text(made), kind);
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_EQ(*read, made);
  }
  ChainStatement of_an_empty_chain = test_statement();
  of_an_empty_chain.at = {};
  EXPECT_TRUE(read_statement(to_text(sign_statement(of_an_empty_chain, test_key())), StatementKind::Checkpoint));
}

TEST(SignedStatement, IsKeptInMilliseconds) {
  ChainStatement statement = test_statement();
  statement.time += std::chrono::microseconds(999);
  const SignedStatement made = sign_statement(statement, test_key());
  EXPECT_EQ(made.statement.time, test_statement().time);
  EXPECT_EQ(read_statement(to_text(made), StatementKind::Checkpoint), made);
}

TEST(StoreId, IsTheKeysOwn) {
  EXPECT_EQ(store_id(test_key().public_key()), store_id(test_key().public_key()));
  EXPECT_NE(store_id(test_key().public_key()), store_id(test_key(8).public_key()));
  EXPECT_EQ(store_id(test_key().public_key()).size(), 16u);
}

}  // namespace
}  // namespace yett
