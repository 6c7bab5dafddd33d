#include "policy/load_redaction.h"

#include <gtest/gtest.h>

#include "policy/policy_fixture.h"

namespace yett {
namespace {

using policy_test::loaded;
using policy_test::with_section;

TEST(LoadRedaction, LooksForEveryKindWhereNothingIsSaid) {
  EXPECT_EQ(loaded(with_section("")).redaction, RedactionRules());
  EXPECT_EQ(loaded(with_section("[redact]\n")).redaction, RedactionRules());
  EXPECT_EQ(loaded(with_section("[redact]\noff = []\nadd = []\n")).redaction, RedactionRules());
}

TEST(LoadRedaction, SwitchesKindsOffByName) {
  const RedactionRules rules = loaded(with_section("[redact]\noff = [\"card\", \"international_phone\"]\n")).redaction;
  RedactionKinds kinds = RedactionKinds::all();
  kinds.remove(RedactionKind::Card);
  kinds.remove(RedactionKind::InternationalPhone);
  EXPECT_EQ(rules.kinds, kinds);
}

TEST(LoadRedaction, AddsKinds) {
  const RedactionRules rules =
      loaded(
          with_section("[redact]\nadd = [{ name = \"employee id\", pattern = 'E-[0-9]{6}', with = \"<employee>\" }]\n"))
          .redaction;
  EXPECT_EQ(rules.added, (std::vector<AddedRedaction>{{"employee id", "E-[0-9]{6}", "<employee>"}}));
  const auto redactor = Redactor::make(rules, RedactionWords::English);
  ASSERT_TRUE(redactor);
  EXPECT_EQ(redactor->redact("by E-123456"), "by <employee>");
}

}  // namespace
}  // namespace yett
