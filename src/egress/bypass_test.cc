// Every line of the name resolution cases that has a host.

#include <gtest/gtest.h>

#include <map>
#include <string_view>

#include "egress/resolution_cases_fixture.h"
#include "route/bypass_cases_fixture.h"

namespace yett {
namespace {

using namespace route_test;

/// Lines that speak of more than names and addresses, each with what judges them instead.
const std::map<std::string_view, std::string_view> kElsewhere = {
    {"dns-054", "a sandbox without a resolver and a route is the isolation's"},
};

TEST(BypassCases, NamesThatResolve) {
  std::size_t judged = 0;
  std::size_t left_out = 0;
  for (const corpus::Case& line : read_cases("dns.jsonl")) {
    if (line.input.find("classify") != nullptr) continue;  // text alone judges it
    if (kElsewhere.contains(line.id)) {
      ++left_out;
      continue;
    }
    const JudgedResolution judged_line = judge_resolution_case(line);
    expect_case(line, judged_line.against);
    EXPECT_EQ(judged_line.look_ups, judged_line.is_listed ? 1u : 0u) << line.id;
    ++judged;
  }
  EXPECT_EQ(left_out, kElsewhere.size());
  EXPECT_EQ(judged, 15u);
}

}  // namespace
}  // namespace yett
