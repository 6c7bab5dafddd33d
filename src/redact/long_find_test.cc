// Finds that are longer than what is looked at to tell that they are ones: nothing of them is left, wherever the text
// is cut.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "redact/private_key.h"
#include "redact/random_text_fixture.h"
#include "redact/redaction_stream.h"
#include "redact/token_shape.h"

namespace yett {
namespace {

/// Bytes of a class that repeat nothing that is eight bytes long.
std::string random_run(RandomText& texts, std::size_t size, std::string_view bytes) {
  std::string text;
  while (text.size() < size) text += bytes[texts.below(bytes.size())];
  return text;
}

constexpr std::string_view kAlnum = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

std::string in_pieces(const Redactor& redactor, std::string_view text, RandomText& texts, std::size_t most) {
  RedactionStream stream(redactor);
  std::string out;
  while (!text.empty()) {
    const std::size_t size = std::min(1 + texts.below(most), text.size());
    out += stream.take(text.substr(0, size));
    text.remove_prefix(size);
  }
  return out + stream.finish();
}

/// What redaction makes of a text: the same in one piece, in pieces of a few sizes, and once more.
std::string redacted_in_any_way(std::string_view text, RandomText& texts) {
  const Redactor redactor;
  const std::string whole = redactor.redact(text);
  for (const std::size_t most : {std::size_t{700}, std::size_t{20'000}, std::size_t{90'000}}) {
    EXPECT_TRUE(in_pieces(redactor, text, texts, most) == whole) << "pieces of up to " << most;
  }
  EXPECT_TRUE(redactor.redact(whole) == whole);
  return whole;
}

struct LongFind {
  std::string before;
  std::string begin;
  std::string word;
};

std::vector<LongFind> long_finds() {
  std::vector<LongFind> finds = {{"", "eyJhbGciOiJIUzI1NiJ9.eyJ", "<jwt redacted>"},
                                 {"", "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.", "<jwt redacted>"},
                                 {"", "sk-proj-A1", "<model key redacted>"},
                                 {"aws_secret_access_key = ", "", "<aws key redacted>"},
                                 {"hooks.slack.com/services/", "T0AB/B0CD/", "<slack token redacted>"}};
  for (const std::string_view word : kSeedSecretWords)
    finds.push_back({"", std::string(word) + "-", "<secret redacted>"});
  for (const TokenShape& shape : kTokenShapes) {
    if (shape.longest == 0) finds.push_back({"", std::string(shape.begin), ""});
  }
  return finds;
}

TEST(LongFinds, AreTakenOutToTheirEnds) {
  RandomText texts(71);
  for (const LongFind& find : long_finds()) {
    for (const std::size_t size : {std::size_t{1'000}, kLongestToken - 1, kLongestToken, kLongestToken + 1,
                                   std::size_t{70'000}, std::size_t{150'000}}) {
      const std::string run = random_run(texts, size, kAlnum);
      const std::string text = "see " + find.before + find.begin + run + ", next";
      const std::string out = redacted_in_any_way(text, texts);
      EXPECT_LT(out.size(), 100U) << find.begin << " and " << size;
      EXPECT_TRUE(out.starts_with("see " + find.before + '<') && out.ends_with(">, next")) << out.substr(0, 200);
      EXPECT_TRUE(out.contains(find.word)) << out.substr(0, 200);
    }
  }
}

TEST(LongFinds, GoOnNoFurtherThanTheirBytes) {
  RandomText texts(72);
  const std::string run = random_run(texts, kLongestToken + 500, kAlnum);
  EXPECT_EQ(redacted_in_any_way("token-" + run + " 13812345678", texts), "<secret redacted> <phone redacted>");
  EXPECT_EQ(redacted_in_any_way("token-" + run + "-left", texts), "<secret redacted>-left");
  EXPECT_EQ(redacted_in_any_way("sk-proj-A1" + run + "-_gone.left", texts), "<model key redacted>.left");
  EXPECT_EQ(redacted_in_any_way("token-" + run + "@acme.example", texts), "<secret redacted>@acme.example");
}

/// A body in lines, each behind `indent` and with `line_end` behind it.
std::string key_body(RandomText& texts, std::size_t lines, std::string_view indent, std::string_view line_end) {
  std::string body;
  for (std::size_t line = 0; line < lines; ++line) {
    body.append(indent).append(random_run(texts, 64, kAlnum)).append(line_end);
  }
  return body;
}

struct Wrapping {
  std::string_view indent;
  std::string_view line_end;
};
constexpr Wrapping kWrappings[] = {{"", "\n"}, {"  ", "\n"}, {"\t", "\r\n"}, {"", "\\n"}, {"  ", "\\r\\n"}};

TEST(LongFinds, OfPrivateKeysGoWithAllTheirLines) {
  RandomText texts(74);
  for (const Wrapping& wrapping : kWrappings) {
    for (const std::size_t lines : {200U, 240U, 250U, 260U, 1'100U, 3'000U}) {
      const std::string body = key_body(texts, lines, wrapping.indent, wrapping.line_end);
      const std::string heading = "a\n-----BEGIN RSA PRIVATE KEY-----" + std::string(wrapping.line_end);
      EXPECT_EQ(redacted_in_any_way(heading + body + "# b", texts), "a\n<private key redacted># b") << lines;
      const std::string out = redacted_in_any_way(heading + body + "-----END RSA PRIVATE KEY-----\nb", texts);
      const bool is_seen_whole = heading.size() + body.size() < kLongestPrivateKey;
      EXPECT_EQ(out, is_seen_whole ? "a\n<private key redacted>\nb"
                                   : "a\n<private key redacted>-----END RSA PRIVATE KEY-----\nb")
          << lines;
    }
  }
}

TEST(LongFinds, OfPrivateKeysLeaveNothingWhereverTheyAreCutOff) {
  RandomText texts(75);
  const Redactor redactor;
  for (const Wrapping& wrapping : kWrappings) {
    const std::string heading = "-----BEGIN PRIVATE KEY-----" + std::string(wrapping.line_end);
    const std::string body = key_body(texts, 20, wrapping.indent, wrapping.line_end);
    const std::string key = heading + body + "-----END PRIVATE KEY-----";
    for (std::size_t size = heading.size(); size <= key.size(); ++size) {
      const std::string out = redactor.redact(std::string_view(key).substr(0, size));
      ASSERT_TRUE(out.starts_with("<private key redacted>")) << size;
      // Of an END line that is cut off its begin may stay.
      const std::string_view rest = std::string_view(out).substr(std::string_view("<private key redacted>").size());
      ASSERT_TRUE(std::string_view("-----END PRIVATE KEY-----").starts_with(rest)) << rest;
      RedactionStream stream(redactor);
      std::string whole = stream.take(std::string_view(key).substr(0, size));
      whole += stream.take(std::string_view(key).substr(size));
      ASSERT_EQ(whole + stream.finish(), "<private key redacted>") << size;
    }
  }
}

TEST(LongFinds, PassInvalidUtf8AroundThemAsItIs) {
  RandomText texts(76);
  std::string bytes;
  for (std::size_t i = 0; i < 100'000; ++i) bytes += static_cast<char>(0x80 + texts.below(0x80));
  EXPECT_TRUE(redacted_in_any_way(bytes, texts) == bytes);
  EXPECT_TRUE(redacted_in_any_way(bytes + " token-" + random_run(texts, 20'000, kAlnum) + bytes, texts) ==
              bytes + " <secret redacted>" + bytes);
}

TEST(LongFinds, AreLookedAtNoMoreThanAFewTimes) {
  // Each of them made the search look at 16 KB for each of its parts.
  for (const std::string_view part : {"accessKey", "secretAccessKey=", "eyJhbGciOiJI.eyJ-sk-", "token-sk-aA1"}) {
    std::string text;
    while (text.size() < 4'000'000) text += part;
    EXPECT_FALSE(Redactor().redact(text).empty()) << part;
  }
}

}  // namespace
}  // namespace yett
