#pragma once

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "decide/office_fixture.h"

namespace yett {

/// The arguments of a call and the rule that decides it.
struct RulingCase {
  std::string arguments;
  RuleId rule;
};

inline void expect_rulings(const Office& office, std::string_view tool, const std::vector<RulingCase>& cases) {
  for (const RulingCase& one : cases) {
    EXPECT_EQ(office.judge(std::string(tool), one.arguments).rule(), one.rule) << tool << " " << one.arguments;
  }
}

}  // namespace yett
