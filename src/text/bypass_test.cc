// Every line of the bypass cases that text alone can judge. The rule of a case line holds when the verdict is right
// and the flaw of its reason code is among those found.

#include <gtest/gtest.h>

#include "text/bypass_cases_fixture.h"

namespace yett::bypass_cases {
namespace {

/// Judges all lines of a file and returns how many text alone could judge.
std::size_t expect_file(const std::string& name, std::size_t lines) {
  const std::vector<Case> cases = read_cases(YETT_CORPUS, name);
  EXPECT_EQ(cases.size(), lines);
  std::size_t judged = 0;
  for (const Case& line : cases) {
    const auto flaws = judge(line);
    if (!flaws) continue;
    ++judged;
    EXPECT_EQ(flaws->empty() ? "allow" : "deny", line.expect) << line.id;
    const FlawSet wanted = flaws_of_code(line.code);
    EXPECT_TRUE(wanted.empty() || flaws->contains_any_of(wanted)) << line.id << " [" << line.code << "]";
    if (wanted.contains_any_of(kReachFlaws)) {
      EXPECT_TRUE(wanted.contains(flaws->gravest().value_or(kLastFlaw))) << line.id;
    }
  }
  return judged;
}

TEST(BypassCases, Urls) { EXPECT_EQ(expect_file("url.jsonl", 121), 121u); }

TEST(BypassCases, Emails) { EXPECT_EQ(expect_file("email.jsonl", 62), 55u); }

TEST(BypassCases, Paths) { EXPECT_EQ(expect_file("path.jsonl", 41), 29u); }

TEST(BypassCases, AddressRanges) { EXPECT_EQ(expect_file("dns.jsonl", 38), 22u); }

TEST(BypassCases, WhatOtherParsersReadDifferently) { EXPECT_EQ(expect_file("differential.jsonl", 14), 14u); }

/// Beside these, each check that tests/switched_off switches off has a line in the other files.
TEST(BypassCases, WhatOnlyOneCheckStandsAgainst) { EXPECT_EQ(expect_file("single_check.jsonl", 83), 43u); }

}  // namespace
}  // namespace yett::bypass_cases
