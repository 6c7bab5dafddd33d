#include <gtest/gtest.h>

#include <algorithm>

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

const RE2& seed_mailbox() {
  static const RE2 rule(R"(\b[\w.+-]+@([\w.-]+\.\w+)\b)", RE2::Latin1);
  return rule;
}

/// The three rules of the seed, one after the other, as they stand there.
std::string seed_redacts(std::string text) {
  static const RE2 secret(R"((?i)\b(?:sk|rk|api|token)[-_][A-Za-z0-9]{8,}\b)", RE2::Latin1);
  static const RE2 phone(R"(\b1[3-9]\d{9}\b)", RE2::Latin1);
  RE2::GlobalReplace(&text, secret, "<secret redacted>");
  RE2::GlobalReplace(&text, seed_mailbox(), "<mailbox@\\1>");
  RE2::GlobalReplace(&text, phone, "<phone redacted>");
  return text;
}

/// Whether nothing is done with a text that the seed does not do: letters of escapes are no part of a word, what was
/// redacted before stays as it is, versions are no domains, and there are letters beyond ASCII.
bool is_for_seed(std::string_view text) {
  re2::StringPiece left(text.data(), text.size());
  std::string domain;
  while (RE2::FindAndConsume(&left, seed_mailbox(), &domain)) {
    if (reference::is_version(domain)) return false;
  }
  return std::ranges::none_of(text, is_non_ascii) && !text.contains('\\') && !text.contains('%') &&
         !text.contains("<mailbox@");
}

TEST(Redactor, DoesWithTheSeedsKindsWhatTheSeedDoes) {
  using enum RedactionKind;
  const Redactor redactor =
      *Redactor::make({.kinds = RedactionKinds::only({Secret, Email, Phone})}, RedactionWords::English);
  RandomText texts(3);
  int compared = 0;
  for (int round = 0; round < 60'000; ++round) {
    const std::string text = texts.next(12);
    if (!is_for_seed(text)) continue;
    ASSERT_EQ(redactor.redact(text), seed_redacts(text)) << text << "\nround " << round;
    ++compared;
  }
  EXPECT_GT(compared, 20'000);
}

}  // namespace
}  // namespace yett
