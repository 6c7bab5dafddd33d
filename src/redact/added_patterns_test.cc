#include "redact/added_patterns.h"

#include <gtest/gtest.h>

#include "redact/redactor.h"

namespace yett {
namespace {

std::string redact_with(const std::vector<AddedRedaction>& added, std::string_view text) {
  const auto redactor = Redactor::make({.added = added}, RedactionWords::English);
  return redactor ? redactor->redact(text) : redactor.error().message;
}

TEST(AddedPatterns, TakeOutWhatAPolicyNames) {
  EXPECT_EQ(redact_with({{"employee id", "E-[0-9]{6}", "<employee>"}}, "by E-123456 and E-12345"),
            "by <employee> and E-12345");
}

TEST(AddedPatterns, ComeAfterTheBuiltInKindsAndOneAfterTheOther) {
  EXPECT_EQ(redact_with({{"domain", "acme", "<us>"}, {"b", "us", "them"}}, "ana@acme.example"),
            "<mailbox@<them>.example>");
}

TEST(AddedPatterns, SeeOneLineAtATime) {
  EXPECT_EQ(redact_with({{"first", "^a", "x"}, {"across", "b\nc", "y"}, {"last", "d$", "z"}}, "a a b\nc a d\na d"),
            "x a b\nc a z\nx z");
}

TEST(AddedPatterns, WriteTheirTextAsItIs) { EXPECT_EQ(redact_with({{"n", "a", "\\1$0"}}, "bab"), "b\\1$0b"); }

TEST(AddedPatterns, TakeAnyBytes) { EXPECT_EQ(redact_with({{"n", "[\\xff]x", "-"}}, "a\xFFx\xC3"), "a-\xC3"); }

TEST(AddedPatterns, AreRefusedWhenTheyAreNone) {
  EXPECT_TRUE(redact_with({{"open", "(a", ""}}, "").starts_with("\"open\": not a pattern of RE2"));
  EXPECT_TRUE(redact_with({{"back", "(a)\\1", ""}}, "").contains("not a pattern of RE2"));
  EXPECT_TRUE(redact_with({{"large", "((a{1000}){1000}){1000}", ""}}, "").contains("not a pattern of RE2"));
  EXPECT_TRUE(redact_with({{"empty", "a*", ""}}, "").contains("where nothing stands"));
  EXPECT_TRUE(redact_with({{"", "a", ""}}, "").contains("without a name"));
  EXPECT_TRUE(redact_with({{"n", "a", ""}, {"n", "b", ""}}, "").contains("of that name"));
  EXPECT_TRUE(
      redact_with(std::vector<AddedRedaction>(AddedPatterns::kMost + 1, {"n", "a", ""}), "").contains("more than 100"));
}

}  // namespace
}  // namespace yett
