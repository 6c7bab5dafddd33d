// Every line of the redirect cases that a judgement of targets alone decides.

#include <gtest/gtest.h>

#include <vector>

#include "route/bypass_cases_fixture.h"
#include "route/redirect_cases_fixture.h"

namespace yett {
namespace {

using namespace route_test;

TEST(BypassCases, Redirects) {
  const std::vector<corpus::Case> cases = read_cases("redirect.jsonl");
  ASSERT_EQ(cases.size(), 36u);
  std::size_t left_out = 0;
  for (const corpus::Case& line : cases) {
    if (kRedirectsJudgedElsewhere.contains(line.id)) {
      ++left_out;
      continue;
    }
    expect_case(line, judge_redirect_case(line));
  }
  EXPECT_EQ(left_out, kRedirectsJudgedElsewhere.size());
}

}  // namespace
}  // namespace yett
