#include <gtest/gtest.h>

#include "redact/random_text_fixture.h"
#include "redact/redactor.h"
#include "redact/reference_fixture.h"

namespace yett {
namespace {

TEST(Redactor, FindsWhatSlowAndSimpleExpressionsFind) {
  const Redactor redactor;
  RandomText texts(1);
  for (int round = 0; round < 20'000; ++round) {
    const std::string text = texts.next(12);
    ASSERT_EQ(redactor.redact(text), reference::redact(text, RedactionKinds::all())) << text << "\nround " << round;
  }
}

TEST(Redactor, FindsOfSomeKindsWhatSlowAndSimpleExpressionsFind) {
  RandomText texts(2);
  for (int round = 0; round < 4'000; ++round) {
    RedactionRules rules;
    for (std::size_t kind = 0; kind < kRedactionKinds; ++kind) {
      if (texts.below(2) == 0) rules.kinds.remove(static_cast<RedactionKind>(kind));
    }
    const Redactor redactor = *Redactor::make(rules, RedactionWords::English);
    const std::string text = texts.next(12);
    ASSERT_EQ(redactor.redact(text), reference::redact(text, rules.kinds)) << text << "\nround " << round;
  }
}

/// The three rules of the seed, one after the other, as they stand there.
std::string seed_redacts(std::string text) {
  static const RE2 secret(R"((?i)\b(?:sk|rk|api|token)[-_][A-Za-z0-9]{8,}\b)", RE2::Latin1);
  static const RE2 mailbox(R"(\b[\w.+-]+@([\w.-]+\.\w+)\b)", RE2::Latin1);
  static const RE2 phone(R"(\b1[3-9]\d{9}\b)", RE2::Latin1);
  RE2::GlobalReplace(&text, secret, "<secret redacted>");
  RE2::GlobalReplace(&text, mailbox, "<mailbox@\\1>");
  RE2::GlobalReplace(&text, phone, "<phone redacted>");
  return text;
}

TEST(Redactor, DoesWithTheSeedsKindsWhatTheSeedDoes) {
  using enum RedactionKind;
  const Redactor redactor =
      *Redactor::make({.kinds = RedactionKinds::only({Secret, Email, Phone})}, RedactionWords::English);
  RandomText texts(3);
  int compared = 0;
  for (int round = 0; round < 60'000; ++round) {
    const std::string text = texts.next(12);
    // Two things are done that the seed does not do: letters of escapes are no part of a word, and what was redacted
    // before stays as it is.
    if (text.contains('\\') || text.contains("<mailbox@")) continue;
    ASSERT_EQ(redactor.redact(text), seed_redacts(text)) << text << "\nround " << round;
    ++compared;
  }
  EXPECT_GT(compared, 20'000);
}

}  // namespace
}  // namespace yett
