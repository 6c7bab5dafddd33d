#include "redact/redaction_stream.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "redact/random_text_fixture.h"

namespace yett {
namespace {

/// The text in pieces, each as long as `next` says.
template <typename Next>
std::string redact_in_pieces(const Redactor& redactor, std::string_view text, Next next) {
  RedactionStream stream(redactor);
  std::string out;
  while (!text.empty()) {
    const std::size_t length = std::min<std::size_t>(next(), text.size());
    out += stream.take(text.substr(0, length));
    text.remove_prefix(length);
  }
  return out + stream.finish();
}

TEST(RedactionStream, GivesTheSameForEveryCut) {
  const Redactor redactor;
  const std::string text =
      "from ana@acme.example key sk-abcdefgh12345 tel 13912345678\nrk_ABCDEFGHIJ a.b@c.d.e end 1391234567\n"
      "4111 1111 1111 1111, DE89 3704 0044 0532 0130 00, +49 30 1234567 https://u:p@h.example/\n"
      "-----BEGIN PRIVATE KEY-----\nMIIEpAIBAAKCAQEA\n-----END PRIVATE KEY-----\n"
      "aws_secret_access_key = abcdefghijABCDEFGHIJ0123456789abcdefghij 11010519491231002X";
  const std::string whole = redactor.redact(text);
  for (std::size_t size = 1; size <= text.size(); ++size) {
    EXPECT_EQ(redact_in_pieces(redactor, text, [size] { return size; }), whole) << "pieces of " << size;
  }
}

TEST(RedactionStream, GivesTheSameForEveryCutOfAnyText) {
  const Redactor redactor;
  RandomText texts(11);
  for (int round = 0; round < 2'000; ++round) {
    const std::string text = texts.next(10);
    const std::string whole = redactor.redact(text);
    for (std::size_t cut = 0; cut <= text.size(); ++cut) {
      RedactionStream stream(redactor);
      std::string out = stream.take(std::string_view(text).substr(0, cut));
      out += stream.take(std::string_view(text).substr(cut));
      out += stream.finish();
      ASSERT_EQ(out, whole) << text << "\ncut at " << cut;
    }
    ASSERT_EQ(redact_in_pieces(redactor, text, [] { return std::size_t{1}; }), whole) << text;
  }
}

/// Of two texts what stands around the first byte in which they differ; nothing of equal ones.
std::string difference(std::string_view one, std::string_view other) {
  const auto at = static_cast<std::size_t>(std::ranges::mismatch(one, other).in1 - one.begin());
  if (one == other) return {};
  const std::size_t begin = at < 100 ? 0 : at - 100;
  const auto around = [begin](std::string_view text) {
    return std::string(text.substr(std::min(begin, text.size()), 200));
  };
  return around(one) + "\nand\n" + around(other);
}

/// Runs that are longer than what may be held, between random parts.
std::string long_text(RandomText& texts) {
  static constexpr std::string_view kRuns[] = {"A",
                                               "a1",
                                               "-a",
                                               "sk-a1B-",
                                               "eyJhbGciOiJI-",
                                               "a@",
                                               "1",
                                               "1 ",
                                               "4111 ",
                                               "a.",
                                               "\xE7\x94\xB5",
                                               "\n",
                                               "MIIEpAIBAAKCAQEA\n",
                                               "-----BEGIN PRIVATE KEY-----\n"};
  std::string text;
  for (std::size_t left = 3 + texts.below(5); left > 0; --left) {
    text += texts.next(30);
    const std::string_view run = kRuns[texts.below(std::size(kRuns))];
    for (std::size_t length = std::size_t{1} << texts.below(17); length > run.size(); length -= run.size()) text += run;
  }
  return text + texts.next(30);
}

TEST(RedactionStream, GivesTheSameForTextsThatAreLongerThanWhatIsHeld) {
  const Redactor redactor;
  RandomText texts(12);
  for (int round = 0; round < 150; ++round) {
    const std::string text = long_text(texts);
    const std::string whole = redactor.redact(text);
    for (const std::size_t most : {std::size_t{200}, std::size_t{5'000}, std::size_t{100'000}}) {
      ASSERT_EQ(difference(redact_in_pieces(redactor, text, [&] { return 1 + texts.below(most); }), whole), "")
          << "round " << round << ", pieces of up to " << most;
    }
  }
}

TEST(RedactionStream, LooksAtNothingAgainFromItsMiddle) {
  const Redactor redactor;
  std::string run;
  while (run.size() < 4'000) run += "a1";
  for (const std::string& text :
       {"<mailbox@b." + run, "a@1.2." + run, "x://u:p@" + run, "x://u:p@b.c" + run + "@d.e",
        "token-abcdefgh12-ana@b." + run, "token-abcdefgh12---ana@b." + run + " c@d.e-ben@f." + run}) {
    const std::string whole = redactor.redact(text);
    for (const std::size_t size : {std::size_t{1}, std::size_t{37}, std::size_t{1'000}}) {
      ASSERT_EQ(difference(redact_in_pieces(redactor, text, [size] { return size; }), whole), "")
          << "pieces of " << size;
    }
  }
}

TEST(RedactionStream, GivesBackEachLineAtItsEnd) {
  const Redactor redactor;
  RedactionStream stream(redactor);
  EXPECT_EQ(stream.take("ana@acme.example 4111\n"), "<mailbox@acme.example> 4111\n");
  EXPECT_EQ(stream.take("key sk-abcd"), "key ");
  EXPECT_EQ(stream.take("efgh1\n"), "<secret redacted>\n");
  EXPECT_EQ(stream.finish(), "");
}

TEST(RedactionStream, HoldsLittleOfAnyText) {
  const Redactor redactor;
  constexpr std::size_t kMostHeld = 100'000;
  for (const std::string_view part :
       {"a", "a@", "sk-", "-----BEGIN PRIVATE KEY-----\n", "eyJhbGciOiJI.", "1111 ", "://a:"}) {
    RedactionStream stream(redactor);
    std::string piece;
    while (piece.size() < 10'000) piece += part;
    std::size_t taken = 0;
    std::size_t given = 0;
    for (int i = 0; i < 100; ++i) {
      taken += piece.size();
      given += stream.take(piece).size();
      // What stands in place of finds is rarely longer than they are; here it is never shorter by more than a find.
      if (part != "-----BEGIN PRIVATE KEY-----\n" && part != "sk-" && part != "eyJhbGciOiJI.") {
        ASSERT_LE(taken - given, kMostHeld) << part;
      }
    }
    EXPECT_LE(stream.finish().size(), kMostHeld) << part;
  }
}

TEST(RedactionStream, GivesTheSameWithAddedPatterns) {
  const RedactionRules rules{.added = {{"employee", "E-[0-9]{6}", "<employee>"}, {"first word", "^[a-z]+", "<word>"}}};
  const Redactor redactor = *Redactor::make(rules, RedactionWords::English);
  std::string text = "by E-123456\nabc E-1234567 sk-abcdefgh12\n\nabc";
  text += std::string(AddedPatterns::kLongestLine, 'x') + " E-123456";
  const std::string whole = redactor.redact(text);
  EXPECT_TRUE(whole.starts_with("<word> <employee>\n<word> <employee>7 <secret redacted>\n\n<word><word> <employee>"))
      << whole;
  for (const int length : {1, 7, 1'000, 65'536, 65'537}) {
    const auto size = static_cast<std::size_t>(length);
    EXPECT_EQ(redact_in_pieces(redactor, text, [size] { return size; }), whole) << "pieces of " << size;
  }
}

}  // namespace
}  // namespace yett
